"""Regions drawn: tinted squares, thin lines between squares, thick ones between regions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from rookery.boards.board import Square
from rookery.view.glyphs import UNIT
from rookery.view.palette import TINTS

THIN, THICK = 0.35, 1.5


def region_ground(regions: Mapping[str, Sequence[Square]], side: int) -> Iterator[str]:
    """Yield tinted squares and the borders; each region has its name in its first square.

    Regions that touch, be it at a corner, have different tints where there are enough.
    """
    tint_of = tints(regions)
    for name, squares in regions.items():
        blocks = "".join(f"M{c * UNIT} {r * UNIT}h{UNIT}v{UNIT}h-{UNIT}z" for r, c in squares)
        yield (
            f'<path class="tint{tint_of[name]}" d="{blocks}"><title>region {escape(name)}</title>'
            "</path>"
        )
    at = range(1, side)
    lines = "".join(f"M0 {k * UNIT}h{side * UNIT}M{k * UNIT} 0v{side * UNIT}" for k in at)
    yield f'<path class="frame" d="{lines}" stroke-width="{THIN}"/>'
    yield (
        f'<path class="border" d="{_borders(regions)}" stroke-width="{THICK}" '
        'stroke-linecap="square"/>'
    )
    yield '<g class="region" font-size="4" aria-hidden="true">'
    for name, squares in regions.items():
        row, column = squares[0]
        yield f'<text x="{column * UNIT + 1.6}" y="{row * UNIT + 4.6}">{escape(name)}</text>'
    yield "</g>"


def tints(regions: Mapping[str, Sequence[Square]]) -> dict[str, int]:
    """Return the number of a tint for each region, each tint about as often as any other.

    >>> tints({"A": [(0, 0)], "B": [(0, 1)], "C": [(0, 2)]})
    {'B': 0, 'A': 1, 'C': 2}
    """
    touching = _touching(regions)
    found: dict[str, int] = {}
    used = [0] * len(TINTS)
    for name in sorted(regions, key=lambda name: -len(touching[name])):
        taken = {found.get(other) for other in touching[name]}
        free = [tint for tint in range(len(TINTS)) if tint not in taken] or range(len(TINTS))
        found[name] = min(free, key=lambda tint: used[tint])
        used[found[name]] += 1
    return found


def _touching(regions: Mapping[str, Sequence[Square]]) -> dict[str, set[str]]:
    """Return for each region those that share an edge or a corner with it."""
    name_of = {square: name for name, squares in regions.items() for square in squares}
    touching: dict[str, set[str]] = {name: set() for name in regions}
    for (row, column), name in name_of.items():
        for step in ((0, 1), (1, -1), (1, 0), (1, 1)):
            other = name_of.get((row + step[0], column + step[1]), name)
            if other != name:
                touching[name].add(other)
                touching[other].add(name)
    return touching


def _borders(regions: Mapping[str, Sequence[Square]]) -> str:
    """Return the path of the edges between squares of different regions, and around the board."""
    name_of = {square: name for name, squares in regions.items() for square in squares}
    parts = []
    for (row, column), name in name_of.items():
        x, y = column * UNIT, row * UNIT
        if name_of.get((row, column - 1)) != name:
            parts.append(f"M{x} {y}v{UNIT}")
        if name_of.get((row - 1, column)) != name:
            parts.append(f"M{x} {y}h{UNIT}")
        if (row, column + 1) not in name_of:
            parts.append(f"M{x + UNIT} {y}v{UNIT}")
        if (row + 1, column) not in name_of:
            parts.append(f"M{x} {y + UNIT}h{UNIT}")
    return "".join(parts)
