"""Work units and their execution on threads, processes and other executors.

Each query to a Dask cluster has a time limit, because its scheduler may have stopped.
"""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from rookery.errors import RookeryError
from rookery.results.progress import NO_ANSWER, NO_WORKERS

Unit = TypeVar("Unit")
Value = TypeVar("Value")
Answer = TypeVar("Answer")

Executors = Executor | Callable[[], Executor]  # a caller's, or a factory to call after each crash
UNKNOWN_WORKERS = 64  # workers assumed for an executor that does not report their number
CHECK_SECONDS = 1.0  # seconds between two checks of the number of workers
ANSWER_SECONDS = 1.0  # seconds to wait for a Dask scheduler; a healthy one answers at once


class WorkError(RookeryError):
    """The workers of a unit died or were lost. The text names the unit."""


@dataclass(frozen=True)
class Done(Generic[Value]):
    """A finished unit.

    Attributes
    ----------
    number
        The place of the unit in the list.
    value
        Its value, or None after an error.
    seconds
        Its running time.
    worker
        The machine and the process that ran it.
    error
        The error, if errors are kept.
    """

    number: int
    value: Value
    seconds: float
    worker: str = ""
    error: BaseException | None = None


@dataclass(frozen=True)
class RunOptions:
    """Settings of a run."""

    # Whether a unit that fails or kills its worker yields a `Done` with an error. Otherwise the
    # first error ends the run.
    keeps_errors: bool = False
    # Whether units are repeated after a worker of a made executor dies. If not, all submitted units
    # fail, which needs `keeps_errors`.
    redoes: bool = True
    # Submitted units per worker. With 2, one runs and one waits, so that no worker waits for the
    # client.
    ahead: int = 2
    # The time left. At 0, submitted units are dropped and the iterator ends, even if no worker is
    # alive.
    seconds_left: Callable[[], float] = lambda: math.inf
    # A callback about every second in which no unit ends
    on_wait: Callable[[], None] = lambda: None
    # Whether closing the iterator waits for running units. A caller's executor is never waited for.
    waits: bool = True
    # A callback before that wait, to end units of this process early
    on_end: Callable[[], None] = lambda: None


def run(
    do: Callable[[Unit], Value],
    units: Iterable[Unit],
    threads: int = 1,
    executor: Executors | None = None,
    options: RunOptions = RunOptions(),
) -> Generator[Done[Value], None, None]:
    """Run all units, and yield each once as it finishes.

    Units start in the given order, so the longest should come first. About two units per worker
    are submitted at any time. Closing the iterator drops units that have not started, waits for
    those in threads, kills processes started here, and leaves other workers alone.

    Parameters
    ----------
    do
        A function of a unit, called in any worker.
    units
        Independent units.
    threads
        The number of threads without an executor. With 1, units run in the calling thread.
    executor
        A `concurrent.futures.Executor`, which stays open, or a function without arguments that
        makes one. `do`, the units and the values are sent to its workers.
    options
        Settings for failing units, submission and time.

    Raises
    ------
    WorkError
        If the workers of a caller's executor die, the executor drops a unit, or a worker of a made
        executor dies twice of the same unit, the second time running it alone.
    Exception
        If `do` raises, at once. If `units` raises, after the units before that.

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
        for done in dispatch.outcomes():
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
    """Run all units as `run` does, sent in batches to spare the client.

    >>> [done.value for done in run_batches(abs, [-3, 4, -5], 2)]
    [3, 4, 5]
    """
    numbered = list(enumerate(units))
    batches = [numbered[at : at + batch] for at in range(0, len(numbered), batch)]
    running = run(partial(_run_batch, do), batches, threads, executor, options)
    try:
        for done in running:
            yield from done.value
    finally:
        running.close()


def _run_batch(do: Callable[[Unit], Value], batch: Sequence[tuple[int, Unit]]) -> list[Done[Value]]:
    return [timed(do, number, unit) for number, unit in batch]


def timed(do: Callable[[Unit], Value], number: int, unit: Unit) -> Done[Value]:
    """Run a unit in a worker and time it."""
    import platform  # here, because few runs need it

    started = time.perf_counter()
    value = do(unit)
    seconds = time.perf_counter() - started
    return Done(number, value, seconds, f"{platform.node()}:{os.getpid()}")


def workers_of(executor: Executor, otherwise: int = 1) -> int:
    """Return the number of units an executor can run at once, as far as it reports.

    `otherwise` is the number for a Dask cluster whose scheduler does not answer.

    >>> workers_of(ThreadPoolExecutor(3))
    3
    """
    client = client_of(executor)
    if client is not None:
        threads = threads_of(client)
        return otherwise if threads is None else max(1, threads)
    return int(getattr(executor, "_max_workers", None) or UNKNOWN_WORKERS)


class _Dispatch(Generic[Unit, Value]):
    """Submitted and waiting units.

    If workers of an executor made here die, any submitted unit may be the cause. Each of these
    suspects is repeated alone on a new executor, and a unit whose worker dies again is the cause.
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
        self._submitted: dict[Future[Done[Value]], tuple[int, Unit]] = {}
        self._finished: SimpleQueue[Future[Done[Value]]] = SimpleQueue()
        self._make: Callable[[], Executor] | None = None
        if isinstance(make, Executor) or not callable(make):
            self._executor: Executor = make
        else:
            self._make = make
            self._executor = make()
        self._fault: Exception | None = None
        self._workers = 1
        self._checked_at = -CHECK_SECONDS

    def outcomes(self) -> Iterator[Done[Value]]:
        """Yield each unit when it has ended, and submit others."""
        self._send()
        while self._submitted:
            future = self._next()
            if future is None:
                return
            number, unit = self._submitted.pop(future)
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
        """Drop waiting units, wait for our threads and kill our processes."""
        self._options.on_end()
        for future in self._submitted:
            future.cancel()
        if self._make is not None:
            if self._submitted and hasattr(self._executor, "kill"):
                self._executor.kill()
            self._executor.shutdown(wait=self._options.waits, cancel_futures=True)

    def _next(self) -> Future[Done[Value]] | None:
        """Wait for a unit to end. Return None at the deadline."""
        while (left := self._options.seconds_left()) > 0:
            with suppress(Empty):  # waking up lets Ctrl-C through on all platforms
                return self._finished.get(timeout=min(CHECK_SECONDS, left))
            self._options.on_wait()
        with suppress(Empty):
            return self._finished.get_nowait()
        return None

    def _send(self) -> None:
        """Submit units while room and time are left."""
        while len(self._submitted) < self._room() and self._options.seconds_left() > 0:
            try:
                unit = self._suspects.popleft() if self._suspects else next(self._units, None)
            except Exception as fault:  # raised once all submitted units have ended
                self._fault, unit = fault, None
            if unit is None:
                return
            try:
                future = self._executor.submit(timed, self._do, unit[0], unit[1])
            except BrokenExecutor as death:
                self._suspects.append(unit)
                if self._options.redoes:
                    self._suspected.add(unit[0])
                if self._submitted:
                    return  # the submitted units fail next, and `_recover` handles them
                self._replace(death)
                continue
            self._submitted[future] = unit
            future.add_done_callback(self._finished.put)

    def _room(self) -> int:
        """Return the number of units that may be submitted: one while there are suspects."""
        if self._suspected:
            return 1
        now = time.monotonic()
        if now - self._checked_at >= CHECK_SECONDS:
            self._checked_at = now
            self._workers = workers_of(self._executor, self._workers)
        return self._options.ahead * self._workers

    def _recover(self, unit: tuple[int, Unit], death: BrokenExecutor) -> Iterator[Done[Value]]:
        """Yield the units that ended before their executor broke, and suspect the others."""
        is_cause = not self._submitted and unit[0] in self._suspected
        broken = [unit]
        while self._submitted:
            future = self._next()
            if future is None:
                return
            other = self._submitted.pop(future)
            try:
                yield future.result()
            except (BrokenExecutor, CancelledError):
                broken.append(other)
            except Exception as error:
                yield _failed(other[0], error)
        self._replace(death)
        if not self._options.redoes:
            yield from (_failed(number, death) for number, _ in broken)
        elif is_cause:
            number = unit[0]
            verdict = WorkError(f"unit {number + 1}: its worker died ({first_line(death)})")
            verdict.__cause__ = death
            self._suspected.remove(number)
            yield _failed(number, verdict)
        else:
            self._suspects.extend(broken)
            self._suspected.update(number for number, _ in broken)

    def _replace(self, death: BrokenExecutor) -> None:
        if self._make is None:
            why = first_line(death)
            raise WorkError(f"a worker died and broke its executor: {why}") from death
        self._executor.shutdown(cancel_futures=True)
        self._executor = self._make()


def _failed(number: int, error: BaseException) -> Done[Any]:
    return Done(number, None, 0.0, error=error)


def first_line(error: BaseException) -> str:
    """Return the first line of an error's text, or the name of its type without text."""
    return (str(error).splitlines() or [type(error).__name__])[0]


def client_of(executor: Any) -> Any:
    """Return the client of a Dask cluster's executor, or None for any other executor."""
    client = getattr(executor, "_client", None)
    return client if hasattr(client, "nthreads") else None


def call_within(client: Any, call: Callable[[], Answer], seconds: float = ANSWER_SECONDS) -> Answer:
    """Return the result of a call of a client's method, or raise a TimeoutError."""
    answer: Answer = client.sync(call, callback_timeout=seconds)
    return answer


def threads_of(client: Any) -> int | None:
    """Return the current number of the workers' threads, or None without an answer."""
    try:
        return sum(map(int, call_within(client, client.nthreads).values()))
    except (OSError, RuntimeError, ValueError):  # a TimeoutError, or a lost scheduler
        return None


def standstill(executor: Any) -> str:
    """Return the reason that no unit can end on a Dask cluster, or an empty string.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> standstill(ThreadPoolExecutor(3))
    ''
    """
    client = client_of(executor)
    threads = 1 if client is None else threads_of(client)
    if threads:
        return ""
    return f"{NO_WORKERS if threads == 0 else NO_ANSWER}{at_scheduler(executor)}"


def at_scheduler(executor: Any) -> str:
    """Return " at" and the address of a Dask cluster's scheduler, or an empty string."""
    scheduler = getattr(client_of(executor), "scheduler", None)  # None in a closed client
    return "" if scheduler is None else f" at {scheduler.address}"


def within(seconds: float, call: Callable[[], Answer]) -> Answer:
    """Return the result of a call, or raise a TimeoutError; the call continues in its thread.

    >>> within(60, lambda: 7)
    7
    """
    ended = in_background(call)
    if not wait([ended], seconds).done:
        raise TimeoutError(f"no answer within {seconds:.3g} s")
    return ended.result()


def in_background(call: Callable[[], Answer]) -> Future[Answer]:
    """Begin a call in a thread of its own, which does not keep the process alive.

    >>> in_background(lambda: 7).result()
    7
    """
    ended: Future[Answer] = Future()

    def work() -> None:
        try:
            ended.set_result(call())
        except BaseException as error:  # raised again by `result`
            ended.set_exception(error)

    Thread(target=work, daemon=True).start()
    return ended
