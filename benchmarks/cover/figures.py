"""Distances of runs from the best known costs: by board, by group, and against pledges."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.cover.boards import Spec


@dataclass(frozen=True)
class Score:
    """One run on one board: its cost (None without an answer), bound and wall time in seconds."""

    spec: Spec
    cost: int | None
    bound: int
    seconds: float = 0.0

    @property
    def certified(self) -> float:
        """Gap to the run's own bound, as a fraction of the cost; 1 without an answer."""
        return 1.0 if self.cost is None else 1 - self.bound / self.cost

    def gap(self, best: Mapping[str, int]) -> float:
        """Return the gap to the best known cost, as a fraction of it; infinite without answer."""
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
        Their number.
    """

    mean: float
    worst: float
    at_best: float
    certified: float
    runs: int

    @classmethod
    def of(cls, scores: Sequence[Score], best: Mapping[str, int]) -> Summary:
        """Summarize at least one run."""
        gaps = [score.gap(best) for score in scores]
        return cls(
            mean=statistics.fmean(gaps),
            worst=max(gaps),
            at_best=sum(gap <= 0 for gap in gaps) / len(gaps),
            certified=statistics.fmean(score.certified for score in scores),
            runs=len(gaps),
        )

    def cells(self) -> tuple[float | int, ...]:
        """Return the cells of a row: per cent, and the number of runs."""
        shares = (self.mean, self.worst, self.at_best, self.certified)
        return (*(100 * share for share in shares), self.runs)


COLUMNS = ("mean gap", "worst", "at best", "certified", "runs")

# The groups of a table, in order: each function returns the label of a run's group, or None.
KEYS: tuple[Callable[[Spec], str | None], ...] = (
    lambda spec: f"n = {spec.size}, density {spec.density:g}",
    lambda spec: f"n = 25, {spec.prices} prices" if spec.size == 25 else None,
    lambda spec: f"n = {spec.size}",
    lambda spec: "all",
)


def grouped(scores: Sequence[Score]) -> dict[str, list[Score]]:
    """Return the runs of each group of the table, but no group with the runs of an earlier one."""
    groups: dict[str, list[Score]] = {}
    for key in KEYS:
        for score in sorted(scores, key=lambda s: (s.spec.size, s.spec.density)):
            label = key(score.spec)
            if label is not None:
                groups.setdefault(label, []).append(score)
    distinct: dict[str, list[Score]] = {}
    for label, runs in groups.items():
        if runs not in distinct.values():
            distinct[label] = runs
    return distinct


def cost_ratio(
    ours: Sequence[Score], theirs: Sequence[Score], best: Mapping[str, int]
) -> float | None:
    """Return the mean cost of our runs over theirs, each as a multiple of the best known cost.

    Boards without an answer of theirs do not count; None if no board is left.
    """
    answered = {score.spec.name for score in theirs if score.cost is not None}
    mine = [1 + score.gap(best) for score in ours if score.spec.name in answered]
    other = [1 + score.gap(best) for score in theirs if score.spec.name in answered]
    return statistics.fmean(mine) / statistics.fmean(other) if mine and other else None


@dataclass(frozen=True)
class Pledge:
    """A pledge on the runs with at least some seconds and threads, on boards of some sizes.

    Attributes
    ----------
    smallest, largest
        The range of sizes.
    seconds, threads
        The least seconds and threads of a run.
    mean, worst, certified
        The greatest gaps; None when nothing is pledged.
    at_best
        The least share of runs at the best known cost.
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
        """Return in words how the runs break the pledge."""
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
    """Return in words the pledges that runs with these seconds and threads break."""
    due = (p for p in PLEDGES if seconds >= p.seconds and threads >= p.threads)
    return [fault for pledge in due for fault in pledge.broken_by(scores, best)]
