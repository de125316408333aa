"""Depth-first counts (compiled): of completions, and of placements invariant under a half turn.

*Completions* fill the column with the fewest open squares first. The columns and rows of known
queens are left out, so as many columns as rows remain, at most 63. For every depth and column, a
word holds the open squares: bit r is set if a queen can still stand in row r::

    column 2    . . Q . . .      open_rows[depth, 3]   row  5 4 3 2 1 0
    column 3    . x x x . .                            bit  1 1 0 0 0 1

*Half turns* place a queen and her image at each step, from the outer rows to the middle::

    row 0           . Q . . . .
    row 1           . . . Q . .        used diagonals:  bit n - 1 + column - row of `falling`,
    - - - - - - - - - - - - - -                         bit column + row of `rising`;
    row n - 2       . . Q . . .        a half turn maps bit k of either to bit 2 n - 2 - k
    row n - 1       . . . . Q .

docs/methods/counting.md compares the first with other ways to count, and explains how the second
gives the count up to symmetry.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from rookery.compiled.arrays import Int64s
from rookery.compiled.bits import count_bits, lowest_bit
from rookery.compiled.kernels import kernel, kernel_with

DEPTH, COUNTED = range(2)  # indices of CompletionSearch.state
HALF_TURNS, QUARTER_TURNS = range(2)  # indices of the counts
MOST_ROWS = 32  # length of the working arrays


class CompletionSearch(NamedTuple):
    """The state of a resumable search."""

    attacked: Int64s  # [column, row, other column] rows there that a queen attacks, as bits
    open_rows: Int64s  # [depth, column] rows where a queen can still stand, as bits
    columns: Int64s  # [depth] columns without a queen, as bits
    chosen: Int64s  # [depth] column of the next queen
    untried: Int64s  # [depth] rows of that column not yet tried, as bits
    state: Int64s  # [DEPTH] -1 at the end, [COUNTED] completions so far


@kernel
def choose(search, depth):
    """Choose the column of a depth and its rows to try: none if a column or row has no square."""
    fewest, reached = 64, 0
    columns = search.columns[depth]
    search.untried[depth] = 0
    left = columns
    while left:
        column = lowest_bit(left)
        left &= left - 1
        rows = search.open_rows[depth, column]
        reached |= rows
        number = count_bits(rows)
        if number < fewest:
            fewest = number
            search.chosen[depth] = column
    if count_bits(reached) == count_bits(columns):
        search.untried[depth] = search.open_rows[depth, search.chosen[depth]]


@kernel
def resume_count(search, nodes):
    """Resume the count for about `nodes` nodes, or to its end."""
    state = search.state
    depth = state[DEPTH]
    while depth >= 0 and nodes > 0:
        if search.untried[depth] == 0:
            depth -= 1
            continue
        nodes -= 1
        row = lowest_bit(search.untried[depth])
        search.untried[depth] &= search.untried[depth] - 1
        queen = search.chosen[depth]
        left = search.columns[depth] & ~(1 << queen)
        if left == 0:
            state[COUNTED] += 1
            continue
        search.columns[depth + 1] = left
        while left:
            column = lowest_bit(left)
            left &= left - 1
            attacked = search.attacked[queen, row, column]
            search.open_rows[depth + 1, column] = search.open_rows[depth, column] & ~attacked
        depth += 1
        choose(search, depth)
    state[DEPTH] = depth


@njit(nogil=True)
def has_quarter_turn(n, placed):
    """Return whether a placement, given by its upper half, is invariant under a quarter turn."""
    columns = np.empty(n, np.int64)
    columns[n // 2] = n // 2
    for row in range(n // 2):
        columns[row] = placed[row]
        columns[n - 1 - row] = n - 1 - placed[row]
    for row in range(n):
        if columns[columns[row]] != n - 1 - row:
            return False
    return True


@kernel_with(_nrt=True)
def count_half_turns(n: int, first: int, second: int, counts: Int64s) -> None:
    """Add the symmetric placements with given queens in rows 0 and 1 to two counts.

    The side is from 2 to 31; `second` is ignored below n = 4, where no placement exists. Placements
    that are invariant under a half turn and under a quarter turn are added to entries HALF_TURNS
    and QUARTER_TURNS.
    """
    columns, falling, rising, placed, free = np.zeros((5, MOST_ROWS), np.int64)
    last = n // 2 - 1
    if n % 2:  # the queen in the centre is her own image
        columns[0], falling[0], rising[0] = 1 << n // 2, 1 << (n - 1), 1 << (n - 1)
    row = 0
    free[0] = _free(n, 0, columns, falling, rising) & 1 << first
    while row >= 0:
        if free[row] == 0:
            row -= 1
            continue
        column = lowest_bit(free[row])
        free[row] &= free[row] - 1
        placed[row] = column
        if row == last:
            counts[HALF_TURNS] += 1
            counts[QUARTER_TURNS] += has_quarter_turn(n, placed)
            continue
        fall, rise = n - 1 + column - row, column + row
        columns[row + 1] = columns[row] | 1 << column | 1 << (n - 1 - column)
        falling[row + 1] = falling[row] | 1 << fall | 1 << (2 * n - 2 - fall)
        rising[row + 1] = rising[row] | 1 << rise | 1 << (2 * n - 2 - rise)
        row += 1
        free[row] = _free(n, row, columns, falling, rising)
        if row == 1:
            free[row] &= 1 << second


@njit(nogil=True)
def _free(n, row, columns, falling, rising):
    """Return the squares of a row, as bits, where a queen and her image can stand."""
    attacked = columns[row] | falling[row] >> (n - 1 - row) | rising[row] >> row
    # A queen attacks her image on the long diagonals, and in the middle column if n is odd.
    among_themselves = 1 << row | 1 << (n - 1 - row) | (n % 2) << n // 2
    return (1 << n) - 1 & ~(attacked | among_themselves)
