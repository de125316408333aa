"""Steps that improve a tour of many targets: annealing of path and order, exact windows."""

from __future__ import annotations

from random import Random

from rookery.engine.lanes import PortfolioStep
from rookery.engine.partial import Partial
from rookery.engine.run import Run
from rookery.tour import memory
from rookery.tour.annealing import Distances, OrderAnnealer, PathAnnealer
from rookery.tour.compiled_layers import CompiledLayers
from rookery.tour.moves import number
from rookery.tour.plan import TourPlan

SLICE_STEPS = 20_000  # annealing steps of an order per slice
PATH_STEPS = 400_000  # annealing steps of a path per slice
FIRST_PATH, FIRST_ORDER = 10, 3  # slices of the first cooling; each cooling is twice as long
FIRST_WINDOW = 10  # targets of the first windows; one more after every fruitless step
WINDOW_BYTES = 1 << 22  # bytes of a window's layer, at most: hundredths of a second
WINDOWS_A_STEP = 12  # windows solved exactly per step


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
    return path[:low] + words.path() + path[high + 1 :]
