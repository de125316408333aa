"""Paths by Warnsdorff's rule: move to the square with the fewest free onward moves.

The rule is from H. C. von Warnsdorff, "Des Roesselsprungs einfachste und allgemeinste Loesung",
1823. Ties go to the square farthest from the board's middle, then to a random one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rookery.boards.board import Square
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.moves import square_of


def warnsdorff(graph: MoveGraph, start: int, random: Random) -> list[int]:
    """Return the vertices of a path from a start, up to a vertex without free neighbours."""
    left = [len(ends) for ends in graph.ends]
    free = [True] * len(graph)
    farness = _farness(graph)
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
    graph: MoveGraph, seed: int, tries: int, check_deadline: Callable[[], object] = bool
) -> list[int] | None:
    """Return a tour found by the rule alone within `tries` paths, or None.

    `check_deadline` is called before each try; it may raise.
    """
    random = Random(seed)
    for _ in range(tries):
        check_deadline()
        first = random.randrange(len(graph)) if graph.start is None else graph.start
        path = warnsdorff(graph, first, random)
        if len(path) == len(graph) and graph.may_end(path):
            return path
    return None


def _farness(graph: MoveGraph) -> list[int]:
    """Return four times the squared distance of each vertex from the middle."""
    rows, columns = graph.board.rows - 1, graph.board.columns - 1

    def far(square: Square) -> int:
        return (2 * square[0] - rows) ** 2 + (2 * square[1] - columns) ** 2

    return [far(square_of(graph.board, square)) for square in graph.squares]
