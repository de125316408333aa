"""Comparisons of Rookery with other programs: each does every task in turn, in its own process."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Timing, child
from benchmarks.report import Report, shown

COLUMNS = ("ratio", "seconds", "compiling s", "peak MiB", "program, task")


@dataclass(frozen=True)
class Program:
    """A program of `benchmarks.peers`.

    Attributes
    ----------
    label
        Its name, with the version.
    target
        Module and function, such as ``queens:cp_sat``.
    arguments
        Passed before those of the task.
    compiles
        Whether its first call compiles.
    """

    label: str
    target: str
    arguments: tuple[str, ...] = ()
    compiles: bool = False


@dataclass(frozen=True)
class Task:
    """A task for all programs of a comparison.

    Attributes
    ----------
    label
        In words.
    runs
        The arguments of every run; programs run each in turn.
    """

    label: str
    runs: Sequence[tuple[str, ...]]


class Side:
    """A running comparison: its table, and its own cache of compiled kernels.

    Attributes
    ----------
    seconds
        The median seconds of each program for each task compared so far, by its label.
    """

    def __init__(self, report: Report, title: str, cache: Path) -> None:
        self.report = report
        self.table = report.table(title, *COLUMNS)
        self.cache = cache
        self.seconds: dict[tuple[Program, str], float] = {}

    def compare(self, task: Task, ours: Program, others: Sequence[Program]) -> dict[str, float]:
        """Run a task with all programs; return the time of each over ours, by its label.

        A program that returns None was stopped: its ratio is a lower bound. Any other value
        that differs from ours is reported as broken.
        """
        timings: dict[Program, list[Timing]] = {program: [] for program in (ours, *others)}
        for arguments in task.runs:
            for program, taken in timings.items():
                given = (*program.arguments, *arguments)
                taken.append(child(program.target, *given, warm=program.compiles, cache=self.cache))
        ratios = {}
        for program, taken in timings.items():
            stopped = False
            for mine, theirs in zip(timings[ours], taken, strict=True):
                stopped |= theirs.value is None
                if theirs.value is not None and theirs.value != mine.value:
                    self.report.broken.append(
                        f"{task.label}: {program.label} says {theirs.value}, Rookery {mine.value}"
                    )
            pairs = zip(timings[ours], taken, strict=True)
            ratio = statistics.median(theirs.seconds / mine.seconds for mine, theirs in pairs)
            ratios[program.label] = ratio
            self._row(program, task, taken, ratio, stopped)
        return ratios

    def _row(
        self, program: Program, task: Task, taken: list[Timing], ratio: float, stopped: bool
    ) -> None:
        seconds = statistics.median(timing.seconds for timing in taken)
        self.seconds[program, task.label] = seconds
        compiling = None
        if program.compiles:
            compiling = max(0.0, taken[0].first - taken[0].seconds)
        self.table.row(
            f"at least {shown(ratio)}" if stopped else ratio,
            seconds,
            compiling,
            round(max(timing.peak_mib for timing in taken)),
            f"{program.label}, {task.label}",
        )


@contextmanager
def side_by_side(report: Report, title: str) -> Iterator[Side]:
    """Begin a comparison with an empty cache of kernels."""
    with tempfile.TemporaryDirectory() as cache:
        yield Side(report, title, Path(cache))
