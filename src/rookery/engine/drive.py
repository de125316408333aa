"""Drivers of methods: to the end, a limit or Ctrl-C, and from there to a result.

`solved_by`, `counted_by` and `estimated_by` turn a method, a generator function of a puzzle and its
`Run`, into an entry of a family's table of methods. A method that runs another one inside itself
uses `run_to_limit`, which leaves Ctrl-C to the outer one, or `driven`, which also yields.
`drive_all` runs methods on many puzzles in several threads. A `Listing` yields the answers of a
method block by block, until a number, a limit or Ctrl-C ends it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from rookery.engine.run import (
    POLL_SECONDS,
    FullError,
    MethodSteps,
    OutOfWorkError,
    Partial,
    Run,
    Steps,
)
from rookery.errors import LimitError
from rookery.results.limits import DeadlineExceeded, Limits
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.results.estimate import Estimate

LISTING = "listing"  # stage and method of a listing

Found = TypeVar("Found")


def mapped(
    steps: Generator[Partial, None, Found], change: Callable[[Partial], Partial]
) -> Generator[Partial, None, Found]:
    """Apply a function to every partial of a method, including a returned one."""
    with closing(steps):
        while True:
            try:
                partial = next(steps)
            except StopIteration as end:
                last: Found = end.value
                return cast("Found", change(last)) if isinstance(last, Partial) else last
            yield change(partial)


def drive(steps: Steps, run: Run) -> Reason | None:
    """Run a method to its end, a limit or Ctrl-C; return the reason, as `run_to_limit` does."""
    try:
        return run_to_limit(steps, run)
    except KeyboardInterrupt:
        run.stopped = None if run.is_over else Reason.INTERRUPTED
        return run.stopped


def run_to_limit(steps: Steps, run: Run) -> Reason | None:
    """Run a method to its end or to a limit; leave Ctrl-C to the caller.

    The generator is closed afterwards. Returns the limit that stopped it, or None if it ran to its
    end.
    """
    with closing(driven(steps, run)) as driving:
        for _ in driving:
            pass
    return run.stopped


def driven(steps: Steps, run: Run) -> Generator[Partial, None, None]:
    """Run a method as `run_to_limit` does, but yield each partial first; set `run.stopped`."""
    run.is_over = False
    try:
        while True:
            partial = next(steps)
            yield partial
            run.take(partial)
            if reason := run.reason_to_stop():
                run.stopped = reason
                return
    except StopIteration as end:
        run.is_over = True
        if end.value is not None:
            yield end.value
            run.take(end.value)
        run.stopped = None
    except DeadlineExceeded:
        run.stopped = Reason.TIME
    except FullError:
        run.stopped = Reason.MEMORY
    except OutOfWorkError:
        run.stopped = Reason.WORK
    finally:
        steps.close()
        run.report()


def drive_all(
    next_steps: Callable[[], tuple[Steps, Run] | None], runs: Sequence[Run], threads: int
) -> Generator[Run | None, None, None]:
    """Run methods on many runs in several threads, each thread one method after another.

    Yields each run when its method ends, and None from time to time while all are running. Ctrl-C,
    or closing this generator, stops all runs. `next_steps` returns the next running method and its
    run, or None to end the thread, and is never called by two threads at once. With 0 threads, the
    calling thread does all the work.
    """
    # Imported here, because small runs need no threads.
    from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
    from threading import Lock

    lock = Lock()
    ended: deque[Run] = deque()

    def work() -> None:
        while True:
            with lock:
                following = next_steps()
            if following is None:
                return
            run_to_limit(*following)
            ended.append(following[1])

    try:
        if not threads:
            work()
        with ThreadPoolExecutor(max(1, threads)) as pool:
            jobs = [pool.submit(work) for _ in range(threads)]
            try:
                while wait(jobs, POLL_SECONDS, FIRST_EXCEPTION).not_done:
                    yield ended.popleft() if ended else None
            except BaseException:
                for run in runs:
                    run.interrupt()
                raise
        for job in jobs:
            job.result()
    except KeyboardInterrupt:
        for run in runs:
            run.interrupt()
    yield from ended


def first_stop(runs: Iterable[Run]) -> Reason | None:
    """Return the limit that stopped the first of the stopped runs, or None."""
    return next((run.stopped for run in runs if run.stopped), None)


def stop_for(reason: Reason | None) -> None:
    """Stop a method by raising the exception for the reason that stopped a part of it, if any."""
    match reason:
        case Reason.INTERRUPTED:
            raise KeyboardInterrupt
        case Reason.MEMORY:
            raise FullError
        case Reason.WORK:
            raise OutOfWorkError
        case Reason.TIME:
            raise DeadlineExceeded


def solved_by(
    method: MethodSteps, greatest: Callable[[Any], bool] = lambda puzzle: False
) -> Callable[[Any, Settings], Result]:
    """Return the function of a method for a table; `greatest` tells whether greater is better."""

    def solve(puzzle: Any, settings: Settings) -> Result:
        run = Run(puzzle, settings, greatest(puzzle))
        return run.best(drive(method(puzzle, run), run))

    return solve


def counted_by(method: MethodSteps) -> Callable[[Any, Settings], Result]:
    """Return a function that counts a puzzle's answers by a method, for the table of methods."""

    def count(puzzle: Any, settings: Settings) -> Result:
        run = Run(puzzle, settings)
        return run.count(drive(method(puzzle, run), run))

    return count


def estimated_by(method: MethodSteps, name: str) -> Callable[[Any, Settings], Estimate]:
    """Return a function that estimates a puzzle's count by a method, for a family's `estimator`."""

    def estimate(puzzle: Any, settings: Settings) -> Estimate:
        from rookery.results.estimate import of_samples

        run = Run(puzzle, settings)
        stopped = drive(method(puzzle, run), run)
        estimated = run.estimate or of_samples(puzzle, ())
        if stopped:
            estimated = replace(estimated, reason=stopped)
        return estimated.signed(name, settings)

    return estimate


class Listing:
    """An iterator over answers in order, in blocks, each as soon as it is found; iterate once.

    Parameters
    ----------
    method
        Yields partials with blocks of answers, perhaps empty; a `LimitError` at the deadline ends
        it.
    settings
        Time limits, and the callback that receives progress after each block.
    conclude
        Makes the result of a listing that has ended.
    first
        The number of answers after which to stop; None for all.
    select
        Filters a block of answers.

    Attributes
    ----------
    found : int
        The number of answers listed.
    last
        The last answer listed; None before the first.
    reason : Reason
        The reason of the end: PROVED when all answers were listed, DONE when `first` were.
    """

    def __init__(
        self,
        method: Callable[[Run], Steps],
        settings: Settings,
        conclude: Callable[[Listing], Result[Any]],
        first: int | None = None,
        select: Callable[[Any], Any] = lambda block: block,
    ) -> None:
        self.found = 0
        self.last: Any = None
        self.reason = Reason.PROVED
        self._run = Run(None, replace(settings, limits=Limits(seconds=settings.limits.seconds)))
        self._method = method
        self._settings = settings
        self._conclude = conclude
        self._first = first
        self._select = select

    def __repr__(self) -> str:
        wanted = "all answers" if self._first is None else f"the first {self._first:,} answers"
        return f"<Listing of {wanted}, {self.found:,} so far>"

    def __iter__(self) -> Iterator[Any]:
        try:
            with closing(driven(self._until_enough(), self._run)) as driving:
                for partial in driving:
                    yield partial.block
            self.reason = self._run.stopped or self.reason
        except LimitError:
            if self._settings.clock.seconds_left():
                raise
            self.reason = Reason.TIME
        except KeyboardInterrupt:
            self.reason = Reason.INTERRUPTED

    def _until_enough(self) -> Steps:
        self._run.check_deadline()
        with closing(self._method(self._run)) as steps:
            while True:
                try:
                    partial = self._counted(next(steps))
                except StopIteration as end:
                    return end.value and self._counted(end.value)
                if self.reason is Reason.DONE:
                    return partial
                yield partial

    def _counted(self, partial: Partial) -> Partial:
        """Return a partial with the selected answers, and count these."""
        block = self._select(partial.block)
        if self._first is not None:
            block = block[: self._first - self.found]
        if len(block):
            self.found += len(block)
            self.last = block[-1]
        if self.found == self._first:
            self.reason = Reason.DONE
        return partial._replace(block=block, value=self.found or None, stage=LISTING)

    @property
    def is_complete(self) -> bool:
        """Whether all answers were listed."""
        return self.reason is Reason.PROVED

    @property
    def result(self) -> Result[Any]:
        """The result of a listing that has ended, without the answers."""
        return self._conclude(self).signed(LISTING, self._settings)


def of_blocks(blocks: Iterator[Any]) -> Callable[[Run], Steps]:
    """Return a method for a `Listing` that takes its blocks from an iterator."""
    return lambda run: (Partial(block=block) for block in blocks)


def by_number(puzzle: Any, why_none: Callable[[], str] | None) -> Callable[[Listing], Result[Any]]:
    """Return the `conclude` function of a listing whose value is the number of answers.

    Its result is OPTIMAL when all answers were listed, INFEASIBLE with a note when the puzzle has
    none, FEASIBLE when the listing was stopped after the first, and else UNKNOWN. `why_none` gives
    the reason if the puzzle has no answer. It is None if the listing began later than the first
    answer: if empty, it proves nothing.
    """

    def conclude(listed: Listing) -> Result[Any]:
        found, reason = listed.found, listed.reason
        if reason is not Reason.PROVED:
            status = Status.FEASIBLE if found else Status.UNKNOWN
            return Result(puzzle, None, found or None, None, status, reason)
        if not found and why_none is not None:
            return Result.impossible(puzzle, why_none())
        return Result.proved(puzzle, None, found)

    return conclude


def expect_end(ended: Result[Any] | Listing, wanted: str, settings: Settings) -> None:
    """Raise what stopped a count or a listing, if it is not at its end."""
    if ended.reason is Reason.INTERRUPTED:
        raise KeyboardInterrupt
    if ended.reason is Reason.MEMORY:
        raise LimitError(f"no {wanted}, because counting would exceed the memory limit")
    if ended.reason is not Reason.PROVED:
        raise LimitError(f"no {wanted} within {settings.limits.seconds:g} s")
