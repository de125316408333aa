"""The kernel that fills the rows of a half, set of columns by set of columns.

A *filling* puts queens into the rows of a half, the row next to the middle rows first. The
fillings of one set of columns stand side by side, and those of a larger set are made from those
of every set with one column less, so that nothing is ever sorted. The words of a filling, bit c
being column c::

    next row outwards         l . r . l . .      left    reached by a diagonal to lower columns
    rows of the half          . l . . . . Q      right   reached by a diagonal to higher columns
                              . . Q . . . .      key     its diagonals that reach the other half
    - - - - - - - - - - -     - - - - - - -
    the last middle row       . x . x . x .      reach   reached in the last middle row

Both halves give a diagonal the same bit of the key. Bit `TIE` of the reach, above all columns,
marks fillings with a queen on a square of a tie (see `quarter_turn`). Of one half `tables` mostly
makes key and reach one word.
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
TIE = 31  # a bit of the reach
SPARE = 64  # words behind the end of a list that vectors may touch


class HalfSets(NamedTuple):
    """The sets of free columns; those of a size are ranked in the order of their bits.

    Columns are numbered among the free ones. The rank of a set is the sum of two numbers, one
    for its low and one for its high columns.
    """

    first: Numbers  # [size] where those of a size begin in `members`
    members: Words  # the set as bits
    low_bits: int
    low_rank: Numbers  # [size, low columns as bits]
    high_rank: Numbers  # [size, high columns as bits]


class Squares(NamedTuple):
    """The squares of a half, by the distance of their row from the middle rows, and column."""

    key: Words  # [distance, column] what a queen there adds to the key
    reach: Words  # [distance, column] what it adds to the reach
    open_columns: Numbers  # [distance] where a queen may stand, as bits


class HalfFillings(NamedTuple):
    """Fillings of the rows of a half up to some distance.

    When one row follows, `left` holds what is reached to either side, and `right` nothing; when
    none does, neither holds anything. `reach` may be the same array as `key`: see `Marks`.
    """

    left: Words
    right: Words
    key: Words
    reach: Words
    start: Numbers  # [rank of the set] where its fillings begin, and one more


@njit(**INLINE)
def rank_of(sets, size, members):
    """Return the rank of a set among those of its size."""
    low = members & ((1 << sets.low_bits) - 1)
    return sets.low_rank[size, low] + sets.high_rank[size, members >> sets.low_bits]


@njit(**INLINE)
def fill_set(
    lanes, sets, free, squares, distance, rows_after, has_reach, fillings, into, rank, end
):
    """Put a queen into the next row of all fillings that gives one set after it.

    Parameters
    ----------
    rows_after
        How many rows follow in the half: see `HalfFillings`.
    has_reach
        Whether the reach is a word of its own: see `Marks`.
    into
        Where the fillings of the set go, from `end` on.
    rank
        Of the set after it.

    Returns
    -------
    int
        Where the fillings end; -1 when there is no room for them, which is looked at first.
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
    """Put a queen into the next row of all fillings that gives some of the sets after it.

    Parameters
    ----------
    free
        [number] the free columns, as they are on the board.
    distance
        Of the row from the middle rows, which is the size of the sets after it.
    rows_after
        How many rows follow in the half: see `HalfFillings`.
    has_reach
        Whether the reach is a word of its own: see `Marks`.
    into
        Holds the fillings of the sets before the first of `ranks`, up to its start.
    ranks
        The first and the last but one rank of the sets.

    Returns
    -------
    int
        The rank to go on from: where the ranks end, or where `into` has no room for a set's
        fillings.
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
