"""The three 8x8 contest problems: ``rookery judge`` and plain C++ programs.

Both programs read the same text and must write the same bytes. They are timed as whole processes,
start-up included.
"""

from __future__ import annotations

import compileall
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import (
    YARDSTICKS,
    BenchmarkError,
    Comparison,
    build,
    compare,
    imported_packages,
    median_seconds,
)
from benchmarks.report import Report

HEAVY = frozenset({"numpy", "numba", "ortools"})
SEED = 2006

SAMPLES = {
    "eight-queens": "1\n\n1 1\n",
    "sultan": "1\n" + " ".join(map(str, (*range(1, 49), 48, *range(50, 65)))) + "\n",
    "traveling-queen": (
        "2\n"
        ".......Q\n...P.P..\n...PNP..\n..NP.P..\n........\n........\n..B.....\n........\n\n"
        "B.P.....\n..P.....\nPPP..N..\n........\n........\n.N...Q..\n........\n........\n\n"
    ),
}

# Rank 8 first. Hill climbing found these boards by the number of states that the breadth-first
# search reaches: 380,000 to 410,000 on each. Random boards of 14 knights, with 0 to 24 pawns, have
# a median of 8,000 and seldom more than 100,000. These are hard for the yardstick; the mixed boards
# are typical.
WORST_TOURS = (
    ".N.N...N/..NPP.../...NN.../...BN..N/.......N/NPQ...../N......./...NN..N",
    "N......N/...N..../...NN.../N..BNN../N......N/....Q..N/......../N..NN...",
    "N..NN..N/......../......../NP...Q.N/BN.....N/.N...N../N......./...NN..N",
    "N..NN..N/......../......../...NNP.Q/...NBN../NP..N.N./N....NPN/........",
    "NBN....N/......../....N.../N.Q.N..N/N....NN./......../......../N..NN..N",
    "...N.BN./....NNP./N......./.N....../N.N..Q.N/..NN...N/......../....NN..",
    "NBN..Q../......../...N.N../N...NPN./N...PNN./......../......../N..NN..N",
    "N..NN..N/.P....P./N..Q.NBN/......../....N.../...NPN../...NN.../N......N",
    ".NN...N./....Q.BN/......../N..NN.../N..NN.../......../......../N..NN..N",
    "N..NN..N/......../.....Q../..NNB..N/.PNN...N/......../......../N..NN..N",
)


@dataclass(frozen=True)
class Pledge:
    """The pledges on an input; None where nothing is pledged.

    Attributes
    ----------
    ratio
        The least ratio of the yardstick's time to Rookery's.
    seconds, peak_mib
        The most time and memory.
    """

    ratio: float | None = None
    seconds: float | None = None
    peak_mib: float | None = None

    def broken_by(self, comparison: Comparison) -> list[str]:
        """Return in words how a comparison breaks the pledge."""
        reached = (
            ("seconds", median_seconds(comparison.ours), self.seconds),
            ("MiB", comparison.peak_mib, self.peak_mib),
        )
        faults = [
            f"{value:.3g} {unit}, at most {limit:g} pledged"
            for unit, value, limit in reached
            if limit is not None and value > limit
        ]
        if self.ratio is not None and comparison.ratio < self.ratio:
            faults.append(f"{comparison.ratio:.3g} ratio, at least {self.ratio:g} pledged")
        return faults


@dataclass(frozen=True)
class Workload:
    """One input: its puzzle, its lines and the pledge on it."""

    puzzle: str
    label: str
    lines: Callable[[], Iterator[str]]
    pledge: Pledge


def eight_queens_lines(datasets: int) -> Iterator[str]:
    """Yield an input of `datasets` random squares."""
    rng = random.Random(SEED)
    yield f"{datasets}\n"
    for _ in range(datasets):
        yield f"\n{rng.randint(1, 8)} {rng.randint(1, 8)}\n"


def sultan_lines(boards: int) -> Iterator[str]:
    """Yield an input of boards of random numbers from 1 to 99."""
    rng = random.Random(SEED)
    yield f"{boards}\n"
    for _ in range(boards * 8):
        yield " ".join(f"{rng.randint(1, 99):2d}" for _ in range(8)) + "\n"


def worst_tour_lines() -> Iterator[str]:
    """Yield an input of the boards in `WORST_TOURS`."""
    yield f"{len(WORST_TOURS)}\n"
    for board in WORST_TOURS:
        yield board.replace("/", "\n") + "\n\n"


def mixed_tour_lines(boards: int, knights: int | None = None) -> Iterator[str]:
    """Yield an input of random boards of `knights`, by default 2 to 14, and 0 to 24 pawns."""
    rng = random.Random(SEED)
    yield f"{boards}\n"
    for _ in range(boards):
        many = rng.randint(2, 14) if knights is None else knights
        pieces = "QB" + "N" * many + "P" * rng.randint(0, 24)
        squares = list(pieces.ljust(64, "."))
        rng.shuffle(squares)
        for row in range(0, 64, 8):
            yield "".join(squares[row : row + 8]) + "\n"
        yield "\n"


def sample(puzzle: str, peak_mib: float) -> Workload:
    """Return the statement's own sample, to be answered within a tenth of a second."""
    pledge = Pledge(seconds=0.1, peak_mib=peak_mib)
    return Workload(puzzle, "sample", lambda: iter([SAMPLES[puzzle]]), pledge)


WORKLOADS = (
    sample("eight-queens", peak_mib=32),
    sample("sultan", peak_mib=32),
    sample("traveling-queen", peak_mib=64),
    Workload(
        "eight-queens", "2,000 datasets", lambda: eight_queens_lines(2_000), Pledge(1.0, None, 32)
    ),
    Workload("sultan", "20,000 boards", lambda: sultan_lines(20_000), Pledge(0.66, None, 32)),
    Workload("traveling-queen", "10 worst boards", worst_tour_lines, Pledge(0.4, None, 64)),
    Workload(
        "traveling-queen", "300 mixed boards", lambda: mixed_tour_lines(300), Pledge(None, None, 64)
    ),
)


def judge(puzzle: str) -> list[str]:
    """Return the command line that answers `puzzle`, in the environment of this Python.

    Raises
    ------
    BenchmarkError
        When no ``rookery`` is installed there.
    """
    program = shutil.which("rookery", path=str(Path(sys.executable).parent))
    if program is None:
        raise BenchmarkError(f"expected 'rookery' beside {sys.executable!r}, found none")
    return [program, "judge", puzzle]


def yardstick(puzzle: str) -> Path:
    """Return the compiled C++ program for `puzzle`."""
    return build(YARDSTICKS / f"{puzzle.replace('-', '_')}.cpp")


def measure(workload: Workload, directory: Path, repeats: int) -> Comparison:
    """Write the input of a workload and run both programs on it."""
    text = directory / "input.txt"
    with text.open("w") as file:
        file.writelines(workload.lines())
    return compare(judge(workload.puzzle), [str(yardstick(workload.puzzle))], text, repeats)


def compile_bytecode() -> None:
    """Compile the package's modules, as the installation of a wheel does."""
    import rookery

    compileall.compile_dir(Path(rookery.__file__).parent, quiet=1)


def heavy_imports(puzzle: str, directory: Path) -> list[str]:
    """Return the heavy packages that ``rookery judge`` imports for the sample of `puzzle`."""
    text = directory / "sample.txt"
    text.write_text(SAMPLES[puzzle])
    return sorted(imported_packages(judge(puzzle), text) & HEAVY)


def run(repeats: int, report: Report) -> None:
    """Fill the table and report the broken pledges."""
    compile_bytecode()
    columns = ("ratio", "from-to", "pledged", "seconds", "C++ s", "peak MiB", "input")
    table = report.table(f"`rookery judge` and plain C++, medians of {repeats}", *columns)
    broken = report.broken
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for workload in WORKLOADS:
            comparison = measure(workload, directory, repeats)
            table.row(
                comparison.ratio,
                f"{min(comparison.ratios):.2f}-{max(comparison.ratios):.2f}",
                workload.pledge.ratio,
                median_seconds(comparison.ours),
                median_seconds(comparison.theirs),
                comparison.peak_mib,
                f"{workload.puzzle}: {workload.label}",
            )
            faults = workload.pledge.broken_by(comparison)
            if not comparison.same_output:
                faults.append("the outputs differ")
            broken += [f"{workload.puzzle}, {workload.label}: {fault}" for fault in faults]
        for puzzle in SAMPLES:
            broken += [f"{puzzle}: imports {name}" for name in heavy_imports(puzzle, directory)]
