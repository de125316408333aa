"""Lower bounds for tours with too many targets for exact layers.

*Farthest*: at once, the moves past a single target.

*One-tree*: the order of the first visits is a path through all targets, and from target to
target it takes at least the moves between their nearest squares. The shortest path is bounded
by a spanning tree whose nodes are pressed to degree two (M. Held and R. M. Karp, "The
traveling-salesman problem and minimum spanning trees", Operations Research 18, 1970).

*Priced layers*: a few targets, the *subset*, are visited exactly, by layers. Every other target i
has a price p(i), and each arrival on a square costs less by the prices of what is visited there.
A tour visits every target at least once, so that its moves are at least the sum of the prices and
the least cost of arrivals of a tour through the subset. With no prices this is the relaxation to
the subset; with an empty subset it is the dual of covering all targets by squares.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rookery.engine.lp import Check, LinearProgram
from rookery.tour.order_kernel import FAR
from rookery.tour.orders import Distances
from rookery.tour.plan import Plan
from rookery.tour.words import field_of, growth_of
from rookery.tour.words_kernel import GOES_ON, GROWN, REACHED, grow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

UNITS = 12
"""A move costs so many layers, so that prices are multiples of a twelfth of a move."""

NODES_A_LOOK = 64  # between two looks at the clock
SLICE_WORDS = 1 << 22  # grown between two looks at the clock: some hundredths of a second
ROUNDS = 300  # of the subgradient ascent, at most
TINY = 1e-6  # what floating point may lose of a sum of prices


def target_distances(
    plan: Plan, distances: Distances, look: Callable[[], object] = bool
) -> tuple[Floats, Floats]:
    """Return the least moves between nodes, and from each node to the goal.

    Node 0 is the start, node i + 1 the target i. Between two nodes it is the shorter way. `look`
    is called now and then; it may raise.
    """

    def looked(values: Iterable[Any]) -> Iterator[Any]:
        for number, value in enumerate(values, 1):
            if not number % NODES_A_LOOK:
                look()
            yield value

    table = distances.table
    groups = [distances.indices([plan.start]), *map(distances.indices, plan.targets)]
    nearest = np.stack([table[:, group].min(axis=1) for group in looked(groups)], axis=1)
    between = np.stack([nearest[group].min(axis=0) for group in looked(groups)])
    goal = distances.indices(plan.goal)
    to_goal = np.array([table[np.ix_(group, goal)].min() for group in looked(groups)])
    return np.minimum(between, between.T).astype(float), to_goal.astype(float)


def farthest(between: Floats, to_goal: Floats) -> int:
    """Return a bound at once: the moves to the farthest target, and on to the goal."""
    moves = float((between[0, 1:] + to_goal[1:]).max())
    return int(moves) if moves < FAR else 0


def one_tree(between: Floats, to_goal: Floats, aim: float) -> Iterator[int]:
    """Yield bounds from spanning trees by subgradient steps, the best so far after each.

    Parameters
    ----------
    between, to_goal
        From `target_distances`.
    aim
        The moves of a known tour, to which the steps lead.
    """
    nodes = len(between)
    if (between >= FAR).any() or (to_goal >= FAR).all():
        return
    press = np.zeros(nodes)
    best, scale = 0.0, 1.0
    for number in range(ROUNDS):
        tree, degrees = _spanning_tree(between + press[:, None] + press[None, :])
        ends = to_goal + press
        ends[0] = math.inf if nodes > 1 else ends[0]
        last = int(ends.argmin())
        degrees[last] += 1
        degrees[0] += 1
        bound = tree + ends[last] + press[0] - 2 * press.sum()
        best = max(best, bound)
        yield math.ceil(best - TINY)
        excess = degrees - 2
        if not excess.any():
            break
        press += scale * max(aim - bound, 0.1) / (excess @ excess) * excess
        scale *= 0.985
        if number % 50 == 49 and best > aim - 1 + TINY:
            break


def _spanning_tree(costs: Floats) -> tuple[float, Floats]:
    """Return the cost of a minimum spanning tree and its degrees (R. C. Prim, 1957)."""
    nodes = len(costs)
    degrees = np.zeros(nodes)
    nearest = costs[0].copy()
    parent = np.zeros(nodes, np.int64)
    nearest[0] = math.inf
    total = 0.0
    outside = np.ones(nodes, np.bool_)
    outside[0] = False
    for _ in range(nodes - 1):
        node = int(nearest.argmin())
        total += nearest[node]
        degrees[node] += 1
        degrees[parent[node]] += 1
        outside[node] = False
        nearest[node] = math.inf
        closer = outside & (costs[node] < nearest)
        nearest[closer] = costs[node][closer]
        parent[closer] = node
    return total, degrees


class Relaxation(NamedTuple):
    """The targets visited exactly, and the prices of all others in `UNITS` of a move."""

    subset: list[int]
    prices: list[int]


def priced_layers(plan: Plan, relaxation: Relaxation, check: Check = bool) -> int | None:
    """Return the bound of a relaxation; None when its layers never hold a tour.

    `check` is called now and then; it may raise.

    Raises
    ------
    ValueError
        When the prices of what is visited on one square exceed a move.
    """
    subset, prices = relaxation
    smaller = Plan(plan.board, plan.start, plan.moves, [plan.targets[i] for i in subset], plan.goal)
    field = field_of(smaller)
    rewards = np.zeros(len(field.visited), np.int64)
    for target, price in enumerate(prices):
        rewards[plan.targets[target]] += price
    if rewards.max() >= UNITS:
        raise ValueError(f"prices of {rewards.max()} on one square, at most {UNITS - 1} allowed")
    field = field._replace(cost=UNITS - rewards)
    cells = len(rewards)
    growth = growth_of(cells, len(subset), UNITS + 1)
    blocks = max(1, SLICE_WORDS // (cells * growth.arriving.shape[1]))
    while True:
        status = grow(field, growth, 1 << 40, blocks, UNITS)
        units = int(growth.state[GROWN]) - 1 + sum(prices)
        if status == REACHED:
            return -(-units // UNITS)
        if status != GOES_ON:
            return None
        check()


def prices_of(
    plan: Plan, subset: Sequence[int], seconds: float = math.inf, check: Check = bool
) -> list[int]:
    """Return prices for the targets outside a subset, great together, by a linear programme.

    It is the dual of covering those targets by squares: the prices of what is visited on one
    square come to less than a move. Targets visited at the start cost nothing.
    """
    from ortools.math_opt.python import mathopt

    model = mathopt.Model()
    inside = set(subset)
    worth = {
        target: model.add_variable(lb=0, ub=1)
        for target, squares in enumerate(plan.targets)
        if target not in inside and plan.start not in squares
    }
    at_square: dict[int, list[int]] = {}
    for target in worth:
        for square in plan.targets[target]:
            at_square.setdefault(square, []).append(target)
    for targets in {tuple(targets) for targets in at_square.values()}:
        model.add_linear_constraint(sum(worth[target] for target in targets) <= 1)
    model.maximize(sum(worth.values()))
    solved = LinearProgram(model).solve(seconds, check) if worth else None
    values = {} if solved is None else solved.variable_values()
    exact = {target: values.get(variable, 0.0) * (UNITS - 1) for target, variable in worth.items()}
    return _whole(exact, at_square, len(plan.targets))


def _whole(exact: dict[int, float], at_square: dict[int, list[int]], count: int) -> list[int]:
    """Return prices rounded down, then raised by one as long as every square allows it."""
    prices = [0] * count
    for target, price in exact.items():
        prices[target] = int(price + TINY)
    room = {
        square: UNITS - 1 - sum(prices[target] for target in targets)
        for square, targets in at_square.items()
    }
    squares_of: dict[int, list[int]] = {target: [] for target in exact}
    for square, targets in at_square.items():
        for target in targets:
            squares_of[target].append(square)
    for target in sorted(exact, key=lambda target: prices[target] - exact[target]):
        rise = min((room[square] for square in squares_of[target]), default=0)
        prices[target] += rise
        for square in squares_of[target]:
            room[square] -= rise
    return prices
