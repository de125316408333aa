"""Many puzzles of any families, solved in parallel and isolated from each other."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Sized
from dataclasses import dataclass
from functools import partial
from typing import Any, SupportsIndex

from rookery.api.settings import AnyLimits, limits_of
from rookery.api.solving import solve
from rookery.family import Puzzle
from rookery.guesses import takes_guesses
from rookery.numbers import integer
from rookery.results.limits import Clock, Limits
from rookery.results.progress import OnProgress, Progress
from rookery.results.result import Result
from rookery.running.clusters import standstill
from rookery.running.processes import processes
from rookery.running.units import Executors, RunOptions, run


@dataclass(frozen=True)
class Outcome:
    """The outcome of one of many puzzles: a result or an error.

    Attributes
    ----------
    number
        Index of the puzzle, from 0.
    result
        The result, or None after a failure.
    error
        The reason of a failure, in words, or an empty string.
    seconds
        The worker's time for the puzzle.
    worker
        The machine and the process that solved it.
    """

    number: int
    result: Result[Any] | None
    error: str
    seconds: float
    worker: str


@takes_guesses
def solve_many(  # noqa: PLR0913 - as for solve
    puzzles: Iterable[Puzzle[Any]],
    *,
    method: str = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    executor: Executors | None = None,
    workers: SupportsIndex | None = None,
    on_progress: OnProgress | None = None,
) -> Generator[Outcome, None, None]:
    """Solve puzzles in parallel and yield the outcome of each as soon as it is known.

    Parameters
    ----------
    puzzles
        Puzzles of any families, mixed. A generator is read as workers become free. Its errors are
        raised here, after the outcomes of the puzzles before them.
    method, limits, seed
        As for `solve`, for each puzzle.
    threads
        The most threads for each puzzle.
    executor
        Any `concurrent.futures.Executor`, or a function that makes one. By default, processes of
        this machine, for which a script needs ``if __name__ == "__main__":``. With threads, a crash
        ends all puzzles.
    workers
        The number of processes if `executor` is None; by default one per core.
    on_progress
        Called in this process after each puzzle, with a `Progress` whose `done` is the number of
        finished puzzles. While a cluster has no workers or its scheduler does not answer, it is
        also called about every second, with that reason as `stage`.

    Yields
    ------
    Outcome
        In the order in which puzzles end. A puzzle that fails or kills its worker has an error.

    Raises
    ------
    PuzzleError
        When `workers` is below 1, or `limits`, `seed` or `threads` are invalid.
    WorkError
        When a worker of a caller's executor dies and breaks the executor.

    Examples
    --------
    >>> import rookery as rk
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> puzzles = [rk.Queens(6), rk.Tour.parse(["Q..", "...", "N.B"])]
    >>> outcomes = rk.solve_many(puzzles, executor=ThreadPoolExecutor(2))
    >>> sorted((outcome.number, outcome.result.value) for outcome in outcomes)
    [(0, 4), (1, 1)]
    """
    count = os.cpu_count() if workers is None else integer(workers, "workers of at least 1", 1)
    do = partial(
        solve,
        method=method,
        limits=limits_of(limits),
        seed=integer(seed, "an integer as seed"),
        threads=integer(threads, "threads of at least 1", 1),
    )
    make = processes(count or 1) if executor is None else executor
    return _outcomes(do, puzzles, make, on_progress)


def _outcomes(
    do: Any, puzzles: Iterable[Any], make: Executors, on_progress: OnProgress | None
) -> Generator[Outcome, None, None]:
    total = len(puzzles) if isinstance(puzzles, Sized) else None
    clock = Clock(Limits())
    ended = 0

    def report(stage: str) -> None:
        if on_progress is not None and stage:
            on_progress(Progress(clock.seconds(), done=ended, total=total, stage=stage))

    options = RunOptions(keeps_errors=True, on_wait=lambda: report(standstill(make)))
    for done in run(do, puzzles, executor=make, options=options):
        ended += 1
        report("puzzles")
        error = "" if done.error is None else f"{done.error}" or type(done.error).__name__
        yield Outcome(done.number, done.value, error, done.seconds, done.worker)
