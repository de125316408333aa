"""Solving one puzzle of any family, or several in sequence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar

from rookery.errors import PuzzleError, RookeryError, shown
from rookery.families import answer_of, family_of, with_answers
from rookery.family import OnEach, Puzzle, Together
from rookery.guesses import takes_guesses
from rookery.results.methods import Method, choose
from rookery.results.result import Reason, Result, Value
from rookery.results.settings import (
    AnyLimits,
    Settings,
    SolvingMethod,
    limits_of,
    runnable,
    settings_for,
)

if TYPE_CHECKING:
    from rookery.results.progress import OnProgress
    from rookery.running.units import Executors

SEARCH_SHARE = 0.5  # of the seconds, if a certificate is made in the others
REMEMBERED = 256  # results, to reuse for equal puzzles
Answer = TypeVar("Answer")
AnswerValue = TypeVar("AnswerValue", bound="Value")


@takes_guesses
def solve(  # noqa: PLR0913 - the call with all settings
    puzzle: Puzzle[Answer, AnswerValue],
    *,
    method: SolvingMethod = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    executor: Executors | None = None,
    start: Iterable[Any] | None = None,
    on_progress: OnProgress | None = None,
    certificate: str | PathLike[str] | None = None,
) -> Result[Answer, AnswerValue]:
    """Solve a puzzle of any family.

    Parameters
    ----------
    puzzle
        A `Queens`, `Heaviest`, `NonAttacking`, `Regions`, `Tour` or `Cover`.
    method
        A name in the family's table of methods; ``auto`` takes the first suitable one.
    limits
        When to stop without a proof: `Limits`, or a number of seconds. With None, a method runs to
        its end, except for methods that seldom end. Without a limit of seconds or work, ``auto`` of
        `Cover` puzzles stops after 30 seconds; ``search``, ``beam`` and ``circuit`` of `Tour`
        puzzles, also if chosen by ``auto``, stop after 10. ``float("inf")`` removes these defaults.
    seed
        Seed of all random choices; with one thread and a work limit, results repeat.
    threads
        The most threads; by default one per core of the machine.
    executor
        For `Cover` puzzles with the method ``auto`` only: any `concurrent.futures.Executor`, or a
        function that makes one. Its workers search the same board and share the best answer and
        bound every few seconds.
    start
        A right answer to improve on, for `Cover` puzzles only: a `Result`, pieces, or an array.
    on_progress
        Called with a `Progress` from time to time and at every better value or bound.
    certificate
        A file for a proof of the bound that `rookery verify` checks without the solvers, for
        `Heaviest` and `Cover` puzzles. The search gets at most half of the seconds, and the proof
        what is left; `note` says what it proves, which may be a weaker bound than the result's.

    Returns
    -------
    Result
        The result, whose answer has passed `check`. For a puzzle without an answer the status is
        INFEASIBLE, answer, value and bound are None, and `note` gives the reason. A `Queens` of
        more than 1,000 rows has too many placements to list: its result is FEASIBLE with one
        placement.

    Raises
    ------
    PuzzleError
        When `puzzle` is not a puzzle, the method is unknown or does not fit, `limits`, `seed` or
        `threads` is of a wrong type, `threads` is below 1, `start` is not a right answer, the
        method cannot use an executor, or the puzzle has no certificate or its file cannot be
        written.
    WorkError
        When the workers of the executor die or are lost before the first answer.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> solve(Tour.parse(["Q..", "...", "N.B"])).value
    1
    """
    settings = settings_for(limits=limits, seed=seed, threads=threads, on_progress=on_progress)
    if start is not None:
        if not family_of(puzzle).improves:
            expected = f"no start for a puzzle of {puzzle.family}"
            raise PuzzleError(expected=expected, found=shown(start))
        right = answer_of(puzzle, start)
        if faults := puzzle.check(right):
            found = f"one with: {faults[0]}"
            raise PuzzleError(expected="a right answer to start from", found=found)
        settings = replace(settings, start=right)
    if executor is not None:
        settings = replace(settings, executor=runnable(executor))
    if certificate is None:
        return with_answers(_solved(puzzle, method, limits, settings))
    from rookery import certificates
    from rookery.verifying import verify

    path = fspath(certificate)
    certificates.certifiable(puzzle)
    certificates.expect_writable(path)
    chosen = choose(family_of(puzzle).methods, method, puzzle)
    settings = with_default_seconds(settings, chosen, puzzle, limits)
    seconds = settings.limits.seconds
    clock = settings.clock if seconds is None else settings.clock.until(seconds * SEARCH_SHARE)
    searching = replace(settings, limits=clock.limits, clock=clock)
    result = with_answers(_solved(puzzle, method, clock.limits, searching))
    if seconds is not None:
        seconds = max(0.0, settings.clock.seconds_left())
    if result.reason is Reason.INTERRUPTED:
        seconds = 0.0
    return certificates.certified(
        result, path, lambda: certificates.certificate(result, seconds), verify
    )


def check(puzzle: Any, answer: Any) -> list[str]:
    """Return the faults of an answer by the rules, in words; an empty list if it is right.

    Parameters
    ----------
    puzzle
        A puzzle of any family.
    answer
        An answer in the form of the puzzle's answers, or a `Result` with one. Squares are names or
        pairs (row, column). If all pieces are of one kind, squares suffice. Arrays, data frames and
        boards of booleans are accepted like lists.

    Returns
    -------
    list of str
        The faults. Each puzzle's own `check` describes the rules; none checks whether a better
        answer exists.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> check(Tour.parse(["Q..", "...", "N.B"]), ["a3", "c3"])
    ['target a1 is not visited', 'the last square c3 is not beside the goal c1']
    """
    family_of(puzzle)
    faults: list[str] = puzzle.check(answer.answer if isinstance(answer, Result) else answer)
    return faults


def _solved(puzzle: Any, method: str, limits: AnyLimits, settings: Settings) -> Result[Any, Any]:
    """Run a method and return its checked result."""
    chosen = choose(family_of(puzzle).methods, method, puzzle)
    if settings.executor is not None and not chosen.in_units:
        method = f"method {chosen.name!r} for {puzzle.family}"
        raise PuzzleError(f"{method} has no work units for an executor")
    settings = with_default_seconds(settings, chosen, puzzle, limits)
    result = chosen.run(puzzle, settings)
    if settings.on_progress is not None and result.value is not None and not result.trace:
        from rookery.results.progress import Progress  # small puzzles end without it

        with suppress(KeyboardInterrupt):  # nothing is left to stop
            settings.report(Progress(settings.clock.seconds(), result.value, result.bound))
    if chosen.checks:
        return result.signed(chosen.name, settings)
    return checked(result, chosen.name, settings)


def with_default_seconds(
    settings: Settings, method: Method, puzzle: Any, limits: AnyLimits
) -> Settings:
    """Return the settings, with the method's default seconds if no limit of the caller ends it."""
    if method.default_seconds is None or method.surely_ends(puzzle):
        return settings
    limits = limits_of(limits)
    ends_by_work = limits.work is not None and method.ends_by_work(puzzle)
    if limits.seconds is not None or ends_by_work:
        return settings
    return settings.stopping(method.default_seconds)


def checked(
    result: Result[Answer, AnswerValue], method: str, settings: Settings
) -> Result[Answer, AnswerValue]:
    """Check a result's answer by the rules and return it with times, method and seed."""
    if result.answer is not None and not result.is_checked:
        faults = result.puzzle.check(result.answer)
        value = None if faults else result.puzzle.value(result.answer)
        if not faults and value != result.value:
            faults = [f"its value is {value}, not {result.value}"]
        if faults:
            raise RookeryError(f"method {method!r} gave a wrong answer: {faults[0]}")
    return result.signed(method, settings)


def solve_each(
    puzzles: Iterable[Puzzle[Answer, AnswerValue]],
    *,
    method: SolvingMethod = "auto",
    limits: AnyLimits = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    on_each: OnEach | None = None,
) -> Iterator[Result[Answer, AnswerValue]]:
    """Solve puzzles of one family in sequence, each as soon as it is read.

    Equal `Queens` puzzles are solved once. `Cover` puzzles are a batch, which shares the seconds of
    the limits; `on_each` is called with the index of a cover, from 0, and its progress. The other
    arguments are those of `solve`. If a generator of puzzles raises, the results of the puzzles
    before the error are yielded first.
    """
    # The clock starts here: a batch shares its seconds with the reading of its puzzles.
    settings = settings_for(limits=limits, seed=seed, threads=threads)
    puzzles = iter(puzzles)
    first = next(puzzles, None)
    if first is None:
        return
    rest: Iterator[Any] = chain([first], puzzles)
    family = family_of(first)
    if family.together is not None:
        yield from _solve_batch(rest, family.together(), method, limits, settings, on_each)
    else:

        def solve_one(puzzle: Any) -> Result[Any, Any]:
            return _solved(puzzle, method, limits, settings.restarted())

        if family.remembers:
            recall = lru_cache(REMEMBERED)(solve_one)  # equal puzzles may differ in credits
            yield from (solve_one(puzzle) if puzzle.credits else recall(puzzle) for puzzle in rest)
        else:
            yield from map(solve_one, rest)


def _solve_batch(
    puzzles: Iterator[Any],
    solve_all: Together,
    method: str,
    limits: AnyLimits,
    settings: Settings,
    on_each: OnEach | None,
) -> Iterator[Result[Any, Any]]:
    """Solve all puzzles within one time limit; raise an error of the reader at the end."""
    boards, fault = [], None
    try:
        for puzzle in puzzles:
            boards.append(puzzle)
    except RookeryError as error:
        fault = error
    chosen = choose(family_of(boards[0]).methods, method, boards[0])
    settings = with_default_seconds(settings, chosen, boards[0], limits)
    if method == "auto":
        for result in solve_all(boards, settings, on_each):
            yield checked(result, result.method, settings)
    else:
        for number, board in enumerate(boards):
            yield solve(
                board,
                method=method,
                limits=settings.clock.share(len(boards) - number),
                seed=settings.seed,
                threads=settings.threads,
                on_progress=None if on_each is None else partial(on_each, number),
            )
    if fault is not None:
        raise fault
