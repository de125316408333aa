"""Paths by Warnsdorff's rule, and their repair by rotations for pieces with reversible moves.

The rule is to move to the square with the fewest free onward moves. It is from H. C. von
Warnsdorff, "Des Roesselsprungs einfachste und allgemeinste Loesung", 1823. Ties go to the square
farthest from the board's middle, then to a random one.

If the last square e of a path has a move to a square p(i) of the path, a *rotation* reverses the
path after p(i) (L. Posa, "Hamiltonian circuits in random graphs", Discrete Mathematics 14, 1976)::

    p0 ... p(i)  p(i+1) ... e        the new last square is p(i+1)
            |_______________|

A path that misses squares is rotated until its last square has a move to one of them; a path of all
squares, until its end is valid.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from rookery.results.limits import Check
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.moves import square_of

OUTSIDE = -1  # position of a square not on the path
LEAST_STEPS, PATIENCE = 400, 20  # steps per path: a constant, and a number per square


def warnsdorff(graph: MoveGraph, start: int, random: Random) -> list[int]:
    """Return the vertices of a path from a start, up to a vertex without free neighbours."""
    left = [len(ends) for ends in graph.ends]
    free = [True] * len(graph)
    # Four times the squared distance of each vertex from the middle.
    rows, columns = graph.board.rows - 1, graph.board.columns - 1
    places = (square_of(graph.board, square) for square in graph.squares)
    farness = [(2 * row - rows) ** 2 + (2 * column - columns) ** 2 for row, column in places]
    path = [start]
    while True:
        vertex = path[-1]
        free[vertex] = False
        onward = [end for end in graph.ends[vertex] if free[end]]
        if not onward:
            return path
        for end in onward:
            left[end] -= 1
        least = min(left[end] for end in onward)
        chosen = [end for end in onward if left[end] == least]
        farthest = max(farness[end] for end in chosen)
        path.append(random.choice([end for end in chosen if farness[end] == farthest]))


class RotatingPath:
    """A path in a graph of reversible moves that is extended and rotated until it is a tour."""

    def __init__(self, graph: MoveGraph, path: Sequence[int], random: Random) -> None:
        self._graph = graph
        self._ends = graph.ends
        self._random = random
        self._both_ways = graph.closed or (graph.start is None and graph.last is None)
        size = len(graph)
        self._path = np.empty(size, np.int32)
        self._path[: len(path)] = path
        self._length = len(path)
        self._place = np.full(size, OUTSIDE, np.int32)
        self._place[self._path[: len(path)]] = np.arange(len(path))
        self._used = [0] * size  # rotation at which a square was last the end
        self._turns = 0

    def tour(self) -> list[int] | None:
        """Return the path if it is a tour."""
        first, last = int(self._path[0]), int(self._path[-1])
        if self._length < len(self._path) or not self._graph.may_end(first, last):
            return None
        path: list[int] = self._path.tolist()
        return path

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

        def rank(place: int) -> tuple[bool, int, float]:
            vertex = int(self._path[place])
            if self._length < len(self._path):
                promises = any(self._place[end] == OUTSIDE for end in self._ends[vertex])
            else:
                promises = self._graph.may_end(int(self._path[0]), vertex)
            return not promises, self._used[vertex], self._random.random()

        places = [int(self._place[end]) + 1 for end in self._ends[last]]
        inside = (place for place in places if 0 < place < self._length - 1)
        if (best := min(inside, key=rank, default=None)) is not None:
            self._reverse(best)

    def _reverse(self, begin: int) -> None:
        """Reverse the path from a position on."""
        turned = self._path[begin : self._length][::-1].copy()
        self._path[begin : self._length] = turned
        self._place[turned] = np.arange(begin, self._length)


def find_by_rotations(
    graph: MoveGraph, seed: int, tries: int, check_deadline: Check = bool
) -> list[int] | None:
    """Return a tour of a connected graph, or None if `tries` paths failed.

    A path is rotated only if all moves are reversible.
    """
    random = Random(seed)
    steps = LEAST_STEPS + PATIENCE * len(graph) if graph.is_reversible else 1
    for begun in range(tries):
        if graph.start is not None and not graph.closed:
            start = graph.start
        else:  # first a corner, then anywhere
            start = random.randrange(len(graph)) if begun else 0
        path = RotatingPath(graph, warnsdorff(graph, start, random), random)
        for _ in range(steps):
            if (found := path.tour()) is not None:
                at = found.index(graph.start) if graph.closed and graph.start is not None else 0
                return found[at:] + found[:at]
            check_deadline()
            path.step()
    return None
