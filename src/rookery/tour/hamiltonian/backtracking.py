"""Enumeration of the tours of a whole board by backtracking, in lexicographic order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rookery.tour.hamiltonian.graph import MoveGraph

CHECK_EVERY = 256  # steps between two deadline checks


def walks(
    graph: MoveGraph, check_deadline: Callable[[], object] = bool
) -> Iterator[tuple[int, ...]]:
    """Yield the tours as tuples of vertices, in lexicographic order.

    `check_deadline` is called regularly; it may raise.
    """
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
