"""Proofs by CP-SAT on the exact rules, cut off at the cost of a known cover."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.board import Square
from rookery.cover.bounds.duals import Duals, round_up
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.model.attacks import Candidates
from rookery.cover.model.dominance import without_replaceable_hurdles
from rookery.cover.model.layout import Layout
from rookery.cover.puzzle import Cover
from rookery.results.limits import LateError
from rookery.running.solvers import cp_sat, watched

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

FEW = 400
SHARES = (0.01, 0.02, 0.04, 0.08, 0.16, math.inf)
LIMITS_SHARE = 0.6  # of the time, before a search by a tree
# docs/methods/cover.md, "Exact models": where a tree is the sooner done than limits
TREE_GAP = 0.04  # of the bound, at least
TREE_TARGETS = 0.2  # of the squares, at least
TREE_SECONDS = 2.0  # in less it may not raise the bound at all


def useful_kinds(
    puzzle: Cover, table: Candidates, duals: Duals, cost: float
) -> dict[Square, list[int]]:
    """Return for every empty square the kinds that a cover cheaper than `cost` may have there.

    A cover with a candidate costs at least the bound plus the candidate's reduced price,
    less what the bound already took on its square; a kind that attacks nothing, and serves
    as hurdle only, costs its price less the square's credit more. Proved, as the bound is.
    """
    layout, kinds = Layout(puzzle), range(len(puzzle.pieces))
    squares = np.arange(layout.size)
    credit = np.zeros(layout.size)
    credit[: len(duals.credit)] = duals.credit
    idle = np.full((layout.size, len(kinds)), math.inf)
    if puzzle.idle_helps:
        for kind in kinds:
            may = squares[layout.places_of(kind)]
            idle[may, kind] = layout.prices(may, np.full_like(may, kind)) - credit[may]
    extra = idle.copy()
    extra[table.square, table.kind] = duals.reduced
    free = ~table.limited  # of the others the bound may take several on a square
    taken = np.minimum(idle.min(axis=1), 0.0)
    np.minimum.at(taken, table.square[free], duals.reduced[free])
    unlimited = np.array([stock is None for stock in puzzle.stock])
    useful = extra - np.outer(taken, unlimited) < cost - duals.bound
    return {
        (row, column): np.flatnonzero(useful[row * layout.columns + column]).tolist()
        for row, column in puzzle.places
    }


def prove_by_cp_sat(
    incumbent: CoverIncumbent, table: Candidates, duals: Duals, seconds: float, workers: int = 1
) -> bool:
    """Search for covers just above the bound, then, where that takes long, for all cheaper ones.

    See `prove_by_limits`. What is left of the time goes to a search of all covers cheaper than the
    known, by a tree whose open leaves bound the cost: it raises the bound as long as it lasts.
    """
    clock = incumbent.clock
    end = clock.seconds() + seconds
    proved = prove_by_limits(incumbent, table, duals, LIMITS_SHARE * seconds, workers)
    left = end - clock.seconds()
    if proved or incumbent.stop() is not None or left <= 0:
        return proved
    cost = math.inf if incumbent.cost is None else float(incumbent.cost)
    search_below(incumbent, table, duals, cost, left, workers, by_tree=True)
    return incumbent.proved


def prove_good_cover(
    incumbent: CoverIncumbent, table: Candidates, duals: Duals, seconds: float
) -> bool:
    """Prove that a cover near the best is the best; return whether the incumbent is now proved.

    Where a crowded board has a wide gap left a tree does so soonest, if it has time, else limits.
    """
    cost, board = incumbent.cost, incumbent.puzzle.board
    is_wide = cost is not None and cost > (1 + TREE_GAP) * duals.bound
    is_crowded = len(table.needed) >= TREE_TARGETS * board.rows * board.columns
    if cost is None or seconds < TREE_SECONDS or not (is_wide and is_crowded):
        return prove_by_limits(incumbent, table, duals, seconds)
    return search_below(incumbent, table, duals, float(cost), seconds, by_tree=True)


def prove_by_limits(
    incumbent: CoverIncumbent, table: Candidates, duals: Duals, seconds: float, workers: int = 1
) -> bool:
    """Search for covers just above the bound, then for dearer ones, until one is found.

    A search below a cost takes in only the candidates that such a cover can have, which are
    few near the bound. What it finds is optimal; when there is nothing, the cost it was
    limited to is a better bound, and the next search goes further.

    Parameters
    ----------
    incumbent
        Where covers and bounds go.
    table, duals
        The candidates and a proof of a bound.
    seconds
        After so long it gives up.
    workers
        Of CP-SAT; these models are solved fastest by one.

    Returns
    -------
    bool
        Whether the incumbent is now proved.
    """
    clock = incumbent.clock
    end = clock.seconds() + seconds
    few = incumbent.cost is not None and _candidates_below(table, duals, incumbent.cost) <= FEW
    for share in (math.inf,) if few else SHARES:
        if incumbent.stop() is not None:
            break
        cost = math.inf if incumbent.cost is None else float(incumbent.cost)
        limit = min(cost, _near_bound(incumbent, duals, share))
        if limit <= incumbent.bound:
            continue
        left = end - clock.seconds()
        if left <= 0 or not search_below(incumbent, table, duals, limit, left, workers):
            break
        if limit >= cost:
            break
    return incumbent.proved


def _near_bound(incumbent: CoverIncumbent, duals: Duals, share: float) -> float:
    """Return the cost that lies above the bound by a share of it."""
    if math.isinf(share):
        return math.inf
    return float(round_up(duals.bound * (1 + share), incumbent.puzzle.unit_prices))


def _candidates_below(table: Candidates, duals: Duals, cost: float) -> int:
    """Return how many candidates a cover cheaper than `cost` may have, roughly."""
    return int((duals.reduced < cost - duals.bound).sum())


def search_below(  # noqa: PLR0913 - what to search, and how
    incumbent: CoverIncumbent,
    table: Candidates,
    duals: Duals,
    limit: float,
    seconds: float,
    workers: int = 1,
    by_tree: bool = False,
) -> bool:
    """Search for a cover that costs less than a limit; return whether that was settled.

    Where it is not, what CP-SAT has proved by then is taken; a search `by_tree` sees to that most.
    """
    puzzle = incumbent.puzzle
    useful = useful_kinds(puzzle, table, duals, limit)
    kinds = without_replaceable_hurdles(puzzle, table, useful)
    try:
        model = CoverModel(puzzle, (), kinds, look=incumbent.expect_time)
    except LateError:
        return False
    if math.isfinite(limit):
        model.cheaper_than(int(limit))
    solver = new_solver(seconds, workers)
    if by_tree:
        model.at_least(incumbent.bound)
        solver.parameters.optimize_with_lb_tree_search = True
    status = solve_watched(solver, model, incumbent)
    if status == "INFEASIBLE" and math.isfinite(limit):
        incumbent.prove(limit, "exact")
    elif status == "INFEASIBLE":
        incumbent.impossible = True
    elif status == "OPTIMAL":
        incumbent.offer(model.placed_pieces(solver), "exact")
        incumbent.prove(round(solver.objective_value) + model.fixed_cost, "exact")
    elif status in ("UNKNOWN", "FEASIBLE"):
        incumbent.prove(min(limit, solver.best_objective_bound + model.fixed_cost), "exact")
    return status in ("INFEASIBLE", "OPTIMAL")


def new_solver(seconds: float, workers: int) -> cp_model.CpSolver:
    """Return a CP-SAT solver with the settings that suit these models."""
    solver = cp_sat(seconds, workers)
    solver.parameters.linearization_level = 2
    return solver


def solve_watched(
    solver: cp_model.CpSolver, model: CoverModel, incumbent: CoverIncumbent, stage: str = "exact"
) -> str:
    """Solve, looking in between whether to stop; return the name of the solver's status."""
    from ortools.sat.python import cp_model

    class Covers(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            incumbent.offer(model.placed_pieces(self), stage)

    def look() -> None:
        if incumbent.stop() is not None:
            solver.stop_search()

    covers = Covers()
    status, interrupted = watched(
        lambda: solver.solve(model.model, covers), solver.stop_search, look
    )
    if interrupted:
        raise KeyboardInterrupt
    return solver.status_name(status)
