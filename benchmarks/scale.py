"""Cost against size (rows, targets, kings, cores), with plots and fitted growth."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks import fit
from benchmarks.fit import Curve, Law
from benchmarks.many_cores import CLIENT_SECONDS, FOLDER, drawn, makespan
from benchmarks.measure import NATIVE_FLAGS, YARDSTICKS, build, child
from benchmarks.report import FIGURES, Report

BOARDS_A_SIDE = 3
STOPPED_AFTER = 20.0
LARGEST_BOARD = 25
NEAR, NEAR_SECONDS = 0.01, 2.0
CORES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
SIMULATED = (20, 22, 24, 26, 28)


@dataclass(frozen=True)
class Scale:
    """A program run at rising sizes.

    Attributes
    ----------
    label
        The name of the program.
    target
        Its module and function, such as ``queens:rookery``.
    sizes
        In rising order.
    arguments
        Returns the arguments of each run at a size; the median of the runs counts.
    compiles
        Whether its first call compiles.
    """

    label: str
    target: str
    sizes: Sequence[int]
    arguments: Callable[[int], list[tuple[str, ...]]]
    compiles: bool = False

    def curve(self) -> Curve:
        """Measure up to the first size that is stopped."""
        points = []
        for size in self.sizes:
            runs = [
                child(self.target, *given, warm=self.compiles) for given in self.arguments(size)
            ]
            if any(run.value is None for run in runs):
                break
            points.append((size, statistics.median(run.seconds for run in runs)))
        return Curve(self.label, tuple(points))


def run(repeats: int, report: Report) -> None:
    """Measure, plot, and report the growth of every curve."""
    for name, scales, size, cost in (
        ("queens", queens(), "rows n", "Seconds to count all placements"),
        (
            "heaviest",
            heaviests(),
            "rows n, weights from 1 to 99",
            "Seconds to prove the heaviest placement",
        ),
        ("tour", tours(), "targets on 8x8", "Seconds to find a shortest tour of a queen"),
    ):
        _add(report, name, [scale.curve() for scale in scales], size, cost)
    near = f"Seconds to a cover within {NEAR:.0%} of the best known"
    _add(report, "cover", [covers(report)], "kings", near, power=True)
    cores = "Seconds to count, simulated from measured units"
    _add(report, "cores", simulated(), "cores", cores, power=True)


def queens() -> list[Scale]:
    """Return the programs that count n queens."""
    program = str(build(YARDSTICKS / "queens.cpp", NATIVE_FLAGS))
    return [
        Scale("Rookery", "queens:rookery", range(12, 19), lambda n: [(str(n),)], compiles=True),
        Scale("bit masks, C++", "cpp:counted", range(12, 17), lambda n: [(program, str(n))]),
        Scale("plain Python", "queens:backtracking", range(8, 13), lambda n: [(str(n),)]),
    ]


def heaviests() -> list[Scale]:
    """Return the programs that prove the heaviest placement."""

    def boards(n: int) -> list[tuple[str, ...]]:
        return [(str(n), str(seed), str(STOPPED_AFTER)) for seed in range(BOARDS_A_SIDE)]

    return [
        Scale("Rookery", "heaviest:rookery", range(12, 33, 4), boards, compiles=True),
        Scale("HiGHS", "heaviest:highs", range(8, 21, 4), boards),
        Scale("CP-SAT", "heaviest:cp_sat", range(8, 17, 4), boards),
    ]


def tours() -> list[Scale]:
    """Return the programs that find shortest tours of a queen on random boards."""

    def board(targets: int) -> list[tuple[str, ...]]:
        return [("8", str(targets), "4", "Q", "on")]

    return [
        Scale("Rookery", "tour:rookery_size", range(8, 21, 2), board, compiles=True),
        Scale("networkx", "tour:networkx_size", range(3, 8), board),
    ]


def covers(report: Report) -> Curve:
    """Return the seconds until covers are near the best known, by kings: a point a density."""
    from benchmarks.cover import boards
    from benchmarks.cover.table import Table

    runs: dict[float, list[tuple[int, float]]] = {}
    for name, entry in Table(boards.specs()).entries.items():
        if entry.spec.size != LARGEST_BOARD:
            continue
        given = (name, str(entry.cost), str(NEAR), str(NEAR_SECONDS))
        reached: Any = child("cover:near_the_best", *given, warm=True).value
        seconds = NEAR_SECONDS if reached is None else max(reached, 1e-3)
        runs.setdefault(entry.spec.density, []).append(
            (len(boards.read(entry.spec).kings), seconds)
        )
    every = [seconds for group in runs.values() for _, seconds in group]
    near = sum(seconds < NEAR_SECONDS for seconds in every)
    report.say(
        f"Of {len(every)} boards {near} were within {NEAR:.0%} of the best known cost in less than "
        f"{NEAR_SECONDS:g} s; the others count as {NEAR_SECONDS:g} s."
    )
    medians = [tuple(map(statistics.median, zip(*group, strict=True))) for group in runs.values()]
    return Curve("Rookery, median of nine boards", tuple(sorted(medians)))


def simulated() -> list[Curve]:
    """Return the seconds of counts on many cores, from the units in ``unit_times/``."""
    curves = []
    for n in SIMULATED:
        units = drawn(json.loads((FOLDER / f"n{n}.json").read_text()))
        points = [
            (cores, makespan(units, cores, CLIENT_SECONDS if cores > 1 else 0.0)) for cores in CORES
        ]
        curves.append(Curve(f"n = {n}", tuple(points)))
    return curves


def _add(
    report: Report, name: str, curves: Sequence[Curve], size: str, cost: str, power: bool = False
) -> None:
    """Add a table and a plot of curves to the report."""
    table = report.table(cost, "growth", "largest", "seconds", "program")
    for curve in curves:
        law = Law.of(curve, power)
        growth = None if law is None else str(law)
        largest, seconds = curve.points[-1]
        table.row(growth, f"{largest:,} {size.split(maxsplit=1)[0]}", seconds, curve.label)
    path = FIGURES / f"scale-{name}.svg"
    fit.plot(path, curves, size, power, cost)
    report.figure(path, f"{cost}, against {size}")
