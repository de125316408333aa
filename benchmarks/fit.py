"""Growth of a cost with a size: fitted laws, and their plots."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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
