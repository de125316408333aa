"""Depth-first count of placements that are invariant under a half turn (compiled).

Each step places a queen and her image, from the outer rows to the middle::

    row 0           . Q . . . .
    row 1           . . . Q . .        used diagonals:  bit n - 1 + column - row of `falling`,
    - - - - - - - - - - - - - -                         bit column + row of `rising`;
    row n - 2       . . Q . . .        a half turn maps bit k of either to bit 2 n - 2 - k
    row n - 1       . . . . Q .
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from rookery.compiled import bits
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kept import cached

if TYPE_CHECKING:
    from numpy.typing import NDArray

HALF_TURNS, QUARTER_TURNS = range(2)  # indices of the counts
MOST_ROWS = 32  # length of the working arrays


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


@cached(bits)
@njit(nogil=True)
def count_half_turns(n: int, first: int, second: int, counts: NDArray[np.int64]) -> None:
    """Count the symmetric placements with given queens in rows 0 and 1.

    Parameters
    ----------
    n
        The side of the board, from 2 to 31.
    first, second
        The columns of these queens. `second` is ignored below n = 4, where no placement exists.
    counts
        The numbers of placements that are invariant under a half turn and under a quarter turn are
        added to entries HALF_TURNS and QUARTER_TURNS.
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
    """Return the squares of a row, as bits, where a queen and her image can stand.

    The two attack each other if they are on a long diagonal, or in the middle column of an odd n.
    """
    attacked = columns[row] | falling[row] >> (n - 1 - row) | rising[row] >> row
    among_themselves = 1 << row | 1 << (n - 1 - row) | (n % 2) << n // 2
    return (1 << n) - 1 & ~(attacked | among_themselves)
