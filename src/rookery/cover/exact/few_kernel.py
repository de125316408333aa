"""Depth-first search for all covers of minimum price (compiled).

The search branches on the candidates of the scarcest target (see `sets_kernel`). Before each branch
it removes candidates that leave too many bare targets. After a candidate of price p, the remaining
money buys at most k more, which cover at most `most` targets each. So a candidate stays only if::

    targets that it covers  >=  bare - k * most          k = (left - p) // cheapest

The last candidate must cover all bare targets, so the search intersects their `met_by` sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from numba import njit

from rookery.compiled import bits, kernels
from rookery.compiled.bits import lowest_bit
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL
from rookery.cover.exact import sets_kernel
from rookery.cover.exact.sets_kernel import WORD, choose, common, list_ways, size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

DEPTH, IS_NEW, FOUND = range(3)  # indices of FewPieces.state


class FewPieces(NamedTuple):
    """Candidates and position of a resumable search; `sets_kernel` explains bare, able and ways."""

    meets: Numbers  # [candidate, word] targets that it covers
    met_by: Numbers  # [target, word] candidates that cover it
    beside: Numbers  # [candidate, word] candidates that it excludes, and itself
    price: Numbers  # [candidate]
    kind: Numbers  # [candidate]
    of_kind: Numbers  # [kind, word] candidates of that kind
    stock: Numbers  # [kind] pieces available; the number of candidates if unlimited
    cheapest: Numbers  # [0] minimum price of a candidate
    bare: Numbers  # [depth, word]
    able: Numbers  # [depth, word]
    ways: Numbers  # [depth, word]
    left: Numbers  # [depth] money left
    chosen: Numbers  # [depth] candidate
    gain: Numbers  # [candidate] bare targets that it covers
    state: Numbers  # [DEPTH] -1 at the end, [IS_NEW] 1 to list the ways, [FOUND] covers so far


@njit(**INLINE)
def _sift(search, depth):
    """Remove candidates that cannot complete a cover; return whether any remain."""
    bare, able, left = search.bare[depth], search.able[depth], search.left[depth]
    number, most = size(bare), 0
    for word in range(len(able)):
        rest = able[word]
        while rest != 0:
            candidate = word * WORD + lowest_bit(rest)
            search.gain[candidate] = common(bare, search.meets[candidate])
            most = max(most, search.gain[candidate])
            rest &= rest - 1
    remain = False
    for word in range(len(able)):
        rest = able[word]
        while rest != 0:
            candidate = word * WORD + lowest_bit(rest)
            after = left - search.price[candidate]
            if after < 0 or search.gain[candidate] + after // search.cheapest[0] * most < number:
                able[word] ^= rest & -rest
            else:
                remain = True
            rest &= rest - 1
    return remain


@njit(**INLINE)
def _list_last(search, depth):
    """Set the ways to the affordable candidates that cover all bare targets."""
    able, ways, left = search.able[depth], search.ways[depth], search.left[depth]
    for word in range(len(able)):
        ways[word] = able[word]
    for word in range(search.bare.shape[1]):
        rest = search.bare[depth, word]
        while rest != 0:
            target = word * WORD + lowest_bit(rest)
            for other in range(len(ways)):
                ways[other] &= search.met_by[target, other]
            rest &= rest - 1
    for word in range(len(ways)):
        rest = ways[word]
        while rest != 0:
            if search.price[word * WORD + lowest_bit(rest)] > left:
                ways[word] ^= rest & -rest
            rest &= rest - 1


@njit(**INLINE)
def _go_down(search, depth, word):
    """Choose the first way of a word, pay its price, and take it from the stock."""
    choose(search, depth, word)
    candidate = search.chosen[depth]
    search.left[depth + 1] = search.left[depth] - search.price[candidate]
    kind, taken = search.kind[candidate], 0
    for place in range(depth + 1):
        if search.kind[search.chosen[place]] == kind:
            taken += 1
    if taken >= search.stock[kind]:
        for other in range(search.able.shape[1]):
            search.able[depth + 1, other] &= ~search.of_kind[kind, other]


@cached(bits, kernels, sets_kernel)
@njit(**KERNEL)
def go_on(search, covers, choices):
    """Resume the search for at most `choices` choices; return the number of covers written.

    Parameters
    ----------
    search : FewPieces
        The position; its depth is -1 at the end.
    covers : array of int64, shape (k, pieces)
        Receives the candidates of each cover, padded with -1; the search pauses when it is full.
        With k = 0 covers are only counted, all choices of the last piece at once.
    choices
        The number of choices before the search pauses.
    """
    depth, is_new, written = search.state[DEPTH], search.state[IS_NEW], 0
    while depth >= 0 and choices > 0:
        if is_new == 1:
            is_new = 0
            if size(search.bare[depth]) == 0:
                if written == len(covers) > 0:
                    is_new = 1
                    break
                if len(covers) > 0:
                    for place in range(covers.shape[1]):
                        covers[written, place] = search.chosen[place] if place < depth else -1
                    written += 1
                search.state[FOUND] += 1
                depth -= 1
                continue
            if search.left[depth] // search.cheapest[0] == 1:
                _list_last(search, depth)
                if len(covers) == 0:
                    search.state[FOUND] += size(search.ways[depth])
                    depth -= 1
                    continue
            elif _sift(search, depth):
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
        _go_down(search, depth, word)
        depth += 1
        is_new = 1
        choices -= 1
    search.state[DEPTH], search.state[IS_NEW] = depth, is_new
    return written
