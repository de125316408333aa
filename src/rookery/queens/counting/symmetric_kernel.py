"""The kernel that counts placements which a half turn leaves as they are.

A queen and its image are put on the board at once, from the outer rows to the middle::

    row 0           . Q . . . .
    row 1           . . . Q . .        bit n - 1 + column - row of `falling`, bit column + row
    - - - - - - - - - - - - - -        of `rising` say which diagonals are used; the image of a
    row n - 2       . . Q . . .        diagonal has the bit that is as far from the other end
    row n - 1       . . . . Q .
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from rookery.compiled.kept import cached

if TYPE_CHECKING:
    from numpy.typing import NDArray

HALF_TURNS, QUARTER_TURNS = range(2)
MOST_ROWS = 32


@njit(nogil=True)
def is_turned(n, placed):
    """Return whether a quarter turn keeps the placement with these columns in the upper rows."""
    columns = np.empty(n, np.int64)
    columns[n // 2] = n // 2
    for row in range(n // 2):
        columns[row] = placed[row]
        columns[n - 1 - row] = n - 1 - placed[row]
    for row in range(n):
        if columns[columns[row]] != n - 1 - row:
            return False
    return True


@cached()
@njit(nogil=True)
def count_turned(n: int, first: int, second: int, found: NDArray[np.int64]) -> None:
    """Count the placements that are their own image with queens in columns of rows 0 and 1.

    Parameters
    ----------
    n
        The side of the board, from 2 to 31.
    first, second
        The columns; the second means nothing below n = 4, where nothing is found either.
    found
        [HALF_TURNS], [QUARTER_TURNS]: to what is added how many a half turn, and a quarter
        turn, leaves as they are.
    """
    centre = n // 2 if n % 2 else -1
    columns, falling, rising, placed = np.zeros((4, MOST_ROWS), np.int64)
    if n % 2:
        columns[0], falling[0], rising[0] = 1 << centre, 1 << (n - 1), 1 << (n - 1)
    row, column = 0, first
    while row >= 0:
        if column == n or (row == 0 and column > first) or (row == 1 and column > second):
            row -= 1
            column = placed[row] + 1 if row >= 0 else 0
            continue
        if row == 1 and column < second:
            column = second
        turned = n - 1 - column
        fall, rise = n - 1 + column - row, column + row
        falls = 1 << fall | 1 << (2 * n - 2 - fall)
        rises = 1 << rise | 1 << (2 * n - 2 - rise)
        attacked = (columns[row] >> column | falling[row] >> fall | rising[row] >> rise) & 1
        if attacked or column == turned or fall == n - 1 or rise == n - 1:
            column += 1
            continue
        placed[row] = column
        if row == n // 2 - 1:
            found[HALF_TURNS] += 1
            found[QUARTER_TURNS] += is_turned(n, placed)
            column += 1
            continue
        columns[row + 1] = columns[row] | 1 << column | 1 << turned
        falling[row + 1], rising[row + 1] = falling[row] | falls, rising[row] | rises
        row, column = row + 1, 0
