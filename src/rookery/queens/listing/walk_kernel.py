"""Kernels that list placements: a resumable depth-first walk over columns, and a join of halves.

Rows are the bits of a word, row 0 the lowest. The queens on the board reach a column on three
lines, and each step to the next column shifts the diagonals by a row::

    row 0   . r . .      used     rows of queens to the left
    row 1   Q . . .      rising   rows reached on a diagonal towards row 0
    row 2   . f . .      falling  rows reached on a diagonal away from row 0

Rows are tried from row 0 on, so that fillings come in lexicographic order.

A join walks the left columns and looks up the fillings of the right columns, which are listed by
the set of rows they use. A filling has a *key*: the diagonals on which it reaches the first right
column. Bit r of each half of the key is row r there::

                left | right
    row 0    . . . . | . . . .       a queen d columns to the right of the first right column,
    row 1    . . . . | f . . .       in row r, reaches it in row r - d on a falling diagonal
    row 2    . . . . | . f . .       and in row r + d on a rising one
    row 3    . . . . | . . Q .
    row 4    . . . . | . r . .       key  =  rows of falling diagonals, without row 0
    row 5    . . . . | r . . .            |  rows of rising ones, without the last, n - 1 bits up

Left fillings have the same key: no falling diagonal comes from the left into row 0, and no rising
one into the last row. A left filling matches the right fillings that use all other rows and whose
keys share no bit with its own. Left fillings, and the right fillings of one set of rows, are in
lexicographic order, so the placements are too.

docs/methods/listing.md explains the method.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from rookery.compiled.arrays import Int8s, Int32s, Int64s, UInt32s
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kernels import KERNEL, inlined
from rookery.compiled.lanes import lanes_kernel
from rookery.compiled.plain_lanes import bits_of, is_zero, lane_count, load, spread
from rookery.queens.listing.plain import is_dead_end

LARGEST_SIDE = 62  # rows; diagonals take one more bit of a signed word

NOT_FOUND = -1

_is_dead_end = njit(**KERNEL)(is_dead_end)
LARGEST_JOINED = 17  # rows; a key has 2 (n - 1) bits
MOST_RIGHT = 7  # right columns, a byte of a word each; with more, the lists become long
COMPARED = 32  # keys compared at a time
SPARE = COMPARED  # words after the keys that a comparison may read

BASE, END, MATCHES = range(3)  # indices of `pending`
PENDING = 3  # length of `pending`


class Walk(NamedTuple):
    """The state of a walk; every field but `column` has an entry for each column."""

    open: Int64s  # rows where a queen may stand, as bits
    free: Int64s  # rows still to be tried, as bits
    used: Int64s
    rising: Int64s
    falling: Int64s
    row: Int8s  # row of the queen
    column: Int64s  # [0] the current column; below the first column once the walk is over


@inlined
def advance(walk, first, last, look_ahead, steps):
    """Advance to the next filling of the columns from first to last, and leave it in `walk.row`.

    A step is a queen put on the board. Return the number of steps left; `NOT_FOUND` if the walk is
    over or the steps are used up.
    """
    column = walk.column[0]
    everything = (1 << len(walk.open)) - 1
    while column >= first and steps > 0:
        free = walk.free[column]
        if free == 0:
            column -= 1
            continue
        steps -= 1
        bit = free & -free
        walk.free[column] = free ^ bit
        walk.row[column] = lowest_bit(bit)
        if column == last:
            walk.column[0] = column
            return steps
        used = walk.used[column] | bit
        rising = (walk.rising[column] | bit) >> 1
        falling = ((walk.falling[column] | bit) << 1) & everything
        free = walk.open[column + 1] & ~(used | rising | falling)
        if free == 0:
            continue
        if look_ahead and _is_dead_end(walk.open, column + 1, used, rising, falling):
            continue
        column += 1
        walk.free[column] = free
        walk.used[column] = used
        walk.rising[column] = rising
        walk.falling[column] = falling
    walk.column[0] = column
    return NOT_FOUND


@lanes_kernel
def search(walk, look_ahead, placements, steps):
    """Write the next placements into an array; return their number.

    Stop when the array is full, when the steps are used up, or at the end of the walk.
    """
    last, count = len(walk.open) - 1, 0
    while count < len(placements):
        steps = advance(walk, 0, last, look_ahead, steps)
        if steps == NOT_FOUND:
            break
        for column in range(last + 1):
            placements[count, column] = walk.row[column]
        count += 1
    return count


class RightFillings(NamedTuple):
    """Fillings of the right columns, grouped by the set of rows they use."""

    start: Int32s  # [set] index of its first filling; one more entry for the end
    key: UInt32s  # [filling], then `SPARE` unused words
    rows: Int64s  # [filling] byte i is the row in right column i


@inlined
def _key(bit, distance, n):
    """Return the key of a queen in a right column, given the bit of her row."""
    falling, rising = bit >> distance, bit << distance
    below_last = (1 << (n - 1)) - 1
    return (falling >> 1) | ((rising & below_last) << (n - 1))


@inlined
def _left_key(walk, last):
    n = len(walk.open)
    bit = 1 << np.int64(walk.row[last])
    rising = (walk.rising[last] | bit) >> 1
    falling = ((walk.falling[last] | bit) << 1) & ((1 << n) - 1)
    return (falling >> 1) | (rising << (n - 1))


@inlined
def _take_last_rows(walk, last):
    """Return the current and the untried rows of the last column, as bits; leave none untried."""
    rows = walk.free[last] | (1 << np.int64(walk.row[last]))
    walk.free[last] = 0
    return rows


@lanes_kernel
def count_fillings(walk, first, sizes, steps):
    """Add the fillings of the columns from `first` on to `sizes[set of rows]`."""
    last = len(walk.open) - 1
    while True:
        steps = advance(walk, first, last, False, steps)
        if steps == NOT_FOUND:
            return
        used = walk.used[last]
        rows = _take_last_rows(walk, last)
        while rows:
            sizes[used | (rows & -rows)] += 1
            rows &= rows - 1


@lanes_kernel
def list_fillings(walk, first, fillings, end, steps):
    """Write the fillings that `count_fillings` counted.

    ``end[set]`` is the position of the set's next filling: initially the start of the set.
    """
    n = len(walk.open)
    last = n - 1
    while True:
        steps = advance(walk, first, last, False, steps)
        if steps == NOT_FOUND:
            return
        key = packed = 0
        for column in range(first, last):
            row = np.int64(walk.row[column])
            key |= _key(1 << row, column - first, n)
            packed |= row << (8 * (column - first))
        used = walk.used[last]
        rows = _take_last_rows(walk, last)
        while rows:
            bit = rows & -rows
            rows ^= bit
            place = end[used | bit]
            fillings.key[place] = key | _key(bit, last - first, n)
            fillings.rows[place] = packed | (lowest_bit(bit) << (8 * (last - first)))
            end[used | bit] = place + 1


@inlined
def _disjoint(lanes, words, at, key):
    """Return a bit mask of the next `COMPARED` words that share no bit with a key."""
    key = spread(lanes, key)
    matches = 0
    for place in range(0, COMPARED, lane_count(lanes)):
        matches |= bits_of(is_zero(load(lanes, words, at + place) & key)) << place
    return matches


@inlined
def _first_matches(lanes, fillings, base, end, key):
    """Find the next block of fillings, from `base` on, that share no bit with a key.

    Return the start of the block, and a bit mask of its matches, which is 0 at the end of the
    fillings.
    """
    while base < end:
        matches = _disjoint(lanes, fillings.key, base, key)
        if matches:
            matches &= (1 << min(COMPARED, end - base)) - 1
            if matches:
                return base, matches
        base += COMPARED
    return end, 0


@inlined
def _write(walk, first, packed, placement):
    """Write a placement: the rows of the left filling, and the bytes of the right one."""
    for column in range(first):
        placement[column] = walk.row[column]
    for column in range(first, len(walk.open)):
        placement[column] = packed & 0xFF
        packed >>= 8


@lanes_kernel
def join_columns(lanes, walk, first, fillings, pending, placements, steps):
    """Write the next placements into an array; return their number.

    The walk goes over the left columns, those before `first`; `fillings` are those of the others.
    Stop as `search` does. `pending` holds the matches not yet written for the current left filling:
    the start of the last block compared, the end of all fillings, and a bit mask of the matches
    left in the block. The join is complete if the walk is over and nothing is pending.
    """
    last, n, count = first - 1, len(walk.open), 0
    everything = (1 << n) - 1
    base, end, matches = pending[BASE], pending[END], pending[MATCHES]
    key = _left_key(walk, last)
    while True:
        while matches:
            if count == len(placements):
                pending[BASE], pending[END], pending[MATCHES] = base, end, matches
                return count
            _write(walk, first, fillings.rows[base + lowest_bit(matches)], placements[count])
            count += 1
            matches &= matches - 1
            if matches == 0:
                base, matches = _first_matches(lanes, fillings, base + COMPARED, end, key)
        free = walk.free[last]
        if free and steps > 0:  # shortcut: the next row of the last column, without leaving it
            steps -= 1
            walk.free[last] = free & (free - 1)
            walk.row[last] = lowest_bit(free)
        else:
            steps = advance(walk, 0, last, False, steps)
        if steps == NOT_FOUND:
            pending[MATCHES] = 0
            return count
        others = everything & ~(walk.used[last] | 1 << np.int64(walk.row[last]))
        key = _left_key(walk, last)
        base = np.int64(fillings.start[others])
        end = np.int64(fillings.start[others + 1])
        base, matches = _first_matches(lanes, fillings, base, end, key)
