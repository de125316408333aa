"""The kernels that fill the rows of a half, and join the halves by counting disjoint pairs.

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

The upper fillings of every column set are stored; the lower fillings of a set are computed when the
set is joined. `compare_kernel` compares them, block by block, with the matching upper keys. For a
given column of the last middle queen, these are the keys of the complementary set's fillings that
do not attack her. A slice of the reach excludes the lower fillings that attack her.

docs/methods/counting.md explains the method.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import Int64s, UInt32s
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kernels import inlined
from rookery.compiled.lanes import lanes_kernel
from rookery.compiled.plain_lanes import (
    count,
    is_zero,
    lane_count,
    lanes_below,
    load,
    pack,
    spread,
    store,
)
from rookery.queens.counting.compare_kernel import (
    ALL_BITS,
    PLANES,
    TableIndices,
    count_disjoint,
    cut_barred,
    end_list,
    make_tables,
    round_up,
    transpose_bytes,
    write_indices,
)

TIE = 31  # bit of the reach for a queen on a square of a tie
SPARE = 64  # words after the end of a list that a vector may read or write
WORD_BITS = 32


class HalfSets(NamedTuple):
    """All sets of free columns up to a size; sets of one size are ranked by their bits.

    Free columns are numbered from 0. The rank of a set is the sum of two table entries, one for
    its low and one for its high columns.
    """

    first: Int64s  # [size] index into `members` of the first set of a size
    members: UInt32s  # the sets as bits, by size and rank
    low_bits: int
    low_rank: Int64s  # [low columns as bits]
    high_rank: Int64s  # [size, high columns as bits]


class HalfSquares(NamedTuple):
    """The squares of a half, by column and by the distance of their row from the middle rows."""

    key: UInt32s  # [distance, column] key bits of a queen there
    reach: UInt32s  # [distance, column] reach bits of a queen there
    open_columns: Int64s  # [distance] columns where a queen may stand, as bits


class HalfFillings(NamedTuple):
    """Fillings of the rows of a half up to some distance, grouped by sets of columns.

    If only one more row follows, `left` holds the columns reached on both sides, and `right` is
    unused. If none follows, both are unused. `reach` may be the same array as `key` (see `Marks`).
    """

    left: UInt32s
    right: UInt32s
    key: UInt32s
    reach: UInt32s
    start: Int64s  # [rank of the set] index of its first filling; one more entry for the end


@inlined
def rank_of(sets, size, members):
    """Return the rank of a set among those of its size."""
    low = members & ((1 << sets.low_bits) - 1)
    return sets.low_rank[low] + sets.high_rank[size, members >> sets.low_bits]


@inlined
def fill_set(
    lanes, sets, free, squares, distance, rows_after, has_reach, fillings, into, rank, end
):
    """Write the fillings of one set of columns: a queen in one more row of smaller fillings.

    The set is that of a rank; `rows_after` rows of the half follow (see `HalfFillings`), and
    `has_reach` states that the reach is a word of its own (see `Marks`). The fillings are written
    from index `end` of `into` on. Return the index after the last; -1 if `into` might be too small.
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


@lanes_kernel
def add_row(lanes, sets, free, squares, distance, rows_after, has_reach, fillings, into, ranks):
    """Write the fillings of a range of sets: a queen in one more row of smaller fillings.

    The column on the board of each free column is in `free`. The new row is at a distance from the
    middle rows that is also the size of the sets; `rows_after` and `has_reach` are as for
    `fill_set`. `into` already holds the fillings of all sets before the first rank.

    Return the rank to resume at: the end of the ranks, or the first set that does not fit into
    `into`.
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


class PairWeights(NamedTuple):
    """The multiplicity of pairs, by the column of the queen in the last middle row."""

    all: Int64s  # [column] every pair
    strict: Int64s  # [column] additional weight of pairs without a queen on a square of a tie


class StoredFillings(NamedTuple):
    """Upper fillings of a range of sets, stored for the join."""

    fillings: HalfFillings
    first: int  # rank of the first set
    end: int  # rank after the last set
    attacks: UInt32s  # [column] reach bits of an attack there (see `Marks`)
    tie: int  # reach bit of a tie
    key_mask: int  # bits of the key


class LowerHalf(NamedTuple):
    """The lower half, whose fillings are computed when they are joined."""

    squares: HalfSquares
    parents: HalfFillings  # fillings of all rows but the last
    has_reach: bool  # whether the reach is a word of its own (see `Marks`)
    attacks: UInt32s  # [column] one or two reach bits of an attack there
    tie: int  # reach bit of a tie


class JoinBuffers(NamedTuple):
    """Buffers for the join of one lower set."""

    lower: HalfFillings  # its fillings
    chosen: UInt32s  # matching upper keys, column after column of the middle queen
    indices: TableIndices  # of the chosen keys
    columns: Int64s  # [i] columns of the middle queen with matching keys
    ends: Int64s  # [2 i] end of the keys of column i without a tie, [2 i + 1] of all its keys
    tables: UInt32s  # [byte, value, word]
    barred: UInt32s  # [i, word] lower fillings that attack column i; last, those with a tie


@inlined
def select(lanes, stored, rank, barred, needed, into, end):
    """Copy the keys of a set's fillings whose reach has all `needed` and no `barred` bits.

    Write the keys from index `end` on; return the index after the last.
    """
    width = lane_count(lanes)
    fillings = stored.fillings
    bar, need = spread(lanes, barred), spread(lanes, needed)
    key_mask = spread(lanes, stored.key_mask)
    at, stop = fillings.start[rank], fillings.start[rank + 1]
    while at < stop:
        reach = load(lanes, fillings.reach, at)
        good = is_zero(reach & bar | ~reach & need) & lanes_below(lanes, stop - at)
        pack(lanes, into, end, good, load(lanes, fillings.key, at) & key_mask)
        end += count(good)
        at += width
    return end


@inlined
def choose_keys(lanes, sets, size, free, weights, members, stored, room):
    """Copy the upper keys that match a lower set; return the number of columns with such keys.

    `size` is the size of the upper sets.
    """
    others = ((1 << len(free)) - 1) & ~members
    columns = others
    number = first = 0
    while columns:
        bit = lowest_bit(columns)
        columns &= columns - 1
        column = free[bit]
        if weights.all[column] == 0:
            continue
        partner = rank_of(sets, size, others & ~(1 << bit))
        if partner < stored.first or partner >= stored.end:
            continue
        attack, tie = np.int64(stored.attacks[column]), 0
        untied = first
        if weights.strict[column]:
            tie = stored.tie
            untied = select(lanes, stored, partner, attack | tie, 0, room.chosen, first)
        start = end_list(lanes, room.chosen, untied)
        end = select(lanes, stored, partner, attack, tie, room.chosen, start)
        if untied > first or end > start:
            room.columns[number] = column
            room.ends[2 * number], room.ends[2 * number + 1] = untied, end
            number += 1
            first = end_list(lanes, room.chosen, end)
    write_indices(lanes, room.chosen, first, room.indices)
    return number


@inlined
def join_set(lanes, number, key_bits, weights, lower, reach, lower_end, room):
    """Count the disjoint pairs of a lower set's fillings and the upper keys chosen for it."""
    width = lane_count(lanes)
    size = WORD_BITS * width
    counted = 0
    for block in range(0, lower_end, size):
        fillings = min(size, lower_end - block)
        for place in range(number):
            attacks = np.int64(lower.attacks[room.columns[place]])
            cut_barred(lanes, reach, block, fillings, attacks, room.barred, place * width)
        cut_barred(lanes, reach, block, fillings, lower.tie, room.barred, number * width)
        make_tables(lanes, room.lower.key, block, fillings, key_bits, room.tables)
        tied = load(lanes, room.barred, number * width)
        first = 0
        for place in range(number):
            column = room.columns[place]
            untied, end = room.ends[2 * place], room.ends[2 * place + 1]
            lists = first, untied, round_up(untied), end
            barred = load(lanes, room.barred, place * width)
            every, strict = count_disjoint(lanes, room.indices, lists, room.tables, barred, tied)
            counted += weights.all[column] * every + weights.strict[column] * strict
            first = round_up(end)
    return counted


@lanes_kernel
def join_halves(lanes, sizes, sets, free, weights, key_bits, stored, lower, room, ranks):
    """Return the sum of the weights of non-attacking pairs of fillings and a last middle queen.

    The sizes are those of the sets of the upper and of the lower half; `key_bits` is the number of
    bits of a key (see `bits_in_byte`). The lower sets from the first of the ranks to that before
    the second are joined.
    """
    width = lane_count(lanes)
    size, lower_size = sizes
    counted = 0
    for rank in range(ranks[0], ranks[1]):
        members = np.int64(sets.members[sets.first[lower_size] + rank])
        number = choose_keys(lanes, sets, size, free, weights, members, stored, room)
        if number == 0:
            continue
        end = fill_set(
            lanes, sets, free, lower.squares, lower_size, 0, lower.has_reach, lower.parents,
            room.lower, rank, np.int64(0),
        )  # fmt: skip
        reach = room.lower.reach if lower.has_reach else room.lower.key
        for at in range(0, PLANES * width, width):  # the padding attacks every column
            store(lanes, reach, end + at, spread(lanes, ALL_BITS))
        for at in range(0, end, PLANES * width):
            transpose_bytes(lanes, room.lower.key, at)
            if lower.has_reach:
                transpose_bytes(lanes, reach, at)
        counted += join_set(lanes, number, key_bits, weights, lower, reach, end, room)
    return counted
