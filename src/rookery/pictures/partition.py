"""Regions from measures of neighbouring cells: differences in colour, and lines between them.

A board of n rows has n connected regions. Neighbours are joined in order of their difference, the
least first, until n parts are left (single linkage, by Kruskal's algorithm). A difference is
*clear* if it is far below the least difference between two regions, or, between two
regions, far above the greatest one that was joined; squares beside others are unsure.

Colours alone decide if all their differences are clear, or else lines alone. Otherwise both are
taken together: two cells differ if their colours do, or a thicker line stands between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from rookery.boards.board import Square
from rookery.pictures.cells import Pair

LEAST_COLOUR = 4.0  # difference of two colours, of red, green and blue from 0 to 255
LEAST_LINE = 0.3  # pixels by which two lines differ in thickness
LEAST_SHARE = 0.35  # of a border, of both measures together
MARGIN = 1.4  # a clear difference is this many times less, or more, than the limit
SPREAD = 6  # a clear difference within a region is at most this many times the median there


@dataclass(frozen=True)
class Partition:
    """Regions of a board."""

    region: Mapping[Square, int]  # the number of each square's, in order of first appearance
    # Pairs of neighbours of which it is not clear whether one region holds both
    unclear: frozenset[Pair] = field(default_factory=frozenset)

    def parts(self, pair: Pair) -> bool:
        """Return whether two neighbours are in different regions."""
        return self.region[pair[0]] != self.region[pair[1]]


def divided(side: int, colours: Mapping[Pair, float], lines: Mapping[Pair, float]) -> Partition:
    """Return the regions of a board, given its differences in colour and thicknesses of lines."""
    thinnest = sorted(lines.values())[len(lines) // 20]
    lines = {pair: max(0.0, thickness - thinnest) for pair, thickness in lines.items()}
    by_colour = _linked(side, colours, LEAST_COLOUR)
    by_line = _linked(side, lines, LEAST_LINE)
    if not by_colour.unclear and not by_line.unclear:
        odd = {pair for pair in colours if by_colour.parts(pair) != by_line.parts(pair)}
        return Partition(by_colour.region, frozenset(odd))
    if not by_colour.unclear:
        return by_colour
    if not by_line.unclear:
        return by_line
    limit_colour = _limit(side, colours, LEAST_COLOUR)
    limit_line = _limit(side, lines, LEAST_LINE)
    both = {pair: max(colours[pair] / limit_colour, lines[pair] / limit_line) for pair in colours}
    found = min(by_colour, by_line, _linked(side, both, LEAST_SHARE), key=lambda f: len(f.unclear))
    odd = {
        pair
        for other in (by_colour, by_line)
        for pair in colours.keys() - other.unclear
        if other.parts(pair) != found.parts(pair)
    }
    return Partition(found.region, found.unclear | odd)


def _linked(side: int, differences: Mapping[Pair, float], least: float) -> Partition:
    """Return the regions of single linkage; no difference below `least` means anything."""
    joined = _joined(side, differences)
    kept = joined[: side * side - side]
    region = _regions(side, kept)
    found = Partition(region)
    highest = max((differences[pair] for pair in kept), default=0.0)
    lowest = min((d for pair, d in differences.items() if found.parts(pair)), default=0.0)
    limit = (max(highest, least) * max(lowest, least)) ** 0.5
    most = limit / MARGIN
    if 1 in Counter(region.values()).values():  # the square may be odd, and two regions be joined
        inside = [d for pair, d in differences.items() if not found.parts(pair)]
        most = min(most, max(least, SPREAD * median(inside))) if inside else most
    unclear = {
        pair
        for pair, difference in differences.items()
        if (difference < limit * MARGIN if found.parts(pair) else difference > most)
    }
    return Partition(region, frozenset(unclear))


def _joined(side: int, differences: Mapping[Pair, float]) -> list[Pair]:
    """Return the pairs that join all squares, the least different first: Kruskal's algorithm."""
    root = {(r, c): (r, c) for r in range(side) for c in range(side)}

    def find(square: Square) -> Square:
        while root[square] != square:
            root[square] = square = root[root[square]]
        return square

    joined = []
    for pair in sorted(differences, key=lambda pair: differences[pair]):
        one, other = map(find, pair)
        if one != other:
            root[one] = other
            joined.append(pair)
    return joined


def _regions(side: int, pairs: list[Pair]) -> dict[Square, int]:
    """Return the number of each square's region, given the pairs that one region holds."""
    beside: dict[Square, list[Square]] = {}
    for one, other in pairs:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    region: dict[Square, int] = {}
    number = 0
    for start in ((r, c) for r in range(side) for c in range(side)):
        if start in region:
            continue
        waiting = [start]
        while waiting:
            square = waiting.pop()
            if square not in region:
                region[square] = number
                waiting += beside.get(square, [])
        number += 1
    return region


def _limit(side: int, differences: Mapping[Pair, float], least: float) -> float:
    """Return the difference of a border: the middle of the widest gap between those joined."""
    sizes = [max(differences[pair], least) for pair in _joined(side, differences)]
    gaps = [(high / low, (low * high) ** 0.5) for low, high in pairwise(sizes)]
    return max(gaps, default=(1.0, least))[1]
