"""All placements in lexicographic order, by depth-first search on sets of candidates.

A placement precedes its extensions, and candidates are tried in ascending order, so placements are
found in the order of tuples. This plain Python serves every puzzle.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import length_hint
from typing import TypeVar

from rookery.nonattacking.between import Attack
from rookery.nonattacking.graph import Graph, bits, cliques
from rookery.nonattacking.validation import PlacedPiece

NODES_A_TICK = 1024  # between two checks of the deadline

EVEN_LEVELS = 3  # levels whose nodes measure the share of a search

Attacks = tuple[Attack, ...]
Node = tuple[int, int, Attacks]
"""Chosen and free candidates, and the attacks made."""

AnyNode = TypeVar("AnyNode")
Levels = list[tuple[Iterator[AnyNode], int]]
"""The nodes left on each level of a search, and how many there were on the first levels."""


def walk(
    levels: Levels[AnyNode], below: Callable[[AnyNode], Iterable[AnyNode]]
) -> Iterator[AnyNode]:
    """Yield the nodes of a tree depth first, resuming from the given levels, which are updated."""
    while levels:
        node = next(levels[-1][0], None)
        if node is None:
            levels.pop()
            continue
        yield node
        nodes = below(node)
        if len(levels) < EVEN_LEVELS:
            nodes = list(nodes)
        levels.append((iter(nodes), length_hint(nodes)))


class SetSearch:
    """A depth-first search through the placements of a graph."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._cliques = [
            tuple(cliques(graph.conflicts, need.mask)) if need.least > 1 else (need.mask,)
            for need in graph.needs
        ]
        self._attacks = _by_candidate(graph)

    def placements(self, start: Sequence[PlacedPiece] = ()) -> Iterator[int | None]:
        """Yield the placements from `start` on, as sets of candidates; None every 1,024 nodes."""
        for number, node in enumerate(walk(self._levels_from(start), self.below), 1):
            if number % NODES_A_TICK == 0:
                yield None
            if self.is_placement(node):
                yield node[0]

    @property
    def root(self) -> Node:
        """The empty set."""
        return (0, self._graph.everything, ())

    def below(self, node: Node) -> Iterator[Node]:
        """Yield the sets that extend a set by one candidate."""
        chosen, free, attacks = node
        free = self._room(chosen, free)
        while free and not self._is_lost(chosen, free, attacks):
            at = (free & -free).bit_length() - 1
            more = chosen | 1 << at
            above = free & -(2 << at) & ~self._graph.conflicts[at]
            yield more, above, self._made(more, at, attacks)
            free = 0 if self._graph.forced >> at & 1 else free & (free - 1)

    def is_placement(self, node: Node) -> bool:
        """Return whether a set is a placement."""
        graph, (chosen, _, attacks) = self._graph, node
        if attacks or graph.forced & ~chosen:
            return False
        for need in graph.needs:
            if not need.least <= (chosen & need.mask).bit_count() <= need.most:
                return False
        if graph.equal and len({(chosen & kind).bit_count() for kind in graph.equal}) > 1:
            return False
        return not graph.puzzle.maximal or self._can_fill(chosen, 0)

    def _levels_from(self, start: Sequence[PlacedPiece]) -> Levels[Node]:
        """Return the levels down to the first set not before the given pieces."""
        graph, node = self._graph, self.root
        levels: Levels[Node] = []
        for one in start:
            chosen, free, attacks = node
            free = self._room(chosen, free)
            at = bisect_left(graph.candidates, one)
            left = free & -(1 << at)
            if free & ~left & graph.forced:
                return levels
            onward = self.below((chosen, left, attacks))
            levels.append((onward, 0))
            is_there = left >> at & 1 and graph.candidates[at] == one
            first = next(onward, None) if is_there else None
            if first is None:
                return levels
            node = first
        return [*levels, (iter([node]), 0)]

    def _room(self, chosen: int, free: int) -> int:
        """Return the free candidates of requirements that are not full."""
        for need in self._graph.needs:
            if (chosen & need.mask).bit_count() >= need.most:
                free &= ~need.mask
        return free

    def _made(self, chosen: int, latest: int, before: Attacks) -> Attacks:
        """Return the attacks that candidates make and in which the latest one takes part."""
        if not self._attacks:
            return ()
        still = (attack for attack in before if attack.stands(chosen))
        return (*still, *(attack for attack in self._attacks[latest] if attack.stands(chosen)))

    def _is_lost(self, chosen: int, free: int, attacks: Attacks) -> bool:
        """Return whether no placement extends these candidates by free ones."""
        graph = self._graph
        if graph.forced & ~chosen & ~free or not all(one.empty & free for one in attacks):
            return True
        for need, parts in zip(graph.needs, self._cliques, strict=True):
            missing = need.least - (chosen & need.mask).bit_count()
            if missing > 0 and not _can_add(missing, free, parts):
                return True
        if graph.attacks:  # later candidates may make or prevent attacks
            return False
        return graph.puzzle.maximal and not self._can_fill(chosen, free)

    def _can_fill(self, chosen: int, free: int) -> bool:
        """Return whether each candidate is chosen or free, or conflicts with such a candidate."""
        graph = self._graph
        left = graph.everything & ~chosen & ~free
        return all(
            graph.conflicts[at] & (chosen | free) or self._made(chosen | 1 << at, at, ())
            for at in bits(left)
        )


def _by_candidate(graph: Graph) -> list[list[Attack]]:
    """Return, for each candidate, the attacks in which it takes part; empty if there are none."""
    found: list[list[Attack]] = [[] for _ in graph.candidates if graph.attacks]
    for attack in graph.attacks:
        makers = attack.pieces
        for hurdle in attack.hurdles:
            makers |= hurdle
        for at in bits(makers):
            found[at].append(attack)
    return found


def _can_add(missing: int, free: int, parts: tuple[int, ...]) -> bool:
    """Return whether a number of candidates may be chosen with at most one from each clique."""
    if len(parts) == 1:
        return (free & parts[0]).bit_count() >= missing
    for part in parts:
        missing -= part & free != 0
        if not missing:
            return True
    return False
