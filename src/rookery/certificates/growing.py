"""The search tree of a certificate, grown from the leaf of the least bound."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from typing import Any

from rookery.boards.board import file_name
from rookery.certificates.relaxing import Problem, relaxed
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.verifying import Candidate, State, bound_of, place

MOST_NODES = 200_000  # of a tree
TOLERANCE = 1e-6  # of the values of GLOP


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
