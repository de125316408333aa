"""Tours by CP-SAT's circuit constraint: found, or proved not to be there."""

from __future__ import annotations

from collections.abc import Callable

from rookery.running.solvers import cp_sat, watched
from rookery.tour.hamiltonian.graph import Graph


class NoTourError(Exception):
    """It is proved that there is no tour."""


def circuit(
    graph: Graph, seconds: float, seed: int, look: Callable[[], object]
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
