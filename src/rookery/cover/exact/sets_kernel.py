"""Depth-first searches over bit sets of requirements and candidates (compiled).

A *requirement*, such as a target, is met by some *candidates*. Sets of either are rows of 64-bit
words, so that a chess board is one word::

    word          0                 1
    bit       63 ... 1  0     63 ...  1  0
    member    63 ... 1  0    127 ... 65 64

A search keeps three sets per depth::

    bare[depth]    requirements that the chosen candidates do not meet
    able[depth]    candidates that can still be chosen
    ways[depth]    able candidates of the scarcest bare requirement that were not tried yet

It branches on the ways. A candidate that was tried leaves `able`, so no set of candidates is
visited twice. docs/methods/cover-bounds.md says which candidates stay ("All cheapest covers").

A *test* gives some requirements the weight 1 or 2 such that no candidate meets a total weight above
`MOST`. A candidate is removed if the remaining choices could not meet the weight that it leaves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import Bools, Int64s
from rookery.compiled.bits import bits_in, bits_in_both, count_bits, lowest_bit, scarcest
from rookery.compiled.kernels import inlined, kernel
from rookery.cover.model.candidates import Candidates
from rookery.cover.model.layout import Layout
from rookery.cover.model.traits import in_order
from rookery.cover.puzzle import Cover, PlacedPiece

WORD = 64  # bits per word
MOST = 4  # weight per candidate and test, at most
DEPTH, IS_NEW, FOUND = range(3)  # indices of a search's state


class SetSearch(NamedTuple):
    """Candidates and position of a resumable search for all covers up to a price."""

    meets: Int64s  # [candidate, word] requirements that it meets
    met_by: Int64s  # [requirement, word] candidates that meet it
    beside: Int64s  # [candidate, word] candidates that it excludes, and itself
    price: Int64s  # [candidate]
    kind: Int64s  # [candidate]
    of_kind: Int64s  # [kind, word] candidates of that kind
    stock: Int64s  # [kind] pieces available; the number of candidates if unlimited
    cheapest: Int64s  # [0] minimum price of a candidate
    weighty: Int64s  # [test, word] requirements of weight 1 or 2; later words have none
    heavy: Int64s  # [test, word] requirements of weight 2
    bare: Int64s  # [depth, word]
    able: Int64s  # [depth, word]
    ways: Int64s  # [depth, word]
    left: Int64s  # [depth] money left
    chosen: Int64s  # [depth] candidate
    least: Int64s  # [test] weight that the next candidate has to meet
    gain: Int64s  # [candidate] number of bare requirements that it meets
    state: Int64s  # [DEPTH] -1 at the end, [IS_NEW] 1 to list the ways, [FOUND] covers so far


def packed(sets: Bools) -> Int64s:
    """Pack rows of booleans into rows of words, one set per row.

    >>> packed(np.array([[True, False, True]]))
    array([[5]])
    """
    number, size = sets.shape
    rows = np.zeros((number, max(1, -(-size // WORD)) * WORD // 8), np.uint8)
    rows[:, : -(-size // 8)] = np.packbits(sets, axis=1, bitorder="little")
    return rows.view("<i8")


@inlined
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


@inlined
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


@inlined
def _sift(search, depth):
    """Remove candidates that cannot complete a cover; return whether any remain."""
    bare, able, left = search.bare[depth], search.able[depth], search.left[depth]
    tests, number, most = len(search.least), bits_in(bare), 0
    if not _expect(search, bare, left // search.cheapest[0]):
        return False
    for word in range(len(able)):
        rest = able[word]
        while rest != 0:
            candidate = word * WORD + lowest_bit(rest)
            if tests == 0 or _passes(search, bare, candidate):
                search.gain[candidate] = bits_in_both(bare, search.meets[candidate])
                most = max(most, search.gain[candidate])
            else:
                able[word] &= ~rest | (rest - 1)
            rest &= rest - 1
    remain, price, after, others = False, -1, 0, 0
    for word in range(len(able)):
        rest = able[word]
        while rest != 0:
            candidate = word * WORD + lowest_bit(rest)
            if search.price[candidate] != price:  # divisions are slow
                price = search.price[candidate]
                after = left - price
                others = after // search.cheapest[0] * most
            if after < 0 or search.gain[candidate] + others < number:
                able[word] &= ~rest | (rest - 1)
            else:
                remain = True
            rest &= rest - 1
    return remain


@inlined
def _list_last(search, depth):
    """Set the ways to the affordable candidates that cover all bare targets."""
    able, ways, left = search.able[depth], search.ways[depth], search.left[depth]
    for word in range(len(able)):
        ways[word] = able[word]
    for word in range(search.bare.shape[1]):
        rest = search.bare[depth, word]
        while rest != 0:
            target = word * WORD + lowest_bit(rest)
            is_none = True
            for other in range(len(ways)):
                ways[other] &= search.met_by[target, other]
                is_none &= ways[other] == 0
            if is_none:
                return
            rest &= rest - 1
    for word in range(len(ways)):
        rest = ways[word]
        while rest != 0:
            if search.price[word * WORD + lowest_bit(rest)] > left:
                ways[word] &= ~rest | (rest - 1)
            rest &= rest - 1


@inlined
def _go_down(search, depth, word):
    """Choose the first way of a word, and fill in the sets and the money of the next depth."""
    ways = search.ways[depth, word]
    candidate = word * WORD + lowest_bit(ways)
    search.ways[depth, word] &= ways - 1
    search.able[depth, word] &= ~ways | (ways - 1)
    search.chosen[depth] = candidate
    for other in range(search.able.shape[1]):
        search.able[depth + 1, other] = search.able[depth, other] & ~search.beside[candidate, other]
    for other in range(search.bare.shape[1]):
        search.bare[depth + 1, other] = search.bare[depth, other] & ~search.meets[candidate, other]
    search.left[depth + 1] = search.left[depth] - search.price[candidate]
    kind, taken = search.kind[candidate], 0
    for place in range(depth + 1):
        if search.kind[search.chosen[place]] == kind:
            taken += 1
    if taken >= search.stock[kind]:
        for other in range(search.able.shape[1]):
            search.able[depth + 1, other] &= ~search.of_kind[kind, other]


@kernel
def go_on(search, covers, choices):
    """Resume the search for at most `choices` choices; return the number of covers written.

    The rows of `covers` receive the candidates of each cover, padded with -1; the search pauses
    when they are full. Without rows covers are only counted, all choices of the last piece at once.
    The depth is -1 at the end.
    """
    depth, is_new, written = search.state[DEPTH], search.state[IS_NEW], 0
    while depth >= 0 and choices > 0:
        if is_new == 1:
            is_new = 0
            if bits_in(search.bare[depth]) == 0:
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
                    search.state[FOUND] += bits_in(search.ways[depth])
                    depth -= 1
                    continue
            elif _sift(search, depth):
                able = search.able[depth]
                scarce, _ = scarcest(search.bare[depth], search.met_by, able, WORD)
                for word in range(len(able)):
                    search.ways[depth, word] = able[word] & search.met_by[scarce, word]
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


class EveryCover:
    """Resumable search for all covers up to a price, where no piece blocks another's attacks.

    `tested` marks the requirements that each candidate meets, in place of the targets, and gives
    the weights of the first of these in each test.
    """

    def __init__(
        self,
        puzzle: Cover,
        table: Candidates,
        price: int,
        tested: tuple[Bools, Int64s] | None = None,
    ) -> None:
        self._puzzle, self._table = puzzle, table
        covers = np.zeros((len(table), len(puzzle.targets)), bool)
        covers[table.owner, table.king] = True
        beside = table.square[:, None] == table.square
        if puzzle.independent:
            attacks = covers[:, Layout(puzzle).target_at[table.square]]
            beside = beside | attacks | attacks.T
        meets, tests = tested or (covers, np.zeros((0, 0), np.int64))
        needed = np.ones(meets.shape[1], bool) if tested else table.needed
        number, cheapest = len(table), int(table.price.min(initial=price))
        depths = price // cheapest + 1
        self._every = packed(np.ones((1, number), bool))
        self._search = SetSearch(
            meets=packed(meets),
            met_by=packed(meets.T),
            beside=packed(beside),
            price=table.price,
            kind=table.kind,
            of_kind=packed(table.kind == np.arange(len(table.stock))[:, None]),
            stock=np.minimum(table.stock, number),
            cheapest=np.array([cheapest], np.int64),
            weighty=packed(tests > 0),
            heavy=packed(tests == 2),
            bare=packed(np.outer(np.arange(depths) == 0, needed)),
            able=self._every.repeat(depths, axis=0),
            ways=self._every.repeat(depths, axis=0),
            left=np.full(depths, price, np.int64),
            chosen=np.zeros(depths - 1, np.int64),
            least=np.zeros(len(tests), np.int64),
            gain=np.zeros(number, np.int64),
            state=np.array([0, 1, 0], np.int64),
        )

    def begin(self, price: int) -> None:
        """Begin anew for the covers up to a lower price than that of the search."""
        self._search.able[0] = self._every
        self._search.left[0] = price
        self._search.state[:] = 0, 1, 0

    @property
    def is_over(self) -> bool:
        """Whether all covers are found."""
        return bool(self._search.state[DEPTH] < 0)

    @property
    def found(self) -> int:
        """The number of covers found so far."""
        return int(self._search.state[FOUND])

    def go_on(self, choices: int, most: int = 0) -> list[tuple[PlacedPiece, ...]]:
        """Resume for at most `choices` choices of a piece, and return the covers found.

        Pause after at most `most` covers; with 0 they are only counted.
        """
        covers = np.zeros((most, len(self._search.chosen)), np.int64)
        if (written := go_on(self._search, covers, choices)) == 0:
            return []
        kinds, squares = self._table.kind.tolist(), self._table.square.tolist()
        columns = self._puzzle.board.columns
        placed = (cover[cover >= 0].tolist() for cover in covers[:written])
        return [in_order((kinds[c], *divmod(squares[c], columns)) for c in own) for own in placed]
