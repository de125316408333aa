"""Independent units of work, and what runs them."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from rookery.errors import RookeryError

Unit = TypeVar("Unit")
Value = TypeVar("Value")

Executors = Executor | Callable[[], Executor]
"""An executor of the caller's, or what makes one as often as its workers die."""

# Each worker has a unit at work and one that waits for it, so that none waits for the client.
IN_FLIGHT_A_WORKER = 2
UNKNOWN_WORKERS = 64
LOOK_SECONDS = 1.0
MOST_CHANGE = 2.0


class WorkError(RookeryError):
    """Workers that died or were lost while units were at work; the text names a unit."""


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


def run(
    do: Callable[[Unit], Value],
    units: Iterable[Unit],
    threads: int = 1,
    executor: Executors | None = None,
    keeps_errors: bool = False,
) -> Generator[Done[Value], None, None]:
    """Do all units, and yield each as soon as it is done, once.

    They are begun in the order given, so the longest belong first. Only about two units a
    worker are on their way at any time; units are asked for when there is room. When the
    iterator is closed, those not begun are dropped and those at work are waited for, but not
    those on workers elsewhere.

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
    keeps_errors
        Whether a unit that fails, or whose worker dies with it, comes out as a `Done` with an
        error, rather than its error ending all.

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
    if executor is None and threads == 1 and not keeps_errors:
        for number, unit in enumerate(units):
            yield timed(do, number, unit)
        return
    make = partial(ThreadPoolExecutor, threads) if executor is None else executor
    flight = _Flight(do, iter(enumerate(units)), make)
    try:
        for done in flight.landings():
            if done.error is not None and not keeps_errors:
                raise done.error
            yield done
    finally:
        flight.end()


def run_batches(
    do: Callable[[Unit], Value],
    units: Sequence[Unit],
    batch: int,
    threads: int = 1,
    executor: Executors | None = None,
) -> Generator[Done[Value], None, None]:
    """Do all units as `run` does, so many sent together, which spares the client.

    >>> [done.value for done in run_batches(abs, [-3, 4, -5], 2)]
    [3, 4, 5]
    """
    numbered = list(enumerate(units))
    batches = [numbered[at : at + batch] for at in range(0, len(numbered), batch)]
    running = run(partial(_do_batch, do), batches, threads, executor)
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


def workers_of(executor: Executor) -> int:
    """Return how many units an executor can do at once, as far as it tells.

    >>> workers_of(ThreadPoolExecutor(3))
    3
    """
    client: Any = getattr(executor, "_client", None)
    if hasattr(client, "nthreads"):  # Dask's; workers may come and go
        return max(1, sum(map(int, client.nthreads().values())))
    return int(getattr(executor, "_max_workers", None) or UNKNOWN_WORKERS)


class _Flight(Generic[Unit, Value]):
    """The units on their way, and those that wait.

    When the workers of a made executor die, the units that were on their way are the suspects:
    each is done alone by a new executor, so that a second death convicts it.
    """

    def __init__(
        self,
        do: Callable[[Unit], Value],
        units: Iterator[tuple[int, Unit]],
        make: Executors,
    ) -> None:
        self._do = do
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
        self._most = 1
        self._looked = -LOOK_SECONDS

    def landings(self) -> Iterator[Done[Value]]:
        """Yield every unit when it has ended, and send others after it."""
        self._send()
        while self._away:
            future = self._next()
            number, unit = self._away.pop(future)
            try:
                done = future.result()
            except BrokenExecutor as death:
                yield from self._recover((number, unit), death)
            except CancelledError as lost:
                raise WorkError(f"unit {number + 1} was dropped: its workers were lost") from lost
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
        """Drop what is not begun; wait for what is, where that is ours to do."""
        for future in self._away:
            future.cancel()
        if self._make is not None:
            self._executor.shutdown(cancel_futures=True)

    def _next(self) -> Future[Done[Value]]:
        """Wait for a unit to end; wake up now and then, which lets Ctrl-C through everywhere."""
        while True:
            try:
                return self._landed.get(timeout=LOOK_SECONDS)
            except Empty:
                continue

    def _send(self) -> None:
        """Send units as long as there is room for them."""
        while len(self._away) < self._room():
            unit = self._suspects.popleft() if self._suspects else self._take()
            if unit is None:
                return
            try:
                future = self._executor.submit(timed, self._do, unit[0], unit[1])
            except BrokenExecutor as death:
                self._suspects.append(unit)
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
            self._most = IN_FLIGHT_A_WORKER * workers_of(self._executor)
        return self._most

    def _recover(self, unit: tuple[int, Unit], death: BrokenExecutor) -> Iterator[Done[Value]]:
        """Yield the units that ended before their executor broke; the others are suspects."""
        is_convicted = not self._away and unit[0] in self._suspected
        broken = [unit]
        while self._away:
            future = self._next()
            away = self._away.pop(future)
            try:
                yield future.result()
            except (BrokenExecutor, CancelledError):
                broken.append(away)
            except Exception as error:
                yield _failed(away[0], error)
        self._replace(death)
        if is_convicted:
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


class Pace:
    """How fast units end, and when all will have.

    Parameters
    ----------
    total
        The number of units.

    Notes
    -----
    Units stand in the list by their length, so that those left are unlike those done. A line
    through the seconds of the units done, by their place in the list, tells those of the units
    left; it is kept within a factor of `MOST_CHANGE` of their mean. The seconds of work done
    in each second of this run tell how many workers there truly are.

    Examples
    --------
    >>> pace = Pace(4)
    >>> pace.learn(Done(0, None, 3.0))
    >>> pace.add(Done(1, None, 2.5), now=pace.begun + 2.5)
    >>> pace.seconds_left()
    3.5
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.begun = time.monotonic()
        self._now = self.begun
        self._worked = 0.0
        self._ended = 0
        self._places = self._squares = self._seconds = self._products = 0.0
        self.known = 0

    def learn(self, done: Done[Any]) -> None:
        """Take in a unit of an earlier run."""
        self.known += 1
        self._places += done.number
        self._squares += done.number**2
        self._seconds += done.seconds
        self._products += done.number * done.seconds

    def add(self, done: Done[Any], now: float | None = None) -> None:
        """Take in a unit that ended, at a time of `time.monotonic`."""
        self.learn(done)
        self._now = time.monotonic() if now is None else now
        self._worked += done.seconds
        self._ended += 1

    def rate(self) -> float | None:
        """Return how many units end in a second."""
        elapsed = self._now - self.begun
        return self._ended / elapsed if elapsed > 0 and self._ended else None

    def seconds_left(self) -> float | None:
        """Return the seconds until all units are done; None before the first is."""
        elapsed = self._now - self.begun
        if elapsed <= 0 or self._worked <= 0:
            return None
        return self._work_left() / (self._worked / elapsed)

    def _work_left(self) -> float:
        """Return the seconds that the units left will take, added up."""
        left = self.total - self.known
        if not left:
            return 0.0
        mean = self._seconds / self.known
        middle = self._places / self.known
        spread = self._squares - self.known * middle**2
        slope = (self._products - self._seconds * middle) / spread if spread > 0 else 0.0
        middle_left = (self.total * (self.total - 1) / 2 - self._places) / left
        each = mean + slope * (middle_left - middle)
        return left * min(max(each, mean / MOST_CHANGE), mean * MOST_CHANGE)
