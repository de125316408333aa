"""Kernels of a swap-based local search for one placement on a large board.

Every column and every row always holds one queen. Two queens swap rows if that reduces the number
of conflicts (R. Sosic, J. Gu, "Efficient local search with conflict minimization: a case study of
the n-queens problem", IEEE Transactions on Knowledge and Data Engineering 6, 1994). A *conflict* is
a queen beyond the first on a diagonal, or a queen on a blocked square. Diagonals are numbered from
0 to 2 n - 2::

    rising diagonal   row + column
    falling diagonal  row - column + n - 1

docs/methods/placement.md explains the method.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import Int32s, UInt64s
from rookery.compiled.kernels import inlined, kernel, random_below

FIRST_TRIES = 50  # rows tried for a queen before conflicts are accepted
PATIENCE = 4  # tries per column for a queen in conflict before a worse swap is accepted


class Swaps(NamedTuple):
    """The state of the search; columns and rows of given queens never change."""

    row: Int32s  # [column] row of its queen
    free: Int32s  # columns without a given queen
    rising: Int32s  # [diagonal] number of queens
    falling: Int32s  # [diagonal] number of queens
    blocked_start: Int32s  # [column] index into blocked_row
    blocked_row: Int32s  # blocked rows, column after column, each from the top
    random: UInt64s  # state of the generator


@inlined
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


@inlined
def _conflicts(swaps, row, column):
    """Return the conflicts that a new queen would add."""
    made = np.int64(_is_blocked(swaps, row, column))
    if swaps.rising[row + column] > 0:
        made += 1
    if swaps.falling[row - column + len(swaps.row) - 1] > 0:
        made += 1
    return made


@inlined
def _put(swaps, row, column):
    """Put a queen on the board and return the conflicts that she adds."""
    made = _conflicts(swaps, row, column)
    swaps.row[column] = row
    swaps.rising[row + column] += 1
    swaps.falling[row - column + len(swaps.row) - 1] += 1
    return made


@inlined
def _lift(swaps, column):
    """Take a queen off the board and return the number of conflicts removed."""
    row = swaps.row[column]
    swaps.rising[row + column] -= 1
    swaps.falling[row - column + len(swaps.row) - 1] -= 1
    return _conflicts(swaps, row, column)


@kernel
def put_all(swaps, rows):
    """Put a queen into every free column; return the number of conflicts.

    Her row has no conflict if a few tries find one. `rows` holds the rows without a given queen; it
    is shuffled.
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


@inlined
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


@kernel
def repair(swaps, conflicts, steps):
    """Swap the rows of queens in conflict and of random other queens; return the conflicts left."""
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
