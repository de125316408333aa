"""The search tree of a certificate, grown from the leaf of the least bound."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from typing import TYPE_CHECKING, Any

from rookery.boards.board import file_name
from rookery.certificates.relaxing import relaxed
from rookery.verifying import Candidate, State, bound_of, place

if TYPE_CHECKING:
    from rookery.certificates.relaxing import Problem

MOST_NODES = 200_000  # of a tree
TOLERANCE = 1e-6  # of the values of GLOP


@dataclass(frozen=True, slots=True)
class Leaf:
    """A state with its bound, and the candidate that divides it, or None if nothing is left."""

    state: State
    multipliers: list[int]
    bound: float
    branch: Candidate | None


def grown(
    problem: Problem, goal: float, seconds_left: Callable[[], float]
) -> tuple[list[dict[str, Any]], float]:
    """Return a tree whose leaves have bounds of at least the goal, and the least bound.

    After the deadline or Ctrl-C, some leaves have lesser bounds.
    """
    nodes = [_leaf(problem, ((), frozenset(problem.price)), None, goal, seconds_left())]
    children: dict[int, tuple[int, int]] = {}
    queue = [(nodes[0].bound, 0)]
    with suppress(KeyboardInterrupt):
        while queue and queue[0][0] < goal and len(nodes) < MOST_NODES and seconds_left() > 0:
            at = -heappop(queue)[1]
            node = nodes[at]
            if node.branch is None:
                continue
            (placed, free), one = node.state, node.branch
            states = place(problem, node.state, one), (placed, free - {one})
            leaves = [_leaf(problem, state, node, goal, seconds_left()) for state in states]
            pair = len(nodes), len(nodes) + 1
            nodes += leaves  # before their parent knows them: Ctrl-C may come between two lines
            children[at] = pair
            for number, leaf in zip(pair, leaves, strict=True):
                heappush(queue, (leaf.bound, -number))
    lines: list[dict[str, Any]] = []
    waiting, least = [0], inf
    while waiting:
        at = waiting.pop()
        branch = nodes[at].branch
        if at in children and branch is not None:
            lines.append({"split": named(problem, branch)})
            waiting += reversed(children[at])
        else:
            lines.append({"leaf": nodes[at].multipliers})
            least = min(least, nodes[at].bound)
    return lines, least


def named(problem: Problem, one: Candidate) -> list[Any]:
    """Return a candidate as plain data: the piece's number and its square's name."""
    row, column = one[1]
    return [one[0], f"{file_name(column)}{problem.board.rows - row}"]


def _leaf(problem: Problem, state: State, parent: Leaf | None, goal: float, seconds: float) -> Leaf:
    """Return a state with its own multipliers, or with its parent's where these do."""
    multipliers = [1] + [0] * len(problem.rows) if parent is None else parent.multipliers
    bound = bound_of(problem, state, multipliers[0], multipliers[1:])
    if not state[1] or bound >= goal:
        return Leaf(state, multipliers, bound, None)
    own = relaxed(problem, state, seconds)
    if own is None:
        return Leaf(state, multipliers, bound, min(state[1]))
    better = bound_of(problem, state, own.leaf[0], own.leaf[1:])
    if better > bound:
        multipliers, bound = own.leaf, better
    branch = max(state[1], key=lambda one: (_halfness(own.values[one]), own.values[one], one))
    return Leaf(state, multipliers, bound, branch)


def _halfness(value: float) -> float:
    """Return the distance of a value from 0 and 1, 0 for one within the tolerance."""
    distance = min(value, 1.0 - value)
    return distance if distance > TOLERANCE else 0.0
