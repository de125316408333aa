"""A depth-first walk of the placements below a limit of loss, in lexicographic order.

Rows are the bits of a word, row 0 the lowest. The queens that stand reach a column on three
lines, and each step to the next column moves the diagonals by a row::

    row 0   . r . .      used     rows of queens to the left
    row 1   Q . . .      rising   rows reached on a diagonal towards row 0
    row 2   . f . .      falling  rows reached on a diagonal away from row 0

What the columns to the right lose at least is known without their conflicts, and the two
diagonals that leave the board behind a column lose their duals when they are idle.
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
    Rows = NDArray[np.int16]

LARGEST_SIDE = 62  # rows are the bits of a signed word, diagonals one more

_is_dead_end = njit(**KERNEL)(is_dead_end)


class OrderedWalk(NamedTuple):
    """The board, and where a walk over it stands."""

    loss: Ints  # [column, row]
    rising_dual: Ints  # [row + column]
    falling_dual: Ints  # [row - column + n - 1]
    rest: Ints  # [column] what the columns from it on lose at least; 0 behind the last
    open: Ints  # [column] rows where a queen may stand
    free: Ints  # [column] rows still to be tried
    used: Ints  # [column]
    rising: Ints  # [column]
    falling: Ints  # [column]
    lost: Ints  # [column] by the queens to the left and by diagonals that lie behind
    row: Rows  # [column] of the queen
    column: Ints  # [0] the column of the next try; -1 when the walk is over


@cached(bits, kernels, placements)
@njit(**KERNEL)
def walk_in_order(walk, look_ahead, limit, found, steps):
    """Write the next placements that lose at most the limit.

    Stops when `found` is full, after so many steps, or at the end of the walk. A step is a
    queen put on the board.

    Returns
    -------
    int
        How many rows of `found` are written.
    """
    n = len(walk.open)
    column, count = walk.column[0], 0
    while column >= 0 and steps > 0:
        free = walk.free[column]
        if free == 0:
            column -= 1
            continue
        steps -= 1
        bit = free & -free
        row = lowest_bit(bit)
        walk.free[column] = free ^ bit
        walk.row[column] = row
        lost = walk.lost[column] + walk.loss[column, row]
        if lost + walk.rest[column + 1] > limit:
            continue
        if column == n - 1:
            if _loss(walk) <= limit:
                for place in range(n):
                    found[count, place] = walk.row[place]
                count += 1
                if count == len(found):
                    break
            continue
        if _advance(walk, column, bit, lost, limit, look_ahead):
            column += 1
    walk.column[0] = column
    return count


@njit(**INLINE)
def _advance(walk, column, bit, lost, limit, look_ahead):
    """Set up the next column; return whether some queen can stand there."""
    n = len(walk.open)
    everything = (1 << n) - 1
    used = walk.used[column] | bit
    rising = walk.rising[column] | bit
    falling = walk.falling[column] | bit
    if not rising & 1:
        lost += walk.rising_dual[column]
    if not falling >> (n - 1) & 1:
        lost += walk.falling_dual[2 * n - 2 - column]
    if lost + walk.rest[column + 1] > limit:
        return False
    rising >>= 1
    falling = (falling << 1) & everything
    free = walk.open[column + 1] & ~(used | rising | falling)
    if free == 0:
        return False
    if look_ahead and _is_dead_end(walk.open, column + 1, used, rising, falling):
        return False
    walk.free[column + 1] = free
    walk.used[column + 1] = used
    walk.rising[column + 1] = rising
    walk.falling[column + 1] = falling
    walk.lost[column + 1] = lost
    return True


@njit(**INLINE)
def _loss(walk):
    """Return what the whole placement loses, idle diagonals included."""
    n, lost = len(walk.open), 0
    for line in range(2 * n - 1):
        lost += walk.rising_dual[line] + walk.falling_dual[line]
    for column in range(n):
        row = walk.row[column]
        lost += walk.loss[column, row]
        lost -= walk.rising_dual[row + column] + walk.falling_dual[row - column + n - 1]
    return lost
