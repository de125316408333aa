"""Lanes: parts of a method that run in threads of their own, or alternate in steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Generic, TypeVar

from rookery.engine.partial import Partial
from rookery.engine.run import POLL_SECONDS, Run, Steps
from rookery.results.limits import DeadlineExceeded

LEAVING_SECONDS = 0.2  # wait for a closed lane; then it runs on to its next check

Found = TypeVar("Found")
Check = Callable[[], object]  # raises when the part that calls it is to end

# a step at work; returns whether it made progress, or None if it never will again
PortfolioStep = Generator[Partial, None, bool | None]

Way = Callable[[], PortfolioStep]


class Lane(Generic[Found]):
    """A part of a method in a thread of its own.

    Parameters
    ----------
    start
        Called with the lane's check; returns the part. It must not touch state that other threads
        change.
    run
        The run whose deadline applies.
    """

    def __init__(self, start: Callable[[Check], Generator[Partial, None, Found]], run: Run) -> None:
        self._clock = run.settings.clock
        self._is_closed = Event()
        self._told: SimpleQueue[Partial | None] = SimpleQueue()
        self._ended: Future[Found] = Future()
        self._thread = Thread(target=self._work, args=(start,), daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """Whether the part has ended."""
        return self._ended.done()

    def result(self) -> Found:
        """Return the part's value, or raise its error."""
        return self._ended.result()

    def told(self, seconds: float) -> Partial | None:
        """Return the next partial, waiting at most this many seconds; None when none has come."""
        with suppress(Empty):
            return self._told.get(timeout=seconds) if seconds else self._told.get_nowait()
        return None

    def close(self) -> None:
        """End the part at its next check."""
        self._is_closed.set()
        self._thread.join(LEAVING_SECONDS)

    def _check(self) -> None:
        if self._is_closed.is_set():
            raise DeadlineExceeded
        self._clock.check_deadline()

    def _work(self, start: Callable[[Check], Generator[Partial, None, Found]]) -> None:
        try:
            with closing(start(self._check)) as steps:
                while True:
                    self._told.put(next(steps))
                    self._check()
        except StopIteration as end:
            self._ended.set_result(end.value)
        except BaseException as error:  # raised again by `result`
            self._ended.set_exception(error)
        self._told.put(None)


def in_thread(
    start: Callable[[Check], Generator[Partial, None, Found]], run: Run, stage: str = ""
) -> Generator[Partial, None, Found]:
    """Run a part of a method, one with long steps, in a thread of its own.

    Parameters
    ----------
    start
        As for `Lane`.
    run
        The run whose limits apply.
    stage
        Stage of the partials yielded while the part yields none.

    Returns
    -------
    object
        The value that the part returns.
    """
    lane = Lane(start, run)
    try:
        while (told := lane.told(POLL_SECONDS)) or not lane.is_over:
            yield told or Partial(stage=stage)
        while told := lane.told(0):
            yield told
        return lane.result()
    finally:
        lane.close()


def called(
    work: Callable[[Check], Found], run: Run, stage: str = ""
) -> Generator[Partial, None, Found]:
    """Make a long call in a thread of its own and return its value.

    The call must call its argument, a check, now and then; the check raises when the call is to
    end.
    """

    def start(check: Check) -> Generator[Partial, None, Found]:
        yield from ()
        return work(check)

    return in_thread(start, run, stage)


def side_by_side(here: Steps, there: Callable[[Check], Steps], run: Run) -> Steps:
    """Run one part of a method here and another in a thread, until either ends."""
    lane = Lane(there, run)
    try:
        for partial in here:
            yield partial
            while told := lane.told(0):
                yield told
            if lane.is_over:
                return lane.result()
        return None
    finally:
        lane.close()


class Portfolio:
    """A portfolio of ways to make progress; the way with the least time so far has the next step.

    Time weighs more, and so a way gets less of it, the longer the way has made no progress.

    Parameters
    ----------
    ways
        Functions that begin a step. A way that will never make progress again gets no more steps.
    run
        The run whose clock measures the time.
    most_stale
        Cap on the steps in a row without progress, in the weight of time.
    """

    def __init__(self, ways: Sequence[Way], run: Run, most_stale: int) -> None:
        self._ways = ways
        self._run = run
        self._most_stale = most_stale
        self._spent = [0.0] * len(ways)
        self._stale = [0] * len(ways)

    def take(self) -> PortfolioStep:
        """Take the next step; return None when no way has any."""
        seconds = self._run.settings.clock.seconds
        least = min(self._spent)
        if math.isinf(least):
            return None
        turn = self._spent.index(least)
        began = seconds()
        gained = yield from self._ways[turn]()
        if gained is None:
            self._spent[turn] = math.inf
            return False
        self._stale[turn] = 0 if gained else self._stale[turn] + 1
        self._spent[turn] += (seconds() - began) * (1 + min(self._stale[turn], self._most_stale))
        return gained
