"""Paths repaired by rotations, for pieces whose moves can be taken back.

When the last square e of a path has a move to a square p(i) of the path, the part behind p(i) can
be gone through backwards: a *rotation* (L. Posa, "Hamiltonian circuits in random graphs",
Discrete Mathematics 14, 1976)::

    p0 ... p(i)  p(i+1) ... e        the new last square is p(i+1)
            |_______________|

It changes the last square and nothing else. A path that misses squares is rotated until its
last square has a move to one of them; a path of all squares, until it ends where it may.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from rookery.tour.hamiltonian.graph import Graph
from rookery.tour.hamiltonian.warnsdorff import warnsdorff

OUTSIDE = -1
LEAST_STEPS, PATIENCE = 400, 20
"""So many steps, and so many more for each square, are tried before a new path is begun."""

LOOK_EVERY = 64  # rotations


class Rotated:
    """A path that grows and turns until it is a tour.

    Parameters
    ----------
    graph
        Its moves can be taken back.
    path
        To begin with, from the graph's start if it has one.
    random
        Chooses among rotations that are equally good.
    """

    def __init__(self, graph: Graph, path: Sequence[int], random: Random) -> None:
        self._ends = graph.ends
        self._random = random
        self._both_ways = graph.closed or (graph.start is None and graph.last is None)
        self._may_be_last = graph.last
        self._closed = graph.closed
        size = len(graph)
        self._path = np.empty(size, np.int32)
        self._path[: len(path)] = path
        self._length = len(path)
        self._place = np.full(size, OUTSIDE, np.int32)
        self._place[self._path[: len(path)]] = np.arange(len(path))
        self._used = [0] * size  # when a square was last in the end
        self._turns = 0

    @property
    def done(self) -> bool:
        """Whether the path is a tour."""
        if self._length < len(self._path):
            return False
        last = int(self._path[-1])
        if self._closed:
            return int(self._path[0]) in self._ends[last]
        return self._may_be_last is None or last in self._may_be_last

    def path(self) -> list[int]:
        """Return the path as it is."""
        found: list[int] = self._path[: self._length].tolist()
        return found

    def step(self) -> None:
        """Go on to a square that is not yet on the path, or rotate."""
        if self._both_ways and self._random.random() < 0.5:
            self._reverse(0)
        if not self._extend():
            self._rotate()

    def _extend(self) -> bool:
        last = self._path[self._length - 1]
        for end in self._ends[last]:
            if self._place[end] == OUTSIDE:
                self._path[self._length] = end
                self._place[end] = self._length
                self._length += 1
                return True
        return False

    def _rotate(self) -> None:
        """Rotate to the last square that promises most, or was least recently the last."""
        self._turns += 1
        last = int(self._path[self._length - 1])
        self._used[last] = self._turns
        places = [int(self._place[end]) for end in self._ends[last]]
        best = min(
            (place + 1 for place in places if 0 <= place < self._length - 2),
            key=lambda place: self._rank(int(self._path[place])),
            default=None,
        )
        if best is not None:
            self._reverse(best)

    def _rank(self, vertex: int) -> tuple[bool, int, float]:
        """Return a sort key of a vertex that a rotation would make the last."""
        if self._length < len(self._path):
            promises = any(self._place[end] == OUTSIDE for end in self._ends[vertex])
        elif self._closed:
            promises = int(self._path[0]) in self._ends[vertex]
        else:
            promises = self._may_be_last is None or vertex in self._may_be_last
        return not promises, self._used[vertex], self._random.random()

    def _reverse(self, begin: int) -> None:
        """Go backwards through the path from a position on."""
        turned = self._path[begin : self._length][::-1].copy()
        self._path[begin : self._length] = turned
        self._place[turned] = np.arange(begin, self._length)


def rotated(
    graph: Graph, seed: int, tries: int | None, look: Callable[[], object] = bool
) -> list[int] | None:
    """Return a tour of a graph whose moves can be taken back; None when none was found.

    Parameters
    ----------
    graph
        Connected.
    seed
        Of the random choices.
    tries
        Paths to begin; None for as many as it takes.
    look
        Called now and then; may raise.
    """
    random = Random(seed)
    begun = 0
    while tries is None or begun < tries:
        begun += 1
        start = _first(graph, begun, random)
        look()
        path = Rotated(graph, warnsdorff(graph, start, random), random)
        for number in range(LEAST_STEPS + PATIENCE * len(graph)):
            if path.done:
                return _from_start(graph, path.path())
            if number % LOOK_EVERY == 0:
                look()
            path.step()
    return None


def _first(graph: Graph, begun: int, random: Random) -> int:
    """Return where to begin a path: where the tour starts, else in a corner, else anywhere."""
    if graph.start is not None and not graph.closed:
        return graph.start
    return 0 if begun == 1 else random.randrange(len(graph))


def _from_start(graph: Graph, path: list[int]) -> list[int]:
    """Return a closed tour from its start on."""
    if not graph.closed or graph.start is None:
        return path
    at = path.index(graph.start)
    return path[at:] + path[:at]
