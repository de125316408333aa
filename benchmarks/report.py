"""The report of a suite: tables and figures, printed as they grow and kept as Markdown.

``docs/benchmarks.md`` has a section for each suite, between two comments. A run replaces the
sections of its suites and leaves the others unchanged. A picture of all comparisons of times opens
the page.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import ROOT

DOCS = ROOT / "docs"
PAGE = DOCS / "benchmarks.md"
FIGURES = DOCS / "figures"
INTRODUCTION = """# Benchmarks

`make bench` writes this page. It compares Rookery with the programs that a user would take instead;
both run in turn, on the same machine. The ratio comes first: the other program's time over
Rookery's, so Rookery is faster where it is above 1. A ratio of costs is named as such.

Times are medians on one core, with kernels compiled in advance; the column "compiling s" is the
time to compile them with an empty cache. Peak memory is that of a process that does nothing else,
its interpreter included. `python -m benchmarks SUITE ...` repeats some suites.
[Benchmarks](benchmarking.md) says how to run them.
"""
OVERVIEW = "overview.svg"
CAPTION = "Other programs' time over Rookery's for the same task, a dot for each comparison"
RATIO, PROGRAM, COMPILED = "ratio", "program, task", "C++ s"
NOTHING, AT_LEAST = "-", "at least "
COLOUR, LINE = "#0072b2", "#3b3630"
DIGITS = 3
Cell = str | int | float | None


class Table:
    """A table that prints itself, row by row.

    Parameters
    ----------
    title
        What the rows have in common.
    columns
        Their names, the ratio first; the last, the task, is aligned to the left.
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
    """The tables, sentences and figures of one suite.

    Attributes
    ----------
    broken : list of str
        The broken pledges, in words.
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

    def figure(self, path: Path, caption: str) -> None:
        """Keep a picture under ``docs/`` with its caption."""
        print(f"{path}: {caption}", flush=True)
        self._parts.append(f"![{caption}]({path.relative_to(DOCS).as_posix()})\n\n{caption}.")

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


def write_section(name: str, text: str, suites: Mapping[str, str], page: Path = PAGE) -> None:
    """Replace the section of a suite in the page, and keep the others.

    Parameters
    ----------
    name
        The suite.
    text
        Its report, in Markdown.
    suites
        The summary of each suite, for the headings, in the order of the page.
    page
        The file; created if it is missing.
    """
    kept = read_sections(page)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    kept[name] = f"## {name}: {suites[name]}\n\nMeasured on {today}: {text.strip()}"
    blocks = [
        f"<!-- suite: {known} -->\n{kept[known]}\n<!-- end -->\n"
        for known in suites
        if known in kept
    ]
    opening = [INTRODUCTION]
    if found := list(comparisons(kept)):
        draw(found, page.parent / FIGURES.name / OVERVIEW)
        opening.append(f"![{CAPTION}]({FIGURES.name}/{OVERVIEW})\n\n*{CAPTION}.*\n")
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n".join([*opening, *blocks]), encoding="utf-8")


def read_sections(page: Path) -> dict[str, str]:
    """Return the section of each suite in the page."""
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    found = re.finditer(r"<!-- suite: (\w+) -->\n(.*?)\n<!-- end -->", text, re.DOTALL)
    return {match[1]: match[2] for match in found}


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
