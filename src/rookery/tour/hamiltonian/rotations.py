"""Repair of paths by rotations, for pieces with reversible moves.

If the last square e of a path has a move to a square p(i) of the path, a *rotation* reverses the
path after p(i) (L. Posa, "Hamiltonian circuits in random graphs", Discrete Mathematics 14, 1976)::

    p0 ... p(i)  p(i+1) ... e        the new last square is p(i+1)
            |_______________|

A rotation changes the last square and keeps the set of squares. A path that misses squares is
rotated until its last square has a move to one of them; a path of all squares, until its end is
valid.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.hamiltonian.paths import warnsdorff

if TYPE_CHECKING:
    from rookery.engine.lanes import Check

OUTSIDE = -1  # position of a square not on the path
LEAST_STEPS, PATIENCE = 400, 20  # steps per path: a constant, and a number per square
CHECK_EVERY = 64  # steps between two deadline checks


class RotatingPath:
    """A path that is extended and rotated until it is a tour.

    Parameters
    ----------
    graph
        A graph of reversible moves.
    path
        The first path, from the graph's start if it has one.
    random
        A generator for ties between rotations.
    """

    def __init__(self, graph: MoveGraph, path: Sequence[int], random: Random) -> None:
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
        self._used = [0] * size  # rotation at which a square was last the end
        self._turns = 0

    @property
    def done(self) -> bool:
        """Whether the path is a tour."""
        return self._length == len(self._path) and self._may_end(int(self._path[-1]))

    def _may_end(self, vertex: int) -> bool:
        """Return whether a path of all squares may end on a vertex."""
        if self._closed:
            return int(self._path[0]) in self._ends[vertex]
        return self._may_be_last is None or vertex in self._may_be_last

    def path(self) -> list[int]:
        """Return the current path."""
        found: list[int] = self._path[: self._length].tolist()
        return found

    def step(self) -> None:
        """Extend the path by a new square, or rotate it."""
        if self._both_ways and self._random.random() < 0.5:
            self._reverse(0)
        last = self._path[self._length - 1]
        for end in self._ends[last]:
            if self._place[end] == OUTSIDE:
                self._path[self._length] = end
                self._place[end] = self._length
                self._length += 1
                return
        self._rotate()

    def _rotate(self) -> None:
        """Rotate to the most promising last square, or the one least recently last."""
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
        """Return the sort key of a vertex that a rotation would make the last."""
        if self._length < len(self._path):
            promises = any(self._place[end] == OUTSIDE for end in self._ends[vertex])
        else:
            promises = self._may_end(vertex)
        return not promises, self._used[vertex], self._random.random()

    def _reverse(self, begin: int) -> None:
        """Reverse the path from a position on."""
        turned = self._path[begin : self._length][::-1].copy()
        self._path[begin : self._length] = turned
        self._place[turned] = np.arange(begin, self._length)


def find_by_rotations(
    graph: MoveGraph, seed: int, tries: int, check_deadline: Check = bool
) -> list[int] | None:
    """Return a tour of a connected graph of reversible moves, or None if `tries` paths failed."""
    random = Random(seed)
    for begun in range(tries):
        if graph.start is not None and not graph.closed:
            start = graph.start
        else:  # first a corner, then anywhere
            start = random.randrange(len(graph)) if begun else 0
        check_deadline()
        path = RotatingPath(graph, warnsdorff(graph, start, random), random)
        for number in range(LEAST_STEPS + PATIENCE * len(graph)):
            if path.done:
                found = path.path()
                at = found.index(graph.start) if graph.closed and graph.start is not None else 0
                return found[at:] + found[:at]
            if number % CHECK_EVERY == 0:
                check_deadline()
            path.step()
    return None
