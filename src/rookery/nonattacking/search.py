"""All placements in lexicographic order, by depth-first search on sets of candidates.

A placement is found before those that go on from it, and candidates are tried in ascending order,
so that placements come out as tuples compare. It is plain Python: it serves every puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.nonattacking.graph import Graph, Need, bits, cliques

NODES_A_TICK = 1024


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
        self._path: list[tuple[int, int, int]] = []  # chosen, free, how many were free at first

    def placements(self) -> Iterator[int | None]:
        """Yield the sets of candidates that are placements; None after every 1,024 nodes."""
        graph = self._graph
        if graph.why_none:
            return
        self._path = path = [(0, graph.everything, 0)]
        fresh = True
        while path:
            chosen, free, most = path[-1]
            if fresh:
                self.nodes += 1
                if self.nodes % NODES_A_TICK == 0:
                    yield None
                if self._is_complete(chosen):
                    yield chosen
                free = self._room(chosen, free)
                most = free.bit_count()
            lowest = free & -free
            if not lowest or self._is_lost(chosen, free):
                path.pop()
                fresh = False
                continue
            skips_forced = lowest & graph.forced
            path[-1] = (chosen, 0 if skips_forced else free ^ lowest, most)
            above = free & -(lowest << 1)
            conflicts = graph.conflicts[lowest.bit_length() - 1]
            path.append((chosen | lowest, above & ~conflicts, 0))
            fresh = True

    def share(self) -> float:
        """Return the part of the search that is done, by the branches that are over."""
        done, part = 0.0, 1.0
        for _, free, most in self._path:
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

    def _is_lost(self, chosen: int, free: int) -> bool:
        """Return whether no placement goes on from these candidates with some of the free ones."""
        graph = self._graph
        if graph.forced & ~chosen & ~free:
            return True
        for need, parts in zip(graph.needs, self._cliques, strict=True):
            missing = need.least - (chosen & need.mask).bit_count()
            if missing > 0 and not _can_add(missing, free, parts):
                return True
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
        return all(graph.conflicts[at] & (chosen | free) for at in bits(left))


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
