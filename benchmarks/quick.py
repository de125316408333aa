"""A check of all families in a minute: Rookery and a yardstick, against recorded ratios.

It fails if something does not run, if answers differ, or if a ratio to a yardstick in the same run
is less than half the recorded one. It names every task below its best ratio ever, and every
yardstick faster than Rookery.
"""

from __future__ import annotations

import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.beside import Program
from benchmarks.measure import NATIVE_FLAGS, YARDSTICKS, build, child, processor
from benchmarks.report import Report
from benchmarks.statements import WORKLOADS, Workload, compile_bytecode, measure, worst_tour_lines

FALL = 2.0  # factor below the recorded ratio that breaks the check
NOISE = 1.15  # factor between repeated runs


@dataclass(frozen=True)
class Marks:
    """Ratios of a task, the yardstick's time over Rookery's, on two cores of one maker.

    Attributes
    ----------
    recorded
        The present ratio; less than half of it breaks the check. It may be lowered, with a reason,
        when the yardstick has become faster.
    best
        The best ratio ever, never lowered.
    """

    recorded: float
    best: float


COUNTING = "counting, n = 14"
LISTING = "listing, n = 10"
HEAVIEST = "heaviest, n = 14, proved"
TOUR = "tour, 10 worst boards"
COVER = "n12-d15-uniform-uneven"  # a board of the suite `cover`
COVERING = f"cover, {COVER}, proved"
# The distance of Python and NumPy from C++ differs by half between these two, so the same code
# passes with one and fails with the other. Other processors use Intel's ratios, with AVX-512.
INTEL = {
    COUNTING: Marks(8.5, 8.5),
    LISTING: Marks(150.0, 150.0),
    HEAVIEST: Marks(65.0, 65.0),
    TOUR: Marks(25.0, 25.0),
    COVERING: Marks(0.8, 2.3),  # the model that CP-SAT is given has become smaller since
    "judge eight-queens": Marks(1.3, 1.42),
    "judge sultan": Marks(1.45, 1.45),
    "judge traveling-queen": Marks(2.25, 2.30),
}
AMD = {
    COUNTING: Marks(6.0, 6.67),
    LISTING: Marks(200.0, 247.0),
    HEAVIEST: Marks(70.0, 73.0),
    TOUR: Marks(22.6, 33.0),
    COVERING: Marks(0.9, 1.77),
    "judge eight-queens": Marks(0.92, 0.94),
    "judge sultan": Marks(0.73, 0.77),
    "judge traveling-queen": Marks(1.9, 1.93),
}


@dataclass(frozen=True)
class Check:
    """A task for Rookery and for a yardstick."""

    label: str
    ours: Program
    yardstick: Program


def run(repeats: int, report: Report) -> None:
    """Measure all; report ratios that fell by half as broken, and name the others behind."""
    behind: list[str] = []
    all_marks = AMD if "AMD" in processor() else INTEL
    table = report.table(
        "Quick check", "ratio", "recorded", "best", "seconds", "yardstick s", "task"
    )
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
            marks = all_marks[check.label]
            table.row(ratio, marks.recorded, marks.best, mine, other, check.label)
            hold(report, check.label, ratio, marks.recorded)
            behind += standing(check.label, check.yardstick.label, ratio, marks.best)
        compile_bytecode()
        for workload in judged():
            comparison = measure(workload, Path(name), repeats)
            seconds = (
                statistics.median(run.seconds for run in runs)
                for runs in (comparison.ours, comparison.theirs)
            )
            label = f"judge {workload.puzzle}"
            marks = all_marks[label]
            task = f"{label}: {workload.label}"
            table.row(comparison.ratio, marks.recorded, marks.best, *seconds, task)
            hold(report, label, comparison.ratio, marks.recorded)
            behind += standing(label, "C++", comparison.ratio, marks.best)
            if not comparison.same_output:
                report.broken.append(f"{label}: the outputs differ")
    report.say("\n".join(behind) or "No task is behind its best ratio.")


def hold(report: Report, label: str, ratio: float, recorded: float) -> None:
    """Report a ratio that fell to less than half the recorded one."""
    if ratio < recorded / FALL:
        report.broken.append(
            f"{label}: ratio {ratio:.3g}, recorded {recorded:g}: more than a {FALL:g}-fold fall"
        )


def standing(label: str, yardstick: str, ratio: float, best: float) -> list[str]:
    """Return in words if a ratio is behind the best ever, or behind the yardstick.

    >>> standing("counting", "C++", 4.0, 8.5)
    ['counting: behind its best ratio, 4 of 8.5']
    >>> standing("cover", "CP-SAT", 0.8, 0.8)
    ['cover: behind CP-SAT, ratio 0.8']
    """
    said = [f"{label}: behind its best ratio, {ratio:.3g} of {best:g}"] * (ratio * NOISE < best)
    return said + [f"{label}: behind {yardstick}, ratio {ratio:.3g}"] * (ratio * NOISE < 1)


def judged() -> list[Workload]:
    """Return the largest input of each statement with a yardstick."""
    best = {work.puzzle: work for work in WORKLOADS if work.pledge.ratio is not None}
    return list(best.values())


def checks(folder: Path) -> list[Check]:
    """Return a task of every family."""
    boards = folder / "boards.txt"
    boards.write_text("".join(worst_tour_lines()))
    counting = str(build(YARDSTICKS / "queens.cpp", NATIVE_FLAGS))
    touring = str(build(YARDSTICKS / "traveling_queen.cpp"))
    weights, cover = ("14", "1", "60"), (COVER,)
    return [
        Check(
            COUNTING,
            Program("Rookery", "queens:rookery", ("14",)),
            Program("bit masks, C++", "cpp:counted", (counting, "14")),
        ),
        Check(
            LISTING,
            Program("Rookery", "queens:rookery_all", ("10",)),
            Program("plain Python", "queens:backtracking", ("10",)),
        ),
        Check(
            HEAVIEST,
            Program("Rookery", "heaviest:rookery", weights),
            Program("CP-SAT", "heaviest:cp_sat", weights),
        ),
        Check(
            TOUR,
            Program("Rookery", "tour:rookery", ("words", str(boards))),
            Program("breadth-first search, C++", "cpp:toured", (touring, str(boards))),
        ),
        Check(
            COVERING,
            Program("Rookery", "cover:rookery", cover),
            Program("CP-SAT", "cover:cp_sat", cover),
        ),
    ]
