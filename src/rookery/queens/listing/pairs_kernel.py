"""Kernels that draw placements as pairs of fillings of a left and a right part of the board.

Columns and rows without a given queen are numbered from 0, and the rows are the bits of a word. A
*filling* of a part puts a queen into each of its columns, *place* after place in a fixed order. At
each place the kernel knows the rows that the queens before bar in every later column::

    place            0  1  2          barred[place, later]
    column           3  2  1          Q . .   queen at place 0
                                      x x .   her row and diagonals are barred at places 1 and 2

docs/methods/listing.md explains the method.
"""

from __future__ import annotations

from typing import NamedTuple

from numba import njit

from rookery.compiled.arrays import Int64s
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kernels import KERNEL, kernel


class PartFillings(NamedTuple):
    """A set of columns, with the stack of a search through their fillings."""

    columns: Int64s  # [place] column
    open_rows: Int64s  # [place] rows where a queen may stand, as bits
    attacked: Int64s  # [column, row, other column] rows there that a queen attacks, as bits
    barred: Int64s  # [place, later place] rows that the queens before a place bar, as bits
    used: Int64s  # [place] rows of the queens before, as bits
    untried: Int64s  # [place] rows still to be tried, as bits
    row: Int64s  # [place] row of its queen


@njit(**KERNEL)
def _begin(part, rows):
    """Go to the first place of a part, with only the given rows open."""
    part.used[0] = 0
    for place in range(len(part.columns)):
        part.barred[0, place] = ~(part.open_rows[place] & rows)
    part.untried[0] = part.open_rows[0] & rows


@njit(**KERNEL)
def _put(part, place):
    """Put a queen on the next untried row of a place, and set up the next place."""
    row = lowest_bit(part.untried[place])
    part.untried[place] &= part.untried[place] - 1
    part.row[place] = row
    last, after = len(part.columns), place + 1
    if after == last:
        return
    part.used[after] = part.used[place] | 1 << row
    for later in range(after, last):
        attacked = part.attacked[part.columns[place], row, part.columns[later]]
        part.barred[after, later] = part.barred[place, later] | attacked
    part.untried[after] = ~part.barred[after, after]


@kernel
def count_fillings(part, sizes):
    """Add the fillings of a part to ``sizes[set of rows]``."""
    last = len(part.columns) - 1
    _begin(part, -1)
    place = 0
    while place >= 0:
        if place == last:
            rows = part.untried[place]
            while rows:
                sizes[part.used[place] | (rows & -rows)] += 1
                rows &= rows - 1
            place -= 1
        elif part.untried[place] == 0:
            place -= 1
        else:
            _put(part, place)
            place += 1


@njit(**KERNEL)
def _find(part, number):
    """Search for the filling of a number, from 0; return whether it exists."""
    last = len(part.columns) - 1
    place = 0
    while place >= 0:
        if part.untried[place] == 0:
            place -= 1
            continue
        _put(part, place)
        if place < last:
            place += 1
        elif number == 0:
            return True
        else:
            number -= 1
    return False


@kernel
def try_pairs(left, right, left_rows, right_rows, numbers, is_placement, rows):
    """Try pairs of fillings; write which are placements, and their rows by column.

    The rows that each part of a pair uses are bits. The numbers, of shape (k, 2), are that of a
    left filling among the fillings with its rows, and that of a right filling among the fillings
    with its rows that the left one does not attack. There may be no such right filling.
    """
    for pair in range(len(numbers)):
        _begin(left, left_rows[pair])
        _find(left, numbers[pair, 0])
        _begin(right, right_rows[pair])
        for place in range(len(left.columns)):
            for other in range(len(right.columns)):
                attacked = left.attacked[left.columns[place], left.row[place], right.columns[other]]
                right.barred[0, other] |= attacked
        right.untried[0] = ~right.barred[0, 0]
        is_placement[pair] = _find(right, numbers[pair, 1])
        if is_placement[pair]:
            for place in range(len(left.columns)):
                rows[pair, left.columns[place]] = left.row[place]
            for place in range(len(right.columns)):
                rows[pair, right.columns[place]] = right.row[place]
