"""A check of all families in a minute: Rookery beside a yardstick, against recorded ratios.

It fails when something does not run, when the answers differ, or when Rookery is half as fast,
beside a yardstick measured in the same run, as when the ratio was recorded.
"""

from __future__ import annotations

import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.beside import Program
from benchmarks.measure import NATIVE_FLAGS, YARDSTICKS, build, child
from benchmarks.report import Report
from benchmarks.statements import WORKLOADS, Workload, compile_bytecode, measure, worst_tour_lines

FALL = 2.0
JUDGED = {"eight-queens": 1.3, "sultan": 1.45, "traveling-queen": 2.25}


@dataclass(frozen=True)
class Check:
    """A task for Rookery and for a yardstick.

    Attributes
    ----------
    label
        The task.
    ours, yardstick
        The programs.
    recorded
        How many times as fast as the yardstick Rookery was, on two cores of an x86-64 machine.
    """

    label: str
    ours: Program
    yardstick: Program
    recorded: float


def run(repeats: int, report: Report) -> None:
    """Measure all; a ratio below half the recorded one is broken."""
    table = report.table("Quick check", "ratio", "recorded", "seconds", "yardstick s", "task")
    with tempfile.TemporaryDirectory() as name:
        for check in checks(Path(name)):
            ours, theirs = [], []
            for _ in range(repeats):
                ours.append(child(check.ours.target, *check.ours.arguments, warm=True))
                theirs.append(child(check.yardstick.target, *check.yardstick.arguments))
            if any(mine.value != other.value for mine, other in zip(ours, theirs, strict=True)):
                report.broken.append(f"{check.label}: the answers differ")
            pairs = zip(ours, theirs, strict=True)
            ratio = statistics.median(other.seconds / mine.seconds for mine, other in pairs)
            mine, other = (
                statistics.median(timing.seconds for timing in timings)
                for timings in (ours, theirs)
            )
            table.row(ratio, check.recorded, mine, other, check.label)
            hold(report, check.label, ratio, check.recorded)
        compile_bytecode()
        for workload in judged():
            comparison = measure(workload, Path(name), repeats)
            seconds = (
                statistics.median(run.seconds for run in runs)
                for runs in (comparison.ours, comparison.theirs)
            )
            label, recorded = f"judge {workload.puzzle}", JUDGED[workload.puzzle]
            table.row(comparison.ratio, recorded, *seconds, f"{label}: {workload.label}")
            hold(report, label, comparison.ratio, recorded)
            if not comparison.same_output:
                report.broken.append(f"{label}: the outputs differ")


def hold(report: Report, label: str, ratio: float, recorded: float) -> None:
    """Report a ratio that fell to less than half the recorded one."""
    if ratio < recorded / FALL:
        report.broken.append(
            f"{label}: ratio {ratio:.3g}, recorded {recorded:g}: more than a {FALL:g}-fold fall"
        )


def judged() -> list[Workload]:
    """The largest input of each statement with a yardstick."""
    best = {work.puzzle: work for work in WORKLOADS if work.pledge.ratio is not None}
    return list(best.values())


def checks(folder: Path) -> list[Check]:
    """A task of every family."""
    boards = folder / "boards.txt"
    boards.write_text("".join(worst_tour_lines()))
    counting = str(build(YARDSTICKS / "queens.cpp", NATIVE_FLAGS))
    touring = str(build(YARDSTICKS / "traveling_queen.cpp"))
    weights, cover = ("14", "1", "60"), ("n12-d15-uniform-uneven",)
    return [
        Check(
            "counting, n = 14",
            Program("Rookery", "queens:rookery", ("14",)),
            Program("bit masks, C++", "cpp:counted", (counting, "14")),
            8.5,
        ),
        Check(
            "listing, n = 10",
            Program("Rookery", "queens:rookery_all", ("10",)),
            Program("plain Python", "queens:backtracking", ("10",)),
            150.0,
        ),
        Check(
            "heaviest, n = 14, proved",
            Program("Rookery", "heaviest:rookery", weights),
            Program("CP-SAT", "heaviest:cp_sat", weights),
            65.0,
        ),
        Check(
            "tour, 10 worst boards",
            Program("Rookery", "tour:rookery", ("words", str(boards))),
            Program("breadth-first search, C++", "cpp:toured", (touring, str(boards))),
            25.0,
        ),
        Check(
            f"cover, {cover[0]}, proved",
            Program("Rookery", "cover:rookery", cover),
            Program("CP-SAT", "cover:cp_sat", cover),
            0.8,
        ),
    ]
