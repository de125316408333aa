"""Lower bounds for tours with too many targets for exact layers.

*Farthest*: the moves from the start past a single target to the goal.

*One-tree*: the order of first visits is a path through all targets, and each of its edges costs
at least the moves between the targets' nearest squares. A spanning tree with node penalties
towards degree two bounds the shortest path (M. Held and R. M. Karp, "The traveling-salesman
problem and minimum spanning trees", Operations Research 18, 1970).

*Priced layers*: exact layers for a subset of the targets, and a dual price p(i) for every other
target i. An arrival on a square costs one move minus the prices of the targets visited there. A
tour visits every target at least once, so it has at least as many moves as the sum of the prices
plus the least cost of a tour through the subset. Without prices this is the relaxation to the
subset; with an empty subset it is the dual of covering all targets by squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.engine.lp import Check, LinearProgram
from rookery.tour.annealing import Distances
from rookery.tour.compiled_layers import layer_store, layer_tables
from rookery.tour.layers_kernel import GROWING, GROWN, REACHED, grow
from rookery.tour.order_kernel import FAR
from rookery.tour.plan import TourPlan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

UNITS = 12  # layers per move; prices are multiples of a twelfth of a move
NODES_PER_CHECK = 64  # nodes between two deadline checks
SLICE_WORDS = 1 << 22  # words between two deadline checks: some hundredths of a second
ROUNDS = 300  # subgradient steps, at most
TINY = 1e-6  # rounding error of a sum of prices, at most


def target_distances(
    plan: TourPlan, distances: Distances, check_deadline: Check = bool
) -> tuple[Floats, Floats]:
    """Return the least moves between nodes, and from each node to the goal.

    Node 0 is the start, and node i + 1 is target i. Of the two directions between nodes, the
    shorter counts.
    """

    def with_checks(values: Iterable[Any]) -> Iterator[Any]:
        for number, value in enumerate(values, 1):
            if not number % NODES_PER_CHECK:
                check_deadline()
            yield value

    table = distances.table
    groups = [distances.indices([plan.start]), *map(distances.indices, plan.targets)]
    nearest = np.stack([table[:, group].min(axis=1) for group in with_checks(groups)], axis=1)
    between = np.stack([nearest[group].min(axis=0) for group in with_checks(groups)])
    goal = distances.indices(plan.goal)
    to_goal = np.array([table[np.ix_(group, goal)].min() for group in with_checks(groups)])
    return np.minimum(between, between.T).astype(float), to_goal.astype(float)


def farthest(between: Floats, to_goal: Floats) -> int:
    """Return the greatest number of moves past a single target to the goal."""
    moves = float((between[0, 1:] + to_goal[1:]).max())
    return int(moves) if moves < FAR else 0


def one_tree(between: Floats, to_goal: Floats, aim: float) -> Iterator[int]:
    """Yield the best spanning tree bound after each subgradient step.

    Parameters
    ----------
    between, to_goal
        The distances from `target_distances`.
    aim
        The moves of a known tour, the target of the step size.
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
    """Return the cost and the degrees of a minimum spanning tree (R. C. Prim, 1957)."""
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


def priced_layers(
    plan: TourPlan, subset: Sequence[int], prices: Sequence[int], check: Check = bool
) -> int | None:
    """Return the bound from exact layers of a subset of the targets and prices of all targets.

    Prices are in `UNITS` of a move. The result is None if the layers never contain a tour.

    Raises
    ------
    ValueError
        If the prices of the targets visited on a square reach a whole move.
    """
    smaller = TourPlan(
        plan.board, plan.start, plan.moves, [plan.targets[i] for i in subset], plan.goal
    )
    tables = layer_tables(smaller)
    rewards = np.zeros(len(tables.visited), np.int64)
    for target, price in enumerate(prices):
        rewards[plan.targets[target]] += price
    if rewards.max() >= UNITS:
        raise ValueError(f"expected prices of at most {UNITS - 1} on a square, got {rewards.max()}")
    tables = tables._replace(cost=UNITS - rewards)
    cells = len(rewards)
    store = layer_store(cells, len(subset), UNITS + 1)
    blocks = max(1, SLICE_WORDS // (cells * store.arriving.shape[1]))
    while True:
        status = grow(tables, store, 1 << 40, blocks, UNITS)
        units = int(store.state[GROWN]) - 1 + sum(prices)
        if status == REACHED:
            return -(-units // UNITS)
        if status != GROWING:
            return None
        check()


def prices_of(
    plan: TourPlan, subset: Sequence[int], seconds: float = math.inf, check: Check = bool
) -> list[int]:
    """Return prices with a large sum for the targets outside a subset, by a linear program.

    The program is the dual of covering these targets by squares: the prices of the targets
    visited on a square sum to less than a move. Targets visited at the start have price 0.
    """
    from ortools.math_opt.python import mathopt

    model = mathopt.Model()
    inside = set(subset)
    duals = {
        target: model.add_variable(lb=0, ub=1)
        for target, squares in enumerate(plan.targets)
        if target not in inside and plan.start not in squares
    }
    at_square: dict[int, list[int]] = {}
    for target in duals:
        for square in plan.targets[target]:
            at_square.setdefault(square, []).append(target)
    for targets in {tuple(targets) for targets in at_square.values()}:
        model.add_linear_constraint(sum(duals[target] for target in targets) <= 1)
    model.maximize(sum(duals.values()))
    solved = LinearProgram(model).solve(seconds, check) if duals else None
    values = {} if solved is None else solved.variable_values()
    exact = {target: values.get(variable, 0.0) * (UNITS - 1) for target, variable in duals.items()}
    return _integer_prices(exact, at_square, len(plan.targets))


def _integer_prices(
    exact: dict[int, float], at_square: dict[int, list[int]], count: int
) -> list[int]:
    """Round prices down to integers, then raise them as far as every square allows."""
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
