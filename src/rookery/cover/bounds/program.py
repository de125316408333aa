"""The linear program of a covering relaxation and of cuts, by GLOP."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.bounds.duals import Duals
from rookery.cover.bounds.rows import Relaxation, Row
from rookery.engine.lp import LinearProgram

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from ortools.math_opt.python import mathopt

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

FIRST_SHARE = 4  # candidates to begin with, for each target
NEGATIVE = 1e-7  # of the greatest cost: how far below another a reduced cost counts as less
TIGHT = 1e-6  # the slack of a cut that holds with equality, in floating point
DEAREST = 2.0  # costs of a known cover: the cost of leaving a target uncovered


@dataclass(frozen=True, slots=True)
class Solution:
    """A solution of the linear program, with its duals.

    Attributes
    ----------
    values : float64 array of shape (variables,)
        Of all variables of the relaxation.
    worth : float64 array of shape (rows,)
        The duals of `CoveringProgram.rows`, 0 or more.
    """

    values: Floats
    worth: Floats


class CoveringProgram:
    """The linear program of a relaxation, and cuts that are added to it.

    Only the candidates of least reduced cost are free at first, the others held at 0 until they
    turn out to gain (sifting). Targets may stay uncovered at a cost, so that there always is a
    solution.

    Parameters
    ----------
    relaxation
        Its rows and variables.
    start
        Duals of its candidates.
    aim
        The cost of a known cover.
    """

    def __init__(self, relaxation: Relaxation, start: Duals, aim: float) -> None:
        self.relaxation = relaxation
        self.cuts: list[Row] = []
        self._cuts: list[mathopt.LinearConstraint] = []
        self._dearest = DEAREST * aim
        self._free = np.zeros(len(relaxation.cost), dtype=bool)
        few = FIRST_SHARE * len(relaxation.table.needed)
        self._free[np.argsort(start.reduced, kind="stable")[:few]] = True
        self._free = self._free[relaxation.owner]
        self._build()

    @property
    def rows(self) -> list[Row]:
        """The rows that have duals: the covering rows, then the cuts."""
        return [*self.relaxation.covering, *self.cuts]

    def solve(self, left: Callable[[], float]) -> Solution | None:
        """Solve it over all columns.

        Parameters
        ----------
        left
            Asked how many seconds are left.

        Returns
        -------
        Solution or None
            None when the time was over before, or when GLOP gave up.
        """
        while (seconds := left()) > 0:
            solution = self._solved(seconds)
            if solution is None:
                return None
            gaining = self._columns_that_gain(solution.worth)
            if not len(gaining):
                return solution
            self._release(gaining)
        return None

    def change_cuts(self, solution: Solution, new: Sequence[Row]) -> None:
        """Add cuts, and leave out those that a solution meets with room to spare."""
        worth = solution.worth[len(self.relaxation.covering) :].tolist()
        kept: list[Row] = []
        constraints: list[mathopt.LinearConstraint] = []
        for cut, constraint, value in zip(self.cuts, self._cuts, worth, strict=True):
            if value > 0 or cut.slack(solution.values) < TIGHT:
                kept.append(cut)
                constraints.append(constraint)
            else:
                self._model.delete_linear_constraint(constraint)
        self.cuts = [*kept, *new]
        self._cuts = [*constraints, *(self._constraint(row) for row in new)]

    def _build(self) -> None:
        from ortools.math_opt.python import mathopt

        relaxation = self.relaxation
        self._model = model = mathopt.Model()
        most = np.where(self._free, math.inf, 0.0).tolist()
        self._variables = [model.add_variable(lb=0.0, ub=ub) for ub in most]
        absent = [model.add_variable(lb=0.0) for _ in relaxation.table.needed]
        costs = [*relaxation.cost.tolist(), *([self._dearest] * len(absent))]
        priced = zip(costs, [*self._variables, *absent], strict=True)
        model.minimize(mathopt.fast_sum(cost * variable for cost, variable in priced if cost))
        rows = (*relaxation.covering, *relaxation.linking)
        self._fixed = [self._constraint(row) for row in rows]
        for constraint, variable in zip(self._fixed, absent, strict=False):
            constraint.set_coefficient(variable, 1.0)
        self._cuts = [self._constraint(row) for row in self.cuts]
        algorithm = mathopt.LPAlgorithm.DUAL_SIMPLEX
        self._program = LinearProgram(model, lp_algorithm=algorithm)

    def _constraint(self, row: Row) -> mathopt.LinearConstraint:
        constraint = self._model.add_linear_constraint(lb=float(row.least))
        self._fill(constraint, row, self._free)
        return constraint

    def _fill(self, constraint: mathopt.LinearConstraint, row: Row, columns: Bools) -> None:
        """Set the weights of those variables of a row that are marked."""
        marked = columns[row.variable]
        pairs = zip(row.variable[marked].tolist(), row.weight[marked].tolist(), strict=True)
        for number, weight in pairs:
            constraint.set_coefficient(self._variables[number], float(weight))

    def _release(self, columns: Ints) -> None:
        """Let variables grow, and those of their hops."""
        freed = np.zeros(len(self._free), dtype=bool)
        freed[columns] = True
        freed |= freed[self.relaxation.owner]
        self._free |= freed
        for number in np.flatnonzero(freed).tolist():
            self._variables[number].upper_bound = math.inf
        rows = (*self.relaxation.covering, *self.relaxation.linking, *self.cuts)
        for row, constraint in zip(rows, (*self._fixed, *self._cuts), strict=True):
            self._fill(constraint, row, freed)

    def _solved(self, seconds: float) -> Solution | None:
        """Solve it over the columns that are free."""
        result = self._program.solve(seconds)
        if result is None:
            return None
        values = np.array(result.variable_values(self._variables))
        covering = self._fixed[: len(self.relaxation.covering)]
        worth = np.array(result.dual_values([*covering, *self._cuts]))
        return Solution(np.maximum(values, 0.0), np.maximum(worth, 0.0))

    def _columns_that_gain(self, worth: Floats) -> Ints:
        """Return the candidates and idle pieces held at 0 that would make it cheaper."""
        relaxation = self.relaxation
        reduced = relaxation.reduced(self.rows, worth)
        known = relaxation.least(np.where(self._free, reduced, 0.0))
        held = (relaxation.square >= 0) & ~self._free
        margin = NEGATIVE * float(relaxation.cost.max())
        return np.flatnonzero(held & (reduced < known[relaxation.square] - margin))
