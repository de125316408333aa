"""A resumable depth-first walk over some columns of the board.

Rows are the bits of a word, row 0 the lowest. The queens on the board reach a column on three
lines, and each step to the next column shifts the diagonals by a row::

    row 0   . r . .      used     rows of queens to the left
    row 1   Q . . .      rising   rows reached on a diagonal towards row 0
    row 2   . f . .      falling  rows reached on a diagonal away from row 0

Rows are tried from row 0 on, so that fillings come in lexicographic order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.compiled import bits, kernels
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL
from rookery.queens.listing import plain as placements
from rookery.queens.listing.plain import is_dead_end

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Rows = NDArray[np.int8]

LARGEST_SIDE = 62  # rows; diagonals take one more bit of a signed word

NOT_FOUND = -1

_is_dead_end = njit(**KERNEL)(is_dead_end)


class Walk(NamedTuple):
    """The state of a walk; every field but `column` has an entry for each column."""

    open: Ints  # rows where a queen may stand, as bits
    free: Ints  # rows still to be tried, as bits
    used: Ints
    rising: Ints
    falling: Ints
    row: Rows  # row of the queen
    column: Ints  # [0] the current column; below the first column once the walk is over


@njit(**INLINE)
def advance(walk, first, last, look_ahead, steps):
    """Advance to the next filling of the columns from first to last, and leave it in `walk.row`.

    A step is a queen put on the board.

    Returns
    -------
    int
        The number of steps left; `NOT_FOUND` if the walk is over or the steps are used up.
    """
    column = walk.column[0]
    everything = (1 << len(walk.open)) - 1
    while column >= first and steps > 0:
        free = walk.free[column]
        if free == 0:
            column -= 1
            continue
        steps -= 1
        bit = free & -free
        walk.free[column] = free ^ bit
        walk.row[column] = lowest_bit(bit)
        if column == last:
            walk.column[0] = column
            return steps
        used = walk.used[column] | bit
        rising = (walk.rising[column] | bit) >> 1
        falling = ((walk.falling[column] | bit) << 1) & everything
        free = walk.open[column + 1] & ~(used | rising | falling)
        if free == 0:
            continue
        if look_ahead and _is_dead_end(walk.open, column + 1, used, rising, falling):
            continue
        column += 1
        walk.free[column] = free
        walk.used[column] = used
        walk.rising[column] = rising
        walk.falling[column] = falling
    walk.column[0] = column
    return NOT_FOUND


@cached(bits, kernels, placements)
@njit(**KERNEL)
def search(walk, look_ahead, placements, count, steps):
    """Write the next placements into an array, from number `count` on.

    Stop when the array is full, when the steps are used up, or at the end of the walk.

    Returns
    -------
    int
        The new number of placements.
    """
    last = len(walk.open) - 1
    while count < len(placements):
        steps = advance(walk, 0, last, look_ahead, steps)
        if steps == NOT_FOUND:
            break
        for column in range(last + 1):
            placements[count, column] = walk.row[column]
        count += 1
    return count
