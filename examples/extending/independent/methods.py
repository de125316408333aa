"""The methods for `Independent`."""

from __future__ import annotations

from itertools import combinations

from rookery.independent.puzzle import Independent
from rookery.results.methods import Method
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

FEW_SQUARES = 12
LONGEST_SECONDS = 1e6


def run_search(puzzle: Independent, settings: Settings) -> Result:
    """Try every set of squares, the larger ones first."""
    squares = list(puzzle.board.squares())
    sets = (chosen for size in range(len(squares), 0, -1) for chosen in combinations(squares, size))
    answer = next(chosen for chosen in sets if not puzzle.check(chosen))
    return Result.proved(puzzle, answer, len(answer))


def run_cp_sat(puzzle: Independent, settings: Settings) -> Result:
    """Let CP-SAT choose squares of which no two attack each other on the empty board.

    Pieces in between do not matter: if two pieces stand on a rider's line, one attacks the
    other or a piece between them.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = {square: model.new_bool_var("") for square in puzzle.board.squares()}
    for square, stands in chosen.items():
        for other in puzzle.piece.attacks(puzzle.board, square):
            model.add_at_most_one(stands, chosen[other])
    model.maximize(sum(chosen.values()))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = min(settings.clock.left(), LONGEST_SECONDS)
    solver.parameters.num_workers = settings.threads
    solver.parameters.random_seed = settings.seed % 2**31
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Result(puzzle, None, None, None, Status.UNKNOWN, Reason.TIME)
    answer = tuple(square for square, stands in chosen.items() if solver.boolean_value(stands))
    if status == cp_model.OPTIMAL:
        return Result.proved(puzzle, answer, len(answer))
    bound = round(solver.best_objective_bound)
    return Result(puzzle, answer, len(answer), bound, Status.FEASIBLE, Reason.TIME)


def _is_small(puzzle: Independent) -> bool:
    return sum(1 for _ in puzzle.board.squares()) <= FEW_SQUARES


def _needs_no_hurdle(puzzle: Independent) -> bool:
    """Return whether no capture hops over a piece or can be blocked by one beside its line."""
    captures = [motion for motion in puzzle.piece.motions if motion.captures]
    return not any(motion.hop or motion.path for motion in captures)


METHODS = (
    Method("search", run_search, "the greatest number, by trying all sets", _is_small),
    Method("cp-sat", run_cp_sat, "the greatest number, by CP-SAT", _needs_no_hurdle),
)
