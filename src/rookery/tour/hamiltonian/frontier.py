"""The number of Hamiltonian paths and cycles, by a sweep over the board.

The *frontier* method: D. E. Knuth, The Art of Computer Programming 4A, section 7.1.4 (Simpath), and
for knights M. Loebbing and I. Wegener, "The number of knight's tours equals 33,439,123,484,294 -
counting with binary decision diagrams", Electronic Journal of Combinatorics 3 (1996), whose number
was corrected by B. D. McKay (1997).

Vertices are swept one by one, in order. Swept vertices have their two moves, and form pieces of
path. Of these nothing matters but which later vertices they end on, two and two: *mates*. A state
gives every vertex of the frontier its mate, and two choices of moves with the same
state are one from then on; the number of choices is added up::

    swept                 frontier            not yet touched
    a---b---c   ---->     d   e   f           g ...
                          d's mate is f, e has both its moves

An open tour is a cycle through one vertex more, outside the board, which is the last of all.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.engine.run import Partial
from rookery.errors import LimitError
from rookery.tour import memory
from rookery.tour.hamiltonian.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Mates = NDArray[np.uint8]
    Ways = NDArray[Any]

FULL = 0
"""In place of the mate of a vertex that has both its moves."""

MOST_WAYS = 1 << 61
"""Up to here ways are added up in 64 bits, then as Python's integers."""

CODE_BITS = 6
CODES_A_WORD = 64 // CODE_BITS
MOST_FRONTIER = (1 << CODE_BITS) - 2
STATE_BYTES = 40
"""Of a state, more or less, besides a byte for each vertex of the frontier and its choices."""


@dataclass(frozen=True)
class Ring:
    """A graph whose Hamiltonian cycles are to be counted, with some pieces of path given.

    Attributes
    ----------
    near
        For each vertex its neighbours.
    joined
        Pairs of vertices, each the ends of a piece of path that is part of every cycle.
    times
        What each cycle counts.
    """

    near: Sequence[set[int]]
    joined: tuple[tuple[int, int], ...]
    times: int

    @classmethod
    def of(cls, graph: Graph) -> Ring:
        """Return the ring of a graph whose moves can be taken back, of at least three squares.

        Its cycles, each counted so many times, are the tours as they are written down: from the
        start on, a path and its reverse as two.
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
    """Return a graph with one more vertex, the last, and its neighbours."""
    new = len(near)
    grown = [
        ends | {new} if vertex in neighbours else set(ends) for vertex, ends in enumerate(near)
    ]
    return [*grown, set(neighbours)]


def cycles(ring: Ring, check: Callable[[], object] = bool) -> Generator[Partial, None, int]:
    """Count the Hamiltonian cycles, times `ring.times`; a step is a vertex that is swept.

    A sweep has no part of the number before its end: its notes tell how far it is.

    Parameters
    ----------
    check
        Called many times while a vertex is swept; may raise.

    Raises
    ------
    LimitError
        When the states need more than 2 GiB of memory.
    """
    sweep, of = Sweep(ring), len(ring.near)
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


class Sweep:
    """The states between two vertices of a sweep.

    Attributes
    ----------
    vertex
        The next to be swept.
    """

    def __init__(self, ring: Ring) -> None:
        self.vertex = 0
        self._near = ring.near
        given = sorted(vertex for pair in ring.joined for vertex in pair)
        mate = dict(ring.joined) | {last: first for first, last in ring.joined}
        self._live = given
        codes = [given.index(mate[vertex]) + 1 for vertex in given]
        self._mates: Mates = np.array([codes], np.uint8).reshape(1, len(given))
        self._ways: Ways = np.ones(1, np.int64)

    @property
    def states(self) -> int:
        """How many there are."""
        return len(self._ways)

    def total(self) -> int:
        """Return the number of ways to reach all states."""
        return sum(map(int, self._ways))

    def step(self, look: Callable[[], object] = bool) -> None:
        """Sweep a vertex: choose the moves that lead from it to later ones."""
        self._enter()
        choices = list(self._choices())
        each = len(self._live) * (len(choices) + 1) + STATE_BYTES
        memory_left = memory.MOST_BYTES // each
        if self.states > memory_left:
            raise LimitError(
                f"{self.states} states of {len(self._live)} squares need about "
                f"{memory.size(self.states * each)} of memory, expected at most "
                f"{memory.size(memory.MOST_BYTES)}"
            )
        found = []
        for chosen in choices:
            look()
            mates, ways = self._chosen(chosen)
            if len(ways):
                found.append(_merged(mates, ways, look))
        look()
        self._leave(found, look)

    def _enter(self) -> None:
        """Give the vertex and its later neighbours a place on the frontier."""
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

    def _choices(self) -> list[tuple[int, ...]]:
        """Return sets of neighbours, by their codes, that the vertex may be joined to."""
        codes = [
            code
            for code, vertex in enumerate(self._live, 1)
            if vertex in self._near[self.vertex] and vertex > self.vertex
        ]
        return [(), *((code,) for code in codes), *combinations(codes, 2)]

    def _chosen(self, joined: tuple[int, ...]) -> tuple[Mates, Ways]:
        """Return the states after the vertex, whose code is 1, is joined to some others.

        It needs as many moves as it lacks; so does each of the others need one.
        """
        own = self._mates[:, 0]
        lacking = [own == FULL, (own != FULL) & (own != 1), own == 1][len(joined)]
        for code in joined:
            lacking &= self._mates[:, code - 1] != FULL
        rows = np.flatnonzero(lacking)
        mates, ways = self._mates[rows], self._ways[rows]
        kept: NDArray[np.bool_] = np.ones(len(rows), np.bool_)
        for code in joined:
            kept = kept & _join(mates, code)
        if not self._may_close():
            return mates[kept], ways[kept]
        return mates[kept | _all_full(mates)], ways[kept | _all_full(mates)]

    def _may_close(self) -> bool:
        """Whether no later vertex is without a place on the frontier."""
        return self.vertex + len(self._live) >= len(self._near)

    def _leave(self, found: list[tuple[Mates, Ways]], look: Callable[[], object]) -> None:
        """Take the vertex, which has both its moves, off the frontier."""
        self.vertex += 1
        self._live = self._live[1:]
        if not found:
            self._mates, self._ways = self._mates[:0, 1:], self._ways[:0]
            return
        mates = np.concatenate([mates[:, 1:] for mates, _ in found])
        ways = np.concatenate([ways for _, ways in found])
        look()
        mates = np.where(mates == FULL, FULL, mates - 1).astype(np.uint8)
        mates, ways = _merged(mates, ways, look)
        if ways.dtype != object and float(ways.sum(dtype=float)) > MOST_WAYS / 64:
            ways = ways.astype(object)
        self._mates, self._ways = mates, ways


def _join(mates: Mates, code: int) -> NDArray[np.bool_]:
    """Join the vertex of code 1 to another in every state; return where this closes no cycle."""
    rows = np.arange(len(mates))
    own, other = mates[:, 0].copy(), mates[:, code - 1].copy()
    apart: NDArray[np.bool_] = own != code
    # The ends of the longer piece are mates; what was an end and is joined has both its moves.
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


def _merged(mates: Mates, ways: Ways, look: Callable[[], object]) -> tuple[Mates, Ways]:
    """Return states that may come several times each once, their ways added up."""
    if len(ways) < 2 or not mates.shape[1]:
        return mates[:1], ways[:1] if len(ways) < 2 else np.array([ways.sum()], ways.dtype)
    words = _words(mates)
    look()
    order = np.lexsort(words) if len(words) > 1 else np.argsort(words[0], kind="stable")
    look()
    differs = np.zeros(len(order) - 1, np.bool_)
    for word in words:
        ordered = word[order]
        differs |= ordered[1:] != ordered[:-1]
    first = np.flatnonzero(np.concatenate(([True], differs)))
    look()
    return mates[order[first]], np.add.reduceat(ways[order], first)


def _words(mates: Mates) -> list[NDArray[np.uint64]]:
    """Return states packed into 64-bit words, as few as hold them."""
    words = []
    for begin in range(0, mates.shape[1], CODES_A_WORD):
        word = np.zeros(len(mates), np.uint64)
        for column in range(begin, min(begin + CODES_A_WORD, mates.shape[1])):
            word = (word << np.uint64(CODE_BITS)) | mates[:, column]
        words.append(word)
    return words
