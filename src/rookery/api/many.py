"""Many puzzles: in parallel and isolated from each other, or a series in one parameter."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterable, Sized
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeVar

from rookery.api.counting import count
from rookery.api.solving import solve
from rookery.document import document_of, result_of
from rookery.errors import InputError, Place, PuzzleError, shown
from rookery.family import Puzzle
from rookery.guesses import takes_guesses
from rookery.numbers import integer, items
from rookery.results.limits import Clock, Limits
from rookery.results.progress import OnProgress, Progress
from rookery.results.result import Reason, Result
from rookery.results.settings import (
    AnyLimits,
    CountingMethod,
    SolvingMethod,
    limits_of,
    runnable,
    settings_for,
    thread_number,
)
from rookery.running.processes import processes
from rookery.running.units import Executors, RunOptions, run, standstill

if TYPE_CHECKING:
    from os import PathLike


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
    method: SolvingMethod = "auto",
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
        threads=thread_number(threads),
    )
    make = processes(count or 1) if executor is None else runnable(executor)
    return _outcomes(do, puzzles, make, settings_for(on_progress=on_progress).on_progress)


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


Parameter = TypeVar("Parameter")
CALLS: dict[str, Callable[..., Result]] = {"count": count, "solve": solve}


@takes_guesses
def sweep(  # noqa: PLR0913 - as for solve
    make: Callable[[Parameter], Puzzle[Any]],
    values: Iterable[Parameter],
    *,
    call: Literal["count", "solve"] = "count",
    method: SolvingMethod | CountingMethod = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    path: str | PathLike[str] | None = None,
    on_progress: OnProgress | None = None,
) -> list[Result]:
    """Count or solve a puzzle for every value of a parameter.

    Parameters
    ----------
    make
        Returns the puzzle for a value.
    values
        The values, such as the sides of boards.
    call
        ``"count"`` or ``"solve"``.
    method, limits, seed, threads
        As for `solve`, for each puzzle.
    path
        A file of results, each one line of JSON. Results that were not stopped by a limit are
        reused; other results are appended as soon as they are known, so that an interrupted sweep
        resumes there.
    on_progress
        Called after each puzzle, with a `Progress` whose `done` is the number of results.

    Returns
    -------
    list of Result
        In the order of the values; `to_frame` makes a table of them and `plot` a plot.

    Raises
    ------
    PuzzleError
        When `call` is unknown or `values` is no collection, and as for `count` and `solve`.
    InputError
        When a line of the file is not a result.

    Examples
    --------
    >>> import rookery as rk
    >>> [result.value for result in sweep(rk.Queens, range(4, 9))]
    [2, 10, 4, 40, 92]

    With a progress bar, in a terminal or a notebook:

    >>> with rk.live() as on_progress:
    ...     results = sweep(rk.Queens, range(4, 9), on_progress=on_progress)
    """
    if call not in CALLS:
        raise PuzzleError(expected="'count' or 'solve' as call", found=shown(call))
    settings = settings_for(limits=limits, seed=seed, threads=threads, on_progress=on_progress)
    parameters = items(values, "values such as range(4, 9)")
    file = None if path is None else Path(path)
    kept = _results_in(file, call) if file is not None and file.exists() else {}
    results = []
    for value in parameters:
        puzzle = make(value)
        result = kept.get(_key(puzzle))
        if result is None:
            options = {"method": method, "limits": limits, "seed": seed, "threads": threads}
            result = CALLS[call](puzzle, **options)
            if file is not None:
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps({"call": call, "result": result.to_dict()}) + "\n")
        results.append(result)
        if on_progress is not None:
            seconds, total = settings.clock.seconds(), len(parameters)
            on_progress(Progress(seconds, done=len(results), total=total, stage="puzzles"))
    return results


def _results_in(path: Path, call: str) -> dict[str, Result]:
    """Return the results of a sweep's file that no limit stopped, by puzzle."""
    found: dict[str, Result] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            data = json.loads(line)
            result, made_by = result_of(data["result"]), data["call"]
        except (ValueError, KeyError, TypeError) as error:
            place = Place(str(path), number, 1)
            raise InputError(place, "a result of a sweep", shown(line), str(error)) from None
        if made_by == call and result.reason in (Reason.PROVED, Reason.DONE):
            found[_key(result.puzzle)] = result
    return found


def _key(puzzle: Any) -> str:
    return json.dumps(document_of(puzzle), sort_keys=True)
