"""Extension of a population of prefixes by one queen, and selection of a sample (compiled).

A prefix has queens in the first columns. Its words hold the attacked squares of the next column,
with row r in bit r; boards of more than 64 rows have several words for each, low rows first::

    row 0   . r . .      used     rows of queens to the left
    row 1   Q . . .      rising   rows reached on a diagonal towards row 0
    row 2   . f . .      falling  rows reached on a diagonal away from row 0

docs/methods/estimates.md explains the method.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from rookery.compiled.arrays import UInt64s
from rookery.compiled.bits import count_bits, lowest_bit
from rookery.compiled.kernels import KERNEL, kernel

WORD_BITS = 64
TOP = np.uint64(WORD_BITS - 1)
ONE = np.uint64(1)


class Population(NamedTuple):
    """Prefixes of the same columns, in the first entries of each array."""

    used: UInt64s  # [prefix, word]
    rising: UInt64s  # [prefix, word]
    falling: UInt64s  # [prefix, word]
    free: UInt64s  # [prefix, word] the rows where the next queen can stand


@kernel
def count_children(open_rows, prefixes, size):
    """Set the free rows for the next queen of each of `size` prefixes; return their number.

    `open_rows` are the open squares of the next column, as words.
    """
    children = 0
    for prefix in range(size):
        for word in range(len(open_rows)):
            attacked = (
                prefixes.used[prefix, word]
                | prefixes.rising[prefix, word]
                | prefixes.falling[prefix, word]
            )
            free = open_rows[word] & ~attacked
            prefixes.free[prefix, word] = free
            children += count_bits(free)
    return children


@kernel
def keep_children(prefixes, size, step, first, into):
    """Write every `step`-th of the prefixes with one more queen; return how many were written.

    The prefixes are the arguments of `count_children`. The distance between kept prefixes is 1 to
    keep all; the index of the first is below it.
    """
    words = prefixes.used.shape[1]
    kept, number, next_kept = 0, 0, first
    for prefix in range(size):
        for word in range(words):
            free = prefixes.free[prefix, word]
            children = count_bits(free)
            if next_kept >= number + children:
                number += children
                continue
            while free:
                row = lowest_bit(free)
                free &= free - ONE
                number += 1
                if next_kept < number:
                    next_kept += step
                    _add_queen(prefixes, prefix, word, row, into, kept)
                    kept += 1
    return kept


@njit(**KERNEL)
def _add_queen(prefixes, prefix, word, row, into, place):
    """Write a prefix with one more queen, its diagonals moved to the column after her."""
    words = prefixes.used.shape[1]
    queen = ONE << np.uint64(row)
    below = np.uint64(0)
    for at in range(words):
        here = queen if at == word else np.uint64(0)
        into.used[place, at] = prefixes.used[prefix, at] | here
        falling = prefixes.falling[prefix, at] | here
        into.falling[place, at] = falling << ONE | below
        below = falling >> TOP
    above = np.uint64(0)
    for at in range(words - 1, -1, -1):
        here = queen if at == word else np.uint64(0)
        rising = prefixes.rising[prefix, at] | here
        into.rising[place, at] = rising >> ONE | above
        above = rising << TOP
