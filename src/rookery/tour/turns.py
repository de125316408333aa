"""The turns of a search for a tour: at the tour, and at the bound."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

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
from rookery.tour.growing import LateError
from rookery.tour.incumbent import TourIncumbent
from rookery.tour.orders import Distances, Orders
from rookery.tour.paths import Paths
from rookery.tour.plan import Plan
from rookery.tour.subtours import Subtours
from rookery.tour.words import Words

SLICE_STEPS = 20_000
PATH_STEPS = 400_000
FIRST_COOLING = 10
"""Slices of the first cooling; each cooling is twice as long as the one before."""

FIRST_WINDOW = 10
"""Targets of the first windows; one more whenever no window of a turn could be shortened."""

WINDOW_BYTES = 1 << 22
"""Of a layer of a window, at most: its exact tour takes some hundredths of a second."""

WINDOWS_A_TURN = 12
CUTS_A_TURN = 8
"""So many times the linear program is solved, each time with more cuts."""

PRICED_EVERY = 4
"""One of so many turns at the bound is for priced layers too, while there are subtours to cut."""

FIRST_SUBSET = 8
TRIES_A_SIZE = 3


class Turns:
    """What a turn at the tour, or at the bound, does."""

    def __init__(self, plan: Plan, incumbent: TourIncumbent, distances: Distances) -> None:
        self._plan = plan
        self._incumbent = incumbent
        self._random = Random(incumbent.settings.seed)
        self._distances = distances
        self._orders = Orders(plan, self._distances, incumbent.settings.seed)
        between, to_goal = target_distances(plan, self._distances)
        self._between = between[1:, 1:]
        self._subtours: Subtours | None = None
        self._is_cutting = Subtours.fits(plan)
        self._paths: Paths | None = None
        self._cooling = FIRST_COOLING
        self._window = FIRST_WINDOW
        self._tries = 0
        self._bounds = 0
        self.steps = 0
        self._offer("nearest")
        goal = float(incumbent.moves or len(plan.targets))
        incumbent.prove(farthest(between, to_goal), "farthest")
        incumbent.prove(one_tree(between, to_goal, goal, incumbent.in_time), "one-tree")

    def improve(self) -> None:
        """Cool the path down once, then the order of the targets; then try windows."""
        self._cool(self._anneal_path, PATH_STEPS)
        self._cool(self._anneal_order, SLICE_STEPS)
        self._cooling *= 2
        self._try_windows()

    def _cool(self, anneal: Callable[[int, float, float], None], slice_steps: int) -> None:
        """Anneal in slices from hot to cold, as far as limits allow."""
        work = self._incumbent.limits.work
        for number in range(self._cooling):
            steps = slice_steps if work is None else min(slice_steps, work - self.steps)
            if steps <= 0 or self._incumbent.stop() is not None:
                return
            anneal(steps, number / self._cooling, (number + 1) / self._cooling)
            self.steps += steps

    def _anneal_order(self, steps: int, begin: float, end: float) -> None:
        self._orders.anneal(steps, begin, end)
        self._offer("anneal")

    def _anneal_path(self, steps: int, begin: float, end: float) -> None:
        path = self._incumbent.path
        if path is None or len(path) < 2:
            return
        if self._paths is None:
            self._paths = Paths(self._plan, path, self._incumbent.settings.seed)
        self._paths.anneal(steps, begin, end)
        if self._paths.moves < len(path) - 1:
            self._incumbent.offer_path(self._paths.walk(), "path")

    def bound(self) -> None:
        """Cut off subtours, and try one relaxation; the subsets grow."""
        self._cut_subtours()
        incumbent = self._incumbent
        self._bounds += 1
        if incumbent.stop() is not None or (self._is_cutting and self._bounds % PRICED_EVERY):
            return
        size = FIRST_SUBSET + 2 * (self._tries // TRIES_A_SIZE)
        self._tries += 1
        subset = self._subset(self._largest(size))
        prices = prices_of(self._plan, subset)
        found = priced_layers(self._plan, Relaxation(subset, prices), incumbent.in_time)
        incumbent.prove(found, f"{len(subset)} targets exact")

    def _cut_subtours(self) -> None:
        """Solve the linear program a few times, each time with more cuts."""
        incumbent = self._incumbent

        look = partial(look_at, incumbent)
        if self._is_cutting and self._subtours is None:
            self._subtours, _ = watched(lambda: Subtours(self._plan), None, look)
        for _ in range(CUTS_A_TURN):
            if self._subtours is None or not self._is_cutting or incumbent.stop() is not None:
                return
            incumbent.prove(self._subtours.solve(incumbent.left(), look), "subtours")
            self._is_cutting = not self._subtours.done

    def _offer(self, stage: str) -> None:
        moves, best = self._orders.moves, self._incumbent.moves
        if moves is not None and (best is None or moves < best):
            self._incumbent.offer_path(self._orders.walk(), stage)

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

    def _try_windows(self) -> None:
        shortened = False
        for _ in range(WINDOWS_A_TURN):
            path = self._incumbent.path
            if path is None or len(path) < 4 or self._incumbent.stop() is not None:
                return
            low = self._random.randrange(len(path) - 2)
            shorter = shorter_by_window(self._plan, path, low, self._window)
            if shorter is not None:
                shortened = True
                self._incumbent.offer_path(shorter, "window")
        cells = self._plan.board.rows * self._plan.board.columns
        if not shortened and memory.layer_bytes(cells, self._window + 1) <= WINDOW_BYTES:
            self._window += 1


def shorter_by_window(
    plan: Plan, path: list[int], low: int, most: int = FIRST_WINDOW
) -> list[int] | None:
    """Return a shorter path, by an exact tour in place of a window of it; None if there is none.

    The window begins at position `low` and goes on as far as at most `most` targets are visited
    inside it and nowhere else.
    """
    visits: dict[int, list[int]] = {}
    groups = [frozenset(squares) for squares in plan.targets]
    for position, square in enumerate(path):
        for target, group in enumerate(groups):
            if square in group:
                visits.setdefault(target, []).append(position)
    only = sorted((seen[-1], target) for target, seen in visits.items() if seen[0] > low)
    last = len(path) - 1
    high = last if len(only) <= most else only[most][0]
    inside = [target for position, target in only if position < high or high == last]
    goal = plan.goal if high == last else [path[high]]
    targets = [plan.targets[target] for target in inside]
    words = Words(Plan(plan.board, path[low], plan.moves, targets, goal))
    while not words.done and words.grown < high - low:
        if not words.grow(high - low):
            return None
    if not words.done or words.least_moves >= high - low:
        return None
    return path[:low] + words.path() + path[high + 1 :]


def look_at(incumbent: TourIncumbent) -> None:
    """Raise `LateError` when the time is over."""
    if not incumbent.in_time():
        raise LateError


def take_turns(plan: Plan, incumbent: TourIncumbent) -> None:
    """Improve and bound in turn until a limit is reached or they meet.

    Time at the tour counts more, and so there is less of it, the longer it has not become shorter.
    """
    distances, _ = watched(lambda: Distances(plan), None, partial(look_at, incumbent))
    turns = Turns(plan, incumbent, distances)
    spent: dict[Callable[[], None], float] = {turns.improve: 0.0, turns.bound: 0.0}
    stale = 0
    clock, work = incumbent.clock, incumbent.limits.work
    while incumbent.stop() is None:
        turn = min(spent, key=lambda turn: spent[turn])
        if work is not None:
            turn = turns.improve if turns.steps < work else turns.bound
        began, moves = clock.seconds(), incumbent.moves
        turn()
        if turn == turns.improve:
            stale = 0 if incumbent.moves != moves else stale + 1
        spent[turn] += (clock.seconds() - began) * (1 + stale * (turn == turns.improve))
        if work is not None and turn == turns.bound:
            return
