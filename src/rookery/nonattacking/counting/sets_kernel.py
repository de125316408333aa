"""The kernels that search sets of candidates of which no two conflict, depth first.

A set of candidates is a row of words of up to 63 bits; bit b of word w is the candidate 63 w + b::

    compatible[w, b]  the later candidates that may stand with it
    free[depth]       what may still be added there, all after the last one added
    branches[depth]   how many that were at first
    counts[k]         sets of k candidates found so far

Where all that is free conflicts with each other, which is so from the candidate `tail` on and
often before, each of it makes one set more and no set after that: it is counted, not searched.
From the candidate `before_tail` on until the tail all conflict with each other, too, as in the last
row but one of queens: sets of two are then counted for each of it at once.

Where each row of a board must hold one piece, a row is a word. A piece that leaves a later row
without a free column is passed over at once::

    queens on 4x4, one on b4:        free[1]  row 1  . . . x    0b1000   (the lowest bit is file a)
                                              row 2  x . x .    0b0101
                                              row 3  x . x x    0b1101
"""

from __future__ import annotations

from typing import NamedTuple

from rookery.compiled.arrays import Int64s
from rookery.compiled.bits import bits_in, count_bits, lowest_bit
from rookery.compiled.kernels import inlined, kernel
from rookery.nonattacking.graph import WORD

DEPTH, NEXT, TAIL, BEFORE_TAIL, MOST = range(5)  # places in SetArrays.state


class SetArrays(NamedTuple):
    """The position of a search, which can be resumed."""

    compatible: Int64s  # [word, bit, word]
    prefixes: Int64s  # [number, place] candidates with which the sets begin, all as many
    images: Int64s  # [number] prefixes that a prefix stands for, itself among them
    free: Int64s  # [depth, word]; depth 0 holds all candidates
    branches: Int64s  # [depth]
    counts: Int64s  # [number]
    state: Int64s  # [DEPTH] below a prefix's length between two, [NEXT] prefix, and see above


class NeedArrays(NamedTuple):
    """Required numbers of chosen candidates."""

    masks: Int64s  # [need, word] its candidates
    spans: Int64s  # [need, 2] the least and the most of them
    taken: Int64s  # [depth, need] how many are chosen


@inlined
def begin(sets, number):
    """Begin a prefix; return its length."""
    free, chosen = sets.free, sets.prefixes[number]
    for depth in range(len(chosen)):
        word, bit = chosen[depth] // WORD, chosen[depth] % WORD
        for other in range(free.shape[1]):
            free[depth + 1, other] = free[depth, other] & sets.compatible[word, bit, other]
    return len(chosen)


@inlined
def leave(compatible, free, row, column):
    """Write the columns that a piece leaves free in later rows; return whether each row has one."""
    for later in range(row + 1, free.shape[1]):
        left = free[row, later] & compatible[row, column, later]
        free[row + 1, later] = left
        if left == 0:
            return False
    return True


@inlined
def count_pairs(free, compatible, word, tail):
    """Return how many two of some words on fit each other, the first of them before the tail."""
    pairs = 0
    for place in range(word, len(free)):
        left = free[place]
        while left:
            bit = lowest_bit(left)
            if place * WORD + bit >= tail:
                return pairs
            left &= left - 1
            for other in range(place, len(free)):
                pairs += count_bits(free[other] & compatible[place, bit, other])
    return pairs


@kernel
def count_sets(sets, nodes):
    """Resume counting sets for about `nodes` nodes; return whether a prefix is left.

    Not all sets of more than `state[MOST]` candidates are counted.
    """
    compatible, prefixes, images, free, branches, counts, state = sets
    depth, following = state[DEPTH], state[NEXT]
    tail, before_tail, most = state[TAIL], state[BEFORE_TAIL], state[MOST]
    width, length = free.shape[1], prefixes.shape[1]
    times = images[following - 1] if following else 1
    while nodes > 0:
        if depth < length:
            if following == len(prefixes):
                break
            depth = begin(sets, following)
            branches[depth] = bits_in(free[depth])
            times = images[following]
            counts[depth] += times
            following += 1
        if depth >= most - 1:
            if depth < most:
                counts[depth + 1] += times * bits_in(free[depth])
            depth -= 1
            continue
        word = 0
        while word < width and free[depth, word] == 0:
            word += 1
        if word == width:
            depth -= 1
            continue
        bit = lowest_bit(free[depth, word])
        candidate = word * WORD + bit
        if candidate >= before_tail:
            number = bits_in(free[depth])
            counts[depth + 1] += times * number
            if candidate < tail:
                counts[depth + 2] += times * count_pairs(free[depth], compatible, word, tail)
                nodes -= number
            depth -= 1
            continue
        nodes -= 1
        free[depth, word] &= free[depth, word] - 1
        counts[depth + 1] += times
        first, number = -1, 0
        for other in range(word, width):
            left = free[depth, other] & compatible[word, bit, other]
            free[depth + 1, other] = left
            if left != 0 and first < 0:
                first = other * WORD + lowest_bit(left)
            number += count_bits(left)
        if first >= tail:
            counts[depth + 2] += times * number
        elif first >= 0:
            for other in range(word):
                free[depth + 1, other] = 0
            depth += 1
            branches[depth] = number
    state[DEPTH], state[NEXT] = depth, following
    return depth >= length or following < len(prefixes)


@inlined
def lacks(needs, depth, free):
    """Return whether too few of a requirement are chosen, and whether too few are free, too."""
    is_lacking = False
    for need in range(len(needs.masks)):
        missing = needs.spans[need, 0] - needs.taken[depth, need]
        if missing > 0:
            is_lacking = True
            for word in range(len(free)):
                missing -= count_bits(free[word] & needs.masks[need, word])
            if missing > 0:
                return True, True
    return is_lacking, False


@kernel
def count_needed(sets, needs, nodes):
    """Count sets that meet requirements like `count_sets`, from a single empty prefix."""
    compatible, free, width = sets.compatible, sets.free, sets.free.shape[1]
    depth = sets.state[DEPTH]
    while depth >= 0 and nodes > 0:
        word = 0
        while word < width and free[depth, word] == 0:
            word += 1
        if word == width:
            depth -= 1
            continue
        nodes -= 1
        bit = lowest_bit(free[depth, word])
        free[depth, word] &= free[depth, word] - 1
        left = free[depth + 1]
        for other in range(width):
            left[other] = free[depth, other] & compatible[word, bit, other]
        for need in range(len(needs.masks)):
            taken = needs.taken[depth, need] + (needs.masks[need, word] >> bit & 1)
            needs.taken[depth + 1, need] = taken
            if taken == needs.spans[need, 1]:
                for other in range(width):
                    left[other] &= ~needs.masks[need, other]
        is_lacking, is_lost = lacks(needs, depth + 1, left)
        if not is_lacking:
            sets.counts[depth + 1] += 1
        if lacks(needs, depth, free[depth])[1]:
            free[depth, :] = 0
        if not is_lost:
            depth += 1
            sets.branches[depth] = bits_in(left)
    sets.state[DEPTH] = depth
    return depth >= 0


@kernel
def count_rows(sets, nodes):
    """Count sets with one candidate of each word like `count_sets`, the last two in pairs."""
    compatible, prefixes, images, free, _, counts, state = sets
    row, following, count = state[DEPTH], state[NEXT], 0
    last, length = free.shape[1] - 1, prefixes.shape[1]
    while nodes > 0:
        if row < length:
            if following == len(prefixes):
                break
            row = begin(sets, following)
            following += 1
        left = free[row, row]
        if row >= last - 1:
            if row == last:
                count += images[following - 1] * count_bits(left)
                left = 0
            while left:
                nodes -= 1
                after = free[row, last] & compatible[row, lowest_bit(left), last]
                count += images[following - 1] * count_bits(after)
                left &= left - 1
        if left == 0:
            row -= 1
            continue
        nodes -= 1
        free[row, row] = left & (left - 1)
        if leave(compatible, free, row, lowest_bit(left)):
            row += 1
    counts[last + 1] += count
    state[DEPTH], state[NEXT] = row, following
    return row >= length or following < len(prefixes)


@kernel
def list_rows(sets, path, found, nodes):
    """Resume listing for about `nodes` nodes, or until `found` is full; return the number found.

    `found` gets the columns, [place, row], in lexicographic order; `path` holds those of the rows
    before that of the search. All are listed when the depth is -1. Prefixes do not matter.
    """
    free, rows = sets.free, sets.free.shape[1]
    row, number = sets.state[DEPTH], 0
    while row >= 0 and nodes > 0 and number < len(found):
        left = free[row, row]
        if left == 0:
            row -= 1
            continue
        nodes -= 1
        free[row, row] = left & (left - 1)
        path[row] = lowest_bit(left)
        if row == rows - 1:
            for before in range(rows):
                found[number, before] = path[before]
            number += 1
        elif leave(sets.compatible, free, row, path[row]):
            row += 1
    sets.state[DEPTH] = row
    return number
