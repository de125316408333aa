"""The kernel that counts placements with one piece a row and at most one a column, row by row.

Pieces whose attacks reach few rows back leave a state that is the set of used columns, and the
columns of the latest pieces::

    kings, 5x5, pieces on b1 e2 c3:      used 0b10110, latest c, before it e; reach 1 keeps c only

The sets of r columns are numbered in ascending order of their words, the set with the columns
c_0 < c_1 < ... having the number C(c_0, 1) + C(c_1, 2) + ... . A latest column is told by its place
in the set, so that the state has the number `set * r**reach + places`, the oldest the last digit::

    before[state]   placements, modulo a prime, of r pieces
    after[state]    of r + 1 pieces
"""

from __future__ import annotations

from typing import NamedTuple

from rookery.compiled.arrays import Int64s
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kernels import inlined, kernel


class ColumnRow(NamedTuple):
    """The next row of the board."""

    compatible: Int64s  # [rows back from 0, column] columns there that a piece here leaves free
    binomials: Int64s  # [n, k]
    prime: int
    row: int  # pieces before it
    reach: int  # rows back that attacks reach, at least 1
    open: int  # its columns where a piece may stand


class ColumnRoom(NamedTuple):
    """Arrays of a set of columns at work."""

    columns: Int64s  # [place] in ascending order
    set: Int64s  # [place] the number of the set without the column there
    places: Int64s  # [rows back, from 1] of the latest pieces, in the set with the new one


@inlined
def list_columns(binomials, room, used):
    """List the columns of a set, and the numbers of the sets with one column removed."""
    many = below = 0
    left = used
    while left:
        column = lowest_bit(left)
        left &= left - 1
        room.columns[many] = column
        room.set[many] = below
        many += 1
        below += binomials[column, many]
    above = 0
    for place in range(many - 1, -1, -1):
        room.set[place] += above
        above += binomials[room.columns[place], place]


@inlined
def read_latest(row, room, code, place):
    """Decode the latest columns except the oldest; return whether a new piece attacks none."""
    base = max(row.row, 1)
    for back in range(row.reach - 1, 0, -1):
        digit = code % base
        code //= base
        is_there = back <= row.row
        digit += is_there and digit >= place
        room.places[back] = digit
        bit = room.columns[digit]
        if is_there and not row.compatible[back, room.columns[place]] >> bit & 1:
            return False
    return True


@inlined
def add_up(row, room, before, first, place):
    """Sum the placements of a state over all columns of its oldest piece that are not attacked."""
    if row.row < row.reach:
        total = 0
        for digit in range(max(row.row, 1)):
            total += before[first + digit]
        return total
    free = row.compatible[row.reach, room.columns[place]]
    total = 0
    for digit in range(row.row):
        column = room.columns[digit + (digit >= place)]
        total += before[first + digit] * (free >> column & 1)
        total -= row.prime * (total >= row.prime)
    return total


@kernel
def settle_row(row, room, before, after, used, number, sets):
    """Count the states of some sets of columns, from the set `used` on; return the next set.

    `number` is the number of the first set, `sets` how many are counted.
    """
    base, many = max(row.row, 1), row.row + 1
    codes = base ** (row.reach - 1)
    for _ in range(sets):
        list_columns(row.binomials, room, used)
        for place in range(many):
            if not row.open >> room.columns[place] & 1:
                continue
            for code in range(codes):
                if read_latest(row, room, code, place):
                    state = place
                    for back in range(1, row.reach):
                        state = state * many + room.places[back]
                    first = (room.set[place] * codes + code) * base
                    at = number * many**row.reach + state
                    after[at] = add_up(row, room, before, first, place)
        number += 1
        lowest = used & -used
        ripple = used + lowest
        used = ripple | ((used ^ ripple) >> 2) // lowest
    return used
