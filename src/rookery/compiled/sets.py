"""Sets of kernels that work together: loaded where they are kept, else compiled by a child.

Compiling a set takes seconds, so a solver that can work without it does not wait. It calls `begin`,
works without kernels until `is_ready` says that they are there, and goes on with them::

    begin ──> a thread loads them ──all kept──────────────────────────────> ready
                    │                                                         ^
                    └─not kept──> a child compiles and keeps them ──load──────┤
                                    │                                         │
                                    └─nothing can be kept──> compiled here ───┘

The child is ``rookery warm`` in a process of its own. It holds a lock while it compiles, so that
of several processes that start together one compiles and the others load; and it outlives its
parent, so that the next process finds the kernels.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import TIMEOUT_MAX, Event, Lock, Thread

from rookery.compiled.kept import NotKeptError, folder, is_surely_empty, loading_only

POLL_SECONDS = 0.05  # between two looks at whether a child has compiled
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
LOW_PRIORITY = 10  # niceness of a child for which others wait less

LOADING_SECONDS = 3.0
"""Kernels that are kept are loaded by then."""


class KernelSet:
    """The kernels of one method, or of several that share them; one object for each process.

    Parameters
    ----------
    name
        What ``rookery warm`` calls it.
    about
        What it does, in words.
    run
        Imports the kernels and calls each once, with arguments of every type that solvers call
        it with. It takes milliseconds once they are compiled.
    after
        Another set that matters more: if neither is kept, this one is compiled once that is
        there, by a child that gives way to whoever wants the core.

    Attributes
    ----------
    fault
        What went wrong when they were loaded or compiled last, or None.
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

    def __repr__(self) -> str:
        return f"<KernelSet {self.name}>"

    @property
    def is_ready(self) -> bool:
        """Whether the kernels are there, in this process. Asking costs nothing."""
        return self._ready.is_set()

    @property
    def is_compiling(self) -> bool:
        """Whether the kernels are not kept, and are compiled in the background."""
        return not self.is_ready and self._looked_up.is_set() and self.is_coming

    def begin(self) -> None:
        """Begin to load or compile the kernels in the background; return at once."""
        with self._lock:
            # A process that was forked has the object but not the thread.
            if not self.is_ready and (self._thread is None or not self._thread.is_alive()):
                self._looked_up.clear()
                self._thread = Thread(target=self._provide, name=f"kernels {self.name}")
                self._thread.daemon = True
                self._thread.start()

    def load(self, seconds: float = TIMEOUT_MAX) -> bool:
        """Load the kernels if they are kept; return whether they are there.

        What is not kept is compiled in the background from then on. Loading takes some tenths
        of a second, Numba's import included; it is waited for no longer than `seconds`.
        """
        if not self.is_ready:
            self.begin()
            self._looked_up.wait(min(seconds, TIMEOUT_MAX))
        return self.is_ready

    def wait(self, seconds: float, look: Callable[[], object] | None = None) -> bool:
        """Wait until the kernels are there, or so many seconds; return whether they are.

        Parameters
        ----------
        seconds
            May be infinite.
        look
            Called every twentieth of a second meanwhile; what it raises ends the wait.
        """
        self.begin()
        end = time.monotonic() + seconds
        while not self._ready.wait(min(POLL_SECONDS, max(0.0, end - time.monotonic()))):
            if time.monotonic() >= end or not self.is_coming:
                return self.is_ready
            if look is not None:
                look()
        return True

    def compile_here(self) -> None:
        """Load the kernels, or compile and keep them, in this process, before returning.

        While one process does this, others that ask for the same set wait for it.
        """
        with _locked(self.name):
            self._run()
        self._ready.set()

    def is_kept(self) -> bool:
        """Return whether all kernels are kept where the next process will find them."""
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
        except BaseException as fault:  # told by whoever calls a kernel next
            self.fault = fault
        finally:
            self._looked_up.set()


def compile_in_child(name: str, niceness: int = 0) -> bool:
    """Compile a set in a process of its own; return whether that seems to have worked.

    The higher its niceness, the more it leaves the cores to others, where the system knows that.
    Where no kernel can be kept, and where Python cannot be started again, it is not tried.
    """
    if not sys.executable or not (is_surely_empty() or folder()):
        return False
    try:
        return start_child([name], niceness).wait() == 0
    except OSError:
        return False


def start_child(names: Sequence[str], niceness: int) -> subprocess.Popen[bytes]:
    """Start a process that compiles sets one after the other and outlives this one.

    Raises
    ------
    OSError
        When no process can be started.
    """
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
    """Hold the lock of a set among the processes that keep kernels in one folder."""
    from filelock import FileLock

    kept = folder()
    if kept is None:
        yield
        return
    lock = FileLock(kept / f"rookery-{name}.lock")
    with suppress(OSError, NotImplementedError):  # a file system that is full or without locks
        lock.acquire()
    try:
        yield
    finally:
        lock.release()
