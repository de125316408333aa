"""Covers: `auto` compared with its single methods, with the same time and threads, in turn.

`auto` alternates between the steps of the others, so on any board its cost and its time to a proof
should be little above those of the best of them. Two seeds of one method end up to two per cent
apart on crowded boards, so means over seeds are compared.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch

from benchmarks.cover import boards, solvers
from benchmarks.cover.boards import Spec
from benchmarks.cover.figures import Score
from benchmarks.cover.table import Table
from benchmarks.report import Report

METHODS = ("auto", "exact", "anneal")
BOARDS = (
    "n25-d05-uniform-balanced",
    "n25-d35-clustered-balanced",
    "n25-d35-lines-uniform",
    "n25-d35-uniform-log-uniform",
    "n25-d60-lines-equal",
    "n25-d60-lines-log-uniform",
    "n25-d60-uniform-uniform",
)
SEEDS = {1.0: 5, 10.0: 1}  # by seconds
QUICK_REPEATS = 3
LONG_BOARDS = ("n25-d35-uniform-log-uniform",)
LONG_SECONDS = 60.0
COST_SLACK = 0.001  # share above the best single method
TIME_FACTOR, TIME_SLACK = 1.5, 0.5  # times its seconds to a proof, plus seconds


@dataclass(frozen=True)
class Beside:
    """The runs on one board: the same number for each method, with the same limit."""

    spec: Spec
    best: int
    limit: float
    runs: dict[str, list[Score]]

    def costs(self, method: str) -> list[int] | None:
        """Return the costs of a method's runs; None if one of them found no cover."""
        costs = [run.cost for run in self.runs[method] if run.cost is not None]
        return costs if len(costs) == len(self.runs[method]) else None

    def gap(self, method: str) -> float | None:
        """Return the mean distance of a method above the best known cost, in per cent."""
        costs = self.costs(method)
        return None if costs is None else 100 * (statistics.fmean(costs) / self.best - 1)

    def proved_after(self, method: str) -> float | None:
        """Return the median of the seconds to a proof; None if the middle run has none."""
        times = (run.seconds if run.cost == run.bound else math.inf for run in self.runs[method])
        median = statistics.median(times)
        return None if math.isinf(median) else median

    def faults(self) -> list[str]:
        """Return in words where `auto` is worse than a single method."""
        where = f"{self.spec.name}, {self.limit:g} s"
        parts = [method for method in self.runs if method != "auto"]
        found = [f"{where}: {fault}" for part in parts for fault in self._dearer_than(part)]
        proofs = [seconds for part in parts if (seconds := self.proved_after(part)) is not None]
        longest = TIME_FACTOR * min(proofs, default=self.limit) + TIME_SLACK
        after = self.proved_after("auto")
        if proofs and longest <= self.limit and (after is None or after > longest):
            shown = "without proof" if after is None else f"proved after {after:.1f} s"
            found.append(f"{where}: auto {shown}, a part of it after {min(proofs):.1f} s")
        return found

    def _dearer_than(self, part: str) -> Iterator[str]:
        """Yield in words if `auto` costs more than a single method."""
        ours, theirs = self.costs("auto"), self.costs(part)
        if theirs is None:
            return
        if ours is None:
            yield f"auto finds no cover, {part} does"
            return
        mean, least = statistics.fmean(ours), statistics.fmean(theirs)
        if mean - least > COST_SLACK * least:
            yield f"auto costs {mean:.10g}, {part} {least:.10g}"


def run(repeats: int, report: Report) -> None:
    """Fill the tables for one thread; with repeats, also for a minute on a board that is proved."""
    for seconds, seeds in SEEDS.items():
        fill(report, _named(BOARDS), seconds, seeds)
    if repeats > QUICK_REPEATS:
        fill(report, _named(LONG_BOARDS), LONG_SECONDS)


def _named(patterns: Sequence[str]) -> list[Spec]:
    return [spec for spec in boards.specs() if any(fnmatch(spec.name, p) for p in patterns)]


def fill(
    report: Report, specs: Sequence[Spec], limit: float, seeds: int = 1, threads: int = 1
) -> None:
    """Run all methods on all boards, fill a table and report the broken pledges."""
    solvers.warm()
    columns = [f"{method}{what}" for method in METHODS for what in (" %", " s")]
    shown = "1 thread" if threads == 1 else f"{threads} threads"
    many = "" if seeds == 1 else f", {seeds} seeds"
    what = "per cent above the best known cost, and the seconds to a proof"
    table = report.table(f"{limit:g} s, {shown}{many}: {what}", *columns, "board")
    for beside in measured(specs, limit, threads, seeds):
        cells = [f(method) for method in METHODS for f in (beside.gap, beside.proved_after)]
        table.row(*cells, beside.spec.name)
        report.broken += beside.faults()


def measured(specs: Sequence[Spec], limit: float, threads: int, seeds: int) -> Iterator[Beside]:
    """Yield the runs on each board; a cost below the best known one replaces it."""
    entries = Table(boards.specs()).entries
    for spec in specs:
        puzzle = boards.read(spec)
        runs: dict[str, list[Score]] = {method: [] for method in METHODS}
        for seed in range(seeds):
            for method in METHODS:
                solver = solvers.rookery(limit, threads, method)
                runs[method].append(solver.scored(spec, puzzle, seed)[1])
        costs = [run.cost for tried in runs.values() for run in tried if run.cost is not None]
        known = entries[spec.name].cost
        yield Beside(spec, min(costs) if known is None else known, limit, runs)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run on other boards, limits, seeds and threads; the page stays unchanged."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cover_parts")
    parser.add_argument("--seconds", type=float, nargs="+", default=list(SEEDS), metavar="S")
    parser.add_argument("--seeds", type=int, default=1, metavar="K")
    parser.add_argument("--threads", type=int, default=1, metavar="T")
    parser.add_argument("--only", nargs="+", default=BOARDS, metavar="PATTERN")
    given = parser.parse_args(arguments)
    report = Report()
    for seconds in given.seconds:
        fill(report, _named(given.only), seconds, given.seeds, given.threads)
    for fault in report.broken:
        print("BROKEN", fault)


if __name__ == "__main__":
    main()
