"""Turns at the bound of a tour of many targets: cuts, forgetful walks, priced layers."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from rookery.engine.lanes import Check, Turn, Way, called
from rookery.engine.run import Partial, Run, Steps
from rookery.tour import memory
from rookery.tour.bounds import (
    UNITS,
    Relaxation,
    farthest,
    one_tree,
    priced_layers,
    prices_of,
    target_distances,
)
from rookery.tour.forgetful.refuting import Forgetful
from rookery.tour.found import found
from rookery.tour.orders import Distances
from rookery.tour.plan import Plan
from rookery.tour.subtours import Subtours

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAST_RISE = 0.2  # of the program's value in a turn; with less the next turn comes later
WALKS_A_TURN = 10  # walks looked at in a turn: rewards change after each
FIRST_SUBSET = 8  # targets of the first subset whose layers are grown; later ones have more
TRIES_A_SIZE = 3  # subsets of a size, before they grow by two


class Bounding:
    """The ways to a better bound.

    Parameters
    ----------
    distances
        Of the plan.
    check
        Called now and then; may raise.
    """

    def __init__(self, plan: Plan, run: Run, distances: Distances, check: Check) -> None:
        self._plan = plan
        self._run = run
        self._check = check
        self._random = Random(run.seed)
        between, self._to_goal = target_distances(plan, distances, check)
        self._between: NDArray[np.float64] = between
        self._bound = 0
        self._subtours: Subtours | None = None
        self._forgetful: Forgetful | None = None
        self._tries = 0

    def farthest(self) -> int:
        """Return the bound by the farthest target."""
        return farthest(self._between, self._to_goal)

    def trees(self) -> Steps:
        """Prove what spanning trees of the targets say."""
        aim = float(self._run.value or len(self._plan.targets))
        for bound in one_tree(self._between, self._to_goal, aim):
            yield self._proved(bound, "one-tree")
        return None

    def ways(self, check: Check) -> list[Way]:
        """Return the ways that suit the plan; `check` is called now and then, and may raise."""
        self._check = check
        self._bound = max(self._bound, int(self._run.bound or 0))
        cuts = [self.cuts] if Subtours.fits(self._plan) else []
        return [*cuts, self.forgetful if Forgetful.fits(self._plan) else self.priced]

    def cuts(self) -> Turn:
        """Solve the linear program, and add the cuts that its solution breaks."""
        if self._subtours is None:
            self._subtours = yield from called(lambda check: Subtours(self._plan), self._run)
        program = self._subtours
        if program.done:
            return None
        before = program.value
        yield self._proved(program.solve(self._run.seconds_left(), self._check), "subtours")
        return program.value >= before + LEAST_RISE

    def forgetful(self) -> Turn:
        """Try to show by forgetful walks that the bound can be raised by a move."""
        if self._forgetful is None:
            self._forgetful = yield from called(lambda check: Forgetful(self._plan), self._run)
        walks, before = self._forgetful, self._forgetful.distance
        if walks.refutes(self._bound, WALKS_A_TURN, self._check):
            yield self._proved(self._bound + 1, "forgetful walks")
            return True
        if walks.path is not None:
            yield found(self._plan, walks.path, "forgetful walks")
        return walks.distance > before

    def priced(self) -> Turn:
        """Try one relaxation to exact layers of some targets; the subsets grow."""
        before = self._bound
        size = FIRST_SUBSET + 2 * (self._tries // TRIES_A_SIZE)
        self._tries += 1
        subset = self._subset(self._largest(size))
        prices = prices_of(self._plan, subset, self._run.seconds_left(), self._check)
        bound = priced_layers(self._plan, Relaxation(subset, prices), self._check)
        yield self._proved(bound, f"{len(subset)} targets exact")
        return self._bound > before

    def _proved(self, bound: int | None, stage: str) -> Partial:
        # The engine may be in another thread, and take it later.
        self._bound = max(self._bound, bound or 0)
        return Partial(bound=bound, stage=stage)

    def _largest(self, size: int) -> int:
        """Return the size of a subset whose layers fit in memory."""
        cells = self._plan.board.rows * self._plan.board.columns
        size = min(size, len(self._plan.targets))
        while size and (UNITS + 1) * memory.layer_bytes(cells, size) > memory.MOST_BYTES:
            size -= 1
        return size

    def _subset(self, size: int) -> list[int]:
        """Return targets that lie far from each other, the first of them at random."""
        between = self._between[1:, 1:]
        chosen = [self._random.randrange(len(between))]
        nearest = between[chosen[0]].copy()
        while len(chosen) < size:
            nearest[chosen] = -1
            farthest = np.flatnonzero(nearest == nearest.max())
            chosen.append(int(self._random.choice(farthest)))
            nearest = np.minimum(nearest, between[chosen[-1]])
        return chosen[:size]
