"""Covers with fractions for prices, as puzzles with integers for prices: the searches count so."""

from __future__ import annotations

import math
from dataclasses import replace

from rookery.cover.puzzle import Cover


def with_integer_prices(puzzle: Cover) -> Cover:
    """Return the puzzle with integers for prices: those of `puzzle` divided by its unit.

    >>> with_integer_prices(Cover.parse(["#_"], ["1/2", "2/3"], ["R", "Q"])).prices
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
