"""All placements in lexicographic order, by depth-first search on sets of candidates.

A placement is found before those that go on from it, and candidates are tried in ascending order,
so that placements come out as tuples compare. It is plain Python: it serves every puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.nonattacking.between import Attack
from rookery.nonattacking.graph import Graph, Need, bits, cliques

NODES_A_TICK = 1024

Attacks = tuple[Attack, ...]
Path = list[tuple[int, int, int, Attacks]]
"""What is chosen, free, how many were free at first, and the attacks that are made, by depth."""


class Search:
    """A depth-first search through the placements of a graph.

    Attributes
    ----------
    nodes
        Sets of candidates looked at so far.
    """

    def __init__(self, graph: Graph) -> None:
        self.nodes = 0
        self._graph = graph
        self._cliques = [
            tuple(cliques(graph.conflicts, need.mask)) if need.least > 1 else (need.mask,)
            for need in graph.needs
        ]
        self._attacks = _by_candidate(graph)
        self._path: Path = []

    def placements(self) -> Iterator[int | None]:
        """Yield the sets of candidates that are placements; None after every 1,024 nodes."""
        graph = self._graph
        if graph.why_none:
            return
        path: Path = [(0, graph.everything, 0, ())]
        self._path = path
        fresh = True
        while path:
            chosen, free, most, attacks = path[-1]
            if fresh:
                self.nodes += 1
                if self.nodes % NODES_A_TICK == 0:
                    yield None
                if not attacks and self._is_complete(chosen):
                    yield chosen
                free = self._room(chosen, free)
                most = free.bit_count()
            lowest = free & -free
            if not lowest or self._is_lost(chosen, free, attacks):
                path.pop()
                fresh = False
                continue
            skips_forced = lowest & graph.forced
            path[-1] = (chosen, 0 if skips_forced else free ^ lowest, most, attacks)
            above = free & -(lowest << 1)
            at = lowest.bit_length() - 1
            more = self._made(chosen | lowest, at, attacks)
            path.append((chosen | lowest, above & ~graph.conflicts[at], 0, more))
            fresh = True

    def share(self) -> float:
        """Return the part of the search that is done, by the branches that are over."""
        done, part = 0.0, 1.0
        for _, free, most, _ in self._path:
            left = free.bit_count() + 1  # the branch at work too
            done += part * (1 - left / (most + 1))
            part /= most + 1
        return min(1.0, max(0.0, done))

    def _room(self, chosen: int, free: int) -> int:
        """Return what may still be chosen: nothing of what there is enough of."""
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

    def _is_complete(self, chosen: int) -> bool:
        graph = self._graph
        if graph.forced & ~chosen or not all(_is_met(need, chosen) for need in graph.needs):
            return False
        if len({(chosen & kind).bit_count() for kind in graph.equal}) > 1:
            return False
        return not graph.puzzle.maximal or self._can_fill(chosen, 0)

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


def _is_met(need: Need, chosen: int) -> bool:
    return need.least <= (chosen & need.mask).bit_count() <= need.most


def _can_add(missing: int, free: int, parts: tuple[int, ...]) -> bool:
    """Return whether so many may be chosen, one of each part at most; a single part has room."""
    if len(parts) == 1:
        return (free & parts[0]).bit_count() >= missing
    for part in parts:
        missing -= part & free != 0
        if not missing:
            return True
    return False
