"""The heaviest placement, proved, on a board of weights from 1 to 99."""

from __future__ import annotations

from collections.abc import Callable

import rookery as rk
from benchmarks.heaviest.boards import uniform
from rookery.heaviest.models import Solver, SolverTask, solve_cp_sat, solve_mip


def rookery(n: str, seed: str, seconds: str) -> Callable[[], int | None]:
    """Search by the method that suits, on one thread, to the end."""
    puzzle = rk.Heaviest(uniform(int(n), int(seed)))
    return lambda: rk.solve(puzzle, threads=1).value


def highs(n: str, seed: str, seconds: str) -> Callable[[], int | None]:
    """Solve the plain model by HiGHS's branch and cut; None when stopped."""
    return _modelled(solve_mip, n, seed, seconds)


def cp_sat(n: str, seed: str, seconds: str) -> Callable[[], int | None]:
    """Solve the plain model by CP-SAT with one worker; None when stopped."""
    return _modelled(solve_cp_sat, n, seed, seconds)


def _modelled(solve: Solver, n: str, seed: str, seconds: str) -> Callable[[], int | None]:
    columns, _ = rk.Heaviest(uniform(int(n), int(seed))).scaled()
    task = SolverTask(columns, [(1 << int(n)) - 1] * int(n), None, lambda: float(seconds))

    def value() -> int | None:
        outcome = solve(task)
        return outcome.bound if outcome.ended else None

    return value
