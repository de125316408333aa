"""Counting of Hamiltonian paths and cycles by a frontier sweep over the board.

The *frontier* method is due to D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4
(Simpath). For knights see M. Loebbing and I. Wegener, "The number of knight's tours equals
33,439,123,484,294 - counting with binary decision diagrams", Electronic Journal of Combinatorics 3
(1996), whose number was corrected by B. D. McKay (1997).

Vertices are swept one by one, in order. Swept vertices have both their moves and form path
segments. Only the two ends of each segment matter, which are *mates* on the frontier. A state maps
every vertex of the frontier to its mate. Choices of moves that lead to the same state are merged,
and their numbers added::

    swept                 frontier            not yet touched
    a---b---c   ---->     d   e   f           g ...
                          d's mate is f, e has both its moves

An open tour becomes a cycle through an extra vertex outside the board, which is swept last.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.engine.partial import Partial
from rookery.errors import LimitError
from rookery.numbers import size
from rookery.tour import memory
from rookery.tour.hamiltonian.graph import MoveGraph

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rookery.engine.lanes import Check

    Mates = NDArray[np.uint8]
    Ways = NDArray[Any]

FULL = 0  # mate of a vertex that has both its moves
MOST_WAYS = 1 << 61  # choices; larger counts are added up as Python integers
CODE_BITS = 6  # bits of a mate in a packed state
CODES_A_WORD = 64 // CODE_BITS  # mates per 64-bit word
MOST_FRONTIER = (1 << CODE_BITS) - 2  # vertices of a frontier, at most
STATE_BYTES = 40  # bytes of a state besides its mates, estimated


@dataclass(frozen=True)
class CycleGraph:
    """A graph whose Hamiltonian cycles are counted, with some path segments given.

    Attributes
    ----------
    near
        The neighbours of each vertex.
    segments
        The end vertices of the path segments that belong to every cycle.
    times
        The number of tours that each cycle counts for.
    """

    near: Sequence[set[int]]
    segments: tuple[tuple[int, int], ...]
    times: int

    @classmethod
    def of(cls, graph: MoveGraph) -> CycleGraph:
        """Return the cycle graph of reversible moves on at least three squares.

        Its cycles, each counted `times` times, correspond to the tours as sequences: a path and
        its reverse count as two.
        """
        near = [set(ends) for ends in graph.ends]
        outside = len(near)
        if graph.closed:
            return cls(near, (), 2)
        everywhere = frozenset(range(outside))
        if graph.start is None and graph.last is None:
            return cls(_with(near, everywhere), (), 2)
        lasts = everywhere if graph.last is None else graph.last
        if graph.start is not None and len(lasts) == 1:
            return cls(near, ((graph.start, min(lasts)),), 1)
        ring = _with(near, lasts)
        if graph.start is not None:
            return cls(ring, ((graph.start, outside),), 1)
        return cls(_with(ring, everywhere), ((outside, outside + 1),), 1)


def _with(near: Sequence[set[int]], neighbours: frozenset[int]) -> list[set[int]]:
    """Return the graph with an extra last vertex joined to its neighbours."""
    new = len(near)
    grown = [
        ends | {new} if vertex in neighbours else set(ends) for vertex, ends in enumerate(near)
    ]
    return [*grown, set(neighbours)]


def cycles(ring: CycleGraph, check: Check = bool) -> Generator[Partial, None, int]:
    """Count the Hamiltonian cycles, times `ring.times`. A step is a swept vertex.

    A sweep has no partial count before its end; its notes report the progress. `check` is called
    many times per vertex.

    Raises
    ------
    LimitError
        If the states need more than 2 GiB of memory.
    """
    sweep, of = FrontierSweep(ring), len(ring.near)
    while sweep.states:
        swept, states = sweep.vertex, f"{sweep.states} states"
        if swept == of:
            return sweep.total() * ring.times
        yield Partial(
            share=swept / of,
            steps=min(1, swept),
            done=swept,
            total=of,
            stage=states,
            note=f"{swept} of {of} squares swept, {states}",
        )
        sweep.step(check)
    return 0


class FrontierSweep:
    """The frontier states of a sweep between two vertices.

    Attributes
    ----------
    vertex
        The next vertex to sweep.
    """

    def __init__(self, ring: CycleGraph) -> None:
        self.vertex = 0
        self._near = ring.near
        given = sorted(vertex for pair in ring.segments for vertex in pair)
        mate = dict(ring.segments) | {last: first for first, last in ring.segments}
        self._live = given
        codes = [given.index(mate[vertex]) + 1 for vertex in given]
        self._mates: Mates = np.array([codes], np.uint8).reshape(1, len(given))
        self._ways: Ways = np.ones(1, np.int64)

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self._ways)

    def total(self) -> int:
        """Return the number of choices that lead to all states together."""
        return sum(map(int, self._ways))

    def step(self, check_deadline: Check = bool) -> None:
        """Sweep a vertex: choose its moves to later vertices."""
        self._enter()
        later = [
            code
            for code, vertex in enumerate(self._live, 1)
            if vertex in self._near[self.vertex] and vertex > self.vertex
        ]
        choices = [(), *((code,) for code in later), *combinations(later, 2)]
        each = len(self._live) * (len(choices) + 1) + STATE_BYTES
        memory_left = memory.MOST_BYTES // each
        if self.states > memory_left:
            raise LimitError(
                f"{self.states} states of {len(self._live)} squares need about "
                f"{size(self.states * each)} of memory, expected at most "
                f"{size(memory.MOST_BYTES)}"
            )
        found = []
        for chosen in choices:
            check_deadline()
            mates, ways = self._chosen(chosen)
            if len(ways):
                found.append(_merged(mates, ways, check_deadline))
        check_deadline()
        self._leave(found, check_deadline)

    def _enter(self) -> None:
        """Add the vertex and its later neighbours to the frontier."""
        later = {near for near in self._near[self.vertex] if near > self.vertex}
        live = sorted({self.vertex, *self._live} | later)
        if len(live) > MOST_FRONTIER:
            raise LimitError(
                f"the frontier has {len(live)} squares, expected at most {MOST_FRONTIER}"
            )
        place = {vertex: code for code, vertex in enumerate(live, 1)}
        recoded = np.array([FULL, *(place[vertex] for vertex in self._live)], np.uint8)
        mates = np.empty((self.states, len(live)), np.uint8)
        mates[:] = np.arange(1, len(live) + 1)
        if self._live:
            mates[:, [place[vertex] - 1 for vertex in self._live]] = recoded[self._mates]
        self._live, self._mates = live, mates

    def _chosen(self, joined: tuple[int, ...]) -> tuple[Mates, Ways]:
        """Return the states after the vertex, of code 1, is joined to a set of neighbours."""
        # The set must supply exactly the moves that the vertex lacks; each neighbour must lack one.
        own = self._mates[:, 0]
        lacking = [own == FULL, (own != FULL) & (own != 1), own == 1][len(joined)]
        for code in joined:
            lacking &= self._mates[:, code - 1] != FULL
        rows = np.flatnonzero(lacking)
        mates, ways = self._mates[rows], self._ways[rows]
        kept: NDArray[np.bool_] = np.ones(len(rows), np.bool_)
        for code in joined:
            kept = kept & _join(mates, code)
        if self.vertex + len(self._live) < len(self._near):  # later vertices are still to come
            return mates[kept], ways[kept]
        return mates[kept | _all_full(mates)], ways[kept | _all_full(mates)]

    def _leave(self, found: list[tuple[Mates, Ways]], check_deadline: Check) -> None:
        """Remove the vertex, which has both its moves, from the frontier."""
        self.vertex += 1
        self._live = self._live[1:]
        if not found:
            self._mates, self._ways = self._mates[:0, 1:], self._ways[:0]
            return
        mates = np.concatenate([mates[:, 1:] for mates, _ in found])
        ways = np.concatenate([ways for _, ways in found])
        check_deadline()
        mates = np.where(mates == FULL, FULL, mates - 1).astype(np.uint8)
        mates, ways = _merged(mates, ways, check_deadline)
        if ways.dtype != object and float(ways.sum(dtype=float)) > MOST_WAYS / 64:
            ways = ways.astype(object)
        self._mates, self._ways = mates, ways


def _join(mates: Mates, code: int) -> NDArray[np.bool_]:
    """Join the vertex of code 1 to another in every state; return where no cycle closes."""
    rows = np.arange(len(mates))
    own, other = mates[:, 0].copy(), mates[:, code - 1].copy()
    apart: NDArray[np.bool_] = own != code
    # The ends of the joined segment become mates; a segment end that is joined has both its moves.
    mates[rows, own - 1] = other
    mates[rows, other - 1] = own
    mates[:, 0] = np.where(own == 1, mates[:, 0], FULL)
    mates[:, code - 1] = np.where(other == code, mates[:, code - 1], FULL)
    mates[~apart, 0] = FULL
    mates[~apart, code - 1] = FULL
    return apart


def _all_full(mates: Mates) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = np.equal(mates.max(axis=1), FULL)
    return found


def _merged(mates: Mates, ways: Ways, check_deadline: Check) -> tuple[Mates, Ways]:
    """Merge equal states and add up their choices."""
    if len(ways) < 2 or not mates.shape[1]:
        return mates[:1], ways[:1] if len(ways) < 2 else np.array([ways.sum()], ways.dtype)
    words = []  # the states packed into as few words as possible
    for begin in range(0, mates.shape[1], CODES_A_WORD):
        word = np.zeros(len(mates), np.uint64)
        for column in range(begin, min(begin + CODES_A_WORD, mates.shape[1])):
            word = (word << np.uint64(CODE_BITS)) | mates[:, column]
        words.append(word)
    check_deadline()
    order = np.lexsort(words) if len(words) > 1 else np.argsort(words[0], kind="stable")
    check_deadline()
    differs = np.zeros(len(order) - 1, np.bool_)
    for word in words:
        ordered = word[order]
        differs |= ordered[1:] != ordered[:-1]
    first = np.flatnonzero(np.concatenate(([True], differs)))
    check_deadline()
    return mates[order[first]], np.add.reduceat(ways[order], first)
