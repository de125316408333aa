"""The join of the halves: count the pairs of fillings with disjoint keys (compiled).

The upper fillings of every column set are stored; the lower fillings of a set are computed when the
set is joined. `compare_kernel` compares these block by block with the matching upper keys: for
every free column of the last middle queen, the upper fillings of the complementary set that do not
attack her there. A slice of the reach excludes the lower fillings that attack her.
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
    clear_pairs,
    cut_barred,
    end_list,
    find_places,
    make_tables,
    round_up,
    turn_bytes,
)
from rookery.queens.counting.halves_kernel import ALL_BITS, fill_set, rank_of

if TYPE_CHECKING:
    from rookery.queens.counting.compare_kernel import Places
    from rookery.queens.counting.halves_kernel import HalfFillings, Numbers, Squares, Words

WORD_BITS = 32


class Weights(NamedTuple):
    """The multiplicity of pairs, by the column of the queen in the last middle row."""

    all: Numbers  # [column] every pair
    strict: Numbers  # [column] additional weight of pairs without a queen on a square of a tie


class Stored(NamedTuple):
    """Upper fillings of a range of sets, stored for the join."""

    fillings: HalfFillings
    first: int  # rank of the sets
    end: int  # the last but one
    attacks: Words  # [column] the bits of the reach that tell of an attack there; see `Marks`
    tie: int  # the bit of the reach that tells of a tie
    key_mask: int  # the bits of the key


class Lower(NamedTuple):
    """The lower half, whose fillings are computed when they are joined."""

    squares: Squares
    parents: HalfFillings  # its fillings without those of the last row
    has_reach: bool  # whether the reach is a word of its own: see `Marks`
    attacks: Words  # [column] as those of `Stored`, one bit or two
    tie: int


class JoinRoom(NamedTuple):
    """The arrays for the join of one lower set."""

    lower: HalfFillings  # its fillings
    chosen: Words  # upper keys that leave a column, column after column
    places: Places  # where they look in the tables
    columns: Numbers  # [i] the columns that have a partner
    ends: Numbers  # [2 i], [2 i + 1] where the keys without a tie and all keys of i end
    tables: Words  # [byte, value, word]
    barred: Words  # [i, word] the fillings that attack the columns, then those with a tie


@njit(**INLINE)
def select(lanes, stored, rank, barred, needed, into, end):
    """Copy the keys of a set's fillings whose reach has all `needed` and no `barred` bits.

    The keys are written from index `end` on; return the index after the last.
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
    """Copy the upper keys that match a lower set; return the number of columns that have any.

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
    find_places(lanes, room.chosen, first, room.places)
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
            every, strict = clear_pairs(lanes, room.places, lists, room.tables, barred, tied)
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
        Of the sets of the upper and of the lower half.
    weights
        How often pairs count.
    key_bits
        How many bits of the keys may be set: see `bits_in_byte`.
    stored, lower
        The halves.
    ranks
        The first and the last but one rank of the lower sets to be joined.

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
        for at in range(0, PLANES * width, width):  # what follows attacks every column
            store(lanes, reach, end + at, spread(lanes, ALL_BITS))
        for at in range(0, end, PLANES * width):
            turn_bytes(lanes, room.lower.key, at)
            if lower.has_reach:
                turn_bytes(lanes, reach, at)
        counted += join_set(lanes, number, key_bits, weights, lower, reach, end, room)
    return counted
