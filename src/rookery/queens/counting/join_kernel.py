"""The join of the halves: count the pairs of fillings with disjoint keys (compiled).

The upper fillings of every column set are stored; the lower fillings of a set are computed when the
set is joined. `compare_kernel` compares them, block by block, with the matching upper keys. For a
given column of the last middle queen, these are the keys of the complementary set's fillings that
do not attack her. A slice of the reach excludes the lower fillings that attack her.
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
from rookery.queens.counting import compare_kernel, halves_kernel
from rookery.queens.counting.compare_kernel import (
    PLANES,
    count_disjoint,
    cut_barred,
    end_list,
    make_tables,
    round_up,
    transpose_bytes,
    write_indices,
)
from rookery.queens.counting.halves_kernel import ALL_BITS, fill_set, rank_of

if TYPE_CHECKING:
    from rookery.queens.counting.compare_kernel import TableIndices
    from rookery.queens.counting.halves_kernel import HalfFillings, HalfSquares, Numbers, Words

WORD_BITS = 32


class PairWeights(NamedTuple):
    """The multiplicity of pairs, by the column of the queen in the last middle row."""

    all: Numbers  # [column] every pair
    strict: Numbers  # [column] additional weight of pairs without a queen on a square of a tie


class StoredFillings(NamedTuple):
    """Upper fillings of a range of sets, stored for the join."""

    fillings: HalfFillings
    first: int  # rank of the first set
    end: int  # rank after the last set
    attacks: Words  # [column] reach bits of an attack there (see `Marks`)
    tie: int  # reach bit of a tie
    key_mask: int  # bits of the key


class LowerHalf(NamedTuple):
    """The lower half, whose fillings are computed when they are joined."""

    squares: HalfSquares
    parents: HalfFillings  # fillings of all rows but the last
    has_reach: bool  # whether the reach is a word of its own (see `Marks`)
    attacks: Words  # [column] one or two reach bits of an attack there
    tie: int  # reach bit of a tie


class JoinBuffers(NamedTuple):
    """Buffers for the join of one lower set."""

    lower: HalfFillings  # its fillings
    chosen: Words  # matching upper keys, column after column of the middle queen
    indices: TableIndices  # of the chosen keys
    columns: Numbers  # [i] columns of the middle queen with matching keys
    ends: Numbers  # [2 i] end of the keys of column i without a tie, [2 i + 1] of all its keys
    tables: Words  # [byte, value, word]
    barred: Words  # [i, word] lower fillings that attack column i; last, lower fillings with a tie


@njit(**INLINE)
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


@njit(**INLINE)
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


@njit(**INLINE)
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


@cached(bits, kernels, lowering, plain_lanes, halves_kernel, compare_kernel)
@njit(**KERNEL)
def join_halves(lanes, sizes, sets, free, weights, key_bits, stored, lower, room, ranks):
    """Count the pairs of fillings, with a queen between them in the last middle row.

    Parameters
    ----------
    sizes
        The sizes of the sets of the upper and of the lower half.
    weights
        The weights of pairs.
    key_bits
        The number of bits of a key (see `bits_in_byte`).
    stored, lower
        The halves.
    ranks
        The first rank of the lower sets to join, and the rank after the last.

    Returns
    -------
    int
        The sum of the weights over all non-attacking pairs.
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
