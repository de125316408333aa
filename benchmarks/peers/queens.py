"""Counting and listing the placements of n queens."""

from __future__ import annotations

from collections.abc import Callable

import rookery as rk


def rookery(n: str) -> Callable[[], int]:
    """Count by the default method on one thread."""
    puzzle = rk.Queens(int(n))
    return lambda: int(rk.count(puzzle, threads=1).value)


def rookery_all(n: str) -> Callable[[], int]:
    """List all, as arrays."""
    puzzle = rk.Queens(int(n))
    return lambda: sum(map(len, rk.placement_chunks(puzzle)))


def backtracking(n: str) -> Callable[[], int]:
    """Count column by column in plain Python, as in a textbook."""
    size = int(n)

    def completions(column: int, rows: set[int], rising: set[int], falling: set[int]) -> int:
        if column == size:
            return 1
        found = 0
        for row in range(size):
            if row not in rows and row + column not in rising and row - column not in falling:
                rows.add(row)
                rising.add(row + column)
                falling.add(row - column)
                found += completions(column + 1, rows, rising, falling)
                rows.remove(row)
                rising.remove(row + column)
                falling.remove(row - column)
        return found

    return lambda: completions(0, set(), set(), set())


def constraint2(n: str) -> Callable[[], int]:
    """List all by python-constraint2: all rows differ, and a function for each two columns."""
    from constraint import AllDifferentConstraint, Problem

    size = int(n)

    def count() -> int:
        problem = Problem()
        columns = range(size)
        problem.addVariables(columns, range(size))
        problem.addConstraint(AllDifferentConstraint(), columns)
        for right in columns:
            for left in range(right):
                problem.addConstraint(_apart(right - left), (left, right))
        return len(problem.getSolutions())

    return count


def _apart(distance: int) -> Callable[[int, int], bool]:
    return lambda row, other: abs(row - other) != distance


def exact_cover(n: str) -> Callable[[], int]:
    """Count by exact-cover: dancing links; a row of its own leaves a diagonal idle."""
    import exact_cover as package
    import numpy as np

    size = int(n)
    diagonals = 2 * (2 * size - 1)
    rows = np.zeros((size * size + diagonals, 2 * size + diagonals), bool)
    for square in range(size * size):
        row, column = divmod(square, size)
        rising, falling = 2 * size + row + column, 5 * size - 2 + row - column
        rows[square, [row, size + column, rising, falling]] = True
    rows[size * size :, 2 * size :] = np.eye(diagonals, dtype=bool)
    return lambda: int(package.get_solution_count(rows))


def cp_sat(n: str) -> Callable[[], int]:
    """List all by CP-SAT's enumeration of solutions, with one worker."""
    from ortools.sat.python import cp_model

    size = int(n)

    class Rows(cp_model.CpSolverSolutionCallback):
        def __init__(self, rows: list[cp_model.IntVar]) -> None:
            super().__init__()
            self.rows = rows
            self.found: list[list[int]] = []

        def on_solution_callback(self) -> None:
            self.found.append([self.value(row) for row in self.rows])

    def count() -> int:
        model = cp_model.CpModel()
        rows = [model.new_int_var(0, size - 1, "") for _ in range(size)]
        model.add_all_different(rows)
        model.add_all_different([row + column for column, row in enumerate(rows)])
        model.add_all_different([row - column for column, row in enumerate(rows)])
        solver, callback = cp_model.CpSolver(), Rows(rows)
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        solver.solve(model, callback)
        return len({tuple(found) for found in callback.found})

    return count
