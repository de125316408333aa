"""All placements in lexicographic order, by depth-first search on sets of candidates.

A placement is found before those that go on from it, and candidates are tried in ascending order,
so that placements come out as tuples compare. This plain Python serves every puzzle.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from rookery.nonattacking.between import Attack
from rookery.nonattacking.graph import Graph, bits, cliques
from rookery.nonattacking.validation import PlacedPiece

NODES_A_TICK = 1024  # between two checks of the deadline

Attacks = tuple[Attack, ...]
UNSEEN = -1

Node = tuple[int, int, int, Attacks]
"""Chosen and free candidates, the number free at first or UNSEEN, and the attacks made."""

Path = list[Node]


class SetSearch:
    """A depth-first search through the placements of a graph."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._cliques = [
            tuple(cliques(graph.conflicts, need.mask)) if need.least > 1 else (need.mask,)
            for need in graph.needs
        ]
        self._attacks = _by_candidate(graph)

    def placements(self, path: Path | None = None) -> Iterator[int | None]:
        """Yield the sets of candidates that are placements; None after every 1,024 nodes.

        Parameters
        ----------
        path
            Where to begin; at the empty set when None.
        """
        if self._graph.why_none:
            return
        path = [self.root] if path is None else path
        nodes = 0
        while path:
            chosen, free, most, attacks = path[-1]
            if most == UNSEEN:
                nodes += 1
                if nodes % NODES_A_TICK == 0:
                    yield None
                if self.is_placement(path[-1]):
                    yield chosen
                free = self._room(chosen, free)
                most = free.bit_count()
            if not free or self._is_lost(chosen, free, attacks):
                path.pop()
                continue
            at = (free & -free).bit_length() - 1
            path[-1] = (chosen, self._after(at, free), most, attacks)
            path.append(self._with(at, chosen, free, attacks))

    @property
    def root(self) -> Node:
        """The empty set."""
        return (0, self._graph.everything, UNSEEN, ())

    def below(self, node: Node) -> list[Node]:
        """Return the sets of one candidate more that go on from one."""
        chosen, free, _, attacks = node
        free = self._room(chosen, free)
        found = []
        while free and not self._is_lost(chosen, free, attacks):
            at = (free & -free).bit_length() - 1
            found.append(self._with(at, chosen, free, attacks))
            free = self._after(at, free)
        return found

    def node_of(self, chosen: Iterable[int]) -> Node:
        """Return the set of some candidates, given in ascending order."""
        node = self.root
        for at in chosen:
            node = self._with(at, node[0], node[1] & -(1 << at), node[3])
        return node

    def is_placement(self, node: Node) -> bool:
        """Return whether a set is a placement."""
        graph, (chosen, _, _, attacks) = self._graph, node
        if attacks or graph.forced & ~chosen:
            return False
        for need in graph.needs:
            if not need.least <= (chosen & need.mask).bit_count() <= need.most:
                return False
        if graph.equal and len({(chosen & kind).bit_count() for kind in graph.equal}) > 1:
            return False
        return not graph.puzzle.maximal or self._can_fill(chosen, 0)

    def path_from(self, start: Sequence[PlacedPiece]) -> Path:
        """Return the path to the first set that is not before some pieces, in ascending order."""
        graph = self._graph
        path = [self.root]
        for one in start:
            chosen, free, _, attacks = path[-1]
            free = self._room(chosen, free)
            most = free.bit_count()
            at = bisect_left(graph.candidates, one)
            left = free & -(1 << at)
            if free & ~left & graph.forced:
                left = 0
            is_there = left >> at & 1 and graph.candidates[at] == one
            path[-1] = (chosen, self._after(at, left) if is_there else left, most, attacks)
            if not is_there:
                return path
            path.append(self._with(at, chosen, left, attacks))
        return path

    def _after(self, at: int, free: int) -> int:
        """Return the alternatives to a candidate, the lowest that is free."""
        return 0 if self._graph.forced >> at & 1 else free & ~(1 << at)

    def _with(self, at: int, chosen: int, free: int, attacks: Attacks) -> Node:
        """Return the set with a candidate in addition, the lowest that is free."""
        more = self._made(chosen | 1 << at, at, attacks)
        above = free & -(2 << at) & ~self._graph.conflicts[at]
        return (chosen | 1 << at, above, UNSEEN, more)

    def _room(self, chosen: int, free: int) -> int:
        """Return the free candidates of requirements that are not full."""
        for need in self._graph.needs:
            if (chosen & need.mask).bit_count() >= need.most:
                free &= ~need.mask
        return free

    def _made(self, chosen: int, latest: int, before: Attacks) -> Attacks:
        """Return the attacks that candidates make, the latest of them among those."""
        if not self._attacks:
            return ()
        still = (attack for attack in before if attack.stands(chosen))
        return (*still, *(attack for attack in self._attacks[latest] if attack.stands(chosen)))

    def _is_lost(self, chosen: int, free: int, attacks: Attacks) -> bool:
        """Return whether no placement goes on from these candidates with some of the free ones."""
        graph = self._graph
        if graph.forced & ~chosen & ~free or not all(one.empty & free for one in attacks):
            return True
        for need, parts in zip(graph.needs, self._cliques, strict=True):
            missing = need.least - (chosen & need.mask).bit_count()
            if missing > 0 and not _can_add(missing, free, parts):
                return True
        if graph.attacks:  # what is chosen later may make an attack, or prevent one
            return False
        return graph.puzzle.maximal and not self._can_fill(chosen, free)

    def _can_fill(self, chosen: int, free: int) -> bool:
        """Return whether each candidate is chosen or free, or conflicts with one that is."""
        graph = self._graph
        left = graph.everything & ~chosen & ~free
        return all(
            graph.conflicts[at] & (chosen | free) or self._made(chosen | 1 << at, at, ())
            for at in bits(left)
        )


def _by_candidate(graph: Graph) -> list[list[Attack]]:
    """Return for each candidate the attacks it helps to make; nothing when there are none."""
    found: list[list[Attack]] = [[] for _ in graph.candidates if graph.attacks]
    for attack in graph.attacks:
        makers = attack.pieces
        for hurdle in attack.hurdles:
            makers |= hurdle
        for at in bits(makers):
            found[at].append(attack)
    return found


def _can_add(missing: int, free: int, parts: tuple[int, ...]) -> bool:
    """Return whether a number of candidates may be chosen, at most one of each clique."""
    if len(parts) == 1:
        return (free & parts[0]).bit_count() >= missing
    for part in parts:
        missing -= part & free != 0
        if not missing:
            return True
    return False
