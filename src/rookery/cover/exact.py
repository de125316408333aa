"""Proofs by CP-SAT on the exact rules, cut off at the cost of a known cover."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Waiting
from typing import TYPE_CHECKING

from rookery.board import Square
from rookery.cover.attacks import Candidates
from rookery.cover.bound import Duals
from rookery.cover.incumbent import Incumbent
from rookery.cover.model import CoverModel
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

POLL_SECONDS = 0.05


def useful_kinds(
    puzzle: Cover, table: Candidates, duals: Duals, cost: float
) -> dict[Square, list[int]]:
    """Return for every empty square the kinds that a cover cheaper than `cost` may have there.

    A cover with a candidate costs at least the bound plus the candidate's reduced price,
    less what the bound already took on its square; a kind that attacks nothing, and serves
    as hurdle only, costs its price more. Proved, as the bound is.
    """
    columns, kings = puzzle.board.columns, set(puzzle.kings)
    spare = cost - duals.bound
    least: dict[int, float] = {}
    for square, reduced in zip(table.square.tolist(), duals.reduced.tolist(), strict=True):
        least[square] = min(least.get(square, 0.0), reduced)
    reduced_of = {
        (square, kind): reduced
        for square, kind, reduced in zip(
            table.square.tolist(), table.kind.tolist(), duals.reduced.tolist(), strict=True
        )
    }
    hurdles = any(piece.hops for piece in puzzle.pieces)
    useful: dict[Square, list[int]] = {}
    for row, column in puzzle.board.squares():
        if (row, column) in kings:
            continue
        number = row * columns + column
        idle = [float(price) if hurdles else math.inf for price in puzzle.prices]
        extra = [reduced_of.get((number, kind), idle[kind]) for kind in range(len(idle))]
        taken = least.get(number, 0.0)
        useful[row, column] = [kind for kind, more in enumerate(extra) if more - taken < spare]
    return useful


def prove(
    incumbent: Incumbent, table: Candidates, duals: Duals, seconds: float, workers: int
) -> bool:
    """Search for cheaper covers by CP-SAT until there are none or the time is over.

    Covers and bounds go to the incumbent as they are found.

    Returns
    -------
    bool
        Whether the incumbent is now proved.
    """
    puzzle = incumbent.puzzle
    cost = math.inf if incumbent.cost is None else float(incumbent.cost)
    model = CoverModel(puzzle, (), useful_kinds(puzzle, table, duals, cost))
    if incumbent.cost is not None:
        model.cheaper_than(incumbent.cost)
    solver = new_solver(seconds, workers)
    status = solve_watched(solver, model, incumbent)
    if status == "INFEASIBLE" and incumbent.cost is not None:
        incumbent.prove(incumbent.cost, "exact")
    elif status in ("OPTIMAL", "FEASIBLE"):
        incumbent.offer(model.men(solver), "exact")
        incumbent.prove(solver.best_objective_bound, "exact")
    return incumbent.proved


def new_solver(seconds: float, workers: int) -> cp_model.CpSolver:
    """Return a CP-SAT solver with the settings that suit these models."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = max(0.0, min(seconds, 1e6))
    solver.parameters.num_workers = workers
    solver.parameters.linearization_level = 2
    return solver


def solve_watched(solver: cp_model.CpSolver, model: CoverModel, incumbent: Incumbent) -> str:
    """Solve, looking in between whether to stop; return the name of the solver's status."""
    from ortools.sat.python import cp_model

    class Covers(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            incumbent.offer(model.men(self), "exact")

    def better_bound(bound: float) -> None:
        if incumbent.cost is not None:
            incumbent.prove(min(bound, incumbent.cost), "exact")

    solver.best_bound_callback = better_bound
    covers = Covers()
    with ThreadPoolExecutor(1) as pool:
        solving = pool.submit(solver.solve, model.model, covers)
        try:
            while True:
                try:
                    return solver.status_name(solving.result(POLL_SECONDS))
                except Waiting:
                    if incumbent.stop() is not None:
                        solver.stop_search()
        except KeyboardInterrupt:
            solver.stop_search()
            raise
