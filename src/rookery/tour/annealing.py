"""Annealing of a tour: of its path, move by move, or of the order of its targets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from rookery.compiled.seeds import random_state
from rookery.tour import order_kernel
from rookery.tour.compiled_layers import compressed
from rookery.tour.order_kernel import FAR, Order, OrderTables
from rookery.tour.path_kernel import BEST, LEFT, LENGTH, PathState, PathTables, anneal_path
from rookery.tour.plan import TourPlan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]

MISSING = 3.0  # moves; penalty of an unvisited target, enough to make a detour pay


class TourAnnealer(ABC):
    """Simulated annealing of a solution in slices, from hot to cold.

    Attributes
    ----------
    hot, cold
        The first and the last temperature of a cooling.
    """

    hot: ClassVar[float]
    cold: ClassVar[float]

    def anneal(self, steps: int, begin: float, end: float) -> None:
        """Run a slice of a cooling.

        Parameters
        ----------
        steps
            The number of changes to try.
        begin, end
            The fractions of the cooling, from 0.0 (hot) to 1.0 (cold), between which it runs.
        """
        fall = self.cold - self.hot
        self._try(steps, self.hot + begin * fall, self.hot + end * fall)

    @abstractmethod
    def _try(self, steps: int, hot: float, cold: float) -> None:
        """Try `steps` changes while the temperature falls linearly."""


class PathAnnealer(TourAnnealer):
    """Annealing of the path of a plan.

    Parameters
    ----------
    plan
        The plan of a `possible` tour.
    path
        The squares of a first tour of at least one move.
    seed
        The seed of the random changes.
    """

    hot, cold = 0.45, 0.18

    def __init__(self, plan: TourPlan, path: list[int], seed: int) -> None:
        self._squares, self._place, ends, visited = plan.numbered()
        near = np.zeros((len(ends), len(ends)), np.uint8)
        for start, onward in enumerate(ends):
            near[start, onward] = 1
        goal = np.zeros(len(ends), np.uint8)
        goal[[self._place[square] for square in plan.goal]] = 1
        self._tables = PathTables(near, *compressed(ends), *compressed(visited), goal, MISSING)
        room = len(path) + 2
        self._path = PathState(
            np.zeros(room, np.int32),
            np.zeros(room, np.int32),
            np.zeros(len(plan.targets), np.int32),
            np.array([0, 0, len(path) - 1], np.int64),
            random_state(seed),
        )
        self.begin(path)

    @property
    def moves(self) -> int:
        """The number of moves of the best path."""
        return int(self._path.state[BEST])

    def begin(self, path: list[int]) -> None:
        """Continue from a tour with no more moves than the first."""
        tables, current = self._tables, self._path
        places = [self._place[square] for square in path]
        current.squares[: len(path)] = places
        current.times[:] = 0
        for place in places:
            seen = tables.visited[tables.visited_start[place] : tables.visited_start[place + 1]]
            current.times[seen] += 1
        current.state[LENGTH] = len(path) - 1
        current.state[LEFT] = int((current.times == 0).sum())
        if current.state[LENGTH] <= current.state[BEST]:
            current.state[BEST] = current.state[LENGTH]
            current.best[: len(path)] = places

    def _try(self, steps: int, hot: float, cold: float) -> None:
        anneal_path(self._tables, self._path, steps, hot, cold)

    def walk(self) -> list[int]:
        """Return the squares of the best path."""
        return [self._squares[place] for place in self._path.best[: self.moves + 1].tolist()]


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
        self.squares, self.place, self._ends, _ = plan.numbered()
        count = len(self.squares)
        self.table = np.empty((count, count), np.int32)
        order_kernel.all_distances(*compressed(self._ends), np.empty(count, np.int32), self.table)

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
    """Annealing of the order of a plan's targets; each order gets its cheapest walk.

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
        start = distances.place[plan.start]
        self.tables = OrderTables(distances.table, *compressed(groups), to_goal, start)
        count, widest = len(groups), max(map(len, groups))
        self._order = Order(
            np.array(_nearest_first(self.tables, groups), np.int32),
            np.empty(count, np.int32),
            np.empty(count, np.int32),
            np.empty((count, widest), np.int32),
            np.empty((count, widest), np.int32),
            np.empty(widest, np.int32),
            np.empty(widest, np.int32),
            np.zeros(2, np.int64),
            random_state(seed),
        )
        order_kernel.begin(self.tables, self._order)

    @property
    def moves(self) -> int | None:
        """The moves of the best order's walk; None if no order has one so far."""
        best = int(self._order.cost[order_kernel.BEST])
        return best if best < FAR else None

    def _try(self, steps: int, hot: float, cold: float) -> None:
        order_kernel.anneal(self.tables, self._order, steps, hot, cold)

    def walk(self) -> list[int]:
        """Return the squares of the best order's walk, beginning with the start."""
        distances = self._distances
        chosen = np.empty(len(self._order.order), np.int32)
        order_kernel.choose_squares(self.tables, self._order, chosen)
        path = [self.tables.start]
        for square in chosen.tolist():
            path += distances.way(path[-1], square)
        ends = np.flatnonzero(self.tables.to_goal == 0)
        nearest = ends[distances.table[path[-1], ends].argmin()]
        path += distances.way(path[-1], int(nearest))
        return [distances.squares[index] for index in path]


def _nearest_first(tables: OrderTables, groups: list[Ints]) -> list[int]:
    """Return the nearest-neighbour order of the targets."""
    left = np.ones(len(groups), np.bool_)
    order, square = [], tables.start
    while left.any():
        moves = np.minimum.reduceat(tables.distance[square, tables.square], tables.first[:-1])
        target = int(np.where(left, moves, np.iinfo(np.int32).max).argmin())
        left[target] = False
        square = int(groups[target][tables.distance[square, groups[target]].argmin()])
        order.append(target)
    return order
