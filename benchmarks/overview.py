"""The picture that opens the page of benchmarks: a dot for each comparison of times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

CAPTION = "Other programs' time over Rookery's for the same task, a dot for each comparison"
RATIO, PROGRAM, COMPILED = "ratio", "program, task", "C++ s"
NOTHING, AT_LEAST = "-", "at least "
COLOUR, LINE = "#0072b2", "#3b3630"


class Comparison(NamedTuple):
    """A row of a table: another program's time over Rookery's at one task."""

    suite: str
    ratio: float


def comparisons(sections: Mapping[str, str]) -> Iterator[Comparison]:
    """Yield the comparisons of times in the sections of the page.

    They are in the tables with a row for each program, and in those with a column for C++.
    """
    for suite, text in sections.items():
        for table in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE):
            head, _, *rows = (
                [cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()
            )
            for cells in rows:
                row = dict(zip(head, cells, strict=True))
                if _is_comparison(row):
                    # "at least 337" if the other program was stopped
                    ratio = row[RATIO].removeprefix(AT_LEAST).replace(",", "")
                    yield Comparison(suite, float(ratio))


def _is_comparison(row: Mapping[str, str]) -> bool:
    if row.get(RATIO, NOTHING) == NOTHING:
        return False
    if PROGRAM in row:
        return not row[PROGRAM].startswith("Rookery")
    return row.get(COMPILED, NOTHING) != NOTHING


def draw(found: Sequence[Comparison], path: Path) -> None:
    """Draw comparisons as SVG, a row for each suite; the same figures give the same bytes."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    suites = list(dict.fromkeys(one.suite for one in found))
    with mpl.rc_context({"svg.hashsalt": path.stem, "svg.fonttype": "none"}):
        figure = Figure(figsize=(7.2, 1.2 + 0.4 * len(suites)), layout="constrained")
        axes = figure.add_subplot()
        heights = [suites.index(one.suite) for one in found]
        axes.plot([one.ratio for one in found], heights, "o", color=COLOUR, alpha=0.5, mew=0)
        axes.axvline(1, color=LINE, linewidth=1)
        axes.set_xscale("log")
        axes.set_yticks(range(len(suites)), suites)
        axes.set_ylim(len(suites) - 0.5, -0.5)
        axes.set_xlabel("other program's time / Rookery's; right of the line Rookery is faster")
        axes.grid(axis="x", alpha=0.3)
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, metadata={"Date": None})
