"""Steps that raise the lower bound of a tour of many targets: cuts, ng-routes, priced layers."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from rookery.engine.lanes import Check, PortfolioStep, Way, called
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.tour import memory
from rookery.tour.annealing import Distances
from rookery.tour.bounds import (
    UNITS,
    farthest,
    one_tree,
    priced_layers,
    prices_of,
    target_distances,
)
from rookery.tour.ng_route import NgRouteBound
from rookery.tour.plan import TourPlan
from rookery.tour.subtours import SubtourProgram

if TYPE_CHECKING:
    pass

LEAST_RISE = 0.2  # moves gained by a step of cuts that counts as progress
WALKS_A_STEP = 10  # walks per step; rewards change after each
FIRST_SUBSET = 8  # targets of the first exact subset
TRIES_A_SIZE = 3  # subsets of each size; the size then grows by two


class BoundImprover:
    """The steps that raise the lower bound of a plan, whose distances are given."""

    def __init__(self, plan: TourPlan, run: Run, distances: Distances, check: Check) -> None:
        self._plan = plan
        self._run = run
        self._check = check
        self._random = Random(run.seed)
        self._between, self._to_goal = target_distances(plan, distances, check)
        self._bound = 0
        self._subtours: SubtourProgram | None = None
        self._ng_route: NgRouteBound | None = None
        self._tries = 0

    def farthest(self) -> int:
        """Return the bound from the farthest target."""
        return farthest(self._between, self._to_goal)

    def trees(self) -> Steps:
        """Yield the bounds from spanning trees of the targets."""
        aim = float(self._run.value or len(self._plan.targets))
        for bound in one_tree(self._between, self._to_goal, aim):
            yield self._proved(bound, "one-tree")
        return None

    def ways(self, check: Check) -> list[Way]:
        """Return the steps that suit the plan; they call `check` regularly."""
        self._check = check
        self._bound = max(self._bound, int(self._run.bound or 0))
        cuts = [self.cuts] if SubtourProgram.fits(self._plan) else []
        return [*cuts, self.ng_routes if NgRouteBound.fits(self._plan) else self.priced]

    def cuts(self) -> PortfolioStep:
        """Solve the linear program, and add violated cuts."""
        if self._subtours is None:
            self._subtours = yield from called(lambda check: SubtourProgram(self._plan), self._run)
        program = self._subtours
        if program.done:
            return None
        before = program.value
        yield self._proved(program.solve(self._run.seconds_left(), self._check), "subtours")
        return program.value >= before + LEAST_RISE

    def ng_routes(self) -> PortfolioStep:
        """Try to raise the bound by a move with the ng-route relaxation."""
        if self._ng_route is None:
            self._ng_route = yield from called(lambda check: NgRouteBound(self._plan), self._run)
        walks, before = self._ng_route, self._ng_route.distance
        if walks.refutes(self._bound, WALKS_A_STEP, self._check):
            yield self._proved(self._bound + 1, "ng-routes")
            return True
        if walks.path is not None:
            yield self._plan.partial(walks.path, "ng-routes")
        return walks.distance > before

    def priced(self) -> PortfolioStep:
        """Bound the moves by exact layers of a subset of the targets; the subsets grow."""
        before = self._bound
        size = FIRST_SUBSET + 2 * (self._tries // TRIES_A_SIZE)
        self._tries += 1
        cells = self._plan.board.rows * self._plan.board.columns
        size = min(size, len(self._plan.targets))
        while size and (UNITS + 1) * memory.layer_bytes(cells, size) > memory.MOST_BYTES:
            size -= 1
        subset = self._subset(size)
        prices = prices_of(self._plan, subset, self._run.seconds_left(), self._check)
        bound = priced_layers(self._plan, subset, prices, self._check)
        yield self._proved(bound, f"{len(subset)} targets exact")
        return self._bound > before

    def _proved(self, bound: int | None, stage: str) -> Partial:
        # The engine may run in another thread and take the bound later, so keep it here, too.
        self._bound = max(self._bound, bound or 0)
        return Partial(bound=bound, stage=stage)

    def _subset(self, size: int) -> list[int]:
        """Return targets far from each other, beginning with a random one."""
        between = self._between[1:, 1:]
        chosen = [self._random.randrange(len(between))]
        nearest = between[chosen[0]].copy()
        while len(chosen) < size:
            nearest[chosen] = -1
            farthest = np.flatnonzero(nearest == nearest.max())
            chosen.append(int(self._random.choice(farthest)))
            nearest = np.minimum(nearest, between[chosen[-1]])
        return chosen[:size]
