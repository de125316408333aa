"""Parts of a method in threads of their own, and parts that take turns."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Generic, TypeVar

from rookery.engine.run import POLL_SECONDS, Partial, Run, Steps
from rookery.results.limits import LateError

LEAVING_SECONDS = 0.2  # that a closed lane is waited for: then it is left behind until it checks

Found = TypeVar("Found")
Check = Callable[[], object]
"""Called now and then; raises when the part that calls it is to end."""

Turn = Generator[Partial, None, bool | None]
"""A turn at work: returns whether it got anywhere, or None when it never will again."""

Way = Callable[[], Turn]


class Lane(Generic[Found]):
    """A part of a method in a thread of its own.

    Parameters
    ----------
    start
        Called with the lane's check; returns the part. It must not touch what others change.
    run
        Whose deadline holds.
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
        """Return the value that the part returned, or raise the error that it raised."""
        return self._ended.result()

    def told(self, seconds: float) -> Partial | None:
        """Return the next partial, waiting so many seconds at most; None when there is none."""
        with suppress(Empty):
            return self._told.get(timeout=seconds) if seconds else self._told.get_nowait()
        return None

    def close(self) -> None:
        """End the part at its next check."""
        self._is_closed.set()
        self._thread.join(LEAVING_SECONDS)

    def _check(self) -> None:
        if self._is_closed.is_set():
            raise LateError
        self._clock.look()

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
    """Go on with a part of a method in a thread of its own: one with steps that take long.

    Parameters
    ----------
    start
        As of `Lane`.
    run
        Whose limits hold meanwhile.
    stage
        Of the partials between those of the part.

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
    """Make a call that may take long in a thread of its own, and return what it returns.

    Its argument is to be called now and then: it raises when the call is to end.
    """

    def start(check: Check) -> Generator[Partial, None, Found]:
        yield from ()
        return work(check)

    return in_thread(start, run, stage)


def side_by_side(here: Steps, there: Callable[[Check], Steps], run: Run) -> Steps:
    """Go on with a part of a method here and another in a thread, until either ends."""
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


class Turns:
    """Ways to get on, of which that has the next turn which had the least time.

    Time counts more, and so a way has less of it, the longer it has not got anywhere.

    Parameters
    ----------
    ways
        Each begins a turn. One that will never get anywhere again has no more turns.
    run
        Its clock tells the time.
    most_stale
        Turns in a row without getting anywhere, which count at most.
    """

    def __init__(self, ways: Sequence[Way], run: Run, most_stale: int) -> None:
        self._ways = ways
        self._run = run
        self._most_stale = most_stale
        self._spent = [0.0] * len(ways)
        self._stale = [0] * len(ways)

    def take(self) -> Turn:
        """Take the next turn; return None when no way has any."""
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
