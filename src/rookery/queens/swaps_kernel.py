"""Kernels of a swap-based local search for one placement on a large board.

Queens stand one in every column and row throughout; two of them swap rows when fewer of them attack
each other afterwards (R. Sosic, J. Gu, "Efficient local search with conflict minimization: a case
study of the n-queens problem", IEEE Transactions on Knowledge and Data Engineering 6, 1994). A
*conflict* is a queen beyond the first on a diagonal, or one on a blocked square::

    rising diagonal   row + column          of both kinds there are 2 n - 1;
    falling diagonal  row - column + n - 1  each queen too many on one is a conflict
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.compiled import kernels
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL, random_below

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]

FIRST_TRIES = 50  # rows tried for a queen before she is put on a row with conflicts
PATIENCE = 4  # tries per column for a queen in conflict, before a worse swap is accepted


class Swaps(NamedTuple):
    """The state of the search; columns and rows of given queens never change."""

    row: Ints  # [column] of the queen
    free: Ints  # the columns whose queen is not given
    rising: Ints  # [diagonal] queens on it
    falling: Ints
    blocked_start: Ints  # [column] into blocked_row
    blocked_row: Ints  # in each column from the top
    random: NDArray[np.uint64]  # state of the generator


@njit(**INLINE)
def _is_blocked(swaps, row, column):
    low, end = swaps.blocked_start[column], swaps.blocked_start[column + 1]
    high = end
    while low < high:
        middle = (low + high) // 2
        if swaps.blocked_row[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low < end and swaps.blocked_row[low] == row


@njit(**INLINE)
def _conflicts(swaps, row, column):
    """Return the conflicts that a new queen would add."""
    made = np.int64(_is_blocked(swaps, row, column))
    if swaps.rising[row + column] > 0:
        made += 1
    if swaps.falling[row - column + len(swaps.row) - 1] > 0:
        made += 1
    return made


@njit(**INLINE)
def _put(swaps, row, column):
    """Put a queen on the board and return the conflicts that she adds."""
    made = _conflicts(swaps, row, column)
    swaps.row[column] = row
    swaps.rising[row + column] += 1
    swaps.falling[row - column + len(swaps.row) - 1] += 1
    return made


@njit(**INLINE)
def _lift(swaps, column):
    """Take a queen off the board and return the number of conflicts removed."""
    row = swaps.row[column]
    swaps.rising[row + column] -= 1
    swaps.falling[row - column + len(swaps.row) - 1] -= 1
    return _conflicts(swaps, row, column)


@cached(kernels)
@njit(**KERNEL)
def put_all(swaps, rows):
    """Put a queen into every free column, without a conflict if a few tries find such a row.

    `rows` holds the rows without a given queen; it is shuffled.

    Returns
    -------
    int
        The conflicts.
    """
    made = 0
    for number in range(len(swaps.free)):
        column = swaps.free[number]
        for _ in range(FIRST_TRIES):
            chosen = number + random_below(swaps.random, len(rows) - number)
            if _conflicts(swaps, rows[chosen], column) == 0:
                break
        row = rows[chosen]
        rows[chosen] = rows[number]
        rows[number] = row
        made += _put(swaps, row, column)
    return made


@njit(**INLINE)
def _swap(swaps, column, other, worst):
    """Swap the rows of two queens unless that adds over `worst` conflicts; return the change."""
    row, other_row = swaps.row[column], swaps.row[other]
    change = -_lift(swaps, column) - _lift(swaps, other)
    change += _put(swaps, other_row, column) + _put(swaps, row, other)
    if change <= worst:
        return change
    _lift(swaps, column)
    _lift(swaps, other)
    _put(swaps, row, column)
    _put(swaps, other_row, other)
    return 0


@cached(kernels)
@njit(**KERNEL)
def repair(swaps, conflicts, steps):
    """Swap the rows of queens in conflict with those of random others.

    Returns
    -------
    int
        The conflicts left after all tries; 0 as soon as none are left.
    """
    columns = len(swaps.free)
    patience = PATIENCE * columns
    while conflicts > 0 and steps > 0:
        for number in range(columns):
            column = swaps.free[number]
            tries = 0
            while conflicts > 0 and steps > 0:
                made = _lift(swaps, column)
                _put(swaps, swaps.row[column], column)
                if made == 0:
                    break
                other = swaps.free[random_below(swaps.random, columns)]
                steps -= 1
                tries += 1
                if other != column:
                    worst = 0 if tries % patience else 2
                    conflicts += _swap(swaps, column, other, worst)
            if conflicts == 0 or steps <= 0:
                break
    return conflicts
