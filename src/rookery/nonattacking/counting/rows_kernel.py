"""The kernel that counts placements with one piece in every row, by depth-first search.

The columns of a row are a word; bit c is the column c. Each row of the search holds the columns
that the pieces before leave free in itself and in all later rows::

    free[row, later]                 columns of a later row that no piece before `row` attacks
    compatible[row, column, later]   columns of a later row that a piece there does not attack

    queens on 4x4, one on b4:        free[1]  row 1  . . . x    0b1000   (the lowest bit is file a)
                                              row 2  x . x .    0b0101
                                              row 3  x . x x    0b1101

A piece that leaves a later row without a free column is passed over at once. In the last row the
free columns are counted, not searched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from numba import njit

from rookery.compiled import bits, kernels
from rookery.compiled.bits import count_bits, lowest_bit
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

ROW, NEXT, COUNT = range(3)  # places in RowSearch.state


class RowSearch(NamedTuple):
    """The position of a search, which can be resumed."""

    compatible: Numbers  # [row, column, later row]
    prefixes: Numbers  # [number, row] columns of the first rows, all as many
    images: Numbers  # [number] prefixes that a prefix stands for, itself among them
    free: Numbers  # [row, later row]; those of row 0 are free on the empty board
    state: Numbers  # [ROW] below the prefix's end between two prefixes, [NEXT] prefix, [COUNT]


@njit(**INLINE)
def place(compatible, free, row, column, rows):
    """Write what a piece leaves free for the row after it; return whether every row has some."""
    alive = True
    for later in range(row + 1, rows):
        word = free[row, later] & compatible[row, column, later]
        free[row + 1, later] = word
        alive &= word != 0
    return alive


@cached(bits, kernels)
@njit(**KERNEL)
def count_rows(search, nodes):
    """Count on for about `nodes` nodes; return whether any prefix is left."""
    compatible, prefixes, images, free, state = search
    row, following, count = state[0], state[1], state[2]
    rows, first = free.shape[0], prefixes.shape[1]
    last = rows - 1
    while nodes > 0:
        if row < first:
            if following == len(prefixes):
                break
            for before in range(first):
                place(compatible, free, before, prefixes[following, before], rows)
            following += 1
            row = first
        left = free[row, row]
        if row == last:
            count += images[following - 1] * count_bits(left)
            left = 0
        if left == 0:
            row -= 1
            continue
        nodes -= 1
        free[row, row] = left & (left - 1)
        if place(compatible, free, row, lowest_bit(left), rows):
            row += 1
    state[0], state[1], state[2] = row, following, count
    return row >= first or following < len(prefixes)


@cached(bits, kernels)
@njit(**KERNEL)
def list_rows(search, path, found, nodes):
    """List on for about `nodes` nodes, or until `found` is full; return the number found.

    Prefixes do not matter. In lexicographic order; all are listed when `search.state[ROW]` is -1.

    Parameters
    ----------
    path
        The column of each row before that of the search.
    found
        [place, row] Columns.
    """
    compatible, free = search.compatible, search.free
    row, rows, number = search.state[ROW], len(search.free), 0
    while row >= 0 and nodes > 0 and number < len(found):
        left = free[row, row]
        if left == 0:
            row -= 1
            continue
        nodes -= 1
        free[row, row] = left & (left - 1)
        path[row] = lowest_bit(left)
        if row == rows - 1:
            for before in range(rows):
                found[number, before] = path[before]
            number += 1
        elif place(compatible, free, row, path[row], rows):
            row += 1
    search.state[ROW] = row
    return number
