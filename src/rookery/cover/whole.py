"""Covers with fractions for prices, solved in whole multiples of their unit.

The searches count in integers. A puzzle with other prices is solved with all prices divided by its
`Cover.unit`, and what comes out is multiplied by it again: exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from rookery.cover.puzzle import Cover
from rookery.cover.validation import rational
from rookery.family import OnEach, Together
from rookery.results.progress import Progress
from rookery.results.result import Result
from rookery.results.settings import Settings
from rookery.results.values import Value


def whole(puzzle: Cover) -> Cover:
    """Return the puzzle with integers for prices: those of `puzzle` divided by its unit.

    >>> whole(Cover.parse(["#_"], ["1/2", "2/3"], ["R", "Q"])).prices
    (3, 4)
    """
    if puzzle.unit == 1:
        return puzzle
    rows = puzzle.square_prices
    scale = math.lcm(*(price.denominator for price in puzzle.prices))
    shared = 1 / (puzzle.unit * scale)
    return replace(
        puzzle,
        prices=tuple(price * scale for price in puzzle.prices),
        square_prices=rows and tuple(tuple(value * shared for value in row) for row in rows),
    )


def run_whole(
    run: Callable[[Cover, Settings], Result], puzzle: Cover, settings: Settings
) -> Result:
    """Run a method on the puzzle with integers for prices; return what it says of this one."""
    if puzzle.unit == 1:
        return run(puzzle, settings)
    listener = settings.on_progress
    if listener is not None:

        def tell(progress: Progress) -> None:
            listener(_scaled_progress(progress, puzzle.unit))

        settings = replace(settings, on_progress=tell)
    return _scaled_result(run(whole(puzzle), settings), puzzle)


def together_whole(solve_all: Together) -> Together:
    """Return what solves several puzzles with integers for prices as what solves any."""

    def solve(
        puzzles: Sequence[Cover], settings: Settings, on_each: OnEach | None = None
    ) -> Iterator[Result]:
        def tell(number: int, progress: Progress) -> None:
            if on_each is not None:
                on_each(number, _scaled_progress(progress, puzzles[number].unit))

        solved = solve_all(list(map(whole, puzzles)), settings, on_each and tell)
        for puzzle, result in zip(puzzles, solved, strict=True):
            yield result if puzzle.unit == 1 else _scaled_result(result, puzzle)

    return solve


def _scaled_result(result: Result, puzzle: Cover) -> Result:
    unit = puzzle.unit
    return replace(
        result,
        puzzle=puzzle,
        value=_scaled(result.value, unit),
        bound=_scaled(result.bound, unit),
        trace=tuple(_scaled_progress(progress, unit) for progress in result.trace),
    )


def _scaled_progress(progress: Progress, unit: Fraction) -> Progress:
    value, bound = _scaled(progress.value, unit), _scaled(progress.bound, unit)
    return replace(progress, value=value, bound=bound)


def _scaled(number: Value | None, unit: Fraction) -> Value | None:
    return None if number is None else rational(Fraction(number) * unit)
