"""The kernels that count by halves: fill each half set by set of columns, then join the two.

A *filling* puts queens into the rows of a half, the row next to the middle rows first. The
fillings of one set of columns stand side by side, and those of a larger set are made from those
of every set with one column less, so that nothing is ever sorted. The words of a filling, bit c
being column c::

    next row outwards         l . r . l . .      left    reached by a diagonal to lower columns
    rows of the half          . l . . . . Q      right   reached by a diagonal to higher columns
                              . . Q . . . .      key     its diagonals that reach the other half
    - - - - - - - - - - -     - - - - - - -
    the last middle row       . x . x . x .      reach   reached in the last middle row

Both halves give a diagonal the same bit of the key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.compiled import bits, kernels, plain_lanes
from rookery.compiled import lanes as vectors
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL
from rookery.compiled.lanes import (
    count,
    is_zero,
    lane_count,
    lanes_below,
    load,
    pack,
    spread,
    spread_from,
    store,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint32]
    Numbers = NDArray[np.int64]

ALL_BITS = 0xFFFFFFFF  # as a key it has a bit in common with every other
SPARE = 64  # words behind the end of a list that vectors may touch
AT_ONCE = 4  # keys that the join takes from a list at a time


class Sets(NamedTuple):
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
    """HalfFillings of the rows of a half up to some distance."""

    left: Words
    right: Words
    key: Words
    reach: Words
    start: Numbers  # [rank of the set] where its fillings begin, and one more


class Scratch(NamedTuple):
    """Room for the keys of an upper and of a lower set."""

    upper: Words
    lower: Words


@njit(**INLINE)
def rank_of(sets, size, members):
    """Return the rank of a set among those of its size."""
    low = members & ((1 << sets.low_bits) - 1)
    return sets.low_rank[size, low] + sets.high_rank[size, members >> sets.low_bits]


@cached(bits, kernels, plain_lanes, vectors)
@njit(**KERNEL)
def add_row(lanes, sets, free, squares, distance, is_last, fillings, into, ranks):
    """Put a queen into the next row of all fillings that gives some of the sets after it.

    Parameters
    ----------
    free
        [number] the free columns, as they are on the board.
    distance
        Of the row from the middle rows, which is the size of the sets after it.
    is_last
        Whether no row follows, for which `left` and `right` would be needed.
    into
        Holds the fillings of all sets before the first of `ranks`.
    ranks
        The first and the last but one rank of the sets.

    Returns
    -------
    int
        The rank to go on from: where the ranks end, or where `into` has no room for a set's
        fillings. Its size is looked at before it is written to.
    """
    width = lane_count(lanes)
    first = sets.first[distance]
    into.start[0] = 0
    end = into.start[ranks[0]]
    for rank in range(ranks[0], ranks[1]):
        members = np.int64(sets.members[first + rank])
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
                return rank
            queen = spread(lanes, 1 << column)
            key = spread(lanes, squares.key[distance, column])
            reach = spread(lanes, squares.reach[distance, column])
            while at < stop:
                left, right = load(lanes, fillings.left, at), load(lanes, fillings.right, at)
                good = is_zero((left | right) & queen) & lanes_below(lanes, stop - at)
                if not is_last:
                    pack(lanes, into.left, end, good, (left | queen) >> 1)
                    pack(lanes, into.right, end, good, (right | queen) << 1)
                pack(lanes, into.key, end, good, load(lanes, fillings.key, at) | key)
                pack(lanes, into.reach, end, good, load(lanes, fillings.reach, at) | reach)
                end += count(good)
                at += width
        into.start[rank + 1] = end
    return ranks[1]


@njit(**INLINE)
def select(lanes, fillings, rank, column, into):
    """Copy the keys of a set's fillings that do not reach a column; return how many.

    Behind them come as many keys as a vector holds that have a bit in common with all.
    """
    width = lane_count(lanes)
    square = spread(lanes, 1 << column)
    at, stop = fillings.start[rank], fillings.start[rank + 1]
    end = 0
    while at < stop:
        good = is_zero(load(lanes, fillings.reach, at) & square) & lanes_below(lanes, stop - at)
        pack(lanes, into, end, good, load(lanes, fillings.key, at))
        end += count(good)
        at += width
    store(lanes, into, end, spread(lanes, ALL_BITS))
    return end


@njit(**INLINE)
def disjoint_pairs(lanes, keys, number, others, other_number):
    """Return how many pairs of keys have no bit in common."""
    pairs = 0
    for block in range(0, other_number, lane_count(lanes)):
        other = load(lanes, others, block)
        for place in range(0, number, AT_ONCE):
            pairs += (
                count(is_zero(other & spread_from(lanes, keys, place)))
                + count(is_zero(other & spread_from(lanes, keys, place + 1)))
                + count(is_zero(other & spread_from(lanes, keys, place + 2)))
                + count(is_zero(other & spread_from(lanes, keys, place + 3)))
            )
    return pairs


@cached(bits, kernels, plain_lanes, vectors)
@njit(**KERNEL)
def join_halves(lanes, size, sets, free, weight, upper, lower, scratch, ranks):
    """Count the pairs of fillings, with a queen between them in the last middle row.

    Parameters
    ----------
    size
        Of the sets of both halves.
    weight
        [column] how often a queen of the last middle row counts there.
    ranks
        The first and the last but one rank of the upper sets to be joined.

    Returns
    -------
    int
        The sum of the weights over all non-attacking pairs.
    """
    all_free = (1 << len(free)) - 1
    total = 0
    for rank in range(ranks[0], ranks[1]):
        if upper.start[rank] == upper.start[rank + 1]:
            continue
        others = all_free & ~np.int64(sets.members[sets.first[size] + rank])
        columns = others
        while columns:
            number = lowest_bit(columns)
            columns &= columns - 1
            column = free[number]
            if weight[column] == 0:
                continue
            partner = rank_of(sets, size, others & ~(1 << number))
            found = select(lanes, upper, rank, column, scratch.upper)
            others_found = select(lanes, lower, partner, column, scratch.lower)
            total += weight[column] * disjoint_pairs(
                lanes, scratch.upper, found, scratch.lower, others_found
            )
    return total
