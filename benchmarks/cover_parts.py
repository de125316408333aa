"""Covers: `auto` beside its single methods, each with the same time and threads, in turn.

The default method takes the steps of the others by turns, so it should cost little more than the
best of them on any board: in cost, and in the time to a proof.
"""

from __future__ import annotations

import argparse
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
SECONDS = (1.0, 10.0)
QUICK_REPEATS = 3
LONG_BOARDS = ("n25-d35-uniform-log-uniform",)
LONG_SECONDS = 60.0
COST_SLACK = 0.001  # above the best part, as a share
TIME_FACTOR, TIME_SLACK = 1.5, 0.5  # of the best part's seconds to a proof


@dataclass(frozen=True)
class Beside:
    """The runs on one board, one a method, with the same limit."""

    spec: Spec
    best: int
    limit: float
    runs: dict[str, Score]

    def gap(self, method: str) -> float | None:
        """How far a method ended above the best known cost, in per cent."""
        cost = self.runs[method].cost
        return None if cost is None else 100 * (cost / self.best - 1)

    def proved_after(self, method: str) -> float | None:
        """The seconds to a proof; None without."""
        run = self.runs[method]
        return run.seconds if run.cost == run.bound else None

    def faults(self) -> list[str]:
        """Where `auto` is worse than a part of it, in words."""
        parts = [method for method in self.runs if method != "auto"]
        costs = [run.cost for method in parts if (run := self.runs[method]).cost is not None]
        where = f"{self.spec.name}, {self.limit:g} s"
        ours, found = self.runs["auto"].cost, []
        if costs and (ours is None or ours - min(costs) > COST_SLACK * min(costs)):
            found.append(f"{where}: auto costs {ours}, a part of it {min(costs)}")
        proofs = [seconds for part in parts if (seconds := self.proved_after(part)) is not None]
        longest = TIME_FACTOR * min(proofs, default=self.limit) + TIME_SLACK
        after = self.proved_after("auto")
        if proofs and longest <= self.limit and (after is None or after > longest):
            shown = "without proof" if after is None else f"proved after {after:.1f} s"
            found.append(f"{where}: auto {shown}, a part of it after {min(proofs):.1f} s")
        return found


def run(repeats: int, report: Report) -> None:
    """Fill the tables for one thread; with repeats, a board that is proved gets a minute too."""
    fill(report, _named(BOARDS), SECONDS, threads=1)
    if repeats > QUICK_REPEATS:
        fill(report, _named(LONG_BOARDS), [LONG_SECONDS], threads=1)


def _named(patterns: Sequence[str]) -> list[Spec]:
    return [spec for spec in boards.specs() if any(fnmatch(spec.name, p) for p in patterns)]


def fill(report: Report, specs: Sequence[Spec], seconds: Sequence[float], threads: int) -> None:
    """Run all methods on all boards, fill a table for each limit and report what is broken."""
    solvers.warm()
    for limit in seconds:
        columns = [f"{method}{what}" for method in METHODS for what in (" %", " s")]
        shown = "1 thread" if threads == 1 else f"{threads} threads"
        what = "per cent above the best known cost, and the seconds to a proof"
        title = f"{limit:g} s, {shown}: {what}"
        table = report.table(title, *columns, "board")
        for beside in measured(specs, limit, threads):
            cells = [f(method) for method in METHODS for f in (beside.gap, beside.proved_after)]
            table.row(*cells, beside.spec.name)
            report.broken += beside.faults()


def measured(specs: Sequence[Spec], limit: float, threads: int) -> Iterator[Beside]:
    """Yield the runs on each board; a cost below the best known counts as it."""
    entries = Table(boards.specs()).entries
    for spec in specs:
        puzzle = boards.read(spec)
        runs = {}
        for method in METHODS:
            _, runs[method] = solvers.rookery(limit, threads, method).scored(spec, puzzle, seed=0)
        known = entries[spec.name].cost
        costs = [run.cost for run in runs.values() if run.cost is not None]
        yield Beside(spec, min([known] if known is not None else costs), limit, runs)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run on other boards, limits and threads; the page is left as it is."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cover_parts")
    parser.add_argument("--seconds", type=float, nargs="+", default=SECONDS, metavar="S")
    parser.add_argument("--threads", type=int, default=1, metavar="T")
    parser.add_argument("--only", nargs="+", default=BOARDS, metavar="PATTERN")
    given = parser.parse_args(arguments)
    report = Report()
    fill(report, _named(given.only), given.seconds, given.threads)
    for fault in report.broken:
        print("BROKEN", fault)


if __name__ == "__main__":
    main()
