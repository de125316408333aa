"""The kernel that joins the halves: it counts the pairs of fillings with disjoint keys.

The upper fillings of every set are stored. The lower ones of a set are made when it is joined, and
cut into *blocks* of as many as a vector has bits. A block is turned over: bit i of a *slice* says
whether its filling i has some bit of the key::

    lower keys                 slices, a vector each
    filling 0    1 0 1 . .     bit 0    1 0 0 1 . .
    filling 1    0 1 1 . .     bit 1    0 1 0 0 . .
    filling 2    0 0 1 . .     bit 2    1 1 1 0 . .

The OR of the slices of the bits of an upper key shows which fillings of the block have a bit in
common with it. For every byte of a key a *table* holds the OR for each of its values (the method of
the Four Russians: Arlazarov, Dinic, Kronrod and Faradzev, Soviet Mathematics Doklady 11, 1970), so
that four tables answer for a key and a whole block::

    attacked = reach slice | table 0[byte 0] | table 1[byte 1] | table 2[byte 2] | table 3[byte 3]
    pairs += fillings of the block - bits set in `attacked`

Another slice, of the bit that a column has in the reach, bars the fillings that attack the queen of
the last middle row there.
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
    bits_of,
    count,
    is_zero,
    lane_count,
    lanes_below,
    load,
    ones,
    pack,
    spread,
    store,
    total,
)
from rookery.queens.counting import halves_kernel
from rookery.queens.counting.halves_kernel import ALL_BITS, TIE, fill_set, rank_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rookery.queens.counting.halves_kernel import HalfFillings, Numbers, Words

    Bytes = NDArray[np.uint8]

WORD_BITS = 32
KEY_BYTES = 4
MOST_KEY_BITS = 32
VALUES = 256  # of a byte


class Weights(NamedTuple):
    """How often pairs count, by the column of the queen of the last middle row."""

    all: Numbers  # [column] every pair
    strict: Numbers  # [column] besides, every pair without a queen on a square of a tie


class Room(NamedTuple):
    """What the join of one lower set needs."""

    lower: HalfFillings  # its fillings
    chosen: Words  # upper keys that leave a column, column after column
    chosen_bytes: Bytes  # the same
    columns: Numbers  # [i] the columns that have a partner
    ends: Numbers  # [2 i], [2 i + 1] where the keys without a tie and all keys of i end
    tables: Words  # [byte, value, word]
    barred: Words  # [i, word] slices of the reach of the columns, then that of `TIE`


@njit(**INLINE)
def select(lanes, fillings, rank, barred, needed, into, end):
    """Copy the keys of a set's fillings with none of some bits in their reach, and all of others.

    Returns
    -------
    int
        Where they end; they begin at `end`.
    """
    width = lane_count(lanes)
    bar, need = spread(lanes, barred), spread(lanes, needed)
    at, stop = fillings.start[rank], fillings.start[rank + 1]
    while at < stop:
        reach = load(lanes, fillings.reach, at)
        good = is_zero(reach & bar | ~reach & need) & lanes_below(lanes, stop - at)
        pack(lanes, into, end, good, load(lanes, fillings.key, at))
        end += count(good)
        at += width
    return end


@njit(**INLINE)
def cut(lanes, words, first, number, bit, into, at):
    """Write the slice of a bit of some words; the lanes behind the last word are of no meaning."""
    width = lane_count(lanes)
    mask = spread(lanes, 1 << bit)
    for group in range((number + WORD_BITS - 1) // WORD_BITS):
        place = first + group * WORD_BITS
        word = 0
        for part in range(WORD_BITS // width):
            is_set = ~is_zero(load(lanes, words, place + part * width) & mask)
            word |= bits_of(is_set) << (part * width)
        into[at + group] = word


@njit(**INLINE)
def bits_in_byte(key_bits, byte):
    """Return how many of so many bits of a key are in a byte of it, the lowest ones there."""
    return (key_bits + KEY_BYTES - 1 - byte) // KEY_BYTES


@njit(**INLINE)
def make_tables(lanes, keys, first, number, key_bits, tables):
    """Write for every byte of a key and value of it the OR of the slices of its bits.

    All slices are cut before any is read: to read what has just been written in parts is slow.
    """
    width = lane_count(lanes)
    for byte in range(KEY_BYTES):
        for bit in range(bits_in_byte(key_bits, byte)):
            place = (byte * VALUES + (1 << bit)) * width
            cut(lanes, keys, first, number, 8 * byte + bit, tables, place)
    for byte in range(KEY_BYTES):
        base = byte * VALUES * width
        store(lanes, tables, base, spread(lanes, 0))
        for bit in range(bits_in_byte(key_bits, byte)):
            place = base + (width << bit)
            slice_ = load(lanes, tables, place)
            for value in range(1, 1 << bit):
                ored = load(lanes, tables, base + value * width) | slice_
                store(lanes, tables, place + value * width, ored)


@njit(**INLINE)
def attacked_by(lanes, keys, at, tables):
    """Return the fillings of a block that have a bit in common with an upper key."""
    width = lane_count(lanes)
    table = VALUES * width
    first = KEY_BYTES * np.uint64(at)
    return (
        load(lanes, tables, np.int64(keys[first]) * width)
        | load(lanes, tables, np.int64(keys[first + np.uint64(1)]) * width + table)
        | load(lanes, tables, np.int64(keys[first + np.uint64(2)]) * width + 2 * table)
        | load(lanes, tables, np.int64(keys[first + np.uint64(3)]) * width + 3 * table)
    )


@njit(**INLINE)
def clear_pairs(lanes, keys, ends, tables, barred, tied):
    """Return how many pairs of some upper keys and the fillings of a block are disjoint.

    Parameters
    ----------
    keys
        Their bytes.
    ends
        The first key, the first with a tie, and the last but one.
    barred, tied
        The fillings of the block that do not count, and those with a tie.

    Returns
    -------
    tuple of int
        The disjoint pairs, and those of them without a tie.
    """
    with_any = spread(lanes, 0)
    with_tie = spread(lanes, 0)
    for at in range(ends[0], ends[1]):
        attacked = barred | attacked_by(lanes, keys, at, tables)
        with_any = with_any + ones(attacked)
        with_tie = with_tie + ones(attacked | tied)
    for at in range(ends[1], ends[2]):
        with_any = with_any + ones(barred | attacked_by(lanes, keys, at, tables))
    size = WORD_BITS * lane_count(lanes)
    every = (ends[2] - ends[0]) * size - total(with_any)
    return every, (ends[1] - ends[0]) * size - total(with_tie)


@njit(**INLINE)
def cut_barred(lanes, reach, first, number, bit, into, at):
    """Write the slice of a bit of the reach, set for all lanes behind the last filling."""
    store(lanes, into, at, spread(lanes, ALL_BITS))
    cut(lanes, reach, first, number, bit, into, at)


@njit(**INLINE)
def choose_keys(lanes, sets, size, free, weights, members, upper, stored, room):
    """Copy the upper keys that can go with a lower set; return for how many columns there are any.

    `stored` are the first and the last but one rank of the upper sets to be joined.
    """
    others = ((1 << len(free)) - 1) & ~members
    columns = others
    number = end = 0
    while columns:
        bit = lowest_bit(columns)
        columns &= columns - 1
        column = free[bit]
        if weights.all[column] == 0:
            continue
        partner = rank_of(sets, size, others & ~(1 << bit))
        if partner < stored[0] or partner >= stored[1]:
            continue
        first = end
        square, tie = 1 << column, 0
        room.ends[2 * number] = end
        if weights.strict[column]:
            tie = 1 << TIE
            end = select(lanes, upper, partner, square | tie, 0, room.chosen, end)
            room.ends[2 * number] = end
        end = select(lanes, upper, partner, square, tie, room.chosen, end)
        if end > first:
            room.columns[number] = column
            room.ends[2 * number + 1] = end
            number += 1
    return number


@njit(**INLINE)
def join_set(lanes, number, key_bits, weights, lower_end, room):
    """Count the pairs of a lower set's fillings and the upper keys chosen for it."""
    width = lane_count(lanes)
    size = WORD_BITS * width
    counted = 0
    for block in range(0, lower_end, size):
        fillings = min(size, lower_end - block)
        reach = room.lower.reach
        for place in range(number):
            column = room.columns[place]
            cut_barred(lanes, reach, block, fillings, column, room.barred, place * width)
        cut_barred(lanes, reach, block, fillings, TIE, room.barred, number * width)
        make_tables(lanes, room.lower.key, block, fillings, key_bits, room.tables)
        tied = load(lanes, room.barred, number * width)
        first = 0
        for place in range(number):
            column = room.columns[place]
            ends = first, room.ends[2 * place], room.ends[2 * place + 1]
            barred = load(lanes, room.barred, place * width)
            every, strict = clear_pairs(lanes, room.chosen_bytes, ends, room.tables, barred, tied)
            counted += weights.all[column] * every + weights.strict[column] * strict
            first = ends[2]
    return counted


@cached(bits, kernels, plain_lanes, vectors, halves_kernel)
@njit(**KERNEL)
def join_halves(
    lanes, size, sets, free, weights, key_bits, upper, stored, squares, parents, room, ranks
):
    """Count the pairs of fillings, with a queen between them in the last middle row.

    Parameters
    ----------
    size
        Of the sets of both halves.
    weights
        How often pairs count.
    key_bits
        How many bits of the keys may be set: see `bits_in_byte`.
    upper, stored
        The upper fillings, of the sets from the first to the last but one rank of `stored`.
    squares, parents
        The squares of the lower half, and its fillings without those of the last row.
    ranks
        The first and the last but one rank of the lower sets to be joined.

    Returns
    -------
    int
        The sum of the weights over all non-attacking pairs.
    """
    width = lane_count(lanes)
    counted = 0
    for rank in range(ranks[0], ranks[1]):
        members = np.int64(sets.members[sets.first[size] + rank])
        number = choose_keys(lanes, sets, size, free, weights, members, upper, stored, room)
        if number == 0:
            continue
        end = fill_set(
            lanes, sets, free, squares, size, True, parents, room.lower, rank, np.int64(0)
        )
        for at in range(0, WORD_BITS, width):  # what follows attacks every column
            store(lanes, room.lower.reach, end + at, spread(lanes, ALL_BITS))
        counted += join_set(lanes, number, key_bits, weights, end, room)
    return counted
