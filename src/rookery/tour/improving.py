"""Steps that improve a tour of many targets: annealing of path and order, exact windows."""

from __future__ import annotations

from random import Random

import numpy as np

from rookery.compiled.arrays import Int32s
from rookery.compiled.kernels import random_state
from rookery.engine.lanes import PortfolioStep
from rookery.engine.run import Partial, Run
from rookery.tour import memory, order_kernel
from rookery.tour.compiled_layers import CompiledLayers, compressed
from rookery.tour.layers import ShortestTours
from rookery.tour.moves import number
from rookery.tour.order_kernel import FAR, Order, OrderTables
from rookery.tour.path_kernel import BEST, LEFT, LENGTH, PathState, PathTables, anneal_path
from rookery.tour.plan import TourPlan

SLICE_STEPS = 20_000  # annealing steps of an order per slice
PATH_STEPS = 400_000  # annealing steps of a path per slice
FIRST_PATH, FIRST_ORDER = 10, 3  # slices of the first cooling; each cooling is twice as long
FIRST_WINDOW = 10  # targets of the first windows; one more after every fruitless step
WINDOW_BYTES = 1 << 22  # bytes of a window's layer, at most: hundredths of a second
WINDOWS_A_STEP = 12  # windows solved exactly per step
MISSING = 3.0  # moves; penalty of an unvisited target, enough to make a detour pay


class TourImprover:
    """The steps that improve the incumbent."""

    def __init__(self, plan: TourPlan, run: Run, distances: Distances) -> None:
        self._plan = plan
        self._run = run
        self._random = Random(run.seed)
        self._orders = OrderAnnealer(plan, distances, run.seed)
        self._paths: PathAnnealer | None = None
        self._window = FIRST_WINDOW
        self._path_slices, self._order_slices = FIRST_PATH, FIRST_ORDER

    def first(self) -> Partial:
        """Return the nearest-neighbour tour."""
        return self._shorter(self._orders, "nearest")

    def path(self) -> PortfolioStep:
        """Run one cooling of the path."""
        path = self._best()
        if len(path) < 2:
            return None if path else False
        if self._paths is None:
            self._paths = PathAnnealer(self._plan, path, self._run.seed)
        elif len(path) - 1 < self._paths.moves:
            self._paths.begin(path)
        slices, self._path_slices = self._path_slices, 2 * self._path_slices
        return (yield from self._cool(self._paths, slices, PATH_STEPS, "path"))

    def order(self) -> PortfolioStep:
        """Run one cooling of the order of the targets."""
        slices, self._order_slices = self._order_slices, 2 * self._order_slices
        return (yield from self._cool(self._orders, slices, SLICE_STEPS, "order"))

    def windows(self) -> PortfolioStep:
        """Try to shorten random windows of the path; use longer windows after failures."""
        shortened = False
        for _ in range(WINDOWS_A_STEP):
            path = self._best()
            if len(path) < 4:
                return None if path else False
            low = self._random.randrange(len(path) - 2)
            shorter = shorter_by_window(self._plan, path, low, self._window)
            shortened |= shorter is not None
            yield self._plan.partial(shorter, "windows") if shorter else Partial(stage="windows")
        cells = self._plan.board.rows * self._plan.board.columns
        if not shortened and memory.layer_bytes(cells, self._window + 1) <= WINDOW_BYTES:
            self._window += 1
        return shortened

    def _best(self) -> list[int]:
        """Return the squares of the incumbent, or an empty list."""
        return [number(self._plan.board, square) for square in self._run.answer or ()]

    def _cool(
        self, annealed: OrderAnnealer | PathAnnealer, slices: int, slice_steps: int, stage: str
    ) -> PortfolioStep:
        """Run one cooling in slices, from hot to cold."""
        before = self._run.value
        for at in range(slices):
            steps = self._run.steps(slice_steps)
            annealed.anneal(steps, at / slices, (at + 1) / slices)
            yield self._shorter(annealed, stage)._replace(steps=steps)
            if self._run.is_proved:
                break
        return self._run.value != before

    def _shorter(self, annealed: OrderAnnealer | PathAnnealer, stage: str) -> Partial:
        """Return the annealed tour if it beats the incumbent."""
        moves, best = annealed.moves, self._run.value
        if moves is None or (best is not None and moves >= best):
            return Partial(stage=stage)
        return self._plan.partial(annealed.walk(), stage)


def shorter_by_window(
    plan: TourPlan, path: list[int], low: int, most: int = FIRST_WINDOW
) -> list[int] | None:
    """Replace a window of a path by an exact tour; return the shorter path, or None.

    The window begins at position `low` and extends until `most` targets are visited inside it and
    nowhere else.
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
    words = CompiledLayers(TourPlan(plan.board, path[low], plan.moves, targets, goal))
    while not words.done and words.grown < high - low:
        if not words.grow(high - low):
            return None
    if not words.done or words.least_moves >= high - low:
        return None
    return path[:low] + next(ShortestTours(words).paths()) + path[high + 1 :]


class PathAnnealer:
    """Annealing of the path of a `possible` plan, from a first tour of at least one move."""

    hot, cold = 0.45, 0.18  # first and last temperature of a cooling

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

    def anneal(self, steps: int, begin: float, end: float) -> None:
        """Try `steps` changes between two fractions of a cooling, from 0.0 (hot) to 1.0 (cold)."""
        fall = self.cold - self.hot
        hot, cold = self.hot + begin * fall, self.hot + end * fall
        anneal_path(self._tables, self._path, steps, hot, cold)

    def walk(self) -> list[int]:
        """Return the squares of the best path."""
        return [self._squares[place] for place in self._path.best[: self.moves + 1].tolist()]


class Distances:
    """The distances in moves between all reachable squares of a plan.

    `squares` holds the squares in order, and `place` the index of each. `table` has the moves from
    the first to the second index, or `FAR` if there is no path.
    """

    def __init__(self, plan: TourPlan) -> None:
        self.squares, self.place, self._ends, _ = plan.numbered()
        count = len(self.squares)
        self.table = np.empty((count, count), np.int32)
        order_kernel.all_distances(*compressed(self._ends), np.empty(count, np.int32), self.table)

    def indices(self, squares: list[int]) -> Int32s:
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


class OrderAnnealer:
    """Annealing of the order of a plan's two or more targets; each order gets its cheapest walk."""

    hot, cold = 1.0, 0.15  # first and last temperature of a cooling

    def __init__(self, plan: TourPlan, distances: Distances, seed: int) -> None:
        self._distances = distances
        groups = [distances.indices(squares) for squares in (*plan.targets, [plan.start])]
        goal = distances.indices(plan.goal)
        everywhere = len(goal) == len(distances.squares)
        to_goal = (
            np.zeros(len(goal), np.int32) if everywhere else distances.table[:, goal].min(axis=1)
        )
        self.tables = OrderTables(distances.table, *compressed(groups), to_goal)
        count, widest = len(groups), max(map(len, groups))
        self._order = Order(
            np.array(_nearest_first(self.tables), np.int32),
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

    def anneal(self, steps: int, begin: float, end: float) -> None:
        """Try `steps` changes between two fractions of a cooling, from 0.0 (hot) to 1.0 (cold)."""
        fall = self.cold - self.hot
        hot, cold = self.hot + begin * fall, self.hot + end * fall
        order_kernel.anneal(self.tables, self._order, steps, hot, cold)

    def walk(self) -> list[int]:
        """Return the squares of the best order's walk, beginning with the start."""
        distances = self._distances
        chosen = np.empty(len(self._order.order), np.int32)
        order_kernel.choose_squares(self.tables, self._order, chosen)
        path = chosen[:1].tolist()
        for square in chosen[1:].tolist():
            path += distances.way(path[-1], square)
        ends = np.flatnonzero(self.tables.to_goal == 0)
        nearest = ends[distances.table[path[-1], ends].argmin()]
        path += distances.way(path[-1], int(nearest))
        return [distances.squares[index] for index in path]


def _nearest_first(tables: OrderTables) -> list[int]:
    """Return the nearest-neighbour order of the targets, after the start."""
    square, order = tables.square[-1], [len(tables.first) - 2]
    left = np.ones(len(tables.first) - 1, np.bool_)
    left[-1] = False
    while left.any():
        moves = np.minimum.reduceat(tables.distance[square, tables.square], tables.first[:-1])
        target = int(np.where(left, moves, np.iinfo(np.int32).max).argmin())
        left[target] = False
        group = tables.square[tables.first[target] : tables.first[target + 1]]
        square = group[tables.distance[square, group].argmin()]
        order.append(target)
    return order
