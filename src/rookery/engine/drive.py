"""Drivers of methods: to the end, a limit or Ctrl-C, and from there to a result.

`solved_by`, `counted_by` and `estimated_by` turn a method, a generator function of a puzzle and its
`Run`, into an entry of a family's table of methods. A method that runs another one inside itself
uses `run_to_limit`, which leaves Ctrl-C to the outer one, or `driven`, which also yields.
`drive_all` runs methods on many puzzles in several threads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from rookery.engine.partial import Partial
from rookery.engine.run import POLL_SECONDS, FullError, MethodSteps, OutOfWorkError, Run, Steps
from rookery.results.limits import DeadlineExceeded
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.results.estimate import Estimate

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

    Parameters
    ----------
    steps
        The method's generator; closed afterwards.
    run
        Receives all partials.

    Returns
    -------
    Reason or None
        The limit that stopped the method; None when it ran to its end.
    """
    with closing(driven(steps, run)) as driving:
        while True:
            try:
                next(driving)
            except StopIteration as end:
                run.stopped = end.value
                return run.stopped


def driven(steps: Steps, run: Run) -> Generator[Partial, None, Reason | None]:
    """Run a method as `run_to_limit` does, and yield each partial before it is taken."""
    run.is_over = False
    try:
        while True:
            partial = next(steps)
            yield partial
            run.take(partial)
            if reason := run.reason_to_stop():
                return reason
    except StopIteration as end:
        run.is_over = True
        if end.value is not None:
            yield end.value
            run.take(end.value)
        return None
    except DeadlineExceeded:
        return Reason.TIME
    except FullError:
        return Reason.MEMORY
    except OutOfWorkError:
        return Reason.WORK
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
    """Return a function that solves a puzzle by a method, for the table of methods.

    Parameters
    ----------
    method
        A generator function of a puzzle and its `Run`.
    greatest
        Returns whether the greatest value of a puzzle is the best, and not the least.
    """

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
