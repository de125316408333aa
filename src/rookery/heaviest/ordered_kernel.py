"""The kernel of a depth-first walk of the placements up to a loss, in lexicographic order.

Rows are the bits of a word, row 0 the lowest. The queens on the board attack a column along three
lines, and each step to the next column shifts the diagonals by a row::

    row 0   . r . .      used     rows of queens to the left
    row 1   Q . . .      rising   rows attacked on a diagonal towards row 0
    row 2   . f . .      falling  rows attacked on a diagonal away from row 0

The columns to the right lose at least the sum of their least losses, conflicts ignored. Each column
is the last of one rising and one falling diagonal, which lose their duals if they are idle.

docs/methods/heaviest.md explains the method.
"""

from __future__ import annotations

from typing import NamedTuple

from numba import njit

from rookery.compiled.arrays import Int16s, Int64s
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kernels import KERNEL, inlined, kernel
from rookery.queens.listing.plain import is_dead_end

LARGEST_SIDE = 62  # rows; diagonals take one more bit of a signed word

_is_dead_end = njit(**KERNEL)(is_dead_end)


class OrderedWalk(NamedTuple):
    """The board, and the state of a walk over it."""

    loss: Int64s  # [column, row]
    rising_dual: Int64s  # [row + column]
    falling_dual: Int64s  # [row - column + n - 1]
    rest: Int64s  # [column] lower bound on the loss of this and later columns; 0 behind the last
    open: Int64s  # [column] rows where a queen may stand
    free: Int64s  # [column] rows still to try
    used: Int64s  # [column]
    rising: Int64s  # [column]
    falling: Int64s  # [column]
    lost: Int64s  # [column] loss of the queens to the left and of the diagonals passed
    row: Int16s  # [column] row of its queen
    column: Int64s  # [0] the current column; -1 at the end of the walk


@kernel
def walk_in_order(walk, limit, placements, steps):
    """Write the next placements with a loss of at most the limit; return how many were written.

    The walk stops when the array is full, after `steps` steps, or at its end. A step puts a queen
    on the board.
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
                    placements[count, place] = walk.row[place]
                count += 1
                if count == len(placements):
                    break
            continue
        if _advance(walk, column, bit, lost, limit):
            column += 1
    walk.column[0] = column
    return count


@inlined
def _advance(walk, column, bit, lost, limit):
    """Set up the next column; return whether a queen can stand there."""
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
    if _is_dead_end(walk.open, column + 1, used, rising, falling):
        return False
    walk.free[column + 1] = free
    walk.used[column + 1] = used
    walk.rising[column + 1] = rising
    walk.falling[column + 1] = falling
    walk.lost[column + 1] = lost
    return True


@inlined
def _loss(walk):
    """Return the loss of the complete placement, idle diagonals included."""
    n, lost = len(walk.open), 0
    for line in range(2 * n - 1):
        lost += walk.rising_dual[line] + walk.falling_dual[line]
    for column in range(n):
        row = walk.row[column]
        lost += walk.loss[column, row]
        lost -= walk.rising_dual[row + column] + walk.falling_dual[row - column + n - 1]
    return lost
