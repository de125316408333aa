"""Linear relaxations of the states of a certificate's tree, solved by GLOP.

The multipliers of the rows are the duals, rounded to integers. The checker accepts any, so no proof
depends on tolerances. A row or group may miss pieces at a high price, so that every program has a
solution.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery.engine.lp import solve_once

if TYPE_CHECKING:
    from ortools.math_opt.python import mathopt

    from rookery.verifying import Candidate, Cover, Heaviest, State

    Problem = Heaviest | Cover

RESOLUTION = 1 << 22  # integer units in the largest price
MISSING = 4.0  # price of a missing piece, in largest prices times rows


class Relaxed(NamedTuple):
    """The multipliers of a leaf, after their common divisor, and the values of the candidates."""

    leaf: list[int]
    values: dict[Candidate, float]


def relaxed(problem: Problem, state: State, seconds: float) -> Relaxed | None:
    """Return the solved relaxation of a state, or None if GLOP has no time or fails."""
    largest = max(map(abs, problem.price.values()), default=0) or 1
    over = max(1, RESOLUTION // largest)
    pieces: dict[Candidate, mathopt.Variable] = {}
    rows: list[mathopt.LinearConstraint] = []

    def make(check: Callable[[], object]) -> mathopt.Model:
        from ortools.math_opt.python import mathopt

        model = mathopt.Model()
        for one in sorted(state[1]):
            pieces[one] = model.add_variable(lb=0.0)
            price = problem.price[one] / largest
            model.objective.set_linear_coefficient(pieces[one], price)
        rows.extend(_rows(problem, model))
        _add_groups(problem, state, model, pieces)
        for one, ways in problem.ways(state):
            check()
            piece = pieces.get(one) or model.add_variable(lb=1.0, ub=1.0)  # or placed already
            for way in ways:
                _add_way(way, piece, rows, model)
        return model

    solved = solve_once(make, seconds)
    if solved is None:
        return None
    signs = [sign for _, sign in problem.rows]
    duals = [round(dual * largest * over) for dual in solved.dual_values(rows)]
    duals = [dual if dual * sign >= 0 else 0 for dual, sign in zip(duals, signs, strict=True)]
    values = solved.variable_values(list(pieces.values()))
    return Relaxed([over, *duals], dict(zip(pieces, values, strict=True)))


def _rows(problem: Problem, model: mathopt.Model) -> list[mathopt.LinearConstraint]:
    """Return the rows of a problem, added to a model with what they may miss."""
    rows = []
    for number, sign in problem.rows:
        least, most = float(number) if sign >= 0 else -inf, float(number) if sign <= 0 else inf
        rows.append(model.add_linear_constraint(lb=least, ub=most))
        if sign >= 0:
            _add_missing(problem, rows[-1], model)
    return rows


def _add_missing(problem: Problem, row: mathopt.LinearConstraint, model: mathopt.Model) -> None:
    missing = model.add_variable(lb=0.0)
    model.objective.set_linear_coefficient(missing, MISSING * len(problem.rows))
    row.set_coefficient(missing, 1.0)


def _add_groups(
    problem: Problem,
    state: State,
    model: mathopt.Model,
    pieces: dict[Candidate, mathopt.Variable],
) -> None:
    """Add the condition that a group has at most one piece, or exactly one."""
    groups: dict[Any, mathopt.LinearConstraint] = {}
    for one, piece in pieces.items():
        key = problem.keys[one][0]
        if key not in groups:
            is_exact = key in problem.groups
            groups[key] = model.add_linear_constraint(lb=1.0 if is_exact else 0.0, ub=1.0)
            if is_exact:
                _add_missing(problem, groups[key], model)
        groups[key].set_coefficient(piece, 1.0)


def _add_way(
    way: list[list[int]],
    piece: mathopt.Variable,
    rows: list[mathopt.LinearConstraint],
    model: mathopt.Model,
) -> None:
    """Let a piece cover the rows of at most one item of a way."""
    shares = [piece] if len(way) == 1 else [model.add_variable(lb=0.0) for _ in way]
    if len(way) > 1:
        linking = model.add_linear_constraint(lb=0.0)
        linking.set_coefficient(piece, 1.0)
        for share in shares:
            linking.set_coefficient(share, -1.0)
    for part, share in zip(way, shares, strict=True):
        for row in part:
            rows[row].set_coefficient(share, rows[row].get_coefficient(share) + 1.0)
