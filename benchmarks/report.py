"""What a suite tells: tables and figures, printed as they grow and kept as Markdown.

``docs/benchmarks.md`` has a section a suite, between two comments; a run replaces the sections
of the suites it ran and leaves the others as they are.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.measure import ROOT
from benchmarks.overview import TOLD, comparisons, draw

DOCS = ROOT / "docs"
PAGE = DOCS / "benchmarks.md"
FIGURES = DOCS / "figures"
INTRODUCTION = """# Benchmarks

Written by `make bench`: Rookery beside what one would take instead, both in the same run, in turn.
A ratio comes first: the other's time over Rookery's, so that above 1 Rookery is the faster; where
costs are compared it says so. Times are medians, on one core, kernels compiled before; what
compiling takes, with an empty cache, is a column of its own. Peak memory is that of a process
that does nothing else, its interpreter included. `python -m benchmarks SUITE ...` renews the
sections of those suites. [The guide](benchmarking.md) says what each measures and pledges.
"""
OVERVIEW = "overview.svg"
DIGITS = 3
Cell = str | int | float | None


class Table:
    """A table that prints itself, row by row.

    Parameters
    ----------
    title
        What the rows have in common.
    columns
        Their names, the ratio first; the last, what was measured, is aligned to the left.
    """

    def __init__(self, title: str, columns: Sequence[str]) -> None:
        self.title = title
        self.columns = list(columns)
        self.rows: list[list[str]] = []
        self._widths = [max(9, len(column)) for column in columns[:-1]]
        print(f"\n{title}\n{self._line(self.columns)}", flush=True)

    def row(self, *cells: Cell) -> None:
        """Add a row and print it."""
        if len(cells) != len(self.columns):
            raise ValueError(f"expected {len(self.columns)} cells, got {len(cells)}")
        self.rows.append([shown(cell) for cell in cells])
        print(self._line(self.rows[-1]), flush=True)

    def markdown(self) -> str:
        """Return the table, with its title above."""
        edges = ["---:"] * len(self._widths) + [":---"]
        lines = [self.columns, edges, *self.rows]
        return "\n".join([f"{self.title}:", "", *(f"| {' | '.join(line)} |" for line in lines)])

    def _line(self, cells: Sequence[str]) -> str:
        padded = [cell.rjust(width) for cell, width in zip(cells, self._widths, strict=False)]
        return "  ".join([*padded, cells[-1]])


class Report:
    """What one suite tells.

    Attributes
    ----------
    broken : list of str
        The pledges found broken, in words.
    """

    def __init__(self) -> None:
        self.broken: list[str] = []
        self._parts: list[Table | str] = []

    def table(self, title: str, *columns: str) -> Table:
        """Begin a table."""
        table = Table(title, columns)
        self._parts.append(table)
        return table

    def say(self, text: str) -> None:
        """Print a sentence and keep it."""
        print(text, flush=True)
        self._parts.append(text)

    def figure(self, path: Path, told: str) -> None:
        """Keep a picture under ``docs/`` and what it shows in words."""
        print(f"{path}: {told}", flush=True)
        self._parts.append(f"![{told}]({path.relative_to(DOCS).as_posix()})\n\n{told}.")

    def markdown(self) -> str:
        """Return all of it, in order."""
        parts = (part if isinstance(part, str) else part.markdown() for part in self._parts)
        return "\n\n".join(parts)


def shown(cell: Cell) -> str:
    """Return a cell's text: floats to three digits, integers with commas, ``-`` for None.

    >>> [shown(cell) for cell in (0.01234, 1234.5, 12.0, 7, None, float("inf"), "8x8")]
    ['0.0123', '1,230', '12.0', '7', '-', '-', '8x8']
    """
    if cell is None or (isinstance(cell, float) and not math.isfinite(cell)):
        return "-"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int):
        return f"{cell:,}"
    if cell == 0:
        return "0"
    places = DIGITS - 1 - math.floor(math.log10(abs(cell)))
    return f"{round(cell, places):,.{max(places, 0)}f}"


def write_section(name: str, text: str, suites: dict[str, str], page: Path = PAGE) -> None:
    """Replace the section of a suite in the page, and keep the others.

    Parameters
    ----------
    name
        The suite's.
    text
        What it told, in Markdown.
    suites
        What each suite measures, in the order of the page; the headings say it.
    page
        The file; made where there is none.
    """
    kept = read_sections(page)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    kept[name] = f"## {name}: {suites[name]}\n\nMeasured on {today}: {text.strip()}"
    blocks = [
        f"<!-- suite: {known} -->\n{kept[known]}\n<!-- end -->\n"
        for known in suites
        if known in kept
    ]
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n".join([INTRODUCTION, *_overview(kept, page), *blocks]), encoding="utf-8")


def _overview(sections: dict[str, str], page: Path) -> Iterator[str]:
    """Draw all comparisons beside the page and yield the line that shows them."""
    found = list(comparisons(sections))
    if found:
        draw(found, page.parent / FIGURES.name / OVERVIEW)
        yield f"![{TOLD}]({FIGURES.name}/{OVERVIEW})\n\n*{TOLD}.*\n"


def read_sections(page: Path) -> dict[str, str]:
    """Return what the page says of each suite."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    found = re.finditer(r"<!-- suite: (\w+) -->\n(.*?)\n<!-- end -->", text, re.DOTALL)
    return {match[1]: match[2] for match in found}
