"""The kernel that fills the rows of a half, set of columns by set of columns.

A *filling* puts queens into the rows of a half, the row next to the middle rows first. Fillings
that use the same set of columns are adjacent. The fillings of a larger set extend those of every
set with one column less, so nothing is ever sorted. A filling has up to four words; in all but the
key, bit c is column c::

    next row outwards         l . r . l . .      left    reached by a diagonal to lower columns
    rows of the half          . l . . . . Q      right   reached by a diagonal to higher columns
                              . . Q . . . .      key     its diagonals that reach the other half
    - - - - - - - - - - -     - - - - - - -
    the last middle row       . x . x . x .      reach   reached in the last middle row

Both halves give a diagonal the same bit of the key. Bit `TIE` of the reach, above all columns,
marks fillings with a queen on a square of a tie (see `halves.QuarterTurn`). For one of the halves,
a single word usually serves as key and reach (see `tables.Marks`).

docs/methods/counting.md explains the method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.compiled import bits, kernels, lowering, plain_lanes
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL
from rookery.compiled.plain_lanes import count, is_zero, lane_count, lanes_below, load, pack, spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint32]
    Numbers = NDArray[np.int64]

ALL_BITS = 0xFFFFFFFF
TIE = 31  # bit of the reach for a queen on a square of a tie
SPARE = 64  # words after the end of a list that a vector may read or write


class HalfSets(NamedTuple):
    """All sets of free columns up to a size; sets of one size are ranked by their bits.

    Free columns are numbered from 0. The rank of a set is the sum of two table entries, one for
    its low and one for its high columns.
    """

    first: Numbers  # [size] index into `members` of the first set of a size
    members: Words  # the sets as bits, by size and rank
    low_bits: int
    low_rank: Numbers  # [size, low columns as bits]
    high_rank: Numbers  # [size, high columns as bits]


class HalfSquares(NamedTuple):
    """The squares of a half, by column and by the distance of their row from the middle rows."""

    key: Words  # [distance, column] key bits of a queen there
    reach: Words  # [distance, column] reach bits of a queen there
    open_columns: Numbers  # [distance] columns where a queen may stand, as bits


class HalfFillings(NamedTuple):
    """Fillings of the rows of a half up to some distance, grouped by sets of columns.

    If only one more row follows, `left` holds the columns reached on both sides, and `right` is
    unused. If none follows, both are unused. `reach` may be the same array as `key` (see `Marks`).
    """

    left: Words
    right: Words
    key: Words
    reach: Words
    start: Numbers  # [rank of the set] index of its first filling; one more entry for the end


@njit(**INLINE)
def rank_of(sets, size, members):
    """Return the rank of a set among those of its size."""
    low = members & ((1 << sets.low_bits) - 1)
    return sets.low_rank[size, low] + sets.high_rank[size, members >> sets.low_bits]


@njit(**INLINE)
def fill_set(
    lanes, sets, free, squares, distance, rows_after, has_reach, fillings, into, rank, end
):
    """Write the fillings of one set of columns: a queen in one more row of smaller fillings.

    Parameters
    ----------
    rows_after
        The number of rows of the half that follow (see `HalfFillings`).
    has_reach
        Whether the reach is a word of its own (see `Marks`).
    into
        Receives the fillings from index `end` on.
    rank
        The rank of the set.

    Returns
    -------
    int
        The index after the last filling; -1 if `into` might be too small.
    """
    width = lane_count(lanes)
    members = np.int64(sets.members[sets.first[distance] + rank])
    columns = members
    while columns:
        number = lowest_bit(columns)
        columns &= columns - 1
        column = free[number]
        if not squares.open_columns[distance] >> column & 1:
            continue
        parent = rank_of(sets, distance - 1, members & ~(1 << number))
        at, stop = fillings.start[parent], fillings.start[parent + 1]
        if end + stop - at + SPARE > len(into.key):
            return -1
        queen = spread(lanes, 1 << column)
        key = spread(lanes, squares.key[distance, column])
        reach = spread(lanes, squares.reach[distance, column])
        while at < stop:
            left = attacked = load(lanes, fillings.left, at)
            if rows_after > 0:
                right = load(lanes, fillings.right, at)
                attacked = left | right
            good = is_zero(attacked & queen) & lanes_below(lanes, stop - at)
            if rows_after > 0:
                left, right = (left | queen) >> 1, (right | queen) << 1
                if rows_after > 1:
                    pack(lanes, into.right, end, good, right)
                else:
                    left = left | right
                pack(lanes, into.left, end, good, left)
            pack(lanes, into.key, end, good, load(lanes, fillings.key, at) | key)
            if has_reach:
                pack(lanes, into.reach, end, good, load(lanes, fillings.reach, at) | reach)
            end += count(good)
            at += width
    return end


@cached(bits, kernels, lowering, plain_lanes)
@njit(**KERNEL)
def add_row(lanes, sets, free, squares, distance, rows_after, has_reach, fillings, into, ranks):
    """Write the fillings of a range of sets: a queen in one more row of smaller fillings.

    Parameters
    ----------
    free
        [number] the column on the board of each free column.
    distance
        The distance of the new row from the middle rows; also the size of the sets.
    rows_after
        The number of rows of the half that follow (see `HalfFillings`).
    has_reach
        Whether the reach is a word of its own (see `Marks`).
    into
        Receives the fillings; already holds those of all earlier sets.
    ranks
        The first rank, and the rank after the last.

    Returns
    -------
    int
        The rank to resume at: the end of the ranks, or the first set that does not fit into `into`.
    """
    end = into.start[ranks[0]]
    for rank in range(ranks[0], ranks[1]):
        end = fill_set(
            lanes, sets, free, squares, distance, rows_after, has_reach, fillings, into, rank, end
        )
        if end < 0:
            return rank
        into.start[rank + 1] = end
    return ranks[1]
