"""Turns at the bound of a tour of many targets: cuts, forgetful walks, priced layers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from rookery.running.solvers import watched
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
from rookery.tour.incumbent import TourIncumbent
from rookery.tour.orders import Distances
from rookery.tour.plan import Plan
from rookery.tour.subtours import Subtours

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAST_RISE = 0.2
"""Of the program's value in a turn; with less the next turn comes later."""

WALKS_A_TURN = 10  # walks looked at in a turn: rewards change after each
FIRST_SUBSET = 8  # targets of the first subset whose layers are grown; later ones have more
TRIES_A_SIZE = 3  # subsets of a size, before they grow by two


class Bounding:
    """The ways to a better bound; each returns whether it got anywhere.

    Parameters
    ----------
    look
        Called now and then; may raise.
    """

    def __init__(
        self,
        plan: Plan,
        incumbent: TourIncumbent,
        distances: Distances,
        look: Callable[[], object],
    ) -> None:
        self._plan = plan
        self._incumbent = incumbent
        self._look = look
        self._random = Random(incumbent.settings.seed)
        between, to_goal = target_distances(plan, distances, look)
        self._between: NDArray[np.float64] = between[1:, 1:]
        self._subtours: Subtours | None = None
        self._forgetful: Forgetful | None = None
        self._tries = 0
        aim = float(incumbent.moves or len(plan.targets))
        incumbent.prove(farthest(between, to_goal), "farthest")
        incumbent.prove(one_tree(between, to_goal, aim, incumbent.in_time), "one-tree")

    def ways(self) -> list[Callable[[], bool]]:
        """Return the ways that suit the plan."""
        cuts = [self.cuts] if Subtours.fits(self._plan) else []
        return [*cuts, self.forgetful if Forgetful.fits(self._plan) else self.priced]

    def cuts(self) -> bool:
        """Solve the linear program, and add the cuts that its solution breaks."""
        incumbent, program = self._incumbent, self._subtours
        if program is None:
            program = self._subtours = watched(partial(Subtours, self._plan), None, self._look)[0]
        before = program.value
        if not program.done:
            incumbent.prove(program.solve(incumbent.left(), self._look), "subtours")
        return program.value >= before + LEAST_RISE

    def forgetful(self) -> bool:
        """Try to show by forgetful walks that the bound can be raised by a move."""
        incumbent, walks = self._incumbent, self._forgetful
        if walks is None:
            walks = self._forgetful = watched(partial(Forgetful, self._plan), None, self._look)[0]
        before = walks.distance
        if walks.refutes(incumbent.bound, WALKS_A_TURN, self._look):
            incumbent.prove(incumbent.bound + 1, "forgetful walks")
            return True
        if walks.path is not None:
            incumbent.offer_path(walks.path, "forgetful walks")
        return walks.distance > before

    def priced(self) -> bool:
        """Try one relaxation to exact layers of some targets; the subsets grow."""
        incumbent, bound = self._incumbent, self._incumbent.bound
        size = FIRST_SUBSET + 2 * (self._tries // TRIES_A_SIZE)
        self._tries += 1
        subset = self._subset(self._largest(size))
        prices = prices_of(self._plan, subset)
        found = priced_layers(self._plan, Relaxation(subset, prices), incumbent.in_time)
        incumbent.prove(found, f"{len(subset)} targets exact")
        return incumbent.bound > bound

    def _largest(self, size: int) -> int:
        """Return the size of a subset whose layers fit in memory."""
        cells = self._plan.board.rows * self._plan.board.columns
        size = min(size, len(self._plan.targets))
        while size and (UNITS + 1) * memory.layer_bytes(cells, size) > memory.MOST_BYTES:
            size -= 1
        return size

    def _subset(self, size: int) -> list[int]:
        """Return targets that lie far from each other, the first of them at random."""
        between = self._between
        chosen = [self._random.randrange(len(between))]
        nearest = between[chosen[0]].copy()
        while len(chosen) < size:
            nearest[chosen] = -1
            farthest = np.flatnonzero(nearest == nearest.max())
            chosen.append(int(self._random.choice(farthest)))
            nearest = np.minimum(nearest, between[chosen[-1]])
        return chosen[:size]
