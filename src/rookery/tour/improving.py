"""Turns at the tour of many targets: annealing of its path and of its order, exact windows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rookery.tour import memory
from rookery.tour.incumbent import TourIncumbent
from rookery.tour.orders import Distances, Orders
from rookery.tour.paths import Paths
from rookery.tour.plan import Plan
from rookery.tour.words import Words

SLICE_STEPS = 20_000  # of annealing an order, between two looks at the tour
PATH_STEPS = 400_000  # of annealing a path, between two looks at the tour
FIRST_COOLINGS = {"path": 10, "order": 3}
"""Slices of the first cooling; each cooling is twice as long as the one before."""

FIRST_WINDOW = 10
"""Targets of the first windows; one more whenever no window of a turn could be shortened."""

WINDOW_BYTES = 1 << 22
"""Of a layer of a window, at most: its exact tour takes some hundredths of a second."""

WINDOWS_A_TURN = 12  # solved anew by exact layers, before the bound has its turn


class Improving:
    """The ways to a shorter tour; each returns whether it got there.

    Attributes
    ----------
    steps
        Of annealing, so far.
    """

    def __init__(self, plan: Plan, incumbent: TourIncumbent, distances: Distances) -> None:
        self._plan = plan
        self._incumbent = incumbent
        self._random = Random(incumbent.settings.seed)
        self._orders = Orders(plan, distances, incumbent.settings.seed)
        self._paths: Paths | None = None
        self._window = FIRST_WINDOW
        self._coolings = dict(FIRST_COOLINGS)
        self.steps = 0
        self._offer_order("nearest")

    def path(self) -> bool:
        """Cool the path down once."""
        moves, path = self._incumbent.moves, self._incumbent.path
        if path is None or len(path) < 2:
            return False
        if self._paths is None:
            self._paths = Paths(self._plan, path, self._incumbent.settings.seed)
        elif len(path) - 1 < self._paths.moves:
            self._paths.begin(path)
        self._cool("path", self._anneal_path, PATH_STEPS)
        return self._incumbent.moves != moves

    def order(self) -> bool:
        """Cool the order of the targets down once."""
        moves = self._incumbent.moves
        self._cool("order", self._anneal_order, SLICE_STEPS)
        return self._incumbent.moves != moves

    def windows(self) -> bool:
        """Try some windows of the path; when none can be shortened, longer ones the next time."""
        shortened = False
        for _ in range(WINDOWS_A_TURN):
            path = self._incumbent.path
            if path is None or len(path) < 4 or self._incumbent.stop() is not None:
                return shortened
            low = self._random.randrange(len(path) - 2)
            shorter = shorter_by_window(self._plan, path, low, self._window)
            if shorter is not None:
                shortened = True
                self._incumbent.offer_path(shorter, "window")
        cells = self._plan.board.rows * self._plan.board.columns
        if not shortened and memory.layer_bytes(cells, self._window + 1) <= WINDOW_BYTES:
            self._window += 1
        return shortened

    def _cool(
        self, name: str, anneal: Callable[[int, float, float], None], slice_steps: int
    ) -> None:
        """Anneal in slices from hot to cold, as far as limits allow."""
        work, slices = self._incumbent.limits.work, self._coolings[name]
        for number in range(slices):
            steps = slice_steps if work is None else min(slice_steps, work - self.steps)
            if steps <= 0 or self._incumbent.stop() is not None:
                return
            anneal(steps, number / slices, (number + 1) / slices)
            self.steps += steps
        self._coolings[name] *= 2

    def _anneal_order(self, steps: int, begin: float, end: float) -> None:
        self._orders.anneal(steps, begin, end)
        self._offer_order("anneal")

    def _anneal_path(self, steps: int, begin: float, end: float) -> None:
        paths = self._paths
        if paths is not None:
            paths.anneal(steps, begin, end)
            if paths.moves < (self._incumbent.moves or 0):
                self._incumbent.offer_path(paths.walk(), "path")

    def _offer_order(self, stage: str) -> None:
        moves, best = self._orders.moves, self._incumbent.moves
        if moves is not None and (best is None or moves < best):
            self._incumbent.offer_path(self._orders.walk(), stage)


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
