"""Region puzzles, compared with packages that solve and generate them.

The packages are not part of the extra ``bench``, because they bring in others. Without them Rookery
is timed alone. To compare::

    pip install --no-deps --target DIR multi-puzzle-solver queens-generator
    PYTHONPATH=DIR python -m benchmarks regions
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

import rookery as rk
from benchmarks.beside import Program, Task, side_by_side
from benchmarks.peers.regions import MOST_SECONDS
from benchmarks.report import Report
from rookery.regions.methods import SEARCH

SOLVER, GENERATOR = "multi-puzzle-solver", "queens-generator"
SIZES = (8, 9, 10, 11)
BOARDS = 10
GENERATED_SIZES = (8, 9)
GENERATED = 5
PLEDGED_UNIQUE, PLEDGED_GENERATED = 100.0, 20.0
LARGE = ((10, 2, 2.0), (14, 3, 30.0))  # sizes, stars, and the pledged median seconds


def run(repeats: int, report: Report) -> None:
    """Fill the tables and report the broken pledges."""
    ours = Program("Rookery", "regions:rookery_unique")
    peers = _installed(SOLVER, "regions:puzzle_solver_unique")
    with side_by_side(report, "Deciding whether a region puzzle has one answer") as side:
        for size in SIZES:
            runs = [(str(size), str(BOARDS))] * max(1, repeats // 3)
            task = Task(f"{BOARDS} boards of {size}x{size}, one star", runs)
            ratios = side.compare(task, ours, peers)
            report.broken += _too_slow(peers, ratios, PLEDGED_UNIQUE)
    ours = Program("Rookery", "regions:rookery_generate")
    peers = _installed(GENERATOR, "regions:queens_generator")
    with side_by_side(report, "Generating region puzzles that rules solve") as side:
        for size in GENERATED_SIZES if repeats > 3 else GENERATED_SIZES[:1]:
            task = Task(f"{GENERATED} of {size}x{size}, one star", [(str(size), str(GENERATED))])
            ratios = side.compare(task, ours, peers)
            report.broken += _too_slow(peers, ratios, PLEDGED_GENERATED)
    report.broken += _large(repeats, report)


def _too_slow(peers: list[Program], ratios: dict[str, float], pledged: float) -> Iterator[str]:
    """Yield in words the peers over which Rookery gains less than pledged."""
    for peer in peers:
        if ratios[peer.label] < pledged:
            ratio = f"{ratios[peer.label]:.0f} times as fast as {peer.label}"
            yield f"regions: {ratio}, at least {pledged:g}"


def _large(repeats: int, report: Report) -> Iterator[str]:
    """Time large boards with several stars."""
    table = report.table("Generating large region puzzles", "seconds", "longest", "size, stars")
    SEARCH.wait(MOST_SECONDS)
    for size, stars, pledged in LARGE:
        seconds = []
        for seed in range(max(2, repeats)):
            began = time.perf_counter()
            rk.generate_regions(size, stars=stars, seed=seed)
            seconds.append(time.perf_counter() - began)
        median = statistics.median(seconds)
        table.row(median, max(seconds), f"{size}x{size}, {stars} stars")
        if median > pledged:
            yield f"regions: {median:.1f} s for {size}x{size}, at most {pledged:g}"


def _installed(package: str, target: str) -> list[Program]:
    """Return a peer, or an empty list if it is not installed."""
    try:
        return [Program(f"{package} {version(package)}", target)]
    except PackageNotFoundError:
        return []
