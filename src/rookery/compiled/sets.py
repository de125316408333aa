"""Kernel sets: loaded from the cache, or compiled by a child process.

Compiling a set takes seconds, so a solver that can work without it does not wait. It calls `begin`,
works without kernels until `is_ready`, and then uses them::

    begin ──> a thread loads them ──all cached────────────────────────────> ready
                    │                                                         ^
                    └─not cached──> a child compiles them ──load──────────────┤
                                      │                                       │
                                      └─no cache is possible──> compiled here ┘

The child is ``rookery warm`` in a process of its own. It holds a lock while it compiles: of several
processes that start together, one compiles and the others load. It outlives its parent, so that
the next process finds the kernels.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import TIMEOUT_MAX, Event, Lock, Thread

from rookery.compiled.kept import NotKeptError, folder, is_surely_empty, loading_only

POLL_SECONDS = 0.05  # seconds between two checks for compiled kernels
PACKAGE = Path(__file__).parents[2]
CHILD = """\
import os, sys
if hasattr(os, "nice"):
    os.nice(int(sys.argv[1]))
sys.path.append(sys.argv[2])
del sys.argv[1:3]
from rookery.cli import main
main()
"""
LOW_PRIORITY = 10  # niceness of a child that compiles a less urgent set


class KernelSet:
    """The kernels of one method, or of several that share them. A process has one object per set.

    Parameters
    ----------
    name
        The set's name for ``rookery warm``.
    about
        A description of the set.
    run
        A function that imports the kernels and calls each once, with arguments of every type that
        solvers use. It takes milliseconds once they are compiled.
    after
        A more urgent set. If neither is cached, this one is compiled after it, by a child of low
        priority.

    Attributes
    ----------
    fault
        The error of the last loading or compilation, or None.
    """

    def __init__(
        self, name: str, about: str, run: Callable[[], object], after: KernelSet | None = None
    ) -> None:
        self.name = name
        self.about = about
        self.fault: BaseException | None = None
        self._run = run
        self._after = after
        self._ready = Event()
        self._looked_up = Event()
        self._thread: Thread | None = None
        self._lock = Lock()

    @property
    def is_ready(self) -> bool:
        """Whether this process has the kernels. The check is free."""
        return self._ready.is_set()

    @property
    def is_compiling(self) -> bool:
        """Whether the kernels are being compiled in the background, as they are not cached."""
        return not self.is_ready and self._looked_up.is_set() and self.is_coming

    def begin(self) -> None:
        """Start to load or compile the kernels in the background, and return at once."""
        with self._lock:
            # A forked process has the object but not the thread.
            if not self.is_ready and (self._thread is None or not self._thread.is_alive()):
                self._looked_up.clear()
                self._thread = Thread(target=self._provide, name=f"kernels {self.name}")
                self._thread.daemon = True
                self._thread.start()

    def load(self, seconds: float = TIMEOUT_MAX) -> bool:
        """Load cached kernels, and return whether they are ready.

        Kernels that are not cached are compiled in the background from then on. Loading takes a
        few tenths of a second, including Numba's import. The call waits at most `seconds` for it.
        """
        if not self.is_ready:
            self.begin()
            self._looked_up.wait(min(seconds, TIMEOUT_MAX))
        return self.is_ready

    def wait(self, seconds: float) -> bool:
        """Wait for the kernels, for `seconds` at most, and return whether they are ready."""
        self.begin()
        end = time.monotonic() + seconds
        while not self._ready.wait(min(POLL_SECONDS, max(0.0, end - time.monotonic()))):
            if time.monotonic() >= end or not self.is_coming:
                return self.is_ready
        return True

    def compile_here(self) -> None:
        """Load the kernels, or compile and cache them, in this process before returning.

        Other processes that compile the same set wait for this one.
        """
        with _locked(self.name):
            self._run()
        self._ready.set()

    def is_kept(self) -> bool:
        """Return whether all kernels are in the cache, and load them if so."""
        try:
            with loading_only():
                self._run()
        except NotKeptError:
            return False
        self._ready.set()
        return True

    @property
    def is_coming(self) -> bool:
        """Whether a thread is loading or compiling the kernels."""
        return self._thread is not None and self._thread.is_alive()

    def _provide(self) -> None:
        try:
            if is_surely_empty() or not self.is_kept():
                self._looked_up.set()
                if self._after is not None:
                    self._after.wait(math.inf)
                niceness = 0 if self._after is None else LOW_PRIORITY
                if not (compile_in_child(self.name, niceness) and self.is_kept()):
                    self._run()
                    self._ready.set()
        except BaseException as fault:  # the next call of a kernel raises it again
            self.fault = fault
        finally:
            self._looked_up.set()


def compile_missing(
    sets: Sequence[KernelSet], on_progress: Callable[[int, int, KernelSet | None], object]
) -> tuple[KernelSet, ...]:
    """Compile the sets that are not cached, each in a child process, one per core at a time.

    The slowest should come first. `on_progress` is called with the number of finished sets, the
    number to compile, and the set just finished, None at first. Return the sets that could not be
    compiled or cached.
    """
    from concurrent.futures import ThreadPoolExecutor, as_completed  # only 'rookery warm' needs it

    missing = [kernels for kernels in sets if not kernels.is_kept()]
    if not missing:
        return ()
    on_progress(0, len(missing), None)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {pool.submit(compile_in_child, kernels.name): kernels for kernels in missing}
        for number, job in enumerate(as_completed(jobs), 1):
            on_progress(number, len(missing), jobs[job])
    return tuple(kernels for kernels in missing if not kernels.is_kept())


def compile_in_child(name: str, niceness: int = 0) -> bool:
    """Compile a set in a child process, and return whether the child succeeded.

    A higher niceness leaves more of the cores to others, on systems that support it. If kernels
    cannot be cached or Python cannot be started again, no child is started.
    """
    if not sys.executable or not (is_surely_empty() or folder()):
        return False
    try:
        return start_child([name], niceness).wait() == 0
    except OSError:
        return False


def start_child(names: Sequence[str], niceness: int) -> subprocess.Popen[bytes]:
    """Start a process that compiles sets and outlives this one; raise an `OSError` on failure."""
    start = [sys.executable, "-P", "-c", CHILD, str(niceness), str(PACKAGE)]
    nothing = subprocess.DEVNULL
    return subprocess.Popen(
        [*start, "warm", "--here", *names],
        stdin=nothing,
        stdout=nothing,
        stderr=nothing,
        start_new_session=True,
    )


@contextmanager
def _locked(name: str) -> Iterator[None]:
    """Hold the lock of a set among the processes that share a cache folder."""
    from filelock import FileLock

    kept = folder()
    if kept is None:
        yield
        return
    lock = FileLock(kept / f"rookery-{name}.lock")
    with suppress(OSError, NotImplementedError):  # the file system is full or has no locks
        lock.acquire()
    try:
        yield
    finally:
        lock.release()
