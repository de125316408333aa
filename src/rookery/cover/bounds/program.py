"""The linear program of a covering relaxation with cuts, solved by GLOP."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.bounds.duals import Duals
from rookery.cover.bounds.rows import CoverRow, Relaxation
from rookery.engine.lp import LinearProgram

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from ortools.math_opt.python import mathopt

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

FIRST_SHARE = 4  # free candidates per target at the start
NEGATIVE = 1e-7  # tolerance of reduced costs, relative to the greatest cost
TIGHT = 1e-6  # slack below which a cut is kept
DEAREST = 2.0  # cost of an uncovered target, relative to the cost of a known cover


@dataclass(frozen=True, slots=True)
class Solution:
    """A primal and dual solution of the linear program.

    Attributes
    ----------
    values : float64 array of shape (variables,)
        The values of all variables of the relaxation.
    worth : float64 array of shape (rows,)
        The duals of `CoveringProgram.rows`, 0 or more.
    """

    values: Floats
    worth: Floats


class CoveringProgram:
    """The linear program of a relaxation and its cuts, solved by sifting.

    At first only the candidates of least reduced cost are free; the others are fixed at 0 until
    their reduced cost becomes negative. Targets can stay uncovered at a high cost, so the program
    is always feasible.

    Parameters
    ----------
    relaxation
        The rows and variables.
    start
        Duals of an earlier bound, which choose the first free candidates.
    aim
        The cost of a known cover.
    """

    def __init__(self, relaxation: Relaxation, start: Duals, aim: float) -> None:
        self.relaxation = relaxation
        self.cuts: list[CoverRow] = []
        self._cuts: list[mathopt.LinearConstraint] = []
        self._dearest = DEAREST * aim
        self._free = np.zeros(len(relaxation.cost), dtype=bool)
        few = FIRST_SHARE * len(relaxation.table.needed)
        self._free[np.argsort(start.reduced, kind="stable")[:few]] = True
        self._free = self._free[relaxation.owner]
        self._build()

    @property
    def rows(self) -> list[CoverRow]:
        """The rows that have duals: the covering rows, then the cuts."""
        return [*self.relaxation.covering, *self.cuts]

    def solve(
        self, seconds_left: Callable[[], float], check_deadline: Callable[[], object] = bool
    ) -> Solution | None:
        """Solve the program over all columns.

        Parameters
        ----------
        seconds_left
            Returns the seconds left.
        check_deadline
            Called while GLOP solves; may raise.

        Returns
        -------
        Solution or None
            None if time is up, or if GLOP fails.
        """
        relaxation = self.relaxation
        covering = self._fixed[: len(relaxation.covering)]
        margin = NEGATIVE * float(relaxation.cost.max())
        while (seconds := seconds_left()) > 0:
            result = self._program.solve(seconds, check_deadline)
            if result is None:
                return None
            values = np.array(result.variable_values(self._variables))
            worth = np.array(result.dual_values([*covering, *self._cuts]))
            solution = Solution(np.maximum(values, 0.0), np.maximum(worth, 0.0))
            reduced = relaxation.reduced(self.rows, solution.worth)
            known = relaxation.least(np.where(self._free, reduced, 0.0))
            held = (relaxation.square >= 0) & ~self._free
            gaining = np.flatnonzero(held & (reduced < known[relaxation.square] - margin))
            if not len(gaining):
                return solution
            self._release(gaining)
        return None

    def change_cuts(self, solution: Solution, new: Sequence[CoverRow]) -> None:
        """Add cuts, and remove those that are slack in a solution."""
        worth = solution.worth[len(self.relaxation.covering) :].tolist()
        kept: list[CoverRow] = []
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

    def _constraint(self, row: CoverRow) -> mathopt.LinearConstraint:
        constraint = self._model.add_linear_constraint(lb=float(row.least))
        self._fill(constraint, row, self._free)
        return constraint

    def _fill(self, constraint: mathopt.LinearConstraint, row: CoverRow, columns: Bools) -> None:
        """Set the coefficients of a row in the marked columns."""
        marked = columns[row.variable]
        pairs = zip(row.variable[marked].tolist(), row.weight[marked].tolist(), strict=True)
        for number, weight in pairs:
            constraint.set_coefficient(self._variables[number], float(weight))

    def _release(self, columns: Ints) -> None:
        """Free columns and the shares of their hops."""
        freed = np.zeros(len(self._free), dtype=bool)
        freed[columns] = True
        freed |= freed[self.relaxation.owner]
        self._free |= freed
        for number in np.flatnonzero(freed).tolist():
            self._variables[number].upper_bound = math.inf
        rows = (*self.relaxation.covering, *self.relaxation.linking, *self.cuts)
        for row, constraint in zip(rows, (*self._fixed, *self._cuts), strict=True):
            self._fill(constraint, row, freed)
