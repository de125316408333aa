"""Counts of non-attacking pieces, and smallest maximal sets."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import rookery as rk

if TYPE_CHECKING:
    from typing import Any


def rookery(n: str, piece: str) -> Callable[[], int]:
    """Count for every number of pieces by the default method on one thread."""
    from rookery.nonattacking.kernel_sets import COUNTS

    puzzle = rk.NonAttacking(int(n), piece)

    def count() -> int:
        COUNTS.wait(math.inf)
        return int(rk.count(puzzle, threads=1).value)

    return count


def rookery_fewest(n: str, piece: str) -> Callable[[], int]:
    """Prove the size of a smallest maximal set on one thread."""
    puzzle = rk.NonAttacking(int(n), piece, maximal=True, lightest=True)
    return lambda: int(rk.solve(puzzle, threads=1).value)


def recursion(n: str, piece: str) -> Callable[[], int]:
    """Count one by one in plain Python, on sets as integers."""
    later = [mask >> at + 1 << at + 1 for at, mask in enumerate(_compatible(int(n), piece))]

    def count(free: int) -> int:
        found = 1
        while free:
            lowest = free & -free
            free ^= lowest
            found += count(free & later[lowest.bit_length() - 1])
        return found

    return lambda: count((1 << len(later)) - 1)


def cp_sat(n: str, piece: str, seconds: str = "8") -> Callable[[], int | None]:
    """Enumerate all by CP-SAT, with a clause for each attacking pair; None if stopped."""
    from ortools.sat.python import cp_model

    class Count(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    def count() -> int | None:
        model, _ = _pairs(int(n), piece)
        solver, callback = cp_model.CpSolver(), Count()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = float(seconds)
        status = solver.solve(model, callback)
        return callback.found if status == cp_model.OPTIMAL else None

    return count


def cp_sat_fewest(n: str, piece: str, seconds: str = "20") -> Callable[[], int | None]:
    """Find the size of a smallest maximal set by CP-SAT; None if stopped."""
    from ortools.sat.python import cp_model

    def fewest() -> int | None:
        model, chosen = _pairs(int(n), piece)
        every = (1 << len(chosen)) - 1
        for at, mask in enumerate(_compatible(int(n), piece)):
            model.add_bool_or(chosen[other] for other in _bits(every & ~mask | 1 << at))
        model.minimize(sum(chosen))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = float(seconds)
        status = solver.solve(model)
        return int(solver.objective_value) if status == cp_model.OPTIMAL else None

    return fewest


def _pairs(n: int, piece: str) -> tuple[Any, list[Any]]:
    """Return a model with a clause for each attacking pair."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(n * n)]
    every = (1 << n * n) - 1
    for at, mask in enumerate(_compatible(n, piece)):
        for other in _bits((every & ~mask) >> at + 1 << at + 1):
            model.add_bool_or(chosen[at].negated(), chosen[other].negated())
    return model, chosen


def _compatible(n: int, piece: str) -> list[int]:
    """Return for each square the mask of the others that a piece on it does not attack."""
    board, kind = rk.Board(n), rk.Piece(piece)
    squares = list(board.squares())
    masks = []
    for square in squares:
        closed = kind.attacks(board, square) | {square}
        masks.append(sum(1 << at for at, other in enumerate(squares) if other not in closed))
    return masks


def _bits(mask: int) -> list[int]:
    return [at for at, bit in enumerate(bin(mask)[:1:-1]) if bit == "1"]
