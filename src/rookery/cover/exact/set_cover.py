"""Proofs for puzzles in which pieces do not change each other's attacks.

Such a puzzle is a set cover, with at most one piece a square and so many of a kind. CP-SAT settles
the easy ones sooner, by their symmetries; the hard ones SCIP's branch and cut: 14 knights on each
side in 8 s, where CP-SAT takes 29.
"""

from __future__ import annotations

import math
from datetime import timedelta
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.bounds.duals import Duals
from rookery.cover.exact.proofs import prove_by_cp_sat
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.model.attacks import ANY_NUMBER, Candidates
from rookery.cover.model.captures import has_fixed_attacks
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.running.solvers import LONGEST_SECONDS, MATH_OPT, watched

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from ortools.math_opt.python import mathopt

HIGHEST_COST = 10_000  # in units: far below one over SCIP's tolerance of 1e-6
NEARLY = 1e-4
CP_SAT_SHARE = 0.15  # of the time, before SCIP
CP_SAT_SECONDS = 2.0  # at least: small boards take it a second, beside a child that compiles
STAGE = "exact"


def is_set_cover(puzzle: Cover, table: Candidates) -> bool:
    """Return whether a puzzle is a set cover, with costs that floating point keeps apart."""
    once = not (table.demand > 1).any() and not len(table.hop_owner)
    return once and has_fixed_attacks(puzzle) and max(puzzle.unit_prices) <= HIGHEST_COST


def prove_set_cover(
    incumbent: CoverIncumbent, table: Candidates, duals: Duals, seconds: float
) -> bool:
    """Search by CP-SAT and then by SCIP; return whether the incumbent is now proved.

    Parameters
    ----------
    incumbent
        Where covers and bounds go.
    table, duals
        The candidates of a set cover, and a proof of a bound.
    seconds
        After so long it gives up.
    """
    clock = incumbent.clock
    end = clock.seconds() + seconds
    first = min(seconds, max(CP_SAT_SHARE * seconds, CP_SAT_SECONDS))
    if prove_by_cp_sat(incumbent, table, duals, first):
        return True
    if incumbent.stop() is None and clock.seconds() < end:
        prove_by_scip(incumbent, table, duals, end - clock.seconds())
    return incumbent.proved


def prove_by_scip(
    incumbent: CoverIncumbent, table: Candidates, duals: Duals, seconds: float
) -> None:
    """Search for a cover that is cheaper than the known; offer it, and prove what is proved.

    Nothing stops SCIP before its seconds are over; Ctrl-C leaves it behind.
    """
    clock = incumbent.clock
    end = clock.seconds() + seconds
    MATH_OPT.load()
    from ortools.math_opt.python import mathopt

    model = _Model(incumbent, table, duals)
    left = min(end - clock.seconds(), LONGEST_SECONDS)
    if left <= 0:
        return
    parameters = mathopt.SolveParameters(time_limit=timedelta(seconds=left))
    solved, _ = watched(
        lambda: mathopt.solve(model.model, mathopt.SolverType.GSCIP, params=parameters), stop=None
    )
    model.take(solved)


class _Model:
    """The set cover as an integer program, of the candidates that a cheaper cover can have."""

    def __init__(self, incumbent: CoverIncumbent, table: Candidates, duals: Duals) -> None:
        from ortools.math_opt.python import mathopt

        self.incumbent, self.table = incumbent, table
        self.model = mathopt.Model()
        columns = incumbent.puzzle.board.columns
        useful = np.ones(len(table), bool)
        if incumbent.cost is not None and not table.limited.any():
            useful = duals.reduced < incumbent.cost - duals.bound
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
        if incumbent.cost is not None:
            self.model.add_linear_constraint(cost <= incumbent.cost - 1)
        if not table.needed.any():
            self.model.add_linear_constraint(mathopt.fast_sum(self.chosen.values()) >= 1)

    def _sum(self, candidates: NDArray[np.int64], least: int = 0, most: int | None = None) -> None:
        """Ask for so many of some candidates."""
        from ortools.math_opt.python import mathopt

        some = [self.chosen[c] for c in candidates.tolist() if c in self.chosen]
        if most is None or len(some) > most:
            self.model.add_linear_constraint(
                lb=least, ub=math.inf if most is None else most, expr=mathopt.fast_sum(some)
            )

    def take(self, solved: mathopt.SolveResult) -> None:
        """Offer the cover that was found, and prove what is proved."""
        from ortools.math_opt.python import mathopt

        reason, incumbent = solved.termination.reason, self.incumbent
        if solved.has_primal_feasible_solution():
            values = solved.variable_values()
            chosen = [c for c, variable in self.chosen.items() if values[variable] > 0.5]
            incumbent.offer(tuple(self.placed[c] for c in chosen), STAGE)
        if reason == mathopt.TerminationReason.INFEASIBLE:
            if incumbent.cost is None:
                incumbent.impossible = True
            incumbent.prove(incumbent.cost, STAGE)
        elif math.isfinite(bound := solved.best_objective_bound()):
            incumbent.prove(math.ceil(bound - NEARLY), STAGE)
