"""The kernel that counts sets of candidates of which no two conflict, by depth-first search.

A set of candidates is a row of words of 63 bits; bit b of word w is the candidate 63 w + b::

    free[depth]      what may still be added there, all after the last one added
    branches[depth]  how many that were at first
    counts[k]        sets of k candidates found so far

Where all that is free conflicts with each other, which is so from the candidate `tail` on and
often before, each of it makes one set more and no set after that: it is counted, not searched.
From the candidate `before_tail` on until the tail all conflict with each other, too, as in the last
row but one of queens: sets of two are then counted for each of it at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from numba import njit

from rookery.compiled import bits, kernels
from rookery.compiled.bits import count_bits, lowest_bit
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

WORD = 63
DEPTH, TAIL, BEFORE_TAIL = range(3)  # places in Sets.state


class SetArrays(NamedTuple):
    """The position of a search, which can be resumed."""

    compatible: Numbers  # [candidate, word] those after it that may stand with it
    free: Numbers  # [depth, word]
    branches: Numbers  # [depth]
    counts: Numbers  # [number]
    state: Numbers  # [DEPTH] -1 when all is done, [TAIL], [BEFORE_TAIL]


@njit(**INLINE)
def size_of(words):
    """Return how many bits are set in a row of words."""
    number = 0
    for word in words:
        number += count_bits(word)
    return number


@njit(**INLINE)
def count_pairs(free, compatible, word, tail):
    """Return how many two of some words on fit each other, the first of them before the tail."""
    pairs = 0
    for place in range(word, len(free)):
        left = free[place]
        while left:
            candidate = place * WORD + lowest_bit(left)
            if candidate >= tail:
                return pairs
            left &= left - 1
            for other in range(place, len(free)):
                pairs += count_bits(free[other] & compatible[candidate, other])
    return pairs


@cached(bits, kernels)
@njit(**KERNEL)
def count_sets(sets, nodes):
    """Count on for about `nodes` nodes, or to the end."""
    compatible, free, branches, counts, state = sets
    depth, tail, before_tail = state[0], state[1], state[2]
    width = free.shape[1]
    while depth >= 0 and nodes > 0:
        word = 0
        while word < width and free[depth, word] == 0:
            word += 1
        if word == width:
            depth -= 1
            continue
        bit = lowest_bit(free[depth, word])
        candidate = word * WORD + bit
        if candidate >= tail:
            counts[depth + 1] += size_of(free[depth])
            depth -= 1
            continue
        if candidate >= before_tail:
            number = size_of(free[depth])
            counts[depth + 1] += number
            counts[depth + 2] += count_pairs(free[depth], compatible, word, tail)
            nodes -= number
            depth -= 1
            continue
        nodes -= 1
        free[depth, word] &= free[depth, word] - 1
        counts[depth + 1] += 1
        first, number = -1, 0
        for other in range(word, width):
            left = free[depth, other] & compatible[candidate, other]
            free[depth + 1, other] = left
            if left != 0 and first < 0:
                first = other * WORD + lowest_bit(left)
            number += count_bits(left)
        if first >= tail:
            counts[depth + 2] += number
        elif first >= 0:
            for other in range(word):
                free[depth + 1, other] = 0
            depth += 1
            branches[depth] = number
    state[0] = depth
