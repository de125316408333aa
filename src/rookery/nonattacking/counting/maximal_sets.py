"""The search for placements to which no piece can be added: its nodes, and the compiled search.

`maximal_kernel` describes the branching. The candidates chosen down to a node, in the order of the
choice, identify it: what is not allowed there follows from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from rookery.nonattacking.counting.polynomials import Counts, without_zeros
from rookery.nonattacking.counting.slices import Slice, Slices
from rookery.nonattacking.graph import WORD, Graph, bits, cliques, words_of
from rookery.results.limits import Check

if TYPE_CHECKING:
    from rookery.compiled.arrays import Int64s

WORDS_A_SLICE = 1 << 26  # compiled, that nodes read between two checks of the deadline


class CoverNode(NamedTuple):
    """A node of the search: candidates that are chosen, may be chosen, or must be covered."""

    chosen: tuple[int, ...]  # in the order of the choice
    allowed: int
    uncovered: int


class CoverTable:
    """The placements of a graph to which no piece can be added, as a tree of nodes.

    Attacks of the graph do not depend on pieces between, and no two of its kinds are equal.
    """

    def __init__(self, graph: Graph, check_deadline: Check = bool) -> None:
        self.graph = graph
        self._check_deadline = check_deadline
        # For each candidate the set of itself and those in conflict with it.
        self.covers = [mask | 1 << at for at, mask in enumerate(graph.conflicts)]
        self.deepest = sum(1 for _ in cliques(graph.conflicts, graph.everything)) + 1

    @cached_property
    def words(self) -> Int64s:
        """The covers as the kernel takes them."""
        return words_of(self.covers, max(1, -(-len(self.covers) // WORD)), self._check_deadline)

    @property
    def root(self) -> CoverNode:
        """The node with nothing chosen; only a given piece covers its own square."""
        return CoverNode((), self.graph.everything, self.graph.everything)

    def with_one(self, node: CoverNode, at: int) -> CoverNode:
        """Return the node after one more choice."""
        left = ~self.covers[at]
        return CoverNode((*node.chosen, at), node.allowed & left, node.uncovered & left)

    def branches(self, node: CoverNode) -> int:
        """Return the candidates to branch on: the fewest that cover one uncovered candidate."""
        covering = (self.covers[at] & node.allowed for at in bits(node.uncovered))
        return min(covering, key=int.bit_count)

    def below(self, node: CoverNode) -> Iterator[CoverNode]:
        """Yield the nodes below one, in the order of the search; a leaf has none."""
        chosen, allowed, uncovered = node
        if not uncovered:
            return
        for at in bits(self.branches(node)):
            one = self.with_one(CoverNode(chosen, allowed, uncovered), at)
            allowed &= ~(1 << at)
            if self.meets_needs(one):
                yield one

    def starting(self, chosen: Sequence[int]) -> CoverNode:
        """Return the node of all placements that begin, in ascending order, with some candidates.

        It is not one of the search from the root.
        """
        node = self.root
        for at in chosen:
            node = self.with_one(node, at)
            node = node._replace(allowed=node.allowed & -(2 << at))
        return node

    def meets_needs(self, node: CoverNode) -> bool:
        """Return whether the required numbers can still be met."""
        chosen = sum(1 << at for at in node.chosen)
        return all(
            (chosen & need.mask).bit_count() <= need.most
            and ((chosen | node.allowed) & need.mask).bit_count() >= need.least
            for need in self.graph.needs
        )


class CompiledCovers:
    """The placements below a node, found by the kernel; `room` of them are listed."""

    def __init__(self, table: CoverTable, node: CoverNode, room: int = 0) -> None:
        import numpy as np

        from rookery.nonattacking.counting import maximal_kernel as kernel

        self._kernel = kernel
        self._node = node
        width = table.words.shape[1]
        needs = table.graph.needs
        self._sets = kernel.MaximalSets(
            covers=table.words,
            allowed=np.zeros((table.deepest, width), np.int64),
            uncovered=np.zeros((table.deepest, width), np.int64),
            branches=np.zeros((table.deepest, width), np.int64),
            tried=np.zeros(table.deepest, np.int64),
            chosen=np.zeros(table.deepest, np.int64),
            needs=words_of([need.mask for need in needs], width),
            spans=np.array([(need.least, need.most) for need in needs], np.int64).reshape(-1, 2),
            taken=np.zeros((table.deepest, len(needs)), np.int64),
            counts=np.zeros(table.deepest + 1, np.int64),
            found=np.zeros((room, width), np.int64),
            state=np.array([-1, 0], np.int64),
        )
        self._begin(table)

    def _begin(self, table: CoverTable) -> None:
        """Write the root of the search, or count it if it is a leaf."""
        sets, node = self._sets, self._node
        if not table.meets_needs(node):
            return
        if not node.uncovered:
            sets.counts[0] = 1
            sets.state[self._kernel.FOUND] = len(sets.found) > 0
            return
        width = sets.covers.shape[1]
        sets.allowed[0], sets.uncovered[0] = words_of([node.allowed, node.uncovered], width)
        chosen = sum(1 << at for at in node.chosen)
        sets.taken[0] = [(chosen & need.mask).bit_count() for need in table.graph.needs]
        branches = table.branches(node)
        sets.branches[0] = words_of([branches], width)
        sets.tried[0] = branches.bit_count()
        sets.state[self._kernel.DEPTH] = 0

    def run(self) -> Slices:
        """Search all."""
        nodes = max(1, WORDS_A_SLICE // max(1, self._sets.covers.size))
        while self._sets.state[self._kernel.DEPTH] >= 0:
            self._kernel.search_maximal(self._sets, nodes)
            yield Slice(self._share(), self._counts)
        return self._counts()

    @property
    def is_full(self) -> bool:
        """Whether there is no room for more placements."""
        return int(self._sets.state[self._kernel.FOUND]) == len(self._sets.found)

    def found(self) -> Iterator[int]:
        """Yield the placements found, as sets of candidates."""
        chosen = sum(1 << at for at in self._node.chosen)
        for row in self._sets.found[: self._sets.state[self._kernel.FOUND]].tolist():
            yield chosen | sum(word << WORD * place for place, word in enumerate(row))

    def _counts(self) -> Counts:
        return [0] * len(self._node.chosen) + without_zeros(self._sets.counts.tolist())

    def _share(self) -> float:
        """Return the share of the search done; the branches of a node count equally."""
        deepest = int(self._sets.state[self._kernel.DEPTH])
        left, width = 0.0, 1.0
        for depth in range(deepest + 1):
            branches = sum(int(word).bit_count() for word in self._sets.branches[depth])
            width /= int(self._sets.tried[depth])
            left += branches * width
        return 1.0 - left
