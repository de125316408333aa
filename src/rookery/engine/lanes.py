"""Parts of a method: in slices of time, in threads of their own, or alternating in steps.

A part in a slice is a generator function of its `Slice`, which has the run's incumbent and a
deadline. The partials of a `crew` reach the run one at a time, and a part resumes once the run has
taken its partial, so each part learns the findings of the others at its next partial. A `Lane`
does not wait for the run, and must not touch state that other threads change.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Generic, TypeVar

from rookery.engine.run import POLL_SECONDS, Partial, Run, Steps
from rookery.results.limits import Check, DeadlineExceeded

LEAVING_SECONDS = 0.2  # seconds to wait for a closed thread, which otherwise runs to its next check

Found = TypeVar("Found")

# a running step; returns whether it made progress, or None if it never will again
PortfolioStep = Generator[Partial, None, bool | None]

Way = Callable[[], PortfolioStep]


class Slice(Run):
    """The run of a part of a method: the incumbent of the whole run, and a deadline of its own.

    The deadline is `seconds` from now, but never later than that of the whole run.
    """

    def __init__(self, whole: Run, seconds: float, seed: int) -> None:
        clock = whole.settings.clock
        clock = clock.allowing(min(seconds, clock.seconds_left()))
        # Other limits are the run's: a listing drops some of those that its clock still has.
        limits = replace(whole.settings.limits, seconds=clock.limits.seconds)
        settings = replace(
            whole.settings, limits=limits, clock=clock, seed=seed, threads=1, on_progress=None
        )
        super().__init__(whole.puzzle, settings, whole.is_greatest)
        self.handed_over: list[Partial] = []
        self._whole = whole
        self.follow()

    def follow(self) -> None:
        """Take over the incumbent, bound and work of the whole run."""
        whole = self._whole
        self.answer, self.value, self.bound = whole.answer, whole.value, whole.bound
        self.work, self.why_none = whole.work, whole.why_none

    def take(self, partial: Partial) -> None:
        """Keep a partial of a part that is being closed, for the whole run."""
        self.handed_over.append(partial)


def in_slice(
    part: Callable[[Slice], Steps], run: Run, seconds: float, seed: int | None = None
) -> Generator[Partial, None, None]:
    """Run a part of a method until it returns, its time ends, or the incumbent is proved.

    The part is a generator function of its slice, by default with the seed of the run.
    """
    own = Slice(run, seconds, run.seed if seed is None else seed)
    steps = part(own)
    try:
        while not (own.is_proved or own.reason_to_stop()):
            yield next(steps)
            own.follow()
    except StopIteration as end:
        if end.value is not None:
            yield end.value
    except DeadlineExceeded:
        pass
    except BaseException:  # closed, so that it cannot yield what the part hands over
        steps.close()
        for partial in own.handed_over:
            run.take(partial)
        raise
    steps.close()
    yield from own.handed_over


class Lane(Generic[Found]):
    """A part of a method in a thread of its own, until the deadline of the run.

    `start` is called with the lane's check and returns the part, which must not touch state that
    other threads change.
    """

    def __init__(self, start: Callable[[Check], Generator[Partial, None, Found]], run: Run) -> None:
        self._clock = run.settings.clock
        self._is_closed = Event()
        self._partials: SimpleQueue[Partial | None] = SimpleQueue()
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

    def next_partial(self, seconds: float) -> Partial | None:
        """Return the next partial, waiting at most this many seconds, or None."""
        with suppress(Empty):
            return self._partials.get(timeout=seconds) if seconds else self._partials.get_nowait()
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
                    self._partials.put(next(steps))
                    self._check()
        except StopIteration as end:
            self._ended.set_result(end.value)
        except BaseException as error:  # raised again by `result`
            self._ended.set_exception(error)
        self._partials.put(None)


def in_thread(
    start: Callable[[Check], Generator[Partial, None, Found]], run: Run, stage: str = ""
) -> Generator[Partial, None, Found]:
    """Run a part with long steps in a `Lane`, with empty partials meanwhile; return its value."""
    lane = Lane(start, run)
    try:
        while (partial := lane.next_partial(POLL_SECONDS)) or not lane.is_over:
            yield partial or Partial(stage=stage)
        while partial := lane.next_partial(0):
            yield partial
        return lane.result()
    finally:
        lane.close()


def called(
    work: Callable[[Check], Found], run: Run, stage: str = ""
) -> Generator[Partial, None, Found]:
    """Make a long call in a thread and return its value; it must call its argument, a check."""

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
            while other := lane.next_partial(0):
                yield other
            if lane.is_over:
                return lane.result()
        return None
    finally:
        lane.close()


def crew(
    next_part: Callable[[], Generator[Partial, None, object] | None], threads: int
) -> Generator[Partial, None, None]:
    """Run parts in several threads, each thread one part after another.

    `next_part` returns the next part for a thread, or None to end it, and is never called by two
    threads at once. With one thread, the calling thread does all the work.
    """
    if threads == 1:
        while (part := next_part()) is not None:
            yield from part
        return
    messages: SimpleQueue[tuple[Partial, Event] | BaseException | None] = SimpleQueue()
    is_closed, lock = Event(), Lock()

    def work() -> None:
        try:
            while True:
                with lock:
                    part = None if is_closed.is_set() else next_part()
                if part is None:
                    break
                with closing(part):
                    for partial in part:
                        taken = Event()
                        messages.put((partial, taken))
                        while not (taken.wait(POLL_SECONDS) or is_closed.is_set()):
                            pass
                        if is_closed.is_set():
                            break
            messages.put(None)
        except BaseException as error:
            messages.put(error)

    workers = [Thread(target=work, daemon=True) for _ in range(threads)]
    for worker in workers:
        worker.start()
    running, stage = threads, ""
    try:
        while running:
            try:
                message = messages.get(timeout=POLL_SECONDS)
            except Empty:
                yield Partial(stage=stage)
                continue
            match message:
                case None:
                    running -= 1
                case BaseException():
                    raise message
                case partial, taken:
                    stage = partial.stage
                    yield partial
                    taken.set()
    finally:
        is_closed.set()
        for worker in workers:
            worker.join(LEAVING_SECONDS)


class Portfolio:
    """A portfolio of ways to make progress; the way with the least weighted time has the next step.

    A way is a function that begins a step. One that will never make progress again gets no more
    steps. The weight of time, measured by the clock of the run, grows with the steps in a row
    without progress, up to `most_stale`.
    """

    def __init__(self, ways: Sequence[Way], run: Run, most_stale: int) -> None:
        self._ways = ways
        self._run = run
        self._most_stale = most_stale
        self._spent = [0.0] * len(ways)
        self._stale = [0] * len(ways)

    def take(self) -> PortfolioStep:
        """Take the next step; return None if no way has steps left."""
        seconds = self._run.settings.clock.seconds
        least = min(self._spent)
        if math.isinf(least):
            return None
        way = self._spent.index(least)
        began = seconds()
        gained = yield from self._ways[way]()
        if gained is None:
            self._spent[way] = math.inf
            return False
        self._stale[way] = 0 if gained else self._stale[way] + 1
        self._spent[way] += (seconds() - began) * (1 + min(self._stale[way], self._most_stale))
        return gained
