"""Depth-first search for covers by a given number of candidates (compiled).

Sets of requirements and candidates are packed into words as in `sets_kernel`. The search branches
on the candidates of the scarcest requirement and removes each candidate once it was tried, so no
set of candidates is visited twice.

A *test* gives some requirements the weight 1 or 2 such that no candidate meets a total weight above
`MOST`. Each test prunes, and so does the plain number of requirements: a candidate is removed if
the remaining choices could not meet the weight that it leaves. docs/methods/cover-bounds.md
explains where the tests come from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from numba import njit

from rookery.compiled import bits, kernels
from rookery.compiled.bits import count_bits, lowest_bit
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL
from rookery.cover.exact import sets_kernel
from rookery.cover.exact.sets_kernel import WORD, choose, common, list_ways, size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

MOST = 4  # weight per candidate and test, at most
DEPTH, IS_NEW = range(2)  # indices of BoxSearch.state
FOUND, NONE, PAUSED = range(3)  # return values of `seek`


class BoxSearch(NamedTuple):
    """Candidates and position of a resumable search; `sets_kernel` explains bare, able and ways."""

    meets: Numbers  # [candidate, word] requirements that it meets
    met_by: Numbers  # [requirement, word] candidates that meet it
    beside: Numbers  # [candidate, word] candidates that it excludes, and itself
    weighty: Numbers  # [test, word] requirements of weight 1 or 2; later words have none
    heavy: Numbers  # [test, word] requirements of weight 2
    bare: Numbers  # [depth, word]
    able: Numbers  # [depth, word]
    ways: Numbers  # [depth, word]
    chosen: Numbers  # [depth] candidate
    least: Numbers  # [test] weight that the next candidate has to meet
    gain: Numbers  # [candidate] number of bare requirements that it meets
    state: Numbers  # [DEPTH] -1 at the end, [IS_NEW] 1 if the ways are still to be listed


@njit(**INLINE)
def _expect(search, bare, left):
    """Set the weight per test that the next of `left` candidates must meet; False if too much."""
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
    """Return whether a candidate meets the required weight of every test."""
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
    """Remove candidates that cannot be among the last `left`; return False to backtrack."""
    bare, able = search.bare[depth], search.able[depth]
    if not _expect(search, bare, left):
        return False
    most = 0
    for word in range(len(able)):
        rest = able[word]
        while rest != 0:
            candidate = word * WORD + lowest_bit(rest)
            if _passes(search, bare, candidate):
                search.gain[candidate] = common(bare, search.meets[candidate])
                most = max(most, search.gain[candidate])
            else:
                able[word] ^= rest & -rest
            rest &= rest - 1
    least = size(bare) - most * (left - 1)
    if least > most:
        return False
    for word in range(len(able)):
        rest = able[word]
        while rest != 0:
            if search.gain[word * WORD + lowest_bit(rest)] < least:
                able[word] ^= rest & -rest
            rest &= rest - 1
    return True


@cached(bits, kernels, sets_kernel)
@njit(**KERNEL)
def seek(search, choices):
    """Make at most `choices` choices; return `FOUND`, `NONE`, or `PAUSED` if it can be resumed."""
    number = len(search.chosen)
    depth, is_new = search.state[DEPTH], search.state[IS_NEW]
    while depth >= 0 and choices > 0:
        if is_new == 1:
            is_new = 0
            if size(search.bare[depth]) == 0:
                search.state[DEPTH] = depth
                return FOUND
            if depth < number and _sift(search, depth, number - depth):
                list_ways(search, depth)
            else:
                depth -= 1
                continue
        word = 0
        while word < search.ways.shape[1] and search.ways[depth, word] == 0:
            word += 1
        if word == search.ways.shape[1]:
            depth -= 1
            continue
        choose(search, depth, word)
        depth += 1
        is_new = 1
        choices -= 1
    search.state[DEPTH], search.state[IS_NEW] = depth, is_new
    return NONE if depth < 0 else PAUSED
