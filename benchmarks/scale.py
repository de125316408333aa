"""Cost against size (rows, targets, kings, cores), with plots and fitted growth."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.many_cores import CLIENT_SECONDS, FOLDER, drawn, makespan
from benchmarks.measure import NATIVE_FLAGS, YARDSTICKS, build, child
from benchmarks.report import FIGURES, Report

BOARDS_A_SIDE = 3
STOPPED_AFTER = 20.0
LARGEST_BOARD = 25
NEAR, NEAR_SECONDS = 0.01, 2.0
CORES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
SIMULATED = (20, 22, 24, 26, 28)
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
MARKERS = "os^Dv*"
FEWEST = 3  # points


@dataclass(frozen=True)
class Curve:
    """Seconds against a size.

    Attributes
    ----------
    label
        The program.
    points
        Pairs of a size and seconds, by rising size.
    """

    label: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Law:
    """The growth of a curve, fitted by least squares of the logarithms.

    Attributes
    ----------
    power
        Whether the cost is a power of the size; if not, each step of the size multiplies it.
    growth
        The exponent, or the factor.
    """

    power: bool
    growth: float

    @classmethod
    def of(cls, curve: Curve, power: bool) -> Law | None:
        """Return the law of the larger half of the sizes, at least three, or None."""
        if len(curve.points) < FEWEST:
            return None
        points = curve.points[-max(FEWEST, (len(curve.points) + 1) // 2) :]
        sizes = [math.log(size) if power else size for size, _ in points]
        costs = [math.log(seconds) for _, seconds in points]
        x, y = sum(sizes) / len(sizes), sum(costs) / len(costs)
        slope = sum((a - x) * (b - y) for a, b in zip(sizes, costs, strict=True))
        slope /= sum((a - x) ** 2 for a in sizes)
        return cls(power, slope if power else math.exp(slope))

    def __str__(self) -> str:
        return f"size^{self.growth:.2g}" if self.power else f"x {self.growth:.3g} a step"


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
    plot(path, curves, size, power, cost)
    report.figure(path, f"{cost}, against {size}")


def plot(path: Path, curves: Sequence[Curve], size: str, power: bool, cost: str) -> None:
    """Plot curves with their laws.

    Parameters
    ----------
    path
        The SVG file; the same figures give the same bytes.
    curves
        Each gets a colour and a marker.
    size, cost
        The labels of the axes.
    power
        The law to fit; for a power the axis of sizes is logarithmic.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": path.stem, "svg.fonttype": "none"}):
        figure = Figure(figsize=(6.4, 4.0), layout="constrained")
        axes = figure.add_subplot()
        for number, curve in enumerate(curves):
            law = Law.of(curve, power)
            axes.plot(
                *zip(*curve.points, strict=True),
                marker=MARKERS[number % len(MARKERS)],
                color=COLOURS[number % len(COLOURS)],
                label=curve.label if law is None else f"{curve.label}: {law}",
            )
        axes.set_yscale("log")
        if power:
            axes.set_xscale("log")
        axes.set_xlabel(size)
        axes.set_ylabel(cost)
        axes.grid(alpha=0.3)
        axes.legend(fontsize="small")
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, metadata={"Date": None})
