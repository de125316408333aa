"""Slices of time: parts of a method with a deadline of their own, in one thread or several.

A part is a generator function of a `Slice`, which knows what the run knows, and when to end. The
partials of all parts reach the run one at a time, and a part goes on once the run has taken its
partial; so what one part finds, all others know after their next partial.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread

from rookery.engine.partial import Partial
from rookery.engine.run import POLL_SECONDS, Run, Steps
from rookery.results.limits import DeadlineExceeded

LEAVING_SECONDS = 0.2  # wait for a closed thread; then it runs on to its next partial


class Slice(Run):
    """The run of a part of a method: the incumbent of the whole run, and a deadline of its own.

    Parameters
    ----------
    whole
        The run of the method.
    seconds
        Until the slice's deadline; never later than that of the run.
    seed
        The seed of the part's random choices.
    """

    def __init__(self, whole: Run, seconds: float, seed: int) -> None:
        clock = whole.settings.clock
        clock = clock.allowing(min(seconds, clock.seconds_left()))
        settings = replace(
            whole.settings, limits=clock.limits, clock=clock, seed=seed, threads=1, on_progress=None
        )
        super().__init__(whole.puzzle, settings, whole.is_greatest)
        self.handed_over: list[Partial] = []
        self._whole = whole
        self.follow()

    def follow(self) -> None:
        """Learn what the run knows by now."""
        whole = self._whole
        self.answer, self.value, self.bound = whole.answer, whole.value, whole.bound
        self.work, self.why_none = whole.work, whole.why_none

    def take(self, partial: Partial) -> None:
        """Keep a partial, handed over by a part that is being closed, for the run."""
        self.handed_over.append(partial)


def in_slice(
    part: Callable[[Slice], Steps], run: Run, seconds: float, seed: int | None = None
) -> Generator[Partial, None, None]:
    """Run a part of a method until it returns, its seconds are over, or a limit is reached.

    Parameters
    ----------
    part
        A generator function of its slice; closed at the deadline.
    run
        The run of the method.
    seconds
        The longest time for the part.
    seed
        The seed of the part's random choices; that of the run when None.
    """
    own = Slice(run, seconds, run.seed if seed is None else seed)
    steps = part(own)
    is_closed = True
    try:
        while not own.reason_to_stop():
            yield next(steps)
            own.follow()
        is_closed = False
    except StopIteration as end:
        is_closed = False
        if end.value is not None:
            yield end.value
    except DeadlineExceeded:
        is_closed = False
    finally:
        steps.close()
        if is_closed:
            for partial in own.handed_over:
                run.take(partial)
    yield from own.handed_over


def crew(
    next_part: Callable[[], Generator[Partial, None, object] | None], threads: int, run: Run
) -> Generator[Partial, None, None]:
    """Let each of several threads run one part after another, until it gets no next one.

    Parameters
    ----------
    next_part
        Returns the next part for a thread, or None; never called by two threads at once.
    threads
        The number of threads; a single one is the caller's.
    run
        The run of the method.
    """
    if threads == 1:
        while (part := next_part()) is not None:
            yield from part
        return
    told: SimpleQueue[tuple[Partial, Event] | BaseException | None] = SimpleQueue()
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
                        told.put((partial, taken))
                        while not (taken.wait(POLL_SECONDS) or is_closed.is_set()):
                            pass
                        if is_closed.is_set():
                            break
            told.put(None)
        except BaseException as error:
            told.put(error)

    workers = [Thread(target=work, daemon=True) for _ in range(threads)]
    for worker in workers:
        worker.start()
    at_work, stage = threads, ""
    try:
        while at_work:
            try:
                message = told.get(timeout=POLL_SECONDS)
            except Empty:
                yield Partial(stage=stage)
                continue
            match message:
                case None:
                    at_work -= 1
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
