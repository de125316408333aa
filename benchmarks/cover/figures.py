"""How far runs stay from the best known costs: by board, by group, against pledges."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.cover.boards import Spec


@dataclass(frozen=True)
class Score:
    """One run on one board: cost (None: no answer), bound, and the wall time in seconds."""

    spec: Spec
    cost: int | None
    bound: int
    seconds: float = 0.0

    @property
    def certified(self) -> float:
        """The gap to the run's own bound, as a fraction of the cost; 1 without an answer."""
        return 1.0 if self.cost is None else 1 - self.bound / self.cost

    def gap(self, best: Mapping[str, int]) -> float:
        """The distance to the best known cost, as a fraction of it; infinite without answer."""
        if self.cost is None:
            return math.inf
        return self.cost / best[self.spec.name] - 1


@dataclass(frozen=True)
class Summary:
    """The figures of a group of runs; the gaps are fractions, not per cent.

    Attributes
    ----------
    mean, worst
        Gaps to the best known costs; the mean is infinite when a run has no answer.
    at_best
        The share of runs that reach the best known cost.
    certified
        The mean gap to the runs' own bounds.
    runs
        How many.
    """

    mean: float
    worst: float
    at_best: float
    certified: float
    runs: int

    @classmethod
    def of(cls, scores: Sequence[Score], best: Mapping[str, int]) -> Summary:
        """The summary of at least one run."""
        gaps = [score.gap(best) for score in scores]
        return cls(
            mean=statistics.fmean(gaps),
            worst=max(gaps),
            at_best=sum(gap <= 0 for gap in gaps) / len(gaps),
            certified=statistics.fmean(score.certified for score in scores),
            runs=len(gaps),
        )

    def cells(self) -> tuple[float | int, ...]:
        """The cells of a table's row, in per cent but for the number of runs."""
        shares = (self.mean, self.worst, self.at_best, self.certified)
        return (*(100 * share for share in shares), self.runs)


COLUMNS = ("mean gap", "worst", "at best", "certified", "runs")

Key = Callable[[Spec], str | None]


def _size_and_density(spec: Spec) -> str:
    return f"n = {spec.size}, density {spec.density:g}"


def _size(spec: Spec) -> str:
    return f"n = {spec.size}"


def _largest_by_prices(spec: Spec) -> str | None:
    return f"n = 25, {spec.prices} prices" if spec.size == 25 else None


KEYS: tuple[Key, ...] = (_size_and_density, _largest_by_prices, _size, lambda spec: "all")


def grouped(scores: Sequence[Score]) -> dict[str, list[Score]]:
    """The runs of each group of the table; a run is in several."""
    groups: dict[str, list[Score]] = {}
    for key in KEYS:
        for score in sorted(scores, key=lambda s: (s.spec.size, s.spec.density)):
            label = key(score.spec)
            if label is not None:
                groups.setdefault(label, []).append(score)
    return groups


def cost_ratio(
    ours: Sequence[Score], theirs: Sequence[Score], best: Mapping[str, int]
) -> float | None:
    """The mean cost of our runs over theirs, each cost as a multiple of the best known.

    Only boards that they have an answer for count; None when there is none such.
    """
    answered = {score.spec.name for score in theirs if score.cost is not None}
    mine = [1 + score.gap(best) for score in ours if score.spec.name in answered]
    other = [1 + score.gap(best) for score in theirs if score.spec.name in answered]
    return statistics.fmean(mine) / statistics.fmean(other) if mine and other else None


@dataclass(frozen=True)
class Pledge:
    """What runs of at least so many seconds and threads must reach on boards of some sizes.

    Attributes
    ----------
    smallest, largest
        The sizes it holds for.
    seconds, threads
        From where on it holds.
    mean, worst, certified
        At most; None when nothing is pledged.
    at_best
        At least.
    """

    smallest: int
    largest: int
    seconds: float
    threads: int = 1
    mean: float | None = None
    worst: float | None = None
    certified: float | None = None
    at_best: float | None = None

    def broken_by(self, scores: Sequence[Score], best: Mapping[str, int]) -> list[str]:
        """What the runs fall short of, in words; empty when all is kept or none is its size."""
        mine = [score for score in scores if self.smallest <= score.spec.size <= self.largest]
        if not mine:
            return []
        found = Summary.of(mine, best)
        above = (
            ("mean gap", found.mean, self.mean),
            ("worst gap", found.worst, self.worst),
            ("certified gap", found.certified, self.certified),
        )
        sizes = f"n = {self.smallest} to {self.largest}"
        faults = [
            f"{sizes}: {what} {value:.2%}, at most {limit:.2%} pledged"
            for what, value, limit in above
            if limit is not None and value > limit
        ]
        if self.at_best is not None and found.at_best < self.at_best:
            faults.append(
                f"{sizes}: {found.at_best:.0%} at best known, at least {self.at_best:.0%} pledged"
            )
        return faults


PLEDGES = (
    Pledge(2, 12, seconds=0.6, at_best=0.95),
    Pledge(25, 25, seconds=0.65, mean=0.005, worst=0.04),
    Pledge(25, 25, seconds=5.0, mean=0.003),
    Pledge(25, 25, seconds=10.0, certified=0.07),
    Pledge(25, 25, seconds=30.0, threads=2, mean=0.001),
)


def broken_pledges(
    scores: Sequence[Score], best: Mapping[str, int], seconds: float, threads: int
) -> list[str]:
    """What runs of so many seconds and threads fall short of, in words."""
    due = (p for p in PLEDGES if seconds >= p.seconds and threads >= p.threads)
    return [fault for pledge in due for fault in pledge.broken_by(scores, best)]
