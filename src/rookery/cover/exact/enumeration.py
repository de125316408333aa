"""Every cover of one price: by CP-SAT, or where few pieces do by trying all."""

from __future__ import annotations

from collections.abc import Callable

from rookery.cover.bounds.duals import lagrangian
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.exact.few_pieces import can_try_all, try_all
from rookery.cover.exact.proofs import new_solver, useful_kinds
from rookery.cover.model.attacks import candidates
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.results.limits import Clock
from rookery.running.solvers import watched

NEAR = 0.75  # of the price: where the bound is lower, linear programs do not prune


def each_cover(
    puzzle: Cover, price: int, clock: Clock, take: Callable[[tuple[PlacedPiece, ...]], None]
) -> bool:
    """Call with every cover of a price, of which none is cheaper; return whether these are all.

    Only the candidates come in that such a cover can have, by the reduced prices of a bound.

    Raises
    ------
    KeyboardInterrupt
        After those that were found before Ctrl-C.
    """
    from ortools.sat.python import cp_model

    table = candidates(puzzle)
    if puzzle.targets and can_try_all(puzzle, price):
        return try_all(puzzle, table, price, clock, take)
    duals = lagrangian(table.for_bounds(), int(table.needed.sum()), float(price))
    model = CoverModel(puzzle, (), useful_kinds(puzzle, table, duals, price + 1), exact=True)
    model.cheaper_than(price + 1)
    model.model.clear_objective()  # type: ignore[no-untyped-call]

    class Each(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            take(model.placed_pieces(self))

    solver = new_solver(clock.left(), workers=1)
    solver.parameters.enumerate_all_solutions = True
    if duals.bound < NEAR * price:
        solver.parameters.linearization_level = 1
    each = Each()
    status, interrupted = watched(lambda: solver.solve(model.model, each), solver.stop_search)
    if interrupted:
        raise KeyboardInterrupt
    return solver.status_name(status) in ("OPTIMAL", "INFEASIBLE")
