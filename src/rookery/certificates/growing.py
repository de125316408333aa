"""The search tree of a certificate, grown from the leaf of the least bound.

A leaf's bound comes from the linear relaxation of its state, solved by GLOP. The multipliers of the
rows are the duals, rounded to integers. The checker accepts any, so no proof depends on tolerances.
A row or group may miss pieces at a high price, so that every program has a solution.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery.boards.board import file_name
from rookery.engine.lp import solve_once
from rookery.engine.run import Partial, Run, Steps
from rookery.results.limits import Check
from rookery.verifying import Candidate, Cover, Heaviest, State, bound_of, place

if TYPE_CHECKING:
    from ortools.math_opt.python import mathopt

Problem = Heaviest | Cover

MOST_NODES = 200_000  # of a tree
TOLERANCE = 1e-6  # of the values of GLOP
RESOLUTION = 1 << 22  # integer units in the largest price
MISSING = 4.0  # price of a missing piece, in largest prices times rows


@dataclass(frozen=True, slots=True)
class Leaf:
    """A state with its bound, and the candidate that divides it, or None if nothing is left."""

    state: State
    multipliers: list[int]
    bound: float
    branch: Candidate | None


class CertificateTree:
    """A search tree that proves a bound at any time: the least bound of its leaves."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        multipliers = [1] + [0] * len(problem.rows)
        state: State = ((), frozenset(problem.price))
        bound = bound_of(problem, state, multipliers[0], multipliers[1:])
        self._nodes = [Leaf(state, multipliers, bound, None)]
        self._children: dict[int, tuple[int, int]] = {}

    def grow(self, goal: float, run: Run) -> Steps:
        """Divide the leaf of the least bound until no leaf's bound is below the goal."""
        problem, nodes = self._problem, self._nodes
        nodes[0] = _leaf(problem, nodes[0], nodes[0].state, goal, run)
        queue = [(nodes[0].bound, 0)]
        while queue and queue[0][0] < goal and len(nodes) < MOST_NODES:
            yield Partial()
            at = -heappop(queue)[1]
            node = nodes[at]
            if node.branch is None:
                continue
            (placed, free), one = node.state, node.branch
            states = place(problem, node.state, one), (placed, free - {one})
            leaves = [_leaf(problem, node, state, goal, run) for state in states]
            pair = len(nodes), len(nodes) + 1
            nodes += leaves  # before their parent knows them: Ctrl-C may come between two lines
            self._children[at] = pair
            for number, leaf in zip(pair, leaves, strict=True):
                heappush(queue, (leaf.bound, -number))
        return None

    def lines(self) -> tuple[list[dict[str, Any]], float]:
        """Return the tree as the lines of a certificate, and the bound that it proves."""
        lines: list[dict[str, Any]] = []
        waiting, least = [0], inf
        while waiting:
            at = waiting.pop()
            node = self._nodes[at]
            if at in self._children and node.branch is not None:
                lines.append({"split": named(self._problem, node.branch)})
                waiting += reversed(self._children[at])
            else:
                lines.append({"leaf": node.multipliers})
                least = min(least, node.bound)
        return lines, least


def named(problem: Problem, one: Candidate) -> list[Any]:
    """Return a candidate as plain data: the piece's number and its square's name."""
    row, column = one[1]
    return [one[0], f"{file_name(column)}{problem.board.rows - row}"]


def _leaf(problem: Problem, parent: Leaf, state: State, goal: float, run: Run) -> Leaf:
    """Return a state with its own multipliers, or with its parent's where these do."""
    multipliers = parent.multipliers
    bound = bound_of(problem, state, multipliers[0], multipliers[1:])
    if not state[1] or bound >= goal:
        return Leaf(state, multipliers, bound, None)
    own = relaxed(problem, state, run.remaining())
    if own is None:
        return Leaf(state, multipliers, bound, min(state[1]))
    better = bound_of(problem, state, own.leaf[0], own.leaf[1:])
    if better > bound:
        multipliers, bound = own.leaf, better
    values = own.values

    def rank(one: Candidate) -> tuple[float, float, Candidate]:
        half = min(values[one], 1.0 - values[one])  # the distance from 0 and 1
        return half if half > TOLERANCE else 0.0, values[one], one

    return Leaf(state, multipliers, bound, max(state[1], key=rank))


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

    def make(check: Check) -> mathopt.Model:
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
