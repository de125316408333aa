"""Covers by a few candidates, by depth-first search, compiled.

Requirements, such as squares to be covered, and candidates are bits of words of 63: bit b of word
w is number 63 w + b. The requirement that the fewest candidates meet is met by each of them in
turn; those that were tried are left out from then on, so that no choice comes twice::

    bare[depth]    the requirements that the candidates chosen so far do not meet
    able[depth]    the candidates that may still be chosen
    ways[depth]    those of them that meet the requirement in turn, and were not tried yet

A *test* is a set of requirements with weights of 1 and 2, of which no candidate meets more than
`MOST`. A candidate that leaves more to the others than they can meet is left out, by each test and
by the number of all requirements.
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
MOST = 4  # the weight that a candidate can meet in a test
DEPTH, IS_NEW = range(2)  # places in Search.state
FOUND, NONE, PAUSED = range(3)  # what `seek` returns


class Search(NamedTuple):
    """What there is to choose from, and where the search stands; it can be gone on with."""

    meets: Numbers  # [candidate, word] the requirements that it meets
    met_by: Numbers  # [requirement, word] the candidates that meet it
    beside: Numbers  # [candidate, word] those that are out once it is chosen, itself too
    weighty: Numbers  # [test, word] requirements that weigh 1 or 2; the first words will do
    heavy: Numbers  # [test, word] those of them that weigh 2
    bare: Numbers  # [depth, word]
    able: Numbers  # [depth, word]
    ways: Numbers  # [depth, word]
    chosen: Numbers  # [depth] candidate
    least: Numbers  # [test] the weight that the next candidate has to meet
    gain: Numbers  # [candidate] how many bare requirements it meets
    state: Numbers  # [DEPTH] -1 when all is done, [IS_NEW] whether its ways are to be listed


@njit(**INLINE)
def _size(words):
    """Return how many bits are set in a row of words."""
    number = 0
    for word in words:
        number += count_bits(word)
    return number


@njit(**INLINE)
def _common(one, other):
    """Return how many bits are set in both of two rows of words."""
    number = 0
    for word in range(len(one)):
        number += count_bits(one[word] & other[word])
    return number


@njit(**INLINE)
def _expect(search, bare, left):
    """Fill in what each test asks of the next of so many; return whether one can meet it."""
    for test in range(len(search.least)):
        rest = 0
        for word in range(search.weighty.shape[1]):
            rest += count_bits(bare[word] & search.weighty[test, word])
            rest += count_bits(bare[word] & search.heavy[test, word])
        search.least[test] = rest - MOST * (left - 1)
        if search.least[test] > MOST:
            return False
    return True


@njit(**INLINE)
def _passes(search, bare, candidate):
    """Return whether a candidate meets what each test asks."""
    for test in range(len(search.least)):
        weight = search.least[test]
        for word in range(search.weighty.shape[1]):
            gained = bare[word] & search.meets[candidate, word]
            weight -= count_bits(gained & search.weighty[test, word])
            weight -= count_bits(gained & search.heavy[test, word])
        if weight > 0:
            return False
    return True


@njit(**INLINE)
def _sift(search, depth, left):
    """Leave out candidates that cannot be among the last so many; return whether some can."""
    bare, able = search.bare[depth], search.able[depth]
    if not _expect(search, bare, left):
        return False
    most = 0
    for word in range(len(able)):
        rest = able[word]
        while rest != 0:
            candidate = word * WORD + lowest_bit(rest)
            if _passes(search, bare, candidate):
                search.gain[candidate] = _common(bare, search.meets[candidate])
                most = max(most, search.gain[candidate])
            else:
                able[word] ^= rest & -rest
            rest &= rest - 1
    least = _size(bare) - most * (left - 1)
    if least > most:
        return False
    for word in range(len(able)):
        rest = able[word]
        while rest != 0:
            if search.gain[word * WORD + lowest_bit(rest)] < least:
                able[word] ^= rest & -rest
            rest &= rest - 1
    return True


@njit(**INLINE)
def _list_ways(search, depth):
    """Fill in the candidates that meet the bare requirement which the fewest of them meet."""
    bare, able, ways = search.bare[depth], search.able[depth], search.ways[depth]
    fewest, scarce = WORD * len(able) + 1, 0
    for word in range(len(bare)):
        rest = bare[word]
        while rest != 0:
            requirement = word * WORD + lowest_bit(rest)
            number = _common(able, search.met_by[requirement])
            if number < fewest:
                fewest, scarce = number, requirement
            rest &= rest - 1
    for word in range(len(able)):
        ways[word] = able[word] & search.met_by[scarce, word]


@njit(**INLINE)
def _choose(search, depth, word):
    """Choose the first way of a word, and leave it out from then on."""
    bit = lowest_bit(search.ways[depth, word])
    candidate = word * WORD + bit
    search.ways[depth, word] &= search.ways[depth, word] - 1
    search.able[depth, word] &= ~(1 << bit)
    search.chosen[depth] = candidate
    for other in range(search.able.shape[1]):
        search.able[depth + 1, other] = search.able[depth, other] & ~search.beside[candidate, other]
    for other in range(search.bare.shape[1]):
        search.bare[depth + 1, other] = search.bare[depth, other] & ~search.meets[candidate, other]


@cached(bits, kernels)
@njit(**KERNEL)
def seek(search, choices):
    """Make so many choices at most; return `FOUND` or `NONE`, or `PAUSED` where it may go on."""
    number = len(search.chosen)
    depth, is_new = search.state[DEPTH], search.state[IS_NEW]
    while depth >= 0 and choices > 0:
        if is_new == 1:
            is_new = 0
            if _size(search.bare[depth]) == 0:
                search.state[DEPTH] = depth
                return FOUND
            if depth < number and _sift(search, depth, number - depth):
                _list_ways(search, depth)
            else:
                depth -= 1
                continue
        word = 0
        while word < search.ways.shape[1] and search.ways[depth, word] == 0:
            word += 1
        if word == search.ways.shape[1]:
            depth -= 1
            continue
        _choose(search, depth, word)
        depth += 1
        is_new = 1
        choices -= 1
    search.state[DEPTH], search.state[IS_NEW] = depth, is_new
    return NONE if depth < 0 else PAUSED
