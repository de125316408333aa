"""The tours of a whole board one by one, in lexicographic order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rookery.tour.hamiltonian.graph import Graph

LOOK_EVERY = 256  # steps


def walks(graph: Graph, look: Callable[[], object] = bool) -> Iterator[tuple[int, ...]]:
    """Yield the tours as vertices, by going on wherever a move leads and back where none does.

    `look` is called now and then; it may raise.
    """
    size, steps = len(graph), 0
    on_path = [False] * size
    path: list[int] = []
    onward = [iter(range(size) if graph.start is None else [graph.start])]
    while onward:
        steps += 1
        if steps % LOOK_EVERY == 0:
            look()
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
