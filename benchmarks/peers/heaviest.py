"""The heaviest placement, proved, on a board of weights from 1 to 99.

The plain model for general solvers has a binary variable for each square. Every row and column sums
to 1, every diagonal to at most 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta

import rookery as rk
from benchmarks.heaviest.boards import uniform


def rookery(n: str, seed: str, seconds: str) -> Callable[[], int | None]:
    """Search by the default method on one thread, to the end."""
    puzzle = rk.Heaviest(uniform(int(n), int(seed)))
    return lambda: rk.solve(puzzle, threads=1).value


def highs(n: str, seed: str, seconds: str) -> Callable[[], int | None]:
    """Solve the plain model by HiGHS's branch and cut; None if stopped."""
    from ortools.math_opt.python import mathopt

    weights = uniform(int(n), int(seed))
    parameters = mathopt.SolveParameters(
        time_limit=timedelta(seconds=float(seconds)),
        relative_gap_tolerance=0.0,
        absolute_gap_tolerance=0.999,  # weights are integers
    )

    def value() -> int | None:
        model = mathopt.Model()
        queens = [[model.add_binary_variable() for _ in row] for row in weights]
        exact, rest = _lines(len(weights))
        for line in exact:
            model.add_linear_constraint(mathopt.fast_sum(queens[r][c] for r, c in line) == 1)
        for line in rest:
            model.add_linear_constraint(mathopt.fast_sum(queens[r][c] for r, c in line) <= 1)
        squares = [square for line in exact[: len(weights)] for square in line]
        model.maximize(mathopt.fast_sum(weights[r][c] * queens[r][c] for r, c in squares))
        solved = mathopt.solve(model, mathopt.SolverType.HIGHS, params=parameters)
        is_proved = solved.termination.reason is mathopt.TerminationReason.OPTIMAL
        return round(solved.objective_value()) if is_proved else None

    return value


def cp_sat(n: str, seed: str, seconds: str) -> Callable[[], int | None]:
    """Solve the plain model by CP-SAT with one worker; None if stopped."""
    from ortools.sat.python import cp_model

    weights = uniform(int(n), int(seed))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = float(seconds)

    def value() -> int | None:
        model = cp_model.CpModel()
        queens = [[model.new_bool_var("") for _ in row] for row in weights]
        exact, rest = _lines(len(weights))
        for line in exact:
            model.add_exactly_one(queens[r][c] for r, c in line)
        for line in rest:
            model.add_at_most_one(queens[r][c] for r, c in line)
        squares = [square for line in exact[: len(weights)] for square in line]
        model.maximize(sum(weights[r][c] * queens[r][c] for r, c in squares))
        status = solver.solve(model)
        return round(solver.objective_value) if status == cp_model.OPTIMAL else None

    return value


def _lines(n: int) -> tuple[list[list[tuple[int, int]]], list[list[tuple[int, int]]]]:
    """Return the rows and columns, and the diagonals of two squares or more."""
    exact = [[(r, c) for c in range(n)] for r in range(n)]
    exact += [[(r, c) for r in range(n)] for c in range(n)]
    diagonals: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    for r in range(n):
        for c in range(n):
            diagonals["+", r + c].append((r, c))
            diagonals["-", r - c].append((r, c))
    return exact, [line for line in diagonals.values() if len(line) > 1]
