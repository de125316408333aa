"""Tours: in this process against the plain C++ breadth-first search, and what sizes take.

The C++ program is timed as a whole process, Rookery from parsed boards to checked tours in this
one, kernels compiled and loaded. Both in turn, so that drift of the machine cancels.
"""

from __future__ import annotations

import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import rookery as rk
from benchmarks.measure import machine
from benchmarks.measure import run as run_process
from benchmarks.statements import mixed_tour_lines, worst_tour_lines, yardstick
from rookery.statements.traveling_queen import write
from rookery.tour.plan import Plan

MIXED = 300
SEED = 26
RSS_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Inputs:
    """Boards for both programs, and how much faster than C++ Rookery is to be."""

    label: str
    lines: Callable[[], object]
    times: float


INPUTS = (
    Inputs("10 worst boards", worst_tour_lines, 5.0),
    Inputs(f"{MIXED} mixed boards", lambda: mixed_tour_lines(MIXED), 1.0),
)


@dataclass(frozen=True)
class Size:
    """A random board to be solved exactly, and in how many seconds."""

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
        """The first possible tour of some random boards."""
        rng = random.Random(SEED)
        while True:
            squares = [(row, column) for row in range(self.side) for column in range(self.side)]
            rng.shuffle(squares)
            start, goal, *rest = squares
            targets, pawns = rest[: self.targets], rest[self.targets :][: self.pawns]
            board = rk.Board(self.side)
            tour = rk.Tour(board, start, targets, goal, self.mover, self.visit, pawns=pawns)
            if Plan.of(tour).possible:
                return tour


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


def run(repeats: int) -> list[str]:
    """Print the tables and return the broken pledges, in words."""
    print(machine())
    broken = _against_cpp(repeats)
    broken += _sizes(repeats)
    _searches()
    return broken


def _against_cpp(repeats: int) -> list[str]:
    program = [str(yardstick("traveling-queen"))]
    print(f"{'C++/ours':>9} {'pledged':>8} {'ours s':>8} {'C++ s':>8} {'method':>8}  input")
    broken = []
    with tempfile.TemporaryDirectory() as name:
        for inputs in INPUTS:
            text, theirs = Path(name) / "boards.txt", Path(name) / "theirs.txt"
            text.write_text("".join(inputs.lines()))
            tours = rk.read(text, "traveling-queen")
            run_process(program, text, theirs)
            for method in ("words", "layers"):
                answer = "".join(write(_solved(tours, method)))
                if answer != theirs.read_text():
                    broken.append(f"{inputs.label}: {method} and C++ differ")
                pairs = [
                    (_seconds(partial(_solved, tours, method)), run_process(program, text).seconds)
                    for _ in range(repeats)
                ]
                ratio = statistics.median(theirs / ours for ours, theirs in pairs)
                ours, cpp = (statistics.median(side) for side in zip(*pairs, strict=True))
                print(
                    f"{ratio:9.2f} {inputs.times:8g} {ours:8.4f} {cpp:8.4f} {method:>8}  "
                    f"{inputs.label}",
                    flush=True,
                )
                if method == "words" and ratio < inputs.times:
                    broken.append(
                        f"{inputs.label}: {ratio:.2f} times as fast as C++, at least "
                        f"{inputs.times:g} pledged"
                    )
    return broken


def _sizes(repeats: int) -> list[str]:
    print(f"{'seconds':>9} {'pledged':>8} {'moves':>8} {'peak MiB':>8} {'tours':>12}  exact")
    broken = []
    for size in SIZES:
        tour = size.tour()
        found = rk.solve(tour, method="words")
        taken = statistics.median(
            _seconds(partial(rk.solve, tour, "words")) for _ in range(max(1, repeats // 3))
        )
        count = rk.count(tour).value
        pledged = "-" if size.seconds is None else f"{size.seconds:g}"
        print(
            f"{taken:9.3f} {pledged:>8} {found.value!s:>8} {_peak_mib():8.0f} {count:12}  "
            f"{size.label}",
            flush=True,
        )
        if size.seconds is not None and taken > size.seconds:
            broken.append(f"{size.label}: {taken:.2f} s, at most {size.seconds:g} pledged")
    return broken


def _searches() -> None:
    print(f"{'moves':>9} {'bound':>8} {'gap %':>8}  search, {SEARCH_SECONDS:g} s")
    for size in SEARCHES:
        tour = size.tour()
        found = rk.solve(tour, method="search", limits=rk.Limits(seconds=SEARCH_SECONDS))
        gap = 0.0 if found.gap is None else 100 * found.gap
        print(f"{found.value!s:>9} {found.bound!s:>8} {gap:8.1f}  {size.label}", flush=True)


def _solved(tours: Sequence[rk.Tour], method: str) -> list[rk.Result]:
    return [rk.solve(tour, method=method) for tour in tours]


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * RSS_UNIT / 2**20
