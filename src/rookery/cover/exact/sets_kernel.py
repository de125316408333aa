"""Bit sets of requirements and candidates for depth-first search (compiled).

A *requirement*, such as a target, is met by some *candidates*. Sets of either are rows of 63-bit
words; the sign bit is unused::

    word          0                 1
    bit       62 ... 1  0     62 ...  1  0
    member    62 ... 1  0    125 ... 64 63

The search keeps three sets per depth::

    bare[depth]    requirements that the chosen candidates do not meet
    able[depth]    candidates that can still be chosen
    ways[depth]    able candidates of the scarcest bare requirement that were not tried yet

A candidate that was tried leaves `able`, so no set of candidates is visited twice. A search is a
named tuple with these arrays and `meets`, `met_by`, `beside` and `chosen`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from rookery.compiled.bits import count_bits, lowest_bit
from rookery.compiled.kernels import INLINE

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORD = 63  # bits per word; the sign bit is unused


@njit(**INLINE)
def size(words):
    """Return the size of a set."""
    number = 0
    for word in words:
        number += count_bits(word)
    return number


@njit(**INLINE)
def common(one, other):
    """Return the size of the intersection of two sets."""
    number = 0
    for word in range(len(one)):
        number += count_bits(one[word] & other[word])
    return number


@njit(**INLINE)
def list_ways(search, depth):
    """Set the ways of a depth to the able candidates of its scarcest bare requirement."""
    bare, able, ways = search.bare[depth], search.able[depth], search.ways[depth]
    fewest, scarce = WORD * len(able) + 1, 0
    for word in range(len(bare)):
        rest = bare[word]
        while rest != 0:
            requirement = word * WORD + lowest_bit(rest)
            number = common(able, search.met_by[requirement])
            if number < fewest:
                fewest, scarce = number, requirement
            rest &= rest - 1
    for word in range(len(able)):
        ways[word] = able[word] & search.met_by[scarce, word]


@njit(**INLINE)
def choose(search, depth, word):
    """Choose the first way of a word, and fill in the sets of the next depth."""
    bit = lowest_bit(search.ways[depth, word])
    candidate = word * WORD + bit
    search.ways[depth, word] &= search.ways[depth, word] - 1
    search.able[depth, word] &= ~(1 << bit)
    search.chosen[depth] = candidate
    for other in range(search.able.shape[1]):
        search.able[depth + 1, other] = search.able[depth, other] & ~search.beside[candidate, other]
    for other in range(search.bare.shape[1]):
        search.bare[depth + 1, other] = search.bare[depth, other] & ~search.meets[candidate, other]


def packed(sets: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Pack rows of booleans into rows of words, one set per row.

    >>> packed(np.array([[True, False, True]]))
    array([[5]])
    """
    number, size = sets.shape
    words = max(1, -(-size // WORD))
    padded = np.zeros((number, words * WORD), np.int64)
    padded[:, :size] = sets
    bits: NDArray[np.int64] = 1 << np.arange(WORD, dtype=np.int64)
    rows: NDArray[np.int64] = padded.reshape(number, words, WORD) @ bits
    return rows
