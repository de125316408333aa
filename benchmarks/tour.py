"""Tours: compared with breadth-first search in C++ and networkx; exact tours by size; searches.

The C++ program is timed as a whole process, Rookery from parsed boards to checked tours.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import rookery as rk
from benchmarks.beside import Program, Task, side_by_side
from benchmarks.measure import child, named
from benchmarks.peers.tour import random_tour
from benchmarks.report import Report
from benchmarks.statements import mixed_tour_lines, worst_tour_lines, yardstick

MIXED = 300


@dataclass(frozen=True)
class Inputs:
    """Boards for both programs, and the pledged ratio to C++."""

    label: str
    lines: Callable[[], object]
    ratio: float


SMALL_TARGETS = 7
SMALL_BOARDS = 10
INPUTS = (
    Inputs("10 worst boards", worst_tour_lines, 5.0),
    Inputs(f"{MIXED} mixed boards", lambda: mixed_tour_lines(MIXED), 1.0),
)
SMALL_INPUTS = (
    Inputs(
        f"{SMALL_BOARDS} boards of {SMALL_TARGETS} knights",
        lambda: mixed_tour_lines(SMALL_BOARDS, SMALL_TARGETS),
        0.0,
    ),
)


@dataclass(frozen=True)
class Size:
    """A random board, and the pledged seconds of its exact tour."""

    side: int
    targets: int
    pawns: int
    mover: str
    visit: str
    seconds: float | None = None

    @property
    def label(self) -> str:
        board = f"{self.side}x{self.side}"
        return f"{self.mover} on {board}, {self.targets} targets visited {self.visit}"

    def tour(self) -> rk.Tour:
        """Return the first possible tour among random boards."""
        return random_tour(self.side, self.targets, self.pawns, self.mover, self.visit)

    def arguments(self) -> tuple[str, ...]:
        """Return the arguments that make the same tour in another process."""
        return (str(self.side), str(self.targets), str(self.pawns), self.mover, self.visit)


SIZES = (
    Size(8, 20, 4, "Q", "on", 1.0),
    Size(8, 20, 4, "N", "on", 1.0),
    Size(8, 20, 4, "K", "on", 1.0),
    Size(26, 14, 60, "Q", "beside", 1.0),
    Size(26, 14, 60, "K", "beside"),
    Size(32, 14, 60, "N", "on"),
)
SEARCHES = (
    Size(16, 40, 20, "Q", "beside"),
    Size(16, 40, 20, "N", "on"),
    Size(26, 60, 60, "Q", "beside"),
    Size(32, 60, 60, "K", "on"),
)
SEARCH_SECONDS = 5.0


def run(repeats: int, report: Report) -> None:
    """Fill the tables and report the broken pledges."""
    _against_cpp(repeats, report)
    _against_networkx(repeats, report)
    _sizes(report)
    title = f"Too many targets for an exact tour: `search`, {SEARCH_SECONDS:g} s"
    table = report.table(title, "moves", "bound", "gap, per cent", "board")
    for size in SEARCHES:
        found = rk.solve(size.tour(), method="search", limits=rk.Limits(seconds=SEARCH_SECONDS))
        gap = None if found.gap is None else 100 * found.gap
        table.row(found.value, found.bound, gap, size.label)


def _against_cpp(repeats: int, report: Report) -> None:
    """Compare with breadth-first search in C++: both write the same answers."""
    cpp = Program("breadth-first search, C++", "cpp:toured", (str(yardstick("traveling-queen")),))
    words, layers = (
        Program(f"Rookery {method}", "tour:rookery", (method,), compiles=True)
        for method in ("words", "layers")
    )
    with _boards(INPUTS) as files, side_by_side(report, "All boards of an input") as side:
        for inputs, path in zip(INPUTS, files, strict=True):
            task = Task(inputs.label, [(str(path),)] * repeats)
            ratio = side.compare(task, words, [layers, cpp])[cpp.label]
            if ratio < inputs.ratio:
                report.broken.append(
                    f"{inputs.label}: {ratio:.2f} times as fast as C++, at least "
                    f"{inputs.ratio:g} pledged"
                )


def _against_networkx(repeats: int, report: Report) -> None:
    """Compare with a shortest path in the whole graph of states, on small boards."""
    ours = Program("Rookery auto", "tour:rookery_moves", compiles=True)
    graph = Program(named("networkx"), "tour:networkx")
    title = "The number of moves, all boards of an input"
    with _boards(SMALL_INPUTS) as files, side_by_side(report, title) as side:
        for inputs, path in zip(SMALL_INPUTS, files, strict=True):
            side.compare(Task(inputs.label, [(str(path),)] * min(repeats, 3)), ours, [graph])


@contextmanager
def _boards(every: Sequence[Inputs]) -> Iterator[list[Path]]:
    """Write the inputs to files, and yield their paths."""
    with tempfile.TemporaryDirectory() as name:
        paths = [Path(name) / f"{number}.txt" for number in range(len(every))]
        for inputs, path in zip(every, paths, strict=True):
            path.write_text("".join(inputs.lines()))
        yield paths


def _sizes(report: Report) -> None:
    columns = ("seconds", "pledged", "moves", "peak MiB", "tours", "board")
    table = report.table("Exact tours by `words`, and the number of shortest tours", *columns)
    for size in SIZES:
        taken = child("tour:rookery_size", *size.arguments(), warm=True)
        found = rk.count(size.tour())
        moves = str(taken.value)
        table.row(
            taken.seconds, size.seconds, moves, round(taken.peak_mib), found.value, size.label
        )
        if size.seconds is not None and taken.seconds > size.seconds:
            report.broken.append(
                f"{size.label}: {taken.seconds:.2f} s, at most {size.seconds:g} pledged"
            )
