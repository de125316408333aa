"""Optimality proofs for puzzles in which no piece blocks another's attacks.

Such a puzzle is a set cover with at most one piece per square and a limited stock of each kind.
CP-SAT is faster on easy ones, because it uses their symmetries. SCIP's branch and cut is faster on
hard ones: it solves knights on 14x14 squares in 8 s, CP-SAT in 29 s.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.bounds.duals import Prepared
from rookery.cover.exact.proofs import prove_by_cp_sat
from rookery.cover.model.attacks import ANY_NUMBER, Candidates
from rookery.cover.model.symmetry import in_order
from rookery.cover.model.traits import has_fixed_attacks
from rookery.cover.offers import WHY_NONE, is_settled
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.engine.lanes import Check, called
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.running.solvers import LONGEST_SECONDS, MATH_OPT

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from ortools.math_opt.python import mathopt

HIGHEST_COST = 10_000  # integer price of a piece; far below the inverse of SCIP's tolerance 1e-6
NEARLY = 1e-4  # subtracted from SCIP's bound before it is rounded up
CP_SAT_SHARE = 0.15  # share of the time for CP-SAT, before SCIP
CP_SAT_SECONDS = 2.0  # seconds for CP-SAT, at least; small boards need one beside a compiling child
STAGE = "exact"


def is_set_cover(puzzle: Cover, table: Candidates) -> bool:
    """Return whether a puzzle is a set cover whose costs floating point can tell apart."""
    once = not (table.demand > 1).any() and not len(table.hop_owner)
    return once and has_fixed_attacks(puzzle) and max(puzzle.unit_prices) <= HIGHEST_COST


def prove_set_cover(start: Prepared, run: Run) -> Steps:
    """Search by CP-SAT and then by SCIP for a cover that is cheaper than the incumbent."""
    share = max(CP_SAT_SHARE, CP_SAT_SECONDS / max(run.remaining(), CP_SAT_SECONDS))
    yield from run.within(share, prove_by_cp_sat(start, run))
    if not is_settled(run):
        yield from prove_by_scip(start, run)
    return None


def prove_by_scip(start: Prepared, run: Run) -> Steps:
    """Search for a cover that is cheaper than the incumbent.

    SCIP tells nothing before its seconds are over; a run that is closed leaves it behind.
    """

    def solve(check: Check) -> Callable[[], Iterator[Partial]]:
        MATH_OPT.load()
        from ortools.math_opt.python import mathopt

        model = _Model(start, run)
        check()
        left = timedelta(seconds=min(run.seconds_left(), LONGEST_SECONDS))
        parameters = mathopt.SolveParameters(time_limit=left)
        outcome = mathopt.solve(model.model, mathopt.SolverType.GSCIP, params=parameters)
        return partial(model.partials, outcome)

    partials = yield from called(solve, run, STAGE)
    yield from partials()
    return None


class _Model:
    """The set cover as an integer program over the candidates that a cheaper cover can use."""

    def __init__(self, start: Prepared, run: Run) -> None:
        from ortools.math_opt.python import mathopt

        table, duals = start.table, start.duals
        self._cost = run.value
        self.model = mathopt.Model()
        columns = start.puzzle.board.columns
        useful = np.ones(len(table), bool)
        if self._cost is not None and not table.limited.any():
            useful = duals.reduced < self._cost - duals.bound
        self.chosen = {c: self.model.add_binary_variable() for c in np.flatnonzero(useful).tolist()}
        self.placed: dict[int, PlacedPiece] = {
            c: (int(table.kind[c]), *divmod(int(table.square[c]), columns)) for c in self.chosen
        }
        for target in np.flatnonzero(table.needed).tolist():
            self._sum(table.owner[table.king == target], least=1)
        for square in np.unique(table.square).tolist():
            self._sum(np.flatnonzero(table.square == square), most=1)
        for kind, number in enumerate(table.stock.tolist()):
            if number < ANY_NUMBER:
                self._sum(np.flatnonzero(table.kind == kind), most=number)
        cost = mathopt.fast_sum(int(table.price[c]) * var for c, var in self.chosen.items())
        self.model.minimize(cost)
        if self._cost is not None:
            self.model.add_linear_constraint(cost <= self._cost - 1)
        if not table.needed.any():
            self.model.add_linear_constraint(mathopt.fast_sum(self.chosen.values()) >= 1)

    def _sum(self, candidates: NDArray[np.int64], least: int = 0, most: int | None = None) -> None:
        """Require at least `least` and at most `most` of the candidates."""
        from ortools.math_opt.python import mathopt

        variables = [self.chosen[c] for c in candidates.tolist() if c in self.chosen]
        if most is None or len(variables) > most:
            self.model.add_linear_constraint(
                lb=least, ub=math.inf if most is None else most, expr=mathopt.fast_sum(variables)
            )

    def partials(self, outcome: mathopt.SolveResult) -> Iterator[Partial]:
        """Yield the cover that was found, and the bound that is proved."""
        from ortools.math_opt.python import mathopt

        if outcome.has_primal_feasible_solution():
            values = outcome.variable_values()
            chosen = [c for c, variable in self.chosen.items() if values[variable] > 0.5]
            yield Partial(answer=in_order(self.placed[c] for c in chosen), stage=STAGE)
        if outcome.termination.reason == mathopt.TerminationReason.INFEASIBLE:
            why_none = WHY_NONE if self._cost is None else ""
            yield Partial(bound=self._cost, why_none=why_none, stage=STAGE)
        elif math.isfinite(bound := outcome.best_objective_bound()):
            yield Partial(bound=math.ceil(bound - NEARLY), stage=STAGE)
