"""The suite: every board by Rookery, and by its peers if requested, in one run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatch

from benchmarks.cover import boards, solvers
from benchmarks.cover.boards import Spec
from benchmarks.cover.figures import (
    COLUMNS,
    Score,
    Summary,
    broken_pledges,
    cost_ratio,
    grouped,
)
from benchmarks.cover.solvers import Solver
from benchmarks.cover.table import Table
from benchmarks.measure import BenchmarkError
from benchmarks.report import Report
from rookery.cover.puzzle import Cover

SECONDS = 0.65
HARDEST = 5


@dataclass(frozen=True)
class Plan:
    """The boards, seeds and limits of a run.

    Attributes
    ----------
    seconds, threads, method
        Of a run of Rookery on one board.
    seeds
        Every board is run with each of them.
    peer_seconds
        Of a run of CP-SAT or HiGHS on one board; None for no peers.
    improve
        Whether better costs and bounds are written to the table's files.
    only
        A shell pattern for the names of the boards.
    """

    seconds: float = SECONDS
    threads: int = 1
    method: str = "auto"
    seeds: Sequence[int] = (0,)
    peer_seconds: float | None = None
    improve: bool = False
    only: str = "*"

    def specs(self) -> list[Spec]:
        """Return the boards to run.

        Raises
        ------
        BenchmarkError
            When no board's name matches the pattern.
        """
        chosen = [spec for spec in boards.specs() if fnmatch(spec.name, self.only)]
        if not chosen:
            raise BenchmarkError(
                f"expected a pattern that matches a board's name, got {self.only!r}"
            )
        return chosen


class Runs:
    """The runs so far of several solvers, whose improvements go to the table."""

    def __init__(self, table: Table, improve: bool) -> None:
        self.table = table
        self.improve = improve
        self.scores: dict[str, list[Score]] = {}
        self.improved: set[str] = set()
        self.faults: list[str] = []

    def add(self, solver: Solver, spec: Spec, puzzle: Cover, seed: int) -> None:
        """Run once; a wrong answer or bound is a fault and leaves the table unchanged."""
        found, score = solver.scored(spec, puzzle, seed)
        self.scores.setdefault(solver.label, []).append(score)
        take = self.table.record if self.improve else self.table.merge
        try:
            if take(spec.name, puzzle, found):
                self.improved.add(spec.name)
        except BenchmarkError as error:
            self.faults.append(str(error))

    def best(self) -> dict[str, int]:
        """Return the best known costs, including those of the runs."""
        known = self.table.entries.items()
        return {name: entry.cost for name, entry in known if entry.cost is not None}


def run_plan(plan: Plan, report: Report, table: Table | None = None) -> None:
    """Run, fill the tables and report the broken pledges."""
    table = Table(boards.specs()) if table is None else table
    solvers.warm()
    ours = solvers.rookery(plan.seconds, plan.threads, plan.method)
    peers = []
    if plan.peer_seconds is not None:
        peers = [solvers.greedy(), solvers.highs(plan.peer_seconds)]
        peers.append(solvers.cp_sat(plan.peer_seconds))
    runs = Runs(table, plan.improve)
    for spec in plan.specs():
        puzzle = boards.read(spec)
        for seed in plan.seeds:
            runs.add(ours, spec, puzzle, seed)
        for peer in peers:
            runs.add(peer, spec, puzzle, plan.seeds[0])
    fill_tables(report, runs, ours, peers)
    scores, best = runs.scores[ours.label], runs.best()
    broken = runs.faults + broken_pledges(scores, best, plan.seconds, plan.threads)
    if peers:
        mine, cp_sat = (
            [score for score in runs.scores[solver.label] if score.spec.size >= 16]
            for solver in (ours, peers[-1])
        )
        ratio = cost_ratio(mine, cp_sat, best)
        if ratio is not None and ratio > 1:
            broken.append(f"n >= 16: ratio {ratio:.4f} to CP-SAT's costs, at most 1 pledged")
    report.broken += [f"cover: {fault}" for fault in broken]


def fill_tables(report: Report, runs: Runs, ours: Solver, peers: Sequence[Solver]) -> None:
    """Fill a table for each solver, in per cent, and name the boards farthest from the best."""
    best, mine = runs.best(), runs.scores[ours.label]
    table = report.table(f"{ours.label}, in per cent", *COLUMNS, "boards")
    for label, scores in grouped(mine).items():
        table.row(*Summary.of(scores, best).cells(), label)
    longest = max(score.seconds for score in mine)
    hardest = sorted(mine, key=lambda score: -score.gap(best))[:HARDEST]
    far = ", ".join(f"{score.spec.name} {score.gap(best):.2%}" for score in hardest)
    report.say(f"Longest run {longest:.2f} s; farthest: {far}.")
    for peer in peers:
        _peer_table(report, runs.scores[peer.label], mine, best, peer.label)
    kept = "kept in the table" if runs.improve else "kept with `--improve`"
    entries = runs.table.entries
    proved = sum(entry.proved for entry in entries.values())
    report.say(
        f"Boards with a better cost or bound than the table's: {len(runs.improved)} ({kept}). "
        f"Proved to be the cheapest are {proved} of the {len(entries)} best known costs."
    )


def _peer_table(
    report: Report,
    theirs: Sequence[Score],
    ours: Sequence[Score],
    best: dict[str, int],
    label: str,
) -> None:
    """Fill a peer's table; the ratio is the mean of the peer's costs over ours."""
    columns = ("cost ratio", *COLUMNS, "boards")
    table = report.table(f"{label}, in per cent (ratio: its cost over Rookery's)", *columns)
    mine = grouped(ours)
    for group, scores in grouped(theirs).items():
        ratio = cost_ratio(mine[group], scores, best)
        shown = None if ratio is None else f"{1 / ratio:.4f}"
        table.row(shown, *Summary.of(scores, best).cells(), group)
