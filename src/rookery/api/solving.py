"""Solving: one puzzle of any family, or one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, TypeVar

from rookery.api.settings import AnyLimits, checked, runnable, settings_for, settings_of
from rookery.errors import PuzzleError, RookeryError, shown
from rookery.families import family_of
from rookery.family import OnEach, Puzzle, Together
from rookery.numbers import plain
from rookery.results.methods import choose
from rookery.results.result import Result

if TYPE_CHECKING:
    from rookery.results.progress import OnProgress
    from rookery.results.settings import Settings
    from rookery.running.units import Executors

REMEMBERED = 256  # results of equal puzzles
Answer = TypeVar("Answer")


def solve(  # noqa: PLR0913 - the one call with all there is to set
    puzzle: Puzzle[Answer],
    *,
    method: str = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    executor: Executors | None = None,
    start: Iterable[Any] | None = None,
    on_progress: OnProgress | None = None,
) -> Result[Answer]:
    """Solve a puzzle of any family.

    Parameters
    ----------
    puzzle
        A `Queens`, `Heaviest`, `NonAttacking`, `Regions`, `Tour` or `Cover`.
    method
        A name of the family's table; ``auto`` takes the first that fits and suits.
    limits
        When to stop although nothing is proved: `Limits`, or a number of seconds. With None a
        method runs until it is done; those that would seldom be done stop by themselves, ``auto``
        of `Cover` puzzles after 30 seconds, ``search``, ``beam`` and ``circuit`` of `Tour` puzzles
        after 10, and so ``auto`` where it does what these do, unless there is a limit of seconds or
        work. ``float("inf")`` takes that away too.
    seed
        The random choices follow from it; with one thread and a work limit, results repeat.
    threads
        At most so many; as many as the machine has cores by default.
    executor
        Any `concurrent.futures.Executor`, or a function that makes one, whose workers all search
        the same board and share the best answer and bound every few seconds; of `Cover`
        puzzles only, with the method ``auto``.
    start
        A right answer to improve on; of `Cover` puzzles only. It may be an array.
    on_progress
        Called with a `Progress` from time to time and at every better value or bound.

    Returns
    -------
    Result
        Its answer has passed `check`. A puzzle without an answer has the status INFEASIBLE, and
        no answer, value or bound; `note` says in words why there is none. A `Queens` of more than
        1,000 rows has too many placements to list: it is given one, and is FEASIBLE.

    Raises
    ------
    PuzzleError
        When `puzzle` is no puzzle, the method is unknown or does not fit, `limits` is no limit,
        `seed` or `threads` is no integer, `threads` is below 1, `start` is no right answer, or
        the method has nothing for an executor to do.
    WorkError
        When the workers of the executor die or are lost before there is any answer.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> solve(Tour.parse(["Q..", "...", "N.B"])).value
    1
    """
    settings = settings_for(limits=limits, seed=seed, threads=threads, on_progress=on_progress)
    if start is not None:
        settings = replace(settings, start=_right(puzzle, start))
    if executor is not None:
        settings = replace(settings, executor=runnable(executor))
    return _solved(puzzle, method, limits, settings)


def _solved(puzzle: Any, method: str, limits: AnyLimits, settings: Settings) -> Result[Any]:
    """Run a method; return its result, checked."""
    chosen = choose(family_of(puzzle).methods, method, puzzle)
    if settings.executor is not None and not chosen.in_units:
        said = f"method {chosen.name!r} for {puzzle.family}"
        raise PuzzleError(f"{said} has no units of work for an executor")
    settings = settings_of(settings, chosen, puzzle, limits)
    result = chosen.run(puzzle, settings)
    if chosen.checks:
        return result.signed(chosen.name, settings)
    return checked(result, chosen.name, settings)


def solve_each(
    puzzles: Iterable[Puzzle[Answer]],
    *,
    method: str = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_each: OnEach | None = None,
) -> Iterator[Result[Answer]]:
    """Solve puzzles one after the other, each as soon as it is read.

    Equal `Queens` puzzles are solved once. Boards of `Cover` share the seconds of the limits. All
    puzzles are of one family.

    Parameters
    ----------
    puzzles
        May be a generator that raises: the results of all before it come out first.
    method, limits, seed, threads
        As for `solve`; the limits are those of each puzzle, but of all `Cover` puzzles together.
    on_each
        Called with the number of a puzzle, from 0, and its progress; of `Cover` puzzles only.
    """
    # Puzzles that share the seconds share them with what reads them, so that the clock starts here.
    settings = settings_for(limits=limits, seed=seed, threads=threads)
    puzzles = iter(puzzles)
    first = next(puzzles, None)
    if first is None:
        return
    rest: Iterator[Any] = chain([first], puzzles)
    family = family_of(first)
    if family.together is not None:
        asked = _Asked(method, limits, settings)
        yield from _together(rest, family.together(), asked, on_each)
    else:

        def solve_one(puzzle: Any) -> Result[Any]:
            return _solved(puzzle, method, limits, settings.restarted())

        if family.remembers:
            remembered = lru_cache(REMEMBERED)(solve_one)  # equal puzzles may differ in credits
            yield from (solve_one(one) if one.credits else remembered(one) for one in rest)
        else:
            yield from map(solve_one, rest)


class _Asked(NamedTuple):
    """What was asked of all puzzles together."""

    method: str
    limits: AnyLimits
    settings: Settings


def _together(
    puzzles: Iterator[Any], solve_all: Together, asked: _Asked, on_each: OnEach | None
) -> Iterator[Result[Any]]:
    """Solve all puzzles within one time limit; raise what reading them raised at the end."""
    boards, fault = [], None
    try:
        for puzzle in puzzles:
            boards.append(puzzle)
    except RookeryError as error:
        fault = error
    if not boards:
        if fault is not None:
            raise fault
        return
    chosen = choose(family_of(boards[0]).methods, asked.method, boards[0])
    settings = settings_of(asked.settings, chosen, boards[0], asked.limits)
    if asked.method == "auto":
        for result in solve_all(boards, settings, on_each):
            yield checked(result, result.method, settings)
    else:
        for number, board in enumerate(boards):
            share = settings.clock.share(len(boards) - number)
            told = None if on_each is None else partial(on_each, number)
            yield solve(
                board,
                method=asked.method,
                limits=share,
                seed=settings.seed,
                threads=settings.threads,
                on_progress=told,
            )
    if fault is not None:
        raise fault


def _right(puzzle: Any, start: Any) -> Any:
    """Return an answer to start from, when the puzzle takes one and it is right."""
    if not family_of(puzzle).improves:
        raise PuzzleError(expected=f"no start for a puzzle of {puzzle.family}", found=shown(start))
    start = plain(start)
    faults = puzzle.check(start)
    if faults:
        raise PuzzleError(expected="a right answer to start from", found=f"one with: {faults[0]}")
    return tuple(tuple(piece) for piece in start)
