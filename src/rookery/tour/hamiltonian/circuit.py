"""Tours of whole boards by CP-SAT's circuit constraint: found, or proved not to exist."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rookery.engine import cpsat
from rookery.engine.partial import Partial
from rookery.engine.run import Run
from rookery.tour.hamiltonian.graph import MoveGraph

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Arc = tuple[int, int, Any]


def circuit(
    graph: MoveGraph, run: Run, image: Sequence[int] | None = None
) -> Generator[Partial, None, list[int] | None]:
    """Find a tour, beginning with its start; return None if none is proved to exist.

    An open tour is closed by an extra vertex between its possible ends and starts.

    Parameters
    ----------
    graph
        The graph of moves, which may be directed.
    run
        The run.
    image
        The image of each vertex under a turn that must preserve the tour.
    """
    cp_model = yield from cpsat.loaded(run)
    model, arcs = _model(cp_model.CpModel(), graph, image)
    found: list[list[int]] = []

    def read(value: Callable[[Any], int]) -> Partial:
        found.append(_path(graph, {tail: head for tail, head, arc in arcs if value(arc)}))
        return Partial()

    yield from cpsat.solve(model, read, run)
    return found[-1] if found else None


def _model(
    model: cp_model.CpModel, graph: MoveGraph, image: Sequence[int] | None
) -> tuple[cp_model.CpModel, list[Arc]]:
    outside = len(graph)
    pairs = [(vertex, end) for vertex, ends in enumerate(graph.ends) for end in ends]
    if not graph.closed:
        starts = range(outside) if graph.start is None else [graph.start]
        lasts = range(outside) if graph.last is None else sorted(graph.last)
        pairs += [(outside, start) for start in starts] + [(last, outside) for last in lasts]
    arcs = [(*pair, model.new_bool_var("")) for pair in pairs]
    model.add_circuit(arcs)
    for made, turned in _turned(arcs, image) if image else ():
        model.add(sum(made) == sum(turned))
    return model, arcs


def _path(graph: MoveGraph, onward: dict[int, int]) -> list[int]:
    first = (graph.start or 0) if graph.closed else onward[len(graph)]
    path = [first]
    while len(path) < len(graph):
        path.append(onward[path[-1]])
    return path


def _turned(arcs: list[Arc], image: Sequence[int]) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yield the arcs between two vertices in both directions, and those between their images."""
    between: dict[frozenset[int], list[Any]] = {}
    for tail, head, arc in arcs:
        between.setdefault(frozenset((tail, head)), []).append(arc)
    for ends, made in between.items():
        yield made, between.get(frozenset(image[end] for end in ends), [])
