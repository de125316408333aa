"""Solving: one puzzle of any family, or one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from rookery.api.settings import checked, runnable, settings_for
from rookery.errors import PuzzleError, RookeryError, shown
from rookery.families import family_of
from rookery.results.limits import Limits
from rookery.results.methods import choose
from rookery.results.progress import OnProgress, Progress
from rookery.results.result import Result

if TYPE_CHECKING:
    from rookery.running.units import Executors

REMEMBERED = 256
OnEach = Callable[[int, Progress], None]


def solve(  # noqa: PLR0913 - the one call with all there is to set
    puzzle: Any,
    method: str = "auto",
    limits: Limits | None = None,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    start: Any = None,
    executor: Executors | None = None,
) -> Result:
    """Solve a puzzle of any family.

    Parameters
    ----------
    puzzle
        A `Queens`, `Heaviest`, `Tour` or `Cover`.
    method
        A name of the family's table; ``auto`` takes the first that fits and suits.
    limits
        When to stop although nothing is proved; none by default.
    seed
        Of all random choices; with one thread and a work limit, results repeat.
    threads
        At most so many; as many as the machine has cores by default.
    on_progress
        Called with a `Progress` from time to time and at every better value or bound.
    start
        A right answer to improve on; of `Cover` puzzles only.
    executor
        Any `concurrent.futures.Executor`, or a function that makes one, whose workers all search
        the same board and share the best answer and bound every few seconds; of `Cover`
        puzzles only, with the method ``auto``.

    Returns
    -------
    Result
        Its answer has passed `check`.

    Raises
    ------
    PuzzleError
        When the method is unknown or does not fit, `threads` is below 1, `start` is
        no right answer, or the method has nothing for an executor to do.
    WorkError
        When the workers of the executor die or are lost before there is any answer.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> solve(Tour.parse(["Q..", "...", "N.B"])).value
    1
    """
    settings = settings_for(limits, seed, threads, on_progress)
    chosen = choose(family_of(puzzle).methods, method, puzzle)
    if start is not None:
        settings = replace(settings, start=_right(puzzle, start))
    if executor is not None:
        if not chosen.in_units:
            said = f"method {chosen.name!r} for {puzzle.family}"
            raise PuzzleError(f"{said} has no units of work for an executor")
        settings = replace(settings, executor=runnable(executor))
    result = chosen.run(puzzle, settings)
    if chosen.checks:
        return result.signed(chosen.name, settings)
    return checked(result, chosen.name, settings)


def solve_each(
    puzzles: Iterable[Any], *, on_each: OnEach | None = None, **keywords: Any
) -> Iterator[Result]:
    """Solve puzzles one after the other, each as soon as it is read.

    Equal `Queens` puzzles are solved once. Boards of `Cover` share the seconds of the limits.

    Parameters
    ----------
    puzzles
        May be a generator that raises: the results of all before it come out first.
    on_each
        Called with the number of a puzzle, from 0, and its progress, in place of `on_progress`;
        of `Cover` puzzles only.
    **keywords
        As for `solve`.
    """
    puzzles = iter(puzzles)
    first = next(puzzles, None)
    if first is None:
        return
    rest = chain([first], puzzles)
    if first.family == "cover":
        yield from _covers(rest, on_each=on_each, **keywords)
    else:
        solve_one: Callable[[Any], Result] = partial(solve, **keywords)
        if first.family == "queens":
            solve_one = lru_cache(maxsize=REMEMBERED)(solve_one)
        yield from map(solve_one, rest)


def _covers(
    puzzles: Iterator[Any], method: str = "auto", on_each: OnEach | None = None, **keywords: Any
) -> Iterator[Result]:
    """Solve all boards within one time limit; raise what reading them raised at the end."""
    from rookery.cover.boards import solve_boards

    boards, fault = [], None
    try:
        for puzzle in puzzles:
            boards.append(puzzle)
    except RookeryError as error:
        fault = error
    settings = settings_for(**keywords)
    if method == "auto":
        for result in solve_boards(boards, settings, on_each):
            yield checked(result, result.method, settings)
    else:
        for number, board in enumerate(boards):
            share = settings.clock.share(len(boards) - number)
            told = {} if on_each is None else {"on_progress": partial(on_each, number)}
            yield solve(board, method, **(keywords | told | {"limits": share}))
    if fault is not None:
        raise fault


def _right(puzzle: Any, start: Any) -> Any:
    """Return an answer to start from, when the puzzle takes one and it is right."""
    if puzzle.family != "cover":
        raise PuzzleError(expected=f"no start for a puzzle of {puzzle.family}", found=shown(start))
    faults = puzzle.check(start)
    if faults:
        raise PuzzleError(expected="a right answer to start from", found=f"one with: {faults[0]}")
    return tuple(start)
