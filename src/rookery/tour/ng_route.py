"""Lower bounds from the ng-route relaxation: refutation of numbers of moves.

Every target has a reward, its dual. If the richest *walk* of k moves collects less than all rewards
together, no tour has k moves. An *ng-route* remembers only a few targets per square, and may
collect a reward again after forgetting the target::

    square     s            t            s again
    visits     i            j            i
    memory  ..{i}..      ..{j}..      ..{i}..     t does not remember i: collected twice

docs/methods/tour.md explains how rewards and memories change. The relaxation is due to R. Baldacci,
A. Mingozzi and R. Roberti, "New route relaxation and pricing strategies for the vehicle routing
problem", Operations Research 59 (2011). Memories grow as in R. Roberti and A. Mingozzi, "Dynamic
ng-path relaxation for the delivery man problem", Transportation Science 48 (2014). Here a stop may
serve several customers.
"""

from __future__ import annotations

from itertools import chain, pairwise

import numpy as np

from rookery.compiled.arrays import Int32s
from rookery.results.limits import Check
from rookery.tour.compiled_layers import compressed
from rookery.tour.plan import TourPlan
from rookery.tour.walk_kernel import (
    NONE,
    RouteMemory,
    RouteMoves,
    extend_walks,
    fill_gains,
    fill_onward,
    trace_back,
)

UNIT = 4096  # integer units of an average reward
MOST_REWARD = 16.0  # average rewards of a target, at most; a walk's sum must fit in 31 bits
MOST_MOVES = 2000  # moves of a walk, at most
MOST_REMEMBERED = 10  # targets remembered per square, at most; includes those visited there
MOST_ONWARD = 1 << 24  # transitions per move, at most: some hundredths of a second
MOST_STATES = 1 << 26  # states of all lengths, at most: 256 MiB
SLICE = 1 << 23  # transitions between two deadline checks: some hundredths of a second
AIM = 0.01  # gap that subgradient steps aim at, as a fraction of the sum of rewards
PATIENCE = 6  # walks without progress before memories grow
LEAST_SCALE, FALL = 0.3, 0.9  # step size: minimum, and factor per growth of the memories
PROGRESS = 1e-4  # rise of the distance that counts as progress


class NgRouteBound:
    """The rewards and memories of a `possible` plan that `fits`, improved from call to call.

    `path` is a walk that visits every target, if one was found. `distance` is the best gap since
    the last refutation: the sum of the rewards minus those of the richest walk, as a fraction of
    the sum; negative if the walk collected more.

    >>> from rookery.tour.puzzle import Tour
    >>> bound = NgRouteBound(TourPlan.of(Tour.parse(["Q....", ".....", "N...B"])))
    >>> bound.refutes(1, rounds=50), bound.refutes(2, rounds=50)
    (True, False)
    """

    def __init__(self, plan: TourPlan) -> None:
        self._squares, place, ends, self._remembered = plan.numbered()
        goal = np.zeros(len(place), np.uint8)
        goal[[place[square] for square in plan.goal]] = 1
        self._steps = RouteMoves(
            place[plan.start],
            goal,
            *compressed([[at, *onward] for at, onward in enumerate(ends)]),  # a walk may stand idle
            np.array([len(targets) for targets in self._remembered], np.int32),
        )
        self._rewards = np.ones(len(plan.targets))
        self._scale = 1.0
        self.distance = -np.inf
        self._stale = 0
        self._number_states()
        self.path: list[int] | None = None

    @staticmethod
    def fits(plan: TourPlan) -> bool:
        """Return whether the states of the smallest memories fit the limits."""
        visits = dict.fromkeys(plan.moves.reached, 0)
        for square in chain.from_iterable(plan.targets):
            visits[square] += 1
        if not plan.targets or max(visits.values()) > MOST_REMEMBERED:
            return False
        steps = {square: len(plan.moves.destinations(square)) + 1 for square in visits}
        return sum(steps[square] << visits[square] for square in visits) <= MOST_ONWARD

    def refutes(self, moves: int, rounds: int, check_deadline: Check = bool) -> bool:
        """Return whether at most `rounds` walks prove that tours have more than `moves` moves."""
        if moves > MOST_MOVES or self._states * (moves + 1) > MOST_STATES:
            return False
        for _ in range(rounds):
            rewards = (self._rewards * UNIT).astype(np.int32)
            collected, path = self._richest(moves, rewards, check_deadline)
            if collected < rewards.sum():
                self._scale, self.distance, self._stale = 1.0, -np.inf, 0
                return True
            times, again = self._visits(path)
            if times.all():
                steps = (square for before, square in pairwise(path) if square != before)
                self.path = [self._squares[square] for square in (path[0], *steps)]
                return False
            self._update_rewards(times, collected, int(rewards.sum()))
            if self._stale >= PATIENCE:
                self._extend_memories(path, again, moves)
        return False

    def _richest(self, moves: int, rewards: Int32s, check_deadline: Check) -> tuple[int, list[int]]:
        """Return the reward of the richest walk, and its squares."""
        gains = np.empty(self._states, np.int32)
        fill_gains(self._steps, self._memory, rewards, gains)
        richest = np.empty((moves + 1, self._states), np.int32)
        each = max(1, SLICE // len(self._memory.onward))
        for begin in range(0, max(1, moves), each):
            check_deadline()
            end = min(moves, begin + each)
            extend_walks(self._steps, self._memory, rewards, gains, richest, begin, end)
        path = np.empty(moves + 1, np.int32)
        collected = int(trace_back(self._steps, self._memory, gains, richest, path))
        return collected, path.tolist()

    def _visits(self, path: list[int]) -> tuple[Int32s, list[tuple[int, int, int]]]:
        """Return how often each reward is collected, and the positions of repetitions."""
        times = np.zeros(len(self._rewards), np.int32)
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

    def _update_rewards(self, times: Int32s, collected: int, needed: int) -> None:
        """Take a subgradient step: change rewards by how often a walk collected them."""
        distance = (needed - collected) / needed
        self._stale = 0 if distance > self.distance + PROGRESS else self._stale + 1
        self.distance = max(self.distance, distance)
        ascent = 1 - times
        size = self._scale * (AIM - distance) * len(times) / (ascent @ ascent)
        self._rewards = np.clip(self._rewards + size * ascent, 0.0, MOST_REWARD)
        self._rewards *= len(times) / self._rewards.sum()
        np.minimum(self._rewards, MOST_REWARD, out=self._rewards)

    def _extend_memories(
        self, path: list[int], again: list[tuple[int, int, int]], moves: int
    ) -> None:
        """Extend the memories of the squares between two visits of a target, within the limits."""
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
        self._number_states()

    def _number_states(self) -> None:
        """Assign new numbers to the states after memories have grown."""
        size = np.array([len(targets) for targets in self._remembered], np.int32)
        targets = np.full((len(size), MOST_REMEMBERED), NONE, np.int32)
        place = np.full((len(size), len(self._rewards)), NONE, np.int32)
        for square, remembered in enumerate(self._remembered):
            targets[square, : len(remembered)] = remembered
            place[square, remembered] = range(len(remembered))
        states = np.concatenate(([0], np.cumsum(1 << size.astype(np.int64))))
        each = np.diff(self._steps.first) << size.astype(np.int64)
        first = np.concatenate(([0], np.cumsum(each)))
        onward = np.empty(int(first[-1]), np.int32)
        self._memory = RouteMemory(targets, place, size, states, first, onward)
        self._states = int(states[-1])
        fill_onward(self._steps, self._memory)
