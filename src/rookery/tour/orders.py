"""Annealing of the order of targets, where each order's cheapest walk is exact."""

from __future__ import annotations

from itertools import accumulate, chain
from typing import TYPE_CHECKING

import numpy as np

from rookery.compiled.seeds import random_state
from rookery.tour.annealer import TourAnnealer
from rookery.tour.order_kernel import (
    BEST,
    FAR,
    Order,
    OrderTables,
    all_distances,
    anneal,
    begin,
    choose_squares,
)
from rookery.tour.plan import TourPlan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]


class Distances:
    """The distances in moves between all reachable squares of a plan.

    Attributes
    ----------
    squares
        The reachable squares in order; `place` gives the index of each.
    table : int32 array
        The moves from the first to the second index, or `FAR` if there is no path.
    """

    def __init__(self, plan: TourPlan) -> None:
        self.squares = sorted(plan.moves.reached)
        self.place = {square: index for index, square in enumerate(self.squares)}
        self._ends = [
            [self.place[end] for end in plan.moves.destinations(square)] for square in self.squares
        ]
        count = len(self.squares)
        self.table = np.empty((count, count), np.int32)
        starts = np.array([0, *accumulate(map(len, self._ends))], np.int32)
        ends = np.array(list(chain.from_iterable(self._ends)), np.int32)
        all_distances(starts, ends, np.empty(count, np.int32), self.table)

    def indices(self, squares: list[int]) -> Ints:
        """Return the indices of squares."""
        return np.array([self.place[square] for square in squares], np.int32)

    def way(self, start: int, end: int) -> list[int]:
        """Return the first shortest path between two indices, without its start."""
        way = []
        while start != end:
            left = self.table[start, end] - 1
            start = next(other for other in self._ends[start] if self.table[other, end] == left)
            way.append(start)
        return way


class OrderAnnealer(TourAnnealer):
    """The order of a plan's targets under annealing.

    Parameters
    ----------
    plan
        The plan of a `possible` tour with at least two targets.
    distances
        The distances of the plan.
    seed
        The seed of the random changes.
    """

    hot, cold = 1.0, 0.15

    def __init__(self, plan: TourPlan, distances: Distances, seed: int) -> None:
        self._distances = distances
        groups = [distances.indices(squares) for squares in plan.targets]
        goal = distances.indices(plan.goal)
        everywhere = len(goal) == len(distances.squares)
        to_goal = (
            np.zeros(len(goal), np.int32) if everywhere else distances.table[:, goal].min(axis=1)
        )
        first = np.array([0, *accumulate(map(len, groups))], np.int32)
        start = distances.place[plan.start]
        self.tables = OrderTables(distances.table, first, np.concatenate(groups), to_goal, start)
        count, widest = len(groups), max(map(len, groups))
        self._order = Order(
            np.array(_nearest_first(distances.table, groups, start), np.int32),
            np.empty(count, np.int32),
            np.empty(count, np.int32),
            np.empty((count, widest), np.int32),
            np.empty((count, widest), np.int32),
            np.empty(widest, np.int32),
            np.empty(widest, np.int32),
            np.zeros(2, np.int64),
            random_state(seed),
        )
        begin(self.tables, self._order)

    @property
    def moves(self) -> int | None:
        """The moves of the best order's walk; None if no order has one so far."""
        best = int(self._order.cost[BEST])
        return best if best < FAR else None

    def _steps(self, steps: int, hot: float, cold: float) -> None:
        anneal(self.tables, self._order, steps, hot, cold)

    def walk(self) -> list[int]:
        """Return the squares of the best order's walk, beginning with the start."""
        distances = self._distances
        chosen = np.empty(len(self._order.order), np.int32)
        choose_squares(self.tables, self._order, chosen)
        path = [self.tables.start]
        for square in chosen.tolist():
            path += distances.way(path[-1], square)
        ends = np.flatnonzero(self.tables.to_goal == 0)
        nearest = ends[distances.table[path[-1], ends].argmin()]
        path += distances.way(path[-1], int(nearest))
        return [distances.squares[index] for index in path]


def _nearest_first(table: Ints, groups: list[Ints], start: int) -> list[int]:
    """Return the nearest-neighbour order of the targets."""
    squares = np.concatenate(groups)
    first = np.array([0, *accumulate(map(len, groups))])[:-1]
    left = np.ones(len(groups), np.bool_)
    order, square = [], start
    while left.any():
        moves = np.minimum.reduceat(table[square, squares], first)
        target = int(np.where(left, moves, np.iinfo(np.int32).max).argmin())
        left[target] = False
        square = int(groups[target][table[square, groups[target]].argmin()])
        order.append(target)
    return order
