"""Whether a tour of so many moves can be ruled out by forgetful walks."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING

import numpy as np

from rookery.tour.forgetful.walk_kernel import (
    NONE,
    Memory,
    Steps,
    fill_gains,
    fill_onward,
    trace_back,
    walk_on,
)
from rookery.tour.plan import Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]

UNIT = 4096
"""Rewards are whole numbers: so much is a target's on average."""

MOST_WORTH = 16.0
"""Of a target, in averages: so that the rewards of a walk fit in 31 bits."""

MOST_MOVES = 2000  # of the walks, at most
MOST_REMEMBERED = 10
"""Targets on one square; what is visited there is always remembered."""

MOST_ONWARD = 1 << 24
"""States behind all steps: each move of a walk takes some hundredths of a second."""

MOST_STATES = 1 << 26
"""Of all lengths of a walk, 256 MiB."""

SLICE = 1 << 23
"""States behind steps between two looks at the clock: some hundredths of a second."""

AIM = 0.01
"""Steps aim at so much less than the sum, as a part of it."""

PATIENCE = 6
"""So many walks without progress, and squares learn to remember more."""

LEAST_SCALE, FALL = 0.3, 0.9
PROGRESS = 1e-4  # of the distance from the sum; less counts as none


class Forgetful:
    """The rewards and memories of a plan, which get better from call to call.

    Parameters
    ----------
    plan
        Of a `possible` tour that `fits`.

    Attributes
    ----------
    path : list of int or None
        The squares of a walk that visits every target, if one was met.
    distance
        How near rewards and memories came to the last refutation, at best: how much less than
        the sum the richest walk collected, as a part of it; negative when it was more.

    Examples
    --------
    >>> from rookery.tour.puzzle import Tour
    >>> forgetful = Forgetful(Plan.of(Tour.parse(["Q....", ".....", "N...B"])))
    >>> forgetful.refutes(1, rounds=50), forgetful.refutes(2, rounds=50)
    (True, False)
    """

    def __init__(self, plan: Plan) -> None:
        self._squares = sorted(plan.moves.reached)
        place = {square: at for at, square in enumerate(self._squares)}
        self._remembered: list[list[int]] = [[] for _ in self._squares]
        for target, group in enumerate(plan.targets):
            for square in group:
                self._remembered[place[square]].append(target)
        ends = [
            [at, *(place[end] for end in plan.moves.destinations(square))]
            for at, square in enumerate(self._squares)
        ]
        goal = np.zeros(len(place), np.uint8)
        goal[[place[square] for square in plan.goal]] = 1
        self._steps = Steps(
            place[plan.start],
            goal,
            np.array([0, *accumulate(map(len, ends))], np.int32),
            np.array(list(chain.from_iterable(ends)), np.int32),
            np.array([len(targets) for targets in self._remembered], np.int32),
        )
        self._worth = np.ones(len(plan.targets))
        self._scale = 1.0
        self.distance = -np.inf
        self._stale = 0
        self._learn()
        self.path: list[int] | None = None

    @staticmethod
    def fits(plan: Plan) -> bool:
        """Return whether the states of the least memories are few enough."""
        visits = dict.fromkeys(plan.moves.reached, 0)
        for square in chain.from_iterable(plan.targets):
            visits[square] += 1
        if not plan.targets or max(visits.values()) > MOST_REMEMBERED:
            return False
        steps = {square: len(plan.moves.destinations(square)) + 1 for square in visits}
        return sum(steps[square] << visits[square] for square in visits) <= MOST_ONWARD

    def refutes(self, moves: int, rounds: int, look: Callable[[], object] = bool) -> bool:
        """Return whether it is proved that no tour has so many moves, or fewer.

        Parameters
        ----------
        moves
            Of the walks.
        rounds
            Walks to look at, at most: rewards change after each.
        look
            Called now and then; may raise.
        """
        if moves > MOST_MOVES or self._states * (moves + 1) > MOST_STATES:
            return False
        for _ in range(rounds):
            rewards = (self._worth * UNIT).astype(np.int32)
            collected, path = self._richest(moves, rewards, look)
            if collected < rewards.sum():
                self._scale, self.distance, self._stale = 1.0, -np.inf, 0
                return True
            times, again = self._visits(path)
            if times.all():
                self.path = self._moved(path)
                return False
            self._step(times, collected, int(rewards.sum()))
            if self._stale >= PATIENCE:
                self._remember(path, again, moves)
        return False

    def _richest(
        self, moves: int, rewards: Ints, look: Callable[[], object]
    ) -> tuple[int, list[int]]:
        """Return what the richest walk collects, and its squares."""
        gains = np.empty(self._states, np.int32)
        fill_gains(self._steps, self._memory, rewards, gains)
        richest = np.empty((moves + 1, self._states), np.int32)
        each = max(1, SLICE // len(self._memory.onward))
        for begin in range(0, max(1, moves), each):
            look()
            end = min(moves, begin + each)
            walk_on(self._steps, self._memory, rewards, gains, richest, begin, end)
        path = np.empty(moves + 1, np.int32)
        collected = int(trace_back(self._steps, self._memory, gains, richest, path))
        return collected, path.tolist()

    def _visits(self, path: list[int]) -> tuple[Ints, list[tuple[int, int, int]]]:
        """Return how often each target's reward is collected, and between which positions again."""
        times = np.zeros(len(self._worth), np.int32)
        known: set[int] = set()
        last: dict[int, int] = {}
        again = []
        for position, square in enumerate(path):
            known &= set(self._remembered[square])
            for target in self._remembered[square][: self._steps.visits[square]]:
                if target not in known:
                    times[target] += 1
                    if target in last:
                        again.append((target, last[target], position))
                last[target] = position
                known.add(target)
        return times, again

    def _step(self, times: Ints, collected: int, wanted: int) -> None:
        """Change what targets are worth by how often a walk collected their rewards."""
        distance = (wanted - collected) / wanted
        self._stale = 0 if distance > self.distance + PROGRESS else self._stale + 1
        self.distance = max(self.distance, distance)
        ascent = 1 - times
        size = self._scale * (AIM - distance) * len(times) / (ascent @ ascent)
        self._worth = np.clip(self._worth + size * ascent, 0.0, MOST_WORTH)
        self._worth *= len(times) / self._worth.sum()
        np.minimum(self._worth, MOST_WORTH, out=self._worth)

    def _remember(self, path: list[int], again: list[tuple[int, int, int]], moves: int) -> None:
        """Let the squares between two visits of a target remember it, where there is room."""
        self._stale, self.distance = 0, -np.inf
        self._scale = max(LEAST_SCALE, self._scale * FALL)
        onward, states = len(self._memory.onward), self._states * (moves + 1)
        first, remembered = self._steps.first, self._remembered
        for target, begin, end in sorted(again, key=lambda visits: visits[2] - visits[1]):
            learning = [s for s in set(path[begin + 1 : end]) if target not in remembered[s]]
            onward += sum(int(first[s + 1] - first[s]) << len(remembered[s]) for s in learning)
            states += sum(moves + 1 << len(remembered[s]) for s in learning)
            if onward > MOST_ONWARD or states > MOST_STATES:
                break
            if all(len(remembered[square]) < MOST_REMEMBERED for square in learning):
                for square in learning:
                    remembered[square].append(target)
        self._learn()

    def _learn(self) -> None:
        """Give the states numbers, as squares have learned to remember more."""
        size = np.array([len(targets) for targets in self._remembered], np.int32)
        targets = np.full((len(size), MOST_REMEMBERED), NONE, np.int32)
        place = np.full((len(size), len(self._worth)), NONE, np.int32)
        for square, remembered in enumerate(self._remembered):
            targets[square, : len(remembered)] = remembered
            place[square, remembered] = range(len(remembered))
        states = np.concatenate(([0], np.cumsum(1 << size.astype(np.int64))))
        each = np.diff(self._steps.first) << size.astype(np.int64)
        first = np.concatenate(([0], np.cumsum(each)))
        onward = np.empty(int(first[-1]), np.int32)
        self._memory = Memory(targets, place, size, states, first, onward)
        self._states = int(states[-1])
        fill_onward(self._steps, self._memory)

    def _moved(self, path: list[int]) -> list[int]:
        """Return a walk as squares of the plan, without steps that stay."""
        found = [path[0]]
        found += [square for before, square in pairwise(path) if square != before]
        return [self._squares[square] for square in found]
