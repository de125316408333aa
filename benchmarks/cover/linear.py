"""The exact model of a board as a mixed-integer program, constraint by constraint, for HiGHS."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from rookery.cover.exact.cp_model import CoverModel
from rookery.cover.puzzle import PlacedPiece

HALF = 0.5
EDGE = 1 << 60  # the end of a domain beyond it is none


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
