"""The cheapest cover of a board of the fixed set, proved."""

from __future__ import annotations

from collections.abc import Callable

import rookery as rk
from benchmarks.cover import boards, solvers
from benchmarks.cover.solvers import Solver
from rookery.cover.puzzle import Cover

SECONDS = 60.0
SOLVERS: dict[str, Callable[[float], Solver]] = {
    "rookery": lambda seconds: solvers.rookery(seconds, 1),
    "greedy": lambda seconds: solvers.greedy(),
    "highs": solvers.highs,
    "cp_sat": solvers.cp_sat,
}


def rookery(name: str) -> Callable[[], int | None]:
    """Search by the default method on one thread; None if the cost is not proved."""
    return _proved(solvers.rookery(SECONDS, 1), name)


def cp_sat(name: str) -> Callable[[], int | None]:
    """Solve the exact model by CP-SAT with one worker; None if the cost is not proved."""
    return _proved(solvers.cp_sat(SECONDS), name)


def _proved(solver: Solver, name: str) -> Callable[[], int | None]:
    puzzle = _board(name)

    def cost() -> int | None:
        found = solver.run(puzzle, 0)
        value = None if found.placed_pieces is None else puzzle.value(found.placed_pieces)
        return value if value == found.bound else None

    return cost


def searched(solver: str, name: str, seconds: str) -> Callable[[], int | None]:
    """Search for some seconds by one of `SOLVERS`; return the cost, or None without a cover."""
    puzzle, run = _board(name), SOLVERS[solver](float(seconds)).run

    def cost() -> int | None:
        placed_pieces = run(puzzle, 0).placed_pieces
        return None if placed_pieces is None else puzzle.value(placed_pieces)

    return cost


def near_the_best(name: str, best: str, share: str, seconds: str) -> Callable[[], float | None]:
    """Search for a cover within a share of the best known cost; return the seconds it took.

    None if there is none within the limit.
    """
    puzzle, limit = _board(name), (1 + float(share)) * int(best)

    def reached() -> float | None:
        result = rk.solve(puzzle, limits=rk.Limits(seconds=float(seconds)), threads=1)
        times = (
            step.seconds for step in result.trace if step.value is not None and step.value <= limit
        )
        return min(times, default=None)

    return reached


def _board(name: str) -> Cover:
    return boards.read(next(spec for spec in boards.specs() if spec.name == name))
