"""A path by Warnsdorff's rule: on to the square from which the fewest free squares are reached.

H. C. von Warnsdorff, "Des Roesselsprungs einfachste und allgemeinste Loesung", 1823. Of squares
that are equal by the rule the one farthest from the board's middle comes first, and of those one
at random.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rookery.boards.board import Square
from rookery.tour.hamiltonian.graph import Graph
from rookery.tour.moves import square_of


def warnsdorff(graph: Graph, start: int, random: Random) -> list[int]:
    """Return the vertices of a path from a start, until no free one can be reached."""
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
    graph: Graph, seed: int, tries: int, look: Callable[[], object] = bool
) -> list[int] | None:
    """Return a tour found by the rule alone, from so many starts; None when none was.

    `look` is called before each try; it may raise.
    """
    random = Random(seed)
    for _ in range(tries):
        look()
        first = random.randrange(len(graph)) if graph.start is None else graph.start
        path = warnsdorff(graph, first, random)
        if len(path) == len(graph) and graph.may_end(path):
            return path
    return None


def _farness(graph: Graph) -> list[int]:
    """Return for each vertex the square of its distance from the middle, times four."""
    rows, columns = graph.board.rows - 1, graph.board.columns - 1

    def far(square: Square) -> int:
        return (2 * square[0] - rows) ** 2 + (2 * square[1] - columns) ** 2

    return [far(square_of(graph.board, square)) for square in graph.squares]
