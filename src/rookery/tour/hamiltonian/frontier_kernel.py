"""The kernel that moves the states of a frontier sweep past a vertex.

A state is a row of words of eight bytes. Byte c holds the mate of the frontier vertex in column c,
plus one; 0 where that vertex has both its moves, or where the column is free::

    column       0   1   2   3   4
    mates        0   3   .   1   .      a segment between 1 and 3, 0 untouched, 2 has both moves
    byte         1   4   0   2   0

The number of choices that lead to a state is a row of limbs of 62 bits, the lowest first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import Int32s, Int64s, UInt64s
from rookery.compiled.bits import count_bits
from rookery.compiled.kernels import NONE, first_slot, inlined, kernel, place_key

COLUMNS_A_WORD = 8
FULL = -1  # mate of a vertex that has both its moves
LIMB = 62  # bits
MOST_TOP = 2.0**50  # of all highest limbs; a vertex multiplies them by 2**11 at most


class VertexArrays(NamedTuple):
    """The transition by a vertex; see `rookery.tour.hamiltonian.frontier.VertexStep`."""

    entering: Int64s
    later: Int64s
    checks: Int64s  # [check, field of DeadEndCheck]
    own: int
    is_last: bool


class StateTable(NamedTuple):
    """A hash table of states, with open addressing; its size is a power of 2."""

    slots: Int32s
    keys: UInt64s  # [state, word]
    ways: Int64s  # [state, limb]


@inlined
def read(key, entering, mates):
    """Read a state; the entering vertices are their own mates."""
    for column in range(len(mates)):
        shift = np.uint64(8 * (column % COLUMNS_A_WORD))
        mates[column] = np.int64(key[column // COLUMNS_A_WORD] >> shift & np.uint64(255)) - 1
    for column in entering:
        mates[column] = column


@inlined
def put(key, column, mate):
    """Write the mate of a column."""
    word, shift = column // COLUMNS_A_WORD, np.uint64(8 * (column % COLUMNS_A_WORD))
    key[word] = key[word] & ~(np.uint64(255) << shift) | np.uint64(mate + 1) << shift


@inlined
def has_moves(checks, full, single):
    """Return whether every square can still get its moves; see `VertexStep.has_moves`."""
    for at in range(len(checks)):
        own = checks[at, 0]
        if full & own:
            continue
        lacking = 2 - checks[at, 2] - count_bits(checks[at, 1] & ~full) - (single & own != 0)
        if lacking > 0:
            outside = checks[at, 3] & ~full
            joinable = count_bits(outside)
            if lacking > joinable:
                return False
            if joinable == 1:
                full |= outside & single
                single |= outside
    return True


@inlined
def add(ways, more):
    """Add to a number of limbs."""
    carry = 0
    for limb in range(len(ways)):
        total = ways[limb] + more[limb] + carry
        carry = total >> LIMB
        ways[limb] = total & ((1 << LIMB) - 1)


@kernel
def sweep_states(keys, ways, first, last, vertex, mates, after, table, found):
    """Carry the states from `first` to before `last` over a vertex; return the number found.

    `keys` and `ways` are the states before the vertex and their choices, `mates` and `after` room
    for the mates of all columns and for a state; `table` holds the states `found` so far.
    """
    own, later = vertex.own, vertex.later
    every = (1 << len(mates)) - 1
    for at in range(first, last):
        read(keys[at], vertex.entering, mates)
        full = single = 0
        for column in range(len(mates)):
            full |= (mates[column] == FULL) << column
            single |= (mates[column] != FULL and mates[column] != column) << column
        lacking = 2 - 2 * (full >> own & 1) - (single >> own & 1)
        for one in range(len(later) if lacking > 0 else 1):
            a = later[one] if lacking > 0 else own
            if lacking > 0 and full >> a & 1:
                continue
            for other in range(one + 1, len(later) if lacking == 2 else one + 2):
                b = later[other] if lacking == 2 else own
                if lacking == 2 and full >> b & 1:
                    continue
                # The own vertex stands for a neighbour that is not chosen: its moves are made.
                now_full = full | 1 << own | single & (1 << a | 1 << b)
                start, end = mates[a], mates[b]
                closes = lacking > 0 and start == b
                if closes and not (vertex.is_last and now_full == every):
                    continue
                if not has_moves(vertex.checks, now_full, single | 1 << a | 1 << b):
                    continue
                for word in range(len(after)):
                    after[word] = keys[at, word]
                for column in vertex.entering:
                    put(after, column, column)
                put(after, own, FULL)
                if lacking > 0:
                    if now_full >> a & 1:
                        put(after, a, FULL)
                    if now_full >> b & 1:
                        put(after, b, FULL)
                    if not closes:
                        put(after, start, end)
                        put(after, end, start)
                slot, before = first_slot(after, table.slots), found
                number, found = place_key(after, slot, table.slots, table.keys, found)
                if found > before:
                    table.ways[number, :] = 0
                add(table.ways[number], ways[at])
    return found


@kernel
def fill_slots(table, found):
    """Put the states found into an empty hash table."""
    last = len(table.slots) - 1
    for number in range(found):
        slot = first_slot(table.keys[number], table.slots)
        while table.slots[slot] != NONE:
            slot = (slot + 1) & last
        table.slots[slot] = number
