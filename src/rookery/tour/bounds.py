"""Lower bounds for tours with too many targets for exact layers, and the steps that raise them.

*Farthest*: the moves from the start past a single target to the goal.

*One-tree*: the order of first visits is a path through all targets, and each of its edges costs
at least the moves between the targets' nearest squares. A spanning tree with node penalties
towards degree two bounds the shortest path (M. Held and R. M. Karp, "The traveling-salesman
problem and minimum spanning trees", Operations Research 18, 1970).

Linear programs with cuts (`rookery.tour.subtours`) and ng-routes (`rookery.tour.ng_route`) are
sharper, and take longer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

import numpy as np

from rookery.compiled.arrays import Float64s
from rookery.engine.lanes import PortfolioStep, Way, called
from rookery.engine.run import Partial, Run, Steps
from rookery.results.limits import Check
from rookery.tour.improving import Distances
from rookery.tour.ng_route import NgRouteBound
from rookery.tour.order_kernel import FAR
from rookery.tour.plan import TourPlan
from rookery.tour.subtours import SubtourProgram

ROUNDS = 300  # subgradient steps, at most
TINY = 1e-6  # rounding error of a bound, at most
LEAST_RISE = 0.2  # moves gained by a step of cuts that counts as progress
WALKS_A_STEP = 10  # walks per step; rewards change after each


class BoundImprover:
    """The steps that raise the lower bound of a plan, whose distances are given."""

    def __init__(self, plan: TourPlan, run: Run, distances: Distances, check: Check) -> None:
        self._plan = plan
        self._run = run
        self._between, self._to_goal = target_distances(plan, distances, check)
        self._bound = 0
        self._subtours: SubtourProgram | None = None
        self._ng_route: NgRouteBound | None = None

    def quick(self) -> Steps:
        """Yield the bounds from the farthest target and from spanning trees of the targets."""
        yield self._proved(farthest(self._between, self._to_goal), "farthest")
        aim = float(self._run.value or len(self._plan.targets))
        for bound in one_tree(self._between, self._to_goal, aim):
            yield self._proved(bound, "one-tree")
        return None

    def ways(self, check: Check) -> list[Way]:
        """Return the steps that suit the plan; they call `check` regularly."""
        self._bound = max(self._bound, int(self._run.bound or 0))
        kinds = ((SubtourProgram, self.cuts), (NgRouteBound, self.ng_routes))
        return [partial(way, check) for kind, way in kinds if kind.fits(self._plan)]

    def cuts(self, check: Check) -> PortfolioStep:
        """Solve the linear program, and add violated cuts."""
        if self._subtours is None:
            self._subtours = yield from called(lambda check: SubtourProgram(self._plan), self._run)
        program = self._subtours
        if program.done:
            return None
        before = program.value
        yield self._proved(program.solve(self._run.seconds_left(), check), "subtours")
        return program.value >= before + LEAST_RISE

    def ng_routes(self, check: Check) -> PortfolioStep:
        """Try to raise the bound by a move with the ng-route relaxation."""
        if self._ng_route is None:
            self._ng_route = yield from called(lambda check: NgRouteBound(self._plan), self._run)
        walks, before = self._ng_route, self._ng_route.distance
        if walks.refutes(self._bound, WALKS_A_STEP, check):
            yield self._proved(self._bound + 1, "ng-routes")
            return True
        if walks.path is not None:
            yield self._plan.partial(walks.path, "ng-routes")
        return walks.distance > before

    def _proved(self, bound: int | None, stage: str) -> Partial:
        # The engine may run in another thread and take the bound later, so keep it here, too.
        self._bound = max(self._bound, bound or 0)
        return Partial(bound=bound, stage=stage)


def target_distances(
    plan: TourPlan, distances: Distances, check_deadline: Check = bool
) -> tuple[Float64s, Float64s]:
    """Return the least moves between nodes, and from each node to the goal.

    Node 0 is the start, and node i + 1 is target i. Of the two directions between nodes, the
    shorter counts.
    """
    table, goal = distances.table, distances.indices(plan.goal)
    groups = [distances.indices(squares) for squares in ([plan.start], *plan.targets)]
    nearest = np.empty((len(table), len(groups)), table.dtype)
    between, to_goal = np.empty((len(groups), len(groups))), np.empty(len(groups))
    for node, group in enumerate(groups):
        check_deadline()
        nearest[:, node] = table[:, group].min(axis=1)
        to_goal[node] = table[np.ix_(group, goal)].min()
    for node, group in enumerate(groups):
        check_deadline()
        between[node] = nearest[group].min(axis=0)
    return np.minimum(between, between.T), to_goal


def farthest(between: Float64s, to_goal: Float64s) -> int:
    """Return the greatest number of moves past a single target to the goal."""
    moves = float((between[0, 1:] + to_goal[1:]).max())
    return int(moves) if moves < FAR else 0


def one_tree(between: Float64s, to_goal: Float64s, aim: float) -> Iterator[int]:
    """Yield the best spanning tree bound after each subgradient step.

    The distances are from `target_distances`. The moves of a known tour, `aim`, set the step size.
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


def _spanning_tree(costs: Float64s) -> tuple[float, Float64s]:
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
