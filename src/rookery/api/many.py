"""Many puzzles, of any families, solved side by side, each apart from the others."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

from rookery.api import solve
from rookery.errors import PuzzleError, shown
from rookery.results.limits import Limits
from rookery.results.result import Result
from rookery.running.units import Executors, Terms, run


@dataclass(frozen=True)
class Outcome:
    """What became of one of many puzzles.

    Attributes
    ----------
    number
        Its place among the puzzles, from 0.
    result
        None when it failed.
    error
        Why it failed, in words; empty when it did not.
    seconds
        How long its worker was busy with it.
    worker
        The machine and the process that solved it.
    """

    number: int
    result: Result | None
    error: str
    seconds: float
    worker: str


def solve_many(
    puzzles: Iterable[Any],
    executor: Executors | None = None,
    limits: Limits | None = None,
    workers: int | None = None,
    **keywords: Any,
) -> Iterator[Outcome]:
    """Solve puzzles side by side, and yield what became of each as soon as it is known.

    Parameters
    ----------
    puzzles
        Of any families, mixed; may be a generator, which is read as workers get free. What it
        raises comes out after the puzzles before it.
    executor
        Any `concurrent.futures.Executor`, or a function that makes one; processes of this
        machine by default, and then a script needs ``if __name__ == "__main__":``. With
        threads a crash ends all.
    limits
        Of each puzzle.
    workers
        The number of processes, where there is no executor; one a core by default.
    **keywords
        As for `solve`; each puzzle is solved with one thread unless told otherwise.

    Yields
    ------
    Outcome
        Not in order. Of a puzzle that fails, or whose worker dies of it, its error.

    Raises
    ------
    PuzzleError
        When `workers` is below 1.
    WorkError
        When a worker of a caller's executor dies and the executor with it.

    Examples
    --------
    >>> import rookery as rk
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> puzzles = [rk.Queens(6), rk.Tour.parse(["Q..", "...", "N.B"])]
    >>> outcomes = rk.solve_many(puzzles, executor=ThreadPoolExecutor(2))
    >>> sorted((outcome.number, outcome.result.value) for outcome in outcomes)
    [(0, 4), (1, 1)]
    """
    if workers is not None and (not isinstance(workers, int) or workers < 1):
        raise PuzzleError(expected="workers of at least 1", found=shown(workers))
    do = partial(_solve, {"limits": limits, "threads": 1} | keywords)
    make = partial(_processes, workers or os.cpu_count() or 1) if executor is None else executor
    return _outcomes(do, puzzles, make)


def _outcomes(do: Any, puzzles: Iterable[Any], make: Executors) -> Iterator[Outcome]:
    for done in run(do, puzzles, executor=make, terms=Terms(keeps_errors=True)):
        error = "" if done.error is None else f"{done.error}" or type(done.error).__name__
        yield Outcome(done.number, done.value, error, done.seconds, done.worker)


def _solve(keywords: dict[str, Any], puzzle: Any) -> Result:
    return solve(puzzle, **keywords)


def _processes(workers: int) -> Executor:
    """Return processes that are begun afresh, for forks of threads may hang."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_ctrl_c)


def _leave_ctrl_c() -> None:
    """Leave Ctrl-C to the client."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
