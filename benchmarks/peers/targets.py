"""Tours of many targets by OR-tools' routing and by CP-SAT, in a given time."""

from __future__ import annotations

from itertools import pairwise

import rookery as rk
from rookery.running.solvers import cp_sat
from rookery.tour.circuit import CircuitModel
from rookery.tour.improving import Distances
from rookery.tour.plan import TourPlan

MISSED = 10_000  # cost of an unvisited target in the routing model, more than any tour


def routing(tour: rk.Tour, seconds: float) -> int | None:
    """Return the moves of the best tour found by guided local search.

    A node is a target with a square that visits it, and one node of each target must be chosen.
    Arcs cost the moves between the squares.
    """
    from ortools.constraint_solver import pywrapcp, routing_enums_pb2

    plan = TourPlan.of(tour).essential()
    distances = Distances(plan)
    nodes = [plan.start, *(square for group in plan.targets for square in group)]
    places = distances.indices(nodes)
    table = distances.table[places][:, places]
    to_goal = distances.table[places][:, distances.indices(plan.goal)].min(axis=1)
    last = len(nodes)
    manager = pywrapcp.RoutingIndexManager(last + 1, 1, [0], [last])
    model = pywrapcp.RoutingModel(manager)

    def moves(start: int, end: int) -> int:
        tail, head = manager.IndexToNode(start), manager.IndexToNode(end)
        return int(to_goal[tail] if head == last else table[tail, head] if tail != last else 0)

    model.SetArcCostEvaluatorOfAllVehicles(model.RegisterTransitCallback(moves))
    first = 1
    for group in plan.targets:
        model.AddDisjunction(
            [manager.NodeToIndex(node) for node in range(first, first + len(group))], MISSED, 1
        )
        first += len(group)
    parameters = pywrapcp.DefaultRoutingSearchParameters()
    parameters.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.PATH_CHEAPEST_ARC
    parameters.local_search_metaheuristic = (
        routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    )
    parameters.time_limit.FromMilliseconds(int(1000 * seconds))
    found = model.SolveWithParameters(parameters)
    return int(found.ObjectiveValue()) if found and found.ObjectiveValue() < MISSED else None


def circuit(tour: rk.Tour, seconds: float) -> int | None:
    """Return the moves of CP-SAT's best tour without a repeated square."""
    solver = cp_sat(seconds)
    circuits = CircuitModel.of(tour)
    circuits.model.minimize(sum(circuits.moves.values()))
    solver.solve(circuits.model)
    if not solver.response_proto.solution:
        return None
    path = circuits.answer(solver.boolean_value).answer
    faults = tour.check(path)
    if faults:
        raise ValueError(faults[0])
    return len(list(pairwise(path)))
