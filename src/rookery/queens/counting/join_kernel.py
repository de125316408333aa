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

from rookery.compiled import bits, kernels, lowering, plain_lanes
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL
from rookery.compiled.lanes import (
    count,
    is_zero,
    lane_count,
    lanes_below,
    load,
    ones,
    pack,
    spread,
    store,
    store_byte_mask,
    total,
)
from rookery.queens.counting import halves_kernel
from rookery.queens.counting.halves_kernel import ALL_BITS, TIE, fill_set, rank_of

if TYPE_CHECKING:
    from rookery.queens.counting.halves_kernel import HalfFillings, Numbers, Words

WORD_BITS = 32
KEY_BYTES = 4
PLANES = 4  # the bytes of a word
MOST_KEY_BITS = 32
VALUES = 256  # of a byte


class Weights(NamedTuple):
    """How often pairs count, by the column of the queen of the last middle row."""

    all: Numbers  # [column] every pair
    strict: Numbers  # [column] besides, every pair without a queen on a square of a tie


class Stored(NamedTuple):
    """The upper fillings that are joined, of some of the sets."""

    fillings: HalfFillings
    first: int  # rank of the sets
    end: int  # the last but one
    attacks: Words  # [column] the bits of the reach that tell of an attack there; see `Marks`
    tie: int  # the bit of the reach that tells of a tie
    key_mask: int  # the bits of the key


class Room(NamedTuple):
    """What the join of one lower set needs."""

    lower: HalfFillings  # its fillings
    chosen: Words  # upper keys that leave a column, column after column
    columns: Numbers  # [i] the columns that have a partner
    ends: Numbers  # [2 i], [2 i + 1] where the keys without a tie and all keys of i end
    tables: Words  # [byte, value, word]
    barred: Words  # [i, word] slices of the reach of the columns, then that of `TIE`


@njit(**INLINE)
def select(lanes, stored, rank, barred, needed, into, end):
    """Copy the keys of a set's fillings with none of some bits in their reach, and all of others.

    Returns
    -------
    int
        Where they end; they begin at `end`.
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
def turn_bytes(lanes, words, at):
    """Exchange bytes of four vectors in place: the first gets all lowest ones, and so on.

    That is, in each lane a square of bytes is transposed, in two steps::

        a0 a1 a2 a3      a0 b0 a2 b2      a0 b0 c0 d0
        b0 b1 b2 b3  ->  a1 b1 a3 b3  ->  a1 b1 c1 d1
        c0 c1 c2 c3      c0 d0 c2 d2      a2 b2 c2 d2
        d0 d1 d2 d3      c1 d1 c3 d3      a3 b3 c3 d3
    """
    width = lane_count(lanes)
    lower, upper = spread(lanes, 0x00FF00FF), spread(lanes, 0xFF00FF00)
    for first in range(at, at + PLANES * width, 2 * width):
        a, b = load(lanes, words, first), load(lanes, words, first + width)
        store(lanes, words, first, a & lower | (b & lower) << 8)
        store(lanes, words, first + width, (a & upper) >> 8 | b & upper)
    lower, upper = spread(lanes, 0x0000FFFF), spread(lanes, 0xFFFF0000)
    for first in range(at, at + 2 * width, width):
        a, c = load(lanes, words, first), load(lanes, words, first + 2 * width)
        store(lanes, words, first, a & lower | c << 16)
        store(lanes, words, first + 2 * width, a >> 16 | c & upper)


@njit(**INLINE)
def cut(lanes, planes, first, number, bit, into, at):
    """Write the slice of a bit of a block whose bytes are turned; see `turn_bytes`.

    Bits behind the last filling are of no meaning.
    """
    width = lane_count(lanes)
    mask = spread(lanes, 0x01010101 << (bit & 7))
    place = first + (bit >> 3) * width
    for start in range(0, number, PLANES * width):
        store_byte_mask(lanes, into, at, load(lanes, planes, place + start) & mask)
        at += width // 8


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
    key = np.int64(keys[np.uint64(at)])
    return (
        load(lanes, tables, (key & 0xFF) * width)
        | load(lanes, tables, (key >> 8 & 0xFF) * width + table)
        | load(lanes, tables, (key >> 16 & 0xFF) * width + 2 * table)
        | load(lanes, tables, (key >> 24) * width + 3 * table)
    )


@njit(**INLINE)
def clear_pairs(lanes, keys, ends, tables, barred, tied):
    """Return how many pairs of some upper keys and the fillings of a block are disjoint.

    Parameters
    ----------
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
def choose_keys(lanes, sets, size, free, weights, members, stored, room):
    """Copy the upper keys that can go with a lower set; return for how many columns there are any.

    `size` is that of the upper sets.
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
        if partner < stored.first or partner >= stored.end:
            continue
        first = end
        attack, tie = np.int64(stored.attacks[column]), 0
        room.ends[2 * number] = end
        if weights.strict[column]:
            tie = stored.tie
            end = select(lanes, stored, partner, attack | tie, 0, room.chosen, end)
            room.ends[2 * number] = end
        end = select(lanes, stored, partner, attack, tie, room.chosen, end)
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
            every, strict = clear_pairs(lanes, room.chosen, ends, room.tables, barred, tied)
            counted += weights.all[column] * every + weights.strict[column] * strict
            first = ends[2]
    return counted


@cached(bits, kernels, lowering, plain_lanes, halves_kernel)
@njit(**KERNEL)
def join_halves(lanes, sizes, sets, free, weights, key_bits, stored, squares, parents, room, ranks):
    """Count the pairs of fillings, with a queen between them in the last middle row.

    Parameters
    ----------
    sizes
        Of the sets of the upper and of the lower half.
    weights
        How often pairs count.
    key_bits
        How many bits of the keys may be set: see `bits_in_byte`.
    stored
        The upper fillings.
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
    size, lower_size = sizes
    counted = 0
    for rank in range(ranks[0], ranks[1]):
        members = np.int64(sets.members[sets.first[lower_size] + rank])
        number = choose_keys(lanes, sets, size, free, weights, members, stored, room)
        if number == 0:
            continue
        end = fill_set(
            lanes, sets, free, squares, lower_size, 0, True, parents, room.lower, rank, np.int64(0)
        )
        for at in range(0, PLANES * width, width):  # what follows attacks every column
            store(lanes, room.lower.reach, end + at, spread(lanes, ALL_BITS))
        for at in range(0, end, PLANES * width):
            turn_bytes(lanes, room.lower.key, at)
            turn_bytes(lanes, room.lower.reach, at)
        counted += join_set(lanes, number, key_bits, weights, end, room)
    return counted
