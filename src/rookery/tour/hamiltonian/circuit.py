"""Tours by CP-SAT's circuit constraint: found, or proved not to be there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rookery.running.solvers import cp_sat, watched
from rookery.tour.hamiltonian.graph import Graph


class NoTourError(Exception):
    """It is proved that there is no tour."""


def circuit(
    graph: Graph,
    seconds: float,
    seed: int,
    look: Callable[[], object],
    image: Sequence[int] | None = None,
) -> tuple[list[int] | None, bool]:
    """Return a tour from the start on, None when none was found in time; and whether interrupted.

    An open tour is closed by a vertex more, from which moves lead to where it may start and to
    which they lead from where it may end.

    Parameters
    ----------
    graph
        The moves need not go back.
    seconds
        At most.
    seed
        Of the solver.
    look
        Called now and then; what it raises ends the search.
    image
        Of each vertex, by a turn that takes the tour to itself.

    Raises
    ------
    NoTourError
        When it is proved that there is none.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
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
    solver = cp_sat(seconds)
    solver.parameters.random_seed = seed % (1 << 31)
    status, interrupted = watched(lambda: solver.solve(model), solver.stop_search, look)
    if status == cp_model.INFEASIBLE:
        raise NoTourError
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, interrupted
    onward = {tail: head for tail, head, arc in arcs if solver.boolean_value(arc)}
    first = (graph.start or 0) if graph.closed else onward[outside]
    path = [first]
    while len(path) < len(graph):
        path.append(onward[path[-1]])
    return path, interrupted


def _turned(
    arcs: list[tuple[int, int, Any]], image: Sequence[int]
) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yield the moves between two vertices, either way, and those between their images."""
    between: dict[frozenset[int], list[Any]] = {}
    for tail, head, arc in arcs:
        between.setdefault(frozenset((tail, head)), []).append(arc)
    for ends, made in between.items():
        yield made, between.get(frozenset(image[end] for end in ends), [])
