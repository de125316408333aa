"""Checks of weights: rows of numbers, arrays and data frames."""

from __future__ import annotations

from itertools import chain
from typing import Any, Protocol

from rookery.boards.board import refuse_board
from rookery.errors import PuzzleError, shown
from rookery.numbers import LARGEST_WEIGHT, AtLeast, plain, weight
from rookery.results.result import Number

BEST = AtLeast(1)

Weights = tuple[tuple[Number, ...], ...]


class DataFrameLike(Protocol):
    """A data frame, such as one of pandas or polars."""

    def to_numpy(self) -> Any:
        """Return its numbers as an array."""
        ...


def weights_of(weights: Any) -> Weights:
    """Return a square of finite numbers as rows of `int` and `float`."""
    weights = plain(weights)
    if isinstance(weights, str):
        raise PuzzleError(
            expected="rows of weights; Heaviest.parse reads a text", found=shown(weights)
        )
    try:
        rows = tuple(map(tuple, weights))
    except TypeError:
        instead = "'queen', {n}, weights=weights"
        refuse_board(weights, "rows of weights of a plane board", instead)
        raise PuzzleError(expected="rows of weights", found=shown(weights)) from None
    n = len(rows)
    if not n:
        raise PuzzleError(expected="rows of weights", found="none")
    if set(map(len, rows)) != {n}:
        number = next(number for number, row in enumerate(rows, 1) if len(row) != n)
        wrong = len(rows[number - 1])
        raise PuzzleError(expected=f"{n} weights in row {number}", found=f"{wrong}")
    flat = list(chain.from_iterable(rows))
    if (
        set(map(type, flat)) == {int}
        and -LARGEST_WEIGHT <= min(flat) <= max(flat) <= LARGEST_WEIGHT
    ):
        return rows
    return tuple(
        tuple(weight(cell, row, column) for column, cell in enumerate(line, 1))
        for row, line in enumerate(rows, 1)
    )
