"""Annealing of a tour's path, move by move."""

from __future__ import annotations

from itertools import accumulate, chain
from typing import TYPE_CHECKING

import numpy as np

from rookery.compiled.seeds import random_state
from rookery.tour.annealer import TourAnnealer
from rookery.tour.path_kernel import BEST, LEFT, LENGTH, Path, PathTables, anneal_path
from rookery.tour.plan import TourPlan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]

MISSING = 3.0  # moves; the penalty of an unvisited target, enough for a detour to pay


class PathAnnealer(TourAnnealer):
    """The path of a plan under annealing.

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
        self._squares = sorted(plan.moves.reached)
        self._place = {square: at for at, square in enumerate(self._squares)}
        self._tables = _tables(plan, self._squares, self._place)
        room = len(path) + 2
        self._path = Path(
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
        tables, found = self._tables, self._path
        places = [self._place[square] for square in path]
        found.squares[: len(path)] = places
        found.times[:] = 0
        for place in places:
            seen = tables.visited[tables.visited_start[place] : tables.visited_start[place + 1]]
            found.times[seen] += 1
        found.state[LENGTH] = len(path) - 1
        found.state[LEFT] = int((found.times == 0).sum())
        if found.state[LENGTH] <= found.state[BEST]:
            found.state[BEST] = found.state[LENGTH]
            found.best[: len(path)] = places

    def _steps(self, steps: int, hot: float, cold: float) -> None:
        anneal_path(self._tables, self._path, steps, hot, cold)

    def walk(self) -> list[int]:
        """Return the squares of the best path."""
        return [self._squares[place] for place in self._path.best[: self.moves + 1].tolist()]


def _tables(plan: TourPlan, squares: list[int], place: dict[int, int]) -> PathTables:
    ends = [[place[end] for end in plan.moves.destinations(square)] for square in squares]
    seen: list[list[int]] = [[] for _ in squares]
    for target, group in enumerate(plan.targets):
        for square in group:
            seen[place[square]].append(target)
    near = np.zeros((len(squares), len(squares)), np.uint8)
    for start, found in enumerate(ends):
        near[start, found] = 1
    goal = np.zeros(len(squares), np.uint8)
    goal[[place[square] for square in plan.goal]] = 1
    return PathTables(near, *_rows(ends), *_rows(seen), goal, MISSING)


def _rows(rows: list[list[int]]) -> tuple[Ints, Ints]:
    """Return rows of numbers in compressed form: the start of each row, and all numbers."""
    starts = np.array([0, *accumulate(map(len, rows))], np.int32)
    return starts, np.array(list(chain.from_iterable(rows)), np.int32)
