"""Lower bounds for tours with too many targets for exact layers, and the steps that raise them.

*Farthest*: the moves from the start past a single target to the goal.

*One-tree*: the order of first visits is a path through all targets, and each of its edges costs
at least the moves between the targets' nearest squares. A spanning tree with node penalties
towards degree two bounds the shortest path (M. Held and R. M. Karp, "The traveling-salesman
problem and minimum spanning trees", Operations Research 18, 1970).

The *subtour bound* and ng-routes (`rookery.tour.ng_route`) are sharper, and take longer. The
subtour bound is a linear program over undirected moves, with subtour elimination cuts. Every pair
of squares joined by a move is an edge e, and x(e) counts its uses in either direction. y(s) counts
the visits to square s, including the start, and z(s) is 1 if the tour ends there. Every tour
satisfies:

- at each square s the incident x sum to 2 y(s) - z(s), and at the start to one less,
- the y of each target's squares sum to at least 1,
- for every set of squares that contains a target's squares but not the start,
  x(border) + z(set) is at least 2 (a *cut*): the tour enters the set, and leaves it unless it
  ends inside.

The cuts are separated by maximum flow with capacities x and z. For each target, if less than 2
flows from the start to its squares, the minimum cut is added, and the program is solved again
(G. Dantzig, R. Fulkerson and S. Johnson, "Solution of a large-scale traveling-salesman problem",
Operations Research 2, 1954; for targets of several squares M. Fischetti, J. J. Salazar Gonzalez
and P. Toth, "A branch-and-cut algorithm for the symmetric generalized traveling salesman
problem", Operations Research 45, 1997).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from rookery.compiled.arrays import Float64s
from rookery.engine.lanes import PortfolioStep, Way, called
from rookery.engine.lp import LinearProgram
from rookery.engine.run import Partial, Run, Steps
from rookery.results.limits import Check
from rookery.tour.improving import Distances
from rookery.tour.ng_route import NgRouteBound
from rookery.tour.order_kernel import FAR
from rookery.tour.plan import TourPlan

MOST_EDGES = 100_000  # edges; larger programs take too long
SCALE = 100_000  # integer units of flow per move
BROKEN = 0.99  # fraction of the required flow below which a cut is violated
LITTLE = 1e-7  # smallest value of a variable that counts
TOLERANCE = 1e-4  # subtracted from GLOP's objective before rounding up
ROUNDS = 300  # subgradient steps, at most
TINY = 1e-6  # rounding error of a bound, at most
LEAST_RISE = 0.2  # moves gained by a step of cuts that counts as progress
WALKS_A_STEP = 10  # walks per step; rewards change after each


class SubtourProgram:
    """The linear program of a `possible` plan with targets; cuts are added round by round.

    `done` states that no cut is violated, or the program could not be solved; `value` is the
    optimal value of the last solution.
    """

    def __init__(self, plan: TourPlan) -> None:
        from ortools.math_opt.python import mathopt

        self._place = {square: at for at, square in enumerate(sorted(plan.moves.reached))}
        self._start = self._place[plan.start]
        self._groups = [[self._place[square] for square in group] for group in plan.targets]
        self._edges = np.array(_edges(plan, self._place), np.int32).reshape(-1, 2)
        self._model = mathopt.Model()
        self._made = [self._model.add_variable(lb=0.0) for _ in self._edges]
        goal = sorted(self._place[square] for square in plan.goal)
        self._last = {square: self._model.add_variable(lb=0.0) for square in goal}
        self._add_squares()
        self._model.minimize(sum(self._made))
        self._program = LinearProgram(self._model)
        self.done = False
        self.value = 0.0

    @staticmethod
    def fits(plan: TourPlan) -> bool:
        """Return whether the program is small enough to be solved repeatedly."""
        ends = sum(len(plan.moves.destinations(square)) for square in plan.moves.reached)
        return bool(plan.targets) and ends <= 2 * MOST_EDGES

    def solve(self, seconds: float, check_deadline: Check = bool) -> int | None:
        """Solve, add the violated cuts, and return the lower bound, or None if time ran out."""
        result = self._program.solve(seconds, check_deadline)
        if result is None:
            self.done = True
            return None
        self.value = result.objective_value()
        bound: int = math.ceil(self.value - TOLERANCE)
        values = result.variable_values()
        made = np.array([values[variable] for variable in self._made])
        last = {square: values[variable] for square, variable in self._last.items()}
        broken = self._broken(made, last, check_deadline)
        for inside in broken:
            within = np.zeros(len(self._place), np.bool_)
            within[list(inside)] = True
            crossing = np.flatnonzero(within[self._edges[:, 0]] != within[self._edges[:, 1]])
            cut = self._model.add_linear_constraint(lb=2.0)
            for edge in crossing.tolist():
                cut.set_coefficient(self._made[edge], 1.0)
            for square in inside & self._last.keys():
                cut.set_coefficient(self._last[square], 1.0)
        self.done = not broken
        return bound

    def _add_squares(self) -> None:
        """Add the degree constraints of the squares and the covering constraints of the targets."""
        stood = [self._model.add_variable(lb=0.0) for _ in self._place]
        rows = []
        for square, times in enumerate(stood):
            begins = -1.0 if square == self._start else 0.0
            row = self._model.add_linear_constraint(lb=begins, ub=begins)
            row.set_coefficient(times, -2.0)
            if square in self._last:
                row.set_coefficient(self._last[square], 1.0)
            rows.append(row)
        for (first, second), made in zip(self._edges.tolist(), self._made, strict=True):
            rows[first].set_coefficient(made, 1.0)
            rows[second].set_coefficient(made, 1.0)
        ends = self._model.add_linear_constraint(lb=1.0, ub=1.0)
        for last in self._last.values():
            ends.set_coefficient(last, 1.0)
        for group in self._groups:
            visited = self._model.add_linear_constraint(lb=1.0)
            for square in group:
                visited.set_coefficient(stood[square], 1.0)

    def _broken(
        self, made: Float64s, last: dict[int, float], check_deadline: Check
    ) -> set[frozenset[int]]:
        """Return the minimum cuts around targets that a solution violates, as sets of squares."""
        from ortools.graph.python import max_flow

        used = np.flatnonzero(made > LITTLE)
        ends = [square for square, value in last.items() if value > LITTLE]
        tails = np.array([*self._edges[used, 0], *ends], np.int32)
        heads = np.array([*self._edges[used, 1], *(self._start for _ in ends)], np.int32)
        flows = np.array([*made[used], *(last[square] for square in ends)]) * SCALE
        both, sink = flows.astype(np.int64), np.int32(len(self._place))
        violated = set()
        for group in self._groups:
            check_deadline()
            network = max_flow.SimpleMaxFlow()
            network.add_arcs_with_capacity(
                np.concatenate((tails, heads, np.array(group, np.int32))),
                np.concatenate((heads, tails, np.full(len(group), sink))),
                np.concatenate((both, both, np.full(len(group), 4 * SCALE))),
            )
            network.solve(self._start, sink)
            if network.optimal_flow() < 2 * SCALE * BROKEN:
                inside = frozenset(network.get_sink_side_min_cut()) - {sink}
                if inside.issuperset(group) and self._start not in inside:
                    violated.add(inside)
        return violated


def _edges(plan: TourPlan, place: dict[int, int]) -> list[Any]:
    """Return the pairs of squares joined by a move in either direction."""
    edges = set()
    for square in plan.moves.reached:
        for end in plan.moves.destinations(square):
            edges.add((place[min(square, end)], place[max(square, end)]))
    return sorted(edges)


class BoundImprover:
    """The steps that raise the lower bound of a plan, whose distances are given."""

    def __init__(self, plan: TourPlan, run: Run, distances: Distances, check: Check) -> None:
        self._plan = plan
        self._run = run
        self._between, self._to_goal = target_distances(plan, distances, check)
        self._bound = 0
        self._subtours: SubtourProgram | None = None
        self._ng_route: NgRouteBound | None = None

    def quick(self) -> Steps:
        """Yield the bounds from the farthest target and from spanning trees of the targets."""
        yield self._proved(farthest(self._between, self._to_goal), "farthest")
        aim = float(self._run.value or len(self._plan.targets))
        for bound in one_tree(self._between, self._to_goal, aim):
            yield self._proved(bound, "one-tree")
        return None

    def ways(self, check: Check) -> list[Way]:
        """Return the steps that suit the plan; they call `check` regularly."""
        self._bound = max(self._bound, int(self._run.bound or 0))
        kinds = ((SubtourProgram, self.cuts), (NgRouteBound, self.ng_routes))
        return [partial(way, check) for kind, way in kinds if kind.fits(self._plan)]

    def cuts(self, check: Check) -> PortfolioStep:
        """Solve the linear program, and add violated cuts."""
        if self._subtours is None:
            self._subtours = yield from called(lambda check: SubtourProgram(self._plan), self._run)
        program = self._subtours
        if program.done:
            return None
        before = program.value
        yield self._proved(program.solve(self._run.seconds_left(), check), "subtours")
        return program.value >= before + LEAST_RISE

    def ng_routes(self, check: Check) -> PortfolioStep:
        """Try to raise the bound by a move with the ng-route relaxation."""
        if self._ng_route is None:
            self._ng_route = yield from called(lambda check: NgRouteBound(self._plan), self._run)
        walks, before = self._ng_route, self._ng_route.distance
        if walks.refutes(self._bound, WALKS_A_STEP, check):
            yield self._proved(self._bound + 1, "ng-routes")
            return True
        if walks.path is not None:
            yield self._plan.partial(walks.path, "ng-routes")
        return walks.distance > before

    def _proved(self, bound: int | None, stage: str) -> Partial:
        # The engine may run in another thread and take the bound later, so keep it here, too.
        self._bound = max(self._bound, bound or 0)
        return Partial(bound=bound, stage=stage)


def target_distances(
    plan: TourPlan, distances: Distances, check_deadline: Check = bool
) -> tuple[Float64s, Float64s]:
    """Return the least moves between nodes, and from each node to the goal.

    Node 0 is the start, and node i + 1 is target i. Of the two directions between nodes, the
    shorter counts.
    """
    table, goal = distances.table, distances.indices(plan.goal)
    groups = [distances.indices(squares) for squares in ([plan.start], *plan.targets)]
    nearest = np.empty((len(table), len(groups)), table.dtype)
    between, to_goal = np.empty((len(groups), len(groups))), np.empty(len(groups))
    for node, group in enumerate(groups):
        check_deadline()
        nearest[:, node] = table[:, group].min(axis=1)
        to_goal[node] = table[np.ix_(group, goal)].min()
    for node, group in enumerate(groups):
        check_deadline()
        between[node] = nearest[group].min(axis=0)
    return np.minimum(between, between.T), to_goal


def farthest(between: Float64s, to_goal: Float64s) -> int:
    """Return the greatest number of moves past a single target to the goal."""
    moves = float((between[0, 1:] + to_goal[1:]).max())
    return int(moves) if moves < FAR else 0


def one_tree(between: Float64s, to_goal: Float64s, aim: float) -> Iterator[int]:
    """Yield the best spanning tree bound after each subgradient step.

    The distances are from `target_distances`. The moves of a known tour, `aim`, set the step size.
    """
    nodes = len(between)
    if (between >= FAR).any() or (to_goal >= FAR).all():
        return
    press = np.zeros(nodes)
    best, scale = 0.0, 1.0
    for number in range(ROUNDS):
        tree, degrees = _spanning_tree(between + press[:, None] + press[None, :])
        ends = to_goal + press
        ends[0] = math.inf if nodes > 1 else ends[0]
        last = int(ends.argmin())
        degrees[last] += 1
        degrees[0] += 1
        bound = tree + ends[last] + press[0] - 2 * press.sum()
        best = max(best, bound)
        yield math.ceil(best - TINY)
        excess = degrees - 2
        if not excess.any():
            break
        press += scale * max(aim - bound, 0.1) / (excess @ excess) * excess
        scale *= 0.985
        if number % 50 == 49 and best > aim - 1 + TINY:
            break


def _spanning_tree(costs: Float64s) -> tuple[float, Float64s]:
    """Return the cost and the degrees of a minimum spanning tree (R. C. Prim, 1957)."""
    nodes = len(costs)
    degrees = np.zeros(nodes)
    nearest = costs[0].copy()
    parent = np.zeros(nodes, np.int64)
    nearest[0] = math.inf
    total = 0.0
    outside = np.ones(nodes, np.bool_)
    outside[0] = False
    for _ in range(nodes - 1):
        node = int(nearest.argmin())
        total += nearest[node]
        degrees[node] += 1
        degrees[parent[node]] += 1
        outside[node] = False
        nearest[node] = math.inf
        closer = outside & (costs[node] < nearest)
        nearest[closer] = costs[node][closer]
        parent[closer] = node
    return total, degrees
