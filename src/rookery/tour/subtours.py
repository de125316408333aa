"""Subtour bound: a linear program over undirected moves, with subtour elimination cuts.

Every pair of squares joined by a move is an edge e, and x(e) counts its uses in either direction.
y(s) counts the visits to square s, including the start, and z(s) is 1 if the tour ends there.
Every tour satisfies:

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
from typing import Any

import numpy as np

from rookery.compiled.arrays import Float64s
from rookery.engine.lp import LinearProgram
from rookery.results.limits import Check
from rookery.tour.plan import TourPlan

MOST_EDGES = 100_000  # edges; larger programs take too long
SCALE = 100_000  # integer units of flow per move
BROKEN = 0.99  # fraction of the required flow below which a cut is violated
LITTLE = 1e-7  # smallest value of a variable that counts
TOLERANCE = 1e-4  # subtracted from GLOP's objective before rounding up


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
