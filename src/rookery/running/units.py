"""Independent units of work, and what runs them."""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from rookery.errors import RookeryError
from rookery.running.clusters import at_scheduler, client_of, threads_of

Unit = TypeVar("Unit")
Value = TypeVar("Value")

Executors = Executor | Callable[[], Executor]
"""An executor of the caller's, or what makes one as often as its workers die."""

UNKNOWN_WORKERS = 64  # taken for an executor that does not tell how many it has
LOOK_SECONDS = 1.0  # between two looks at how many workers there are


class WorkError(RookeryError):
    """Workers died or were lost while units were at work; the text names a unit."""


@dataclass(frozen=True)
class Done(Generic[Value]):
    """A unit that has ended.

    Attributes
    ----------
    number
        Its place in the list of units.
    value
        What came out; None where there is an error.
    seconds
        How long it ran.
    worker
        The machine and the process that did it.
    error
        Why there is no value, when errors are kept.
    """

    number: int
    value: Value
    seconds: float
    worker: str = ""
    error: BaseException | None = None


@dataclass(frozen=True)
class RunOptions:
    """How units are run.

    Attributes
    ----------
    keeps_errors
        Whether a unit that fails, or whose worker dies with it, comes out as a `Done` with an
        error, rather than its error ending all.
    redoes
        Whether units are done again when a worker of a made executor dies. If not, those that
        were on their way fail, which needs `keeps_errors`.
    ahead
        Units on their way for each worker: one at work, and with 2 one that waits for it, so
        that no worker waits for the client.
    seconds_left
        Once it is 0, what is on its way is dropped and the iterator ends, even where no worker
        is left to end a unit.
    on_wait
        Called about every second in which no unit ends.
    waits
        Whether closing the iterator waits for units at work, where that can be done: not on
        a caller's executor.
    on_end
        Called before they are waited for: a chance to end those in this process early.
    """

    keeps_errors: bool = False
    redoes: bool = True
    ahead: int = 2
    seconds_left: Callable[[], float] = lambda: math.inf
    on_wait: Callable[[], None] = lambda: None
    waits: bool = True
    on_end: Callable[[], None] = lambda: None


def run(
    do: Callable[[Unit], Value],
    units: Iterable[Unit],
    threads: int = 1,
    executor: Executors | None = None,
    options: RunOptions = RunOptions(),
) -> Generator[Done[Value], None, None]:
    """Do all units, and yield each as soon as it is done, once.

    They are begun in the order given, so the longest should come first. Only about two units
    for each worker are submitted at any time; more are taken when there is room. When the
    iterator is closed, units not begun are dropped; those at work in threads are waited for,
    processes begun here are killed, and workers elsewhere are left alone.

    Parameters
    ----------
    do
        Called with a unit, in any of the workers.
    units
        May be done in any order and apart from each other.
    threads
        Where there is no executor; with 1 all is done in the thread that asks for the next.
    executor
        Any `concurrent.futures.Executor`, which is left open; or a function without arguments
        that makes one. `do`, the units and the values are sent to its workers.
    options
        What becomes of units that fail, how many are on their way, and for how long.

    Raises
    ------
    WorkError
        When the workers of a caller's executor die, when the executor drops a unit, or when
        a worker of a made executor dies twice of the same unit, the second time alone.
    Exception
        What `do` raises, at once; what asking for a unit raises, after those before it.

    Examples
    --------
    >>> [done.value for done in run(abs, [-3, 4])]
    [3, 4]
    """
    if executor is None and threads == 1 and not options.keeps_errors:
        for number, unit in enumerate(units):
            yield timed(do, number, unit)
        return
    make = partial(ThreadPoolExecutor, threads) if executor is None else executor
    dispatch = _Dispatch(do, iter(enumerate(units)), make, options)
    try:
        for done in dispatch.landings():
            if done.error is not None and not options.keeps_errors:
                raise done.error
            yield done
    finally:
        dispatch.end()


def run_batches(
    do: Callable[[Unit], Value],
    units: Sequence[Unit],
    batch: int,
    threads: int = 1,
    executor: Executors | None = None,
    options: RunOptions = RunOptions(),
) -> Generator[Done[Value], None, None]:
    """Do all units as `run` does, so many sent together, which spares the client.

    >>> [done.value for done in run_batches(abs, [-3, 4, -5], 2)]
    [3, 4, 5]
    """
    numbered = list(enumerate(units))
    batches = [numbered[at : at + batch] for at in range(0, len(numbered), batch)]
    running = run(partial(_do_batch, do), batches, threads, executor, options)
    try:
        for done in running:
            yield from done.value
    finally:
        running.close()


def _do_batch(do: Callable[[Unit], Value], batch: Sequence[tuple[int, Unit]]) -> list[Done[Value]]:
    return [timed(do, number, unit) for number, unit in batch]


def timed(do: Callable[[Unit], Value], number: int, unit: Unit) -> Done[Value]:
    """Do a unit: what runs in the workers."""
    import platform  # costs every start otherwise

    started = time.perf_counter()
    value = do(unit)
    seconds = time.perf_counter() - started
    return Done(number, value, seconds, f"{platform.node()}:{os.getpid()}")


def workers_of(executor: Executor, otherwise: int = 1) -> int:
    """Return how many units an executor can do at once, as far as it says.

    Parameters
    ----------
    executor
        On a Dask cluster workers come and go.
    otherwise
        What is returned when its scheduler does not answer.

    Examples
    --------
    >>> workers_of(ThreadPoolExecutor(3))
    3
    """
    client = client_of(executor)
    if client is not None:
        threads = threads_of(client)
        return otherwise if threads is None else max(1, threads)
    return int(getattr(executor, "_max_workers", None) or UNKNOWN_WORKERS)


class _Dispatch(Generic[Unit, Value]):
    """The units that are submitted, and those that wait.

    When the workers of an executor made here die, any unit that was submitted may have caused
    it: each of these suspects is repeated alone by a new executor, and one whose worker dies
    again is the cause.
    """

    def __init__(
        self,
        do: Callable[[Unit], Value],
        units: Iterator[tuple[int, Unit]],
        make: Executors,
        options: RunOptions,
    ) -> None:
        self._do = do
        self._options = options
        self._units = units
        self._suspects: deque[tuple[int, Unit]] = deque()
        self._suspected: set[int] = set()
        self._away: dict[Future[Done[Value]], tuple[int, Unit]] = {}
        self._landed: SimpleQueue[Future[Done[Value]]] = SimpleQueue()
        self._make: Callable[[], Executor] | None = None
        if isinstance(make, Executor) or not callable(make):
            self._executor: Executor = make
        else:
            self._make = make
            self._executor = make()
        self._fault: Exception | None = None
        self._workers = 1
        self._looked = -LOOK_SECONDS

    def landings(self) -> Iterator[Done[Value]]:
        """Yield every unit when it has ended, and send others after it."""
        self._send()
        while self._away:
            future = self._next()
            if future is None:
                return
            number, unit = self._away.pop(future)
            try:
                done = future.result()
            except BrokenExecutor as death:
                yield from self._recover((number, unit), death)
            except CancelledError as lost:
                where = at_scheduler(self._executor)
                words = f"unit {number + 1} was dropped: its workers were lost{where}"
                raise WorkError(words) from lost
            except Exception as error:
                self._suspected.discard(number)
                yield _failed(number, error)
            else:
                self._suspected.discard(number)
                yield done
            self._send()
        if self._fault is not None:
            raise self._fault

    def end(self) -> None:
        """Drop what is not begun; wait for what is in threads of ours, and kill our processes."""
        self._options.on_end()
        for future in self._away:
            future.cancel()
        if self._make is not None:
            if self._away and hasattr(self._executor, "kill"):
                self._executor.kill()
            self._executor.shutdown(wait=self._options.waits, cancel_futures=True)

    def _next(self) -> Future[Done[Value]] | None:
        """Wait for a unit to end; return None when there is no time left for that.

        It wakes up now and then, which lets Ctrl-C through everywhere.
        """
        while (left := self._options.seconds_left()) > 0:
            with suppress(Empty):
                return self._landed.get(timeout=min(LOOK_SECONDS, left))
            self._options.on_wait()
        with suppress(Empty):
            return self._landed.get_nowait()
        return None

    def _send(self) -> None:
        """Send units as long as there are room and time for them."""
        while len(self._away) < self._room() and self._options.seconds_left() > 0:
            unit = self._suspects.popleft() if self._suspects else self._take()
            if unit is None:
                return
            try:
                future = self._executor.submit(timed, self._do, unit[0], unit[1])
            except BrokenExecutor as death:
                self._suspects.append(unit)
                if self._options.redoes:
                    self._suspected.add(unit[0])
                if self._away:
                    return  # those away come back broken, and are seen to then
                self._replace(death)
                continue
            self._away[future] = unit
            future.add_done_callback(self._landed.put)

    def _take(self) -> tuple[int, Unit] | None:
        """Return the next unit; what asking for it raises waits until those away have landed."""
        try:
            return next(self._units, None)
        except Exception as fault:
            self._fault = fault
            return None

    def _room(self) -> int:
        """Return how many units may be away; only one while there are suspects."""
        if self._suspected:
            return 1
        now = time.monotonic()
        if now - self._looked >= LOOK_SECONDS:
            self._looked = now
            self._workers = workers_of(self._executor, self._workers)
        return self._options.ahead * self._workers

    def _recover(self, unit: tuple[int, Unit], death: BrokenExecutor) -> Iterator[Done[Value]]:
        """Yield the units that ended before their executor broke; the others are suspects."""
        is_convicted = not self._away and unit[0] in self._suspected
        broken = [unit]
        while self._away:
            future = self._next()
            if future is None:
                return
            away = self._away.pop(future)
            try:
                yield future.result()
            except (BrokenExecutor, CancelledError):
                broken.append(away)
            except Exception as error:
                yield _failed(away[0], error)
        self._replace(death)
        if not self._options.redoes:
            yield from (_failed(number, death) for number, _ in broken)
        elif is_convicted:
            number = unit[0]
            verdict = WorkError(f"unit {number + 1}: its worker died ({_first_line(death)})")
            verdict.__cause__ = death
            self._suspected.remove(number)
            yield _failed(number, verdict)
        else:
            self._suspects.extend(broken)
            self._suspected.update(number for number, _ in broken)

    def _replace(self, death: BrokenExecutor) -> None:
        if self._make is None:
            said = _first_line(death)
            raise WorkError(f"a worker died, and its executor with it: {said}") from death
        self._executor.shutdown(cancel_futures=True)
        self._executor = self._make()


def _failed(number: int, error: BaseException) -> Done[Any]:
    return Done(number, None, 0.0, error=error)


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
