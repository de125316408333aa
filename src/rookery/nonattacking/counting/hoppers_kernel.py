"""The kernels that count hoppers row by row: see `rookery.nonattacking.counting.hoppers`.

A state is what matters of the rows that are settled, in two words::

    closed    the squares of the rows left on which no piece may stand, the next row lowest:
              width bits a row
    lines     the squares of the next row whose lines are fresh (one piece, on the row above), and
              those whose lines are apart (some pieces, no two adjacent), for the lines that go
              down, down to the right and down to the left: six masks of 8 bits

    bits     40 ... 47   32 ... 39   24 ... 31   16 ... 23   8 ... 15   0 ... 7
    lines    down-left   down-right  down        down-left   down-right down
             apart       apart       apart       fresh       fresh      fresh

A polynomial is an array of counts by number of pieces. The counts of placements on two rows are at
most C(16, 8), and sums of them, over as many pieces on a third row, stay below 2**21. Three are in
a word, the least number lowest, and nine in the words that are taken at a time::

    bits    0 ... 20    21 ... 41    42 ... 62
    word 0  1           x            x^2
    word 1  x^3         x^4          x^5
    word 2  x^6         x^7          x^8
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import Int32s, Int64s
from rookery.compiled.kernels import GOLDEN, first_slot, inlined, kernel, place_key

BYTE = 255
FIELD = 21  # bits of a count in a word
FIELDS = 3  # fields in a word
WORDS = 3  # words of a polynomial that are multiplied at a time
COUNT = (1 << FIELD) - 1
BATCH = 256  # states looked up together, so that the memory is waited for only once
CLOSED, LINES, SLOT, SOURCE, SIZE = range(5)  # what is known of each


class LineSets(NamedTuple):
    """The board as the kernels see it; its squares are closed where no piece may stand."""

    sides: Int64s  # rows and columns
    hops: Int64s  # for the lines down, down-right and down-left all columns, or none: 0
    walls: Int64s  # of each row, and of one after the last
    image: Int64s  # of each set of squares of a row, from left to right; empty: no symmetry


class Patterns(NamedTuple):
    """The patterns of pieces on a row, sorted by the closed squares they allow."""

    first: Int64s  # [closed] where its patterns begin; they end where the next begin
    squares: Int64s
    sizes: Int64s  # number of squares of each pattern


class Source(NamedTuple):
    """States before a row, with their polynomials, of which zeros are left out."""

    keys: Int64s  # [state, word]
    first: Int64s  # [state] where its terms begin
    numbers: Int64s  # [term] of pieces
    counts: Int64s  # [term]


class PatternTable(NamedTuple):
    """A hash table of states after a row, with open addressing; its size is a power of 2."""

    slots: Int32s  # numbers of states
    keys: Int64s  # [state, word]
    counts: Int64s  # [state, number of pieces]


@inlined
def closed_lines(down, right, left, lines, row, many):
    """Return the squares of a number of rows that lie on three sets of lines, up to walls."""
    columns = lines.sides[1]
    every = (1 << columns) - 1
    found = 0
    for ahead in range(many):
        open_squares = every & ~lines.walls[row + ahead]
        down &= open_squares
        right &= open_squares
        left &= open_squares
        found |= (down | right | left) << columns * ahead
        right <<= 1
        left >>= 1
    return found


@inlined
def open_parts(closed, columns, many):
    """Return the capacity of the lines that end within a number of rows, down, right and left.

    Each is a triple of masks of squares of the first row: those that are open, whose lines have
    open squares from the third row on, and whose lines have two open squares that are adjacent.
    """
    every = (1 << columns) - 1
    here = every & ~closed
    down = right = left = here
    later = right_later = left_later = 0
    pairs = right_pairs = left_pairs = 0
    for ahead in range(1, many):
        squares = every & ~(closed >> columns * ahead)
        after, right_after, left_after = squares, squares >> ahead, squares << ahead & every
        pairs |= down & after
        right_pairs |= right & right_after
        left_pairs |= left & left_after
        if ahead > 1:
            later |= after
            right_later |= right_after
            left_later |= left_after
        down, right, left = after, right_after, left_after
    return here, later, right_later, left_later, pairs, right_pairs, left_pairs


@inlined
def settled(closed, masks, squares, lines, row):
    """Return the state after pieces are placed on open squares of a row.

    The second of two adjacent pieces, the first alone, closes all that is left of their line. A
    piece on a line of others that are apart closes the next square. Where a line cannot hold two
    adjacent pieces any more it says nothing; where it can hold just these a fresh one is apart.
    """
    columns = lines.sides[1]
    every = (1 << columns) - 1
    left_rows = lines.sides[0] - row - 1
    walls = lines.walls[row + 1]
    fresh, fresh_right, fresh_left = masks & BYTE, masks >> 8 & BYTE, masks >> 16 & BYTE
    apart, apart_right, apart_left = masks >> 24 & BYTE, masks >> 32 & BYTE, masks >> 40
    closed = closed >> columns & (1 << columns * left_rows) - 1
    closed |= squares & apart | (squares & apart_right) << 1 & every | (squares & apart_left) >> 1
    two, two_right, two_left = squares & fresh, squares & fresh_right, squares & fresh_left
    if two | two_right | two_left:
        right = two_right << 1 & every
        closed |= closed_lines(two, right, two_left >> 1, lines, row + 1, left_rows)
    one = squares & lines.hops[0] & ~(fresh | apart) & ~walls
    one_right = (squares & lines.hops[1] & ~(fresh_right | apart_right)) << 1 & every & ~walls
    one_left = (squares & lines.hops[2] & ~(fresh_left | apart_left)) >> 1 & ~walls
    some = (apart | fresh) & ~two & ~walls
    some_right = ((apart_right | fresh_right) & ~two_right) << 1 & every & ~walls
    some_left = ((apart_left | fresh_left) & ~two_left) >> 1 & ~walls
    here, later, right_later, left_later, pairs, right_pairs, left_pairs = open_parts(
        closed, columns, left_rows
    )
    fresh, fresh_right, fresh_left = one & here & later, one_right & here & right_later, one_left
    fresh_left &= here & left_later
    apart = (some | one & ~fresh) & pairs
    apart_right = (some_right | one_right & ~fresh_right) & right_pairs
    apart_left = (some_left | one_left & ~fresh_left) & left_pairs
    masks = fresh | fresh_right << 8 | fresh_left << 16
    return closed, masks | apart << 24 | apart_right << 32 | apart_left << 40


@inlined
def mirrored(closed, masks, lines, left_rows):
    """Return the mirror image of a state."""
    columns = lines.sides[1]
    every = (1 << columns) - 1
    image = lines.image
    found = 0
    for ahead in range(left_rows):
        found |= image[closed >> columns * ahead & every] << columns * ahead
    fresh = image[masks & BYTE] | image[masks >> 16 & BYTE] << 8 | image[masks >> 8 & BYTE] << 16
    apart = image[masks >> 24 & BYTE] | image[masks >> 40] << 8 | image[masks >> 32 & BYTE] << 16
    return found, fresh | apart << 24


@kernel
def next_states(source, row, patterns, lines, first, last, table, found, batch):
    """Find the successors of the states `first` to before `last`; return the number found so far.

    Their counts are added up in the table, which has room for all. The batch has room for `BATCH`
    states and as many as one may lead to.
    """
    every = (1 << lines.sides[1]) - 1
    left_rows = lines.sides[0] - row - 1
    at = first
    while at < last:
        many = 0
        while at < last and many < BATCH:
            closed, masks = source.keys[at, 0], source.keys[at, 1]
            here = closed & every
            for choice in range(patterns.first[here], patterns.first[here + 1]):
                new, on = settled(closed, masks, patterns.squares[choice], lines, row)
                if len(lines.image):
                    other, other_on = mirrored(new, on, lines, left_rows)
                    if other < new or (other == new and other_on < on):
                        new, on = other, other_on
                batch[many, CLOSED] = new
                batch[many, LINES] = on
                batch[many, SLOT] = first_slot((new, on), table.slots)
                batch[many, SOURCE] = at
                batch[many, SIZE] = patterns.sizes[choice]
                many += 1
            at += 1
        for one in batch[:many]:
            key, before = (one[CLOSED], one[LINES]), found
            number, found = place_key(key, one[SLOT], table.slots, table.keys, found)
            if found > before:
                table.counts[number, :] = 0
            state, size = one[SOURCE], one[SIZE]
            for term in range(source.first[state], source.first[state + 1]):
                table.counts[number, source.numbers[term] + size] += source.counts[term]
    return found


@kernel
def write_terms(counts, order, first, numbers, terms):
    """Write the nonzero counts in the form of a `Source`; return their number.

    `order` are the numbers of the states; without room for terms they are only counted.
    """
    many = 0
    for place in range(len(order)):
        state = order[place]
        first[place] = many
        for number in range(counts.shape[1]):
            if counts[state, number]:
                if len(terms):
                    numbers[many] = number
                    terms[many] = counts[state, number]
                many += 1
    first[len(order)] = many
    return many


@inlined
def two_rows(closed, next_closed, down, right, left, patterns, tails):
    """Return the polynomial of the placements on the last two rows, in words.

    The lines of the squares `down`, `right` and `left` of the last row but one have a piece above,
    so not both this square and the next one may be chosen. `tails` is [number, closed, word], the
    polynomial of the last row times that of `number` pieces.
    """
    low = middle = high = 0
    for choice in range(patterns.first[closed], patterns.first[closed + 1]):
        squares, size = patterns.squares[choice], patterns.sizes[choice]
        taken = next_closed | squares & down | (squares & right) << 1 | (squares & left) >> 1
        low += tails[size, taken, 0]
        middle += tails[size, taken, 1]
        high += tails[size, taken, 2]
    return low, middle, high


@inlined
def add_products(counts, sums, ends, totals):
    """Add the product of a state's polynomial and those of its last three rows to the totals.

    `sums` are their words by the number of pieces on the first of them, and are cleared; `ends` is
    room for what they are together.
    """
    ends[:] = 0
    for size in range(len(sums)):
        for word in range(WORDS):
            packed = sums[size, word]
            sums[size, word] = 0
            for field in range(FIELDS):
                ends[size + FIELDS * word + field] += packed >> FIELD * field & COUNT
    for number in range(len(counts)):
        count = counts[number]
        if count:
            for more in range(len(ends)):
                totals[number + more] += count * ends[more]


@kernel
def add_ends(keys, counts, lines, third, second, tails, kept, sums, ends, totals):
    """Add the placements of the last three rows, over all states, to the totals.

    `third` and `second` are the patterns of the last rows but two and but one. `kept` is a cache of
    the polynomials of two rows, direct-mapped, [slot, 1 + word]; its size is a power of 2. For the
    other arguments see `two_rows` and `add_products`.
    """
    columns = lines.sides[1]
    every = (1 << columns) - 1
    walls = lines.walls[lines.sides[0] - 2]
    hops, hops_right, hops_left = lines.hops[0], lines.hops[1], lines.hops[2]
    last_slot = np.uint64(len(kept) - 1)
    for at in range(len(keys)):
        closed, masks = keys[at, 0], keys[at, 1]
        fresh, fresh_right, fresh_left = masks & BYTE, masks >> 8 & BYTE, masks >> 16 & BYTE
        some = fresh | masks >> 24 & BYTE
        some_right = fresh_right | masks >> 32 & BYTE
        some_left = fresh_left | masks >> 40
        here = closed & every
        for choice in range(third.first[here], third.first[here + 1]):
            squares, size = third.squares[choice], third.sizes[choice]
            one = closed >> columns & every | squares & some
            one |= (squares & some_right) << 1 & every | (squares & some_left) >> 1
            two = closed >> 2 * columns | squares & fresh & ~walls
            two |= ((squares & fresh_right) << 1 & ~walls) << 1 & every
            two |= ((squares & fresh_left) >> 1 & ~walls) >> 1
            open_one, open_two = every & ~one, every & ~two
            down = (some | squares & hops) & open_one & open_two
            right = (some_right | squares & hops_right) << 1 & open_one & open_two >> 1
            left = (some_left | squares & hops_left) >> 1 & open_one & open_two << 1
            key = one | two << 8 | down << 16 | right << 24 | left << 32
            slot = np.uint64(key) * GOLDEN >> np.uint64(40) & last_slot
            if kept[slot, 0] != key:
                low, middle, high = two_rows(one, two, down, right, left, second, tails)
                kept[slot, 0] = key
                kept[slot, 1] = low
                kept[slot, 2] = middle
                kept[slot, 3] = high
            sums[size, 0] += kept[slot, 1]
            sums[size, 1] += kept[slot, 2]
            sums[size, 2] += kept[slot, 3]
        add_products(counts[at], sums, ends, totals)
