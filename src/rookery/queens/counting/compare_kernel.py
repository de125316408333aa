"""Comparison of an upper key with many lower fillings at once (compiled).

The lower fillings of a set are divided into *blocks*, each with as many fillings as a vector has
bits. Every block is transposed: bit i of a *slice* states whether filling i has a given key bit::

    lower keys                 slices, a vector each
    filling 0    1 0 1 . .     bit 0    1 0 0 1 . .
    filling 1    0 1 1 . .     bit 1    0 1 0 0 . .
    filling 2    0 0 1 . .     bit 2    1 1 1 0 . .

The OR of the slices of an upper key's bits marks the fillings of the block that share a bit with
the key. For every byte of a key, a *table* holds this OR for each value of the byte (the method of
the Four Russians: Arlazarov, Dinic, Kronrod and Faradzev, Soviet Mathematics Doklady 11, 1970). So
four table lookups compare a key with a whole block::

    attacked = table 0[byte 0] | table 1[byte 1] | table 2[byte 2] | table 3[byte 3]

The numbers of keys that attack each filling are added up in binary, one vector per binary digit, so
that set bits are counted only once per eight keys (Mula, Kurz and Lemire, The Computer Journal 61,
2018).

docs/methods/counting.md explains the method.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import UInt32s
from rookery.compiled.bits import highest_bit, lowest_bit
from rookery.compiled.kernels import inlined
from rookery.compiled.plain_lanes import (
    carry_of_bits,
    lane_count,
    load,
    set_bits,
    spread,
    store,
    store_byte_mask,
    sum_of_bits,
    total,
)

ALL_BITS = 0xFFFFFFFF
KEY_BYTES = 4
PLANES = 4  # bytes per word
MOST_KEY_BITS = 32
VALUES = 256  # values of a byte
GROUP = 8  # keys per addition of attacks


class TableIndices(NamedTuple):
    """The table indices of upper keys: one word for bytes 0 and 2, and one for bytes 1 and 3.

    Lists of keys begin at multiples of `GROUP`; see `round_up`.
    """

    even: UInt32s
    odd: UInt32s


@inlined
def transpose_bytes(lanes, words, at):
    """Transpose the 4x4 bytes of each lane of four vectors in place, in two steps.

    Afterwards the first vector holds all lowest bytes, the next the second lowest, and so on::

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


@inlined
def cut(lanes, planes, first, number, bit, into, at):
    """Write the slice of a bit of a block, after `transpose_bytes`.

    Bits after the last filling are undefined.
    """
    width = lane_count(lanes)
    mask = spread(lanes, 0x01010101 << (bit & 7))
    place = first + (bit >> 3) * width
    for start in range(0, number, PLANES * width):
        store_byte_mask(lanes, into, at, load(lanes, planes, place + start) & mask)
        at += width // 8


@inlined
def cut_barred(lanes, reach, first, number, bits, into, at):
    """Write the slice of one or two bits of the reach; lanes after the last filling are set."""
    store(lanes, into, at, spread(lanes, ALL_BITS))
    one, other = lowest_bit(bits), highest_bit(bits)
    if one == other:
        cut(lanes, reach, first, number, one, into, at)
        return
    width = lane_count(lanes)
    mask = spread(lanes, 0x01010101 << (one & 7))
    other_mask = spread(lanes, 0x01010101 << (other & 7))
    place, other_place = first + (one >> 3) * width, first + (other >> 3) * width
    for start in range(0, number, PLANES * width):
        having_one = load(lanes, reach, place + start) & mask
        having_other = load(lanes, reach, other_place + start) & other_mask
        store_byte_mask(lanes, into, at, having_one | having_other)
        at += width // 8


@inlined
def bits_in_byte(key_bits, byte):
    """Return the number of key bits in a byte; they take its lowest bits."""
    return (key_bits + KEY_BYTES - 1 - byte) // KEY_BYTES


@inlined
def make_tables(lanes, keys, first, number, key_bits, tables):
    """Write the tables: for every byte of a key and each of its values, the OR of the slices.

    All slices are written before any is read, because reading fresh partial writes is slow.
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


@inlined
def round_up(end):
    """Return the start of the next list of keys: `end` rounded up to a multiple of `GROUP`."""
    return (end + GROUP - 1) & -GROUP


@inlined
def end_list(lanes, keys, end):
    """Pad a list with keys that attack nothing; return the start of the next list."""
    for at in range(end, end + GROUP, lane_count(lanes)):
        store(lanes, keys, at, spread(lanes, 0))
    return round_up(end)


@inlined
def write_indices(lanes, keys, end, indices):
    """Write the table indices of the keys before `end`."""
    width = lane_count(lanes)
    shift = lowest_bit(width)
    halves = spread(lanes, 0x00FF00FF)
    for at in range(0, end, width):
        key = load(lanes, keys, at)
        store(lanes, indices.even, at, (key & halves) << shift)
        store(lanes, indices.odd, at, (key >> 8 & halves) << shift)


@inlined
def attacked_by(lanes, indices, at, tables):
    """Return the fillings of a block that share a bit with an upper key."""
    table = VALUES * lane_count(lanes)
    even, odd = np.uint64(indices.even[np.uint64(at)]), np.uint64(indices.odd[np.uint64(at)])
    half, lower = np.uint64(16), np.uint64(0xFFFF)  # shifts cost less than another reading
    return (
        load(lanes, tables, np.int64(even & lower))
        | load(lanes, tables, np.int64(odd & lower) + table)
        | load(lanes, tables, np.int64(even >> half) + 2 * table)
        | load(lanes, tables, np.int64(odd >> half) + 3 * table)
    )


@inlined
def add_bits(first, second, third):
    """Add three bits in every lane; return the lower and the upper digits of the sums."""
    return sum_of_bits(first, second, third), carry_of_bits(first, second, third)


@inlined
def add_two(lanes, indices, at, tables, ones):
    """Add the attacks of two keys; return the digit and the carry."""
    attacked = attacked_by(lanes, indices, at, tables)
    return add_bits(ones, attacked, attacked_by(lanes, indices, at + 1, tables))


@inlined
def add_four(lanes, indices, at, tables, ones, twos):
    """Add the attacks of four keys; return the digits and the carry."""
    ones, first = add_two(lanes, indices, at, tables, ones)
    ones, second = add_two(lanes, indices, at + 2, tables, ones)
    twos, fours = add_bits(twos, first, second)
    return ones, twos, fours


@inlined
def add_group(lanes, indices, at, tables, digits):
    """Add the attacks of the eight keys of a group; return the digits and the carry."""
    ones, twos, fours = digits
    ones, twos, first = add_four(lanes, indices, at, tables, ones, twos)
    ones, twos, second = add_four(lanes, indices, at + GROUP // 2, tables, ones, twos)
    fours, eights = add_bits(fours, first, second)
    return (ones, twos, fours), eights


@inlined
def number_of(digits, eights, among):
    """Return the sum over some fillings of binary digits plus the count of `eights`."""
    ones, twos, fours = digits
    lowest = set_bits(ones & among) + (set_bits(twos & among) << 1)
    return total(lowest + (set_bits(fours & among) << 2) + (eights << 3))


@inlined
def count_disjoint(lanes, indices, lists, tables, barred, tied):
    """Count the disjoint pairs of an upper key and a filling of a block; then those without a tie.

    The lists are the start and end of the keys without a tie, then of the keys with a tie. `barred`
    are the fillings of the block that attack the middle queen, and `tied` those with a tie.
    """
    zero = spread(lanes, 0)
    clear, strict = ~barred, ~(barred | tied)
    digits, eights, strict_eights = (zero, zero, zero), zero, zero
    for at in range(lists[0], lists[1], GROUP):
        digits, carried = add_group(lanes, indices, at, tables, digits)
        eights = eights + set_bits(carried & clear)
        strict_eights = strict_eights + set_bits(carried & strict)
    keys = lists[1] - lists[0]
    strict_pairs = keys * total(set_bits(strict)) - number_of(digits, strict_eights, strict)
    for at in range(lists[2], lists[3], GROUP):
        digits, carried = add_group(lanes, indices, at, tables, digits)
        eights = eights + set_bits(carried & clear)
    keys += lists[3] - lists[2]
    return keys * total(set_bits(clear)) - number_of(digits, eights, clear), strict_pairs
