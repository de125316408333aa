"""A board's cells: the colour of each, the lines between them, and the pieces a player has placed.

A mark is the pixels of a cell that differ from its colour. A piece is large and solid: much of it
is left when its rim is taken off. Of crosses, dots and numbers little is left.

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
from typing import TYPE_CHECKING

from rookery.boards.board import Square

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rookery.pictures import Pixels
    from rookery.pictures.lattice import Lattice

    Colours = NDArray[np.float32]  # rows, columns, red-green-blue

Pair = tuple[Square, Square]  # neighbouring squares, the left or upper one first

RING = (0.12, 0.24)  # of a cell from its side: the part that holds neither lines nor marks
LINE = 0.14  # of a cell from the middle of a line: the part that holds the line
ALONG = (0.25, 0.75)  # of a line between two corners: the part that is measured
LEAST_CONTRAST = 12  # of a line against a cell
MARGIN = 0.15  # of a cell, which may hold its lines
CONTRAST = 60  # of a mark against its cell
LEAST_MARK = 0.02  # of the cell without its margin; less is noise
LEAST_SIZE = 0.34  # of a cell, height and width of a piece
RIM = 0.06  # of a cell: half the thickness of strokes
SOLID = 0.2  # of a piece's box that is left without the rim
HOLLOW = 0.07  # of the box of another mark that may be left
LEAST_CELL = 40  # pixels; pieces on smaller cells are not told from crosses
LEAST_COLOUR = 4.0  # difference of two colours, of red, green and blue from 0 to 255
LEAST_LINE = 0.3  # pixels by which two lines differ in thickness
LEAST_SHARE = 0.35  # of a border, of both measures together
CLEAR = 1.4  # a clear difference is this many times less, or more, than the limit
SPREAD = 6  # a clear difference within a region is at most this many times the median there


def cell_colours(pixels: Pixels, lattice: Lattice) -> Colours:
    """Return the colour of each cell: the median near its sides, where marks seldom reach."""
    import numpy as np

    side = lattice.side
    found = np.zeros((side, side, 3), np.float32)
    outer, inner = RING
    for row in range(side):
        for column in range(side):
            part = cell_part(pixels, lattice, (row, column), outer)
            high, wide = part.shape[:2]
            rim = max(1, round(min(high, wide) * (inner - outer) / (1 - 2 * outer)))
            mask = np.ones((high, wide), bool)
            mask[rim : high - rim, rim : wide - rim] = False
            found[row, column] = np.median(part[mask], axis=0)
    return found


def colour_differences(colours: Colours) -> dict[Pair, float]:
    """Return the difference in colour of each pair of neighbours."""
    import numpy as np

    return {
        (one, other): float(np.linalg.norm(colours[one] - colours[other]))
        for one, other in neighbours(len(colours))
    }


def thicknesses(pixels: Pixels, lattice: Lattice, colours: Colours) -> dict[Pair, float]:
    """Return the thickness of the line between each pair of neighbours, in pixels.

    It is the line's ink, the sum of its difference from the nearer of both cells' colours, over the
    ink of one pixel of the lines' colour. Blur spreads ink and does not change its amount.
    """
    import numpy as np

    inks: dict[Pair, float] = {}
    peaks: list[tuple[float, Colours]] = []
    for one, other in neighbours(lattice.side):
        part = _line(pixels, lattice, one, other)
        away = np.minimum(
            np.linalg.norm(part - colours[one], axis=2),
            np.linalg.norm(part - colours[other], axis=2),
        ).mean(axis=1)
        inks[one, other] = float(away.sum())
        darkest = int(away.argmax())
        peaks.append((float(away[darkest]), part[darkest].mean(axis=0)))
    peaks.sort(key=lambda peak: -peak[0])
    ink = np.median([colour for _, colour in peaks[: max(1, len(peaks) // 4)]], axis=0)
    contrast = np.maximum(np.linalg.norm(colours - ink, axis=2), LEAST_CONTRAST)
    return {
        (one, other): 2 * inks[one, other] / float(contrast[one] + contrast[other])
        for one, other in inks
    }


def neighbours(side: int) -> list[Pair]:
    """Return the pairs of squares that share an edge."""
    across = [((r, c), (r, c + 1)) for r in range(side) for c in range(side - 1)]
    return across + [((r, c), (r + 1, c)) for r in range(side - 1) for c in range(side)]


def cell_part(pixels: Pixels, lattice: Lattice, square: Square, margin: float) -> Pixels:
    """Return the pixels of a cell without a margin, a share of its side."""
    row, column = square
    return _part(
        pixels,
        (lattice.down.at(row + margin), lattice.down.at(row + 1 - margin)),
        (lattice.across.at(column + margin), lattice.across.at(column + 1 - margin)),
    )


def _line(pixels: Pixels, lattice: Lattice, one: Square, other: Square) -> Pixels:
    """Return the pixels around the line between two neighbours; the first axis crosses it."""
    import numpy as np

    row, column = other
    begin, end = ALONG
    down, across = lattice.down, lattice.across
    if one[0] == row:
        rows = down.at(row + begin), down.at(row + end)
        return np.swapaxes(
            _part(pixels, rows, (across.at(column - LINE), across.at(column + LINE))), 0, 1
        )
    columns = across.at(column + begin), across.at(column + end)
    return _part(pixels, (down.at(row - LINE), down.at(row + LINE)), columns)


def _part(pixels: Pixels, rows: tuple[float, float], columns: tuple[float, float]) -> Pixels:
    """Return the pixels between two heights and two places across, at least one."""
    top, left = max(0, round(rows[0])), max(0, round(columns[0]))
    top, left = min(top, pixels.shape[0] - 1), min(left, pixels.shape[1] - 1)
    return pixels[top : max(top + 1, round(rows[1])), left : max(left + 1, round(columns[1]))]


def find_pieces(
    pixels: Pixels, lattice: Lattice, colours: Colours
) -> tuple[frozenset[Square], frozenset[Square]]:
    """Return the squares with a piece, and those with a mark that may be one."""
    import numpy as np

    pieces, unsure = set(), set()
    if lattice.cell < LEAST_CELL:
        return frozenset(), frozenset()
    side = lattice.side
    for square in ((r, c) for r in range(side) for c in range(side)):
        part = cell_part(pixels, lattice, square, MARGIN)
        mark = np.linalg.norm(part - colours[square], axis=2) > CONTRAST
        if mark.mean() < LEAST_MARK:
            continue
        rows, columns = np.flatnonzero(mark.any(axis=1)), np.flatnonzero(mark.any(axis=0))
        high, wide = int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
        if min(high, wide) < LEAST_SIZE * lattice.cell:
            continue
        core = mark
        for _ in range(max(1, round(RIM * lattice.cell))):
            room = np.pad(core, 1)
            core = core & room[:-2, 1:-1] & room[2:, 1:-1] & room[1:-1, :-2] & room[1:-1, 2:]
        share = float(core.sum()) / (high * wide)
        if share >= SOLID:
            pieces.add(square)
        elif share > HOLLOW:
            unsure.add(square)
    return frozenset(pieces), frozenset(unsure)


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
    most = limit / CLEAR
    if 1 in Counter(region.values()).values():  # the square may be odd, and two regions be joined
        inside = [d for pair, d in differences.items() if not found.parts(pair)]
        most = min(most, max(least, SPREAD * median(inside))) if inside else most
    unclear = {
        pair
        for pair, difference in differences.items()
        if (difference < limit * CLEAR if found.parts(pair) else difference > most)
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
