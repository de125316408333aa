"""The solvers run on the boards: Rookery and its peers."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from importlib.metadata import version
from typing import Any

import rookery as rk
from benchmarks.cover.boards import Spec
from benchmarks.cover.figures import Score
from benchmarks.cover.table import Found
from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.family import FAMILY
from rookery.cover.puzzle import Cover, PlacedPiece

WARM_SECONDS = 0.5
# Dense enough that no bound proves the first cover before a kernel runs.
WARM_BOARD = Spec(seed=0, size=12, density=0.6, layout="uniform", prices="balanced")
HALF = 0.5
EDGE = 1 << 60  # the end of a domain beyond it is none


@dataclass(frozen=True)
class Solver:
    """A program with its settings; `run` takes a puzzle and a seed."""

    label: str
    run: Callable[[Cover, int], Found]

    def scored(self, spec: Spec, puzzle: Cover, seed: int) -> tuple[Found, Score]:
        """Run once; return the answer with its figures."""
        began = time.perf_counter()
        found = self.run(puzzle, seed)
        seconds = time.perf_counter() - began
        cost = None if found.placed_pieces is None else puzzle.value(found.placed_pieces)
        return found, Score(spec, cost, found.bound, seconds)


def rookery(seconds: float, threads: int, method: str = "auto") -> Solver:
    """Return Rookery, in this process."""
    label = f"rookery {method}, {seconds:g} s, {_threads(threads)}"

    def run(puzzle: Cover, seed: int) -> Found:
        limits = rk.Limits(seconds=seconds)
        result = rk.solve(puzzle, method=method, limits=limits, seed=seed, threads=threads)
        return Found(result.answer, int(result.bound or 0), f"{label}, seed {seed}")

    return Solver(label, run)


def greedy() -> Solver:
    """Return Rookery's greedy cover with its Lagrangian bound."""

    def run(puzzle: Cover, seed: int) -> Found:
        result = rk.solve(puzzle, method="greedy")
        return Found(result.answer, int(result.bound or 0), "greedy")

    return Solver("greedy", run)


def cp_sat(seconds: float, threads: int = 1) -> Solver:
    """Return CP-SAT on the exact model of the whole board; building it does not count."""
    label = f"CP-SAT {version('ortools')}, {seconds:g} s, {_threads(threads)}"

    def run(puzzle: Cover, seed: int) -> Found:
        from ortools.sat.python import cp_model

        model = exact_model(puzzle)
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.num_workers = threads
        solver.parameters.linearization_level = 2
        solver.parameters.random_seed = seed
        status = solver.solve(model.model)
        answered = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        # Costs are integers, so the bound is one too but for rounding.
        bound = max(0, math.ceil(solver.best_objective_bound - 1e-3))
        return Found(
            model.chosen(solver.boolean_value) if answered else None, bound, f"{label}, seed {seed}"
        )

    return Solver(label, run)


def highs(seconds: float) -> Solver:
    """Return HiGHS on the same model as an integer program; building it does not count."""
    label = f"HiGHS (OR-tools {version('ortools')}), {seconds:g} s"

    def run(puzzle: Cover, seed: int) -> Found:
        placed_pieces, bound = solved_by_highs(exact_model(puzzle), seconds)
        return Found(placed_pieces, bound, label)

    return Solver(label, run)


def exact_model(puzzle: Cover) -> CoverModel:
    """Return the exact model of the whole board."""
    kings, kinds = set(puzzle.kings), range(len(puzzle.pieces))
    empty = {square: kinds for square in puzzle.board.squares() if square not in kings}
    return CoverModel(puzzle, (), empty)


def warm() -> None:
    """Load the kernels and OR-tools, so that no measured run waits for them."""
    from ortools.math_opt.python import mathopt  # noqa: F401
    from ortools.sat.python import cp_model  # noqa: F401

    for kernels in FAMILY.kernel_sets():
        kernels.wait(math.inf)
    puzzle = WARM_BOARD.puzzle()
    for method in ("anneal", "auto"):
        rk.solve(puzzle, method=method, limits=rk.Limits(seconds=WARM_SECONDS), threads=1)


def _threads(threads: int) -> str:
    return "1 thread" if threads == 1 else f"{threads} threads"


def solved_by_highs(
    cover: CoverModel, seconds: float
) -> tuple[tuple[PlacedPiece, ...] | None, int]:
    """Return the pieces that HiGHS finds, or None, and its bound on the cost.

    Building the program does not count towards the seconds.
    """
    from ortools.math_opt.python import mathopt

    program = _Program(mathopt, cover.model.proto)
    parameters = mathopt.SolveParameters(
        time_limit=timedelta(seconds=seconds), relative_gap_tolerance=0.0
    )
    result = mathopt.solve(program.model, mathopt.SolverType.HIGHS, params=parameters)
    bound = result.dual_bound()
    # Costs are integers, so the bound is one too but for rounding.
    least = max(0, math.ceil(bound - 1e-3)) if math.isfinite(bound) else 0
    if not result.has_primal_feasible_solution():
        return None, least
    return cover.chosen(_Values(result.variable_values(program.variables)).boolean_value), least


def _has(constraint: Any, kind: str) -> bool:
    """Return whether a constraint is of a kind; old OR-Tools return protobuf's own messages."""
    asked = getattr(constraint, f"has_{kind}", None)
    return bool(asked() if asked else constraint.HasField(kind))


class _Program:
    """The constraints of a CP-SAT model of Booleans as rows."""

    def __init__(self, mathopt: Any, proto: Any) -> None:
        self.model = mathopt.Model()
        self._sum = mathopt.fast_sum
        self.variables = [self.model.add_binary_variable() for _ in proto.variables]
        for constraint in proto.constraints:
            self._add(constraint)
        cost = zip(proto.objective.vars, proto.objective.coeffs, strict=True)
        self.model.minimize(self._sum(coeff * self._literal(var) for var, coeff in cost))

    def _literal(self, number: int) -> Any:
        return self.variables[number] if number >= 0 else 1 - self.variables[-number - 1]

    def _add(self, constraint: Any) -> None:
        idle = self._sum(1 - self._literal(number) for number in constraint.enforcement_literal)
        if _has(constraint, "bool_or"):
            some = self._sum(map(self._literal, constraint.bool_or.literals))
            self.model.add_linear_constraint(some + idle >= 1)
        elif _has(constraint, "bool_and"):
            for number in constraint.bool_and.literals:
                self.model.add_linear_constraint(self._literal(number) + idle >= 1)
        elif _has(constraint, "linear"):
            self._add_linear(constraint.linear, idle)
        else:
            raise ValueError(f"expected a clause or a linear constraint, got {constraint}")

    def _add_linear(self, linear: Any, idle: Any) -> None:
        low, high = linear.domain
        terms = list(zip(linear.vars, linear.coeffs, strict=True))
        total = self._sum(coeff * self._literal(var) for var, coeff in terms)
        least, most = (sum(pick(coeff, 0) for _, coeff in terms) for pick in (min, max))
        if low > -EDGE:
            self.model.add_linear_constraint(total + (low - least) * idle >= low)
        if high < EDGE:
            self.model.add_linear_constraint(total - (most - high) * idle <= high)


class _Values:
    """A solution, read as CP-SAT's solver is."""

    def __init__(self, values: Sequence[float]) -> None:
        self._values = values

    def boolean_value(self, literal: Any) -> bool:
        return self._values[literal.index] > HALF
