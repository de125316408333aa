"""Paths on the graph of moves: all tours by backtracking, and single paths by Warnsdorff's rule.

The rule is to move to the square with the fewest free onward moves. It is from H. C. von
Warnsdorff, "Des Roesselsprungs einfachste und allgemeinste Loesung", 1823. Ties go to the square
farthest from the board's middle, then to a random one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.moves import square_of

if TYPE_CHECKING:
    from rookery.engine.lanes import Check

CHECK_EVERY = 256  # steps between two deadline checks


def walks(graph: MoveGraph, check_deadline: Check = bool) -> Iterator[tuple[int, ...]]:
    """Yield the tours as tuples of vertices, in lexicographic order."""
    size, steps = len(graph), 0
    on_path = [False] * size
    path: list[int] = []
    onward = [iter(range(size) if graph.start is None else [graph.start])]
    while onward:
        steps += 1
        if steps % CHECK_EVERY == 0:
            check_deadline()
        vertex = next(onward[-1], None)
        if vertex is None:
            onward.pop()
            if path:
                on_path[path.pop()] = False
        elif not on_path[vertex]:
            path.append(vertex)
            on_path[vertex] = True
            if len(path) == size and graph.may_end(path):
                yield tuple(path)
            onward.append(iter(graph.ends[vertex] if len(path) < size else ()))


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


def walked(
    graph: MoveGraph, seed: int, tries: int, check_deadline: Check = bool
) -> list[int] | None:
    """Return a tour found by the rule alone within `tries` paths, or None."""
    random = Random(seed)
    for _ in range(tries):
        check_deadline()
        first = random.randrange(len(graph)) if graph.start is None else graph.start
        path = warnsdorff(graph, first, random)
        if len(path) == len(graph) and graph.may_end(path):
            return path
    return None
