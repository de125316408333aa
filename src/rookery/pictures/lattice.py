"""The board in a picture: evenly spaced lines or gaps, as many across as down.

1. A pixel is on an edge if the colour changes there, after averaging along the edge, which removes
   noise and most writing. The *profile* of a part of the picture is the share of edge pixels in
   each of its columns (or rows); lines of a board are peaks, one spacing apart.
2. *Runs* of evenly spaced peaks are grown in the profile of the whole picture. Each run is a guess
   at the board's columns; in the profile of these columns, runs of rows with the same spacing are
   guesses at its rows. The same is done with rows first.
3. The best guess has the most sides of cells on edges, less those that are not. At twice the
   spacing there are fewer sides, and at half the spacing half of them are on no edge.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from rookery.errors import PuzzleError

if TYPE_CHECKING:
    from rookery.compiled.arrays import Float32s
    from rookery.pictures import Pixels

LEAST_ROWS, MOST_ROWS = 4, 26
LEAST_CELL = 11  # pixels
SPACINGS = (11, 18, 30, 50, 84, 140, 235, 400)  # pixels, ends of the ranges searched
ALONG = 7  # pixels along an edge that are averaged
FAINTEST = 12  # change of colour that is an edge where there is no noise
NOISE = 3  # an edge changes more than this many times the median change
MOST_PEAKS = 70  # in a profile
LEAST_PEAK = 0.02  # of a profile
GUESSES = 8  # runs of a range of spacings that are followed
CROSSINGS = 3  # runs of the other axis that are tried with each
SMOOTHING = 0.05  # of the spacing, either way: both edges of a line become one peak
REACH = 0.12  # of the spacing: a peak this near the expected place is on the lattice
BESIDE = 0.09  # of the spacing: an edge this near a line of the lattice belongs to it
SAME = 0.04  # relative difference of the spacings across and down
LEAST_SHARE = 0.75  # of the sides of cells that are on edges


class Line(NamedTuple):
    """Evenly spaced positions along an axis: the first, the spacing, the number of cells."""

    start: float
    step: float
    cells: int

    def at(self, index: float) -> float:
        """Return the position of a line, or of a place between two lines."""
        return self.start + index * self.step

    def part(self, index: int, cells: int) -> Line:
        """Return the part of a number of cells from a line on."""
        return Line(self.at(index), self.step, cells)

    @property
    def end(self) -> float:
        """The last position."""
        return self.at(self.cells)


class Lattice(NamedTuple):
    """The lines of a board: those between columns, and those between rows, in pixels."""

    across: Line
    down: Line

    def wider(self) -> Lattice:
        """Return the lattice with one more row or column of cells on each of its four sides."""
        return Lattice(*(line.part(-1, line.cells + 2) for line in self))

    @property
    def most(self) -> float:
        """The gain of a square part all of whose sides are on edges, at most."""
        side = min(self.across.cells, self.down.cells)
        return side * (side + 1)

    def rounded(self) -> tuple[int, ...]:
        """Return the number of cells, the first and the last line of both axes, in pixels."""
        return tuple(round(x) for line in self for x in (line.cells, line.start, line.end))

    @property
    def side(self) -> int:
        """The number of rows."""
        return self.down.cells

    @property
    def cell(self) -> float:
        """The side of a cell, in pixels."""
        return (self.across.step + self.down.step) / 2


class _Edges:
    """The edges of a picture that cross an axis, and sums of them for profiles of any part."""

    def __init__(self, pixels: Pixels) -> None:
        import numpy as np

        sums = np.cumsum(np.pad(pixels, ((ALONG, 0), (0, 0), (0, 0)), mode="edge"), axis=0)
        means = (sums[ALONG:] - sums[:-ALONG]) / ALONG
        means = np.roll(means, -(ALONG // 2), axis=0)
        change = np.zeros(pixels.shape[:2], np.float32)
        change[:, 1:-1] = np.abs(means[:, 2:] - means[:, :-2]).max(axis=2)
        least = max(FAINTEST, NOISE * float(np.median(change)))
        self.strength = np.ascontiguousarray(np.clip(change / least - 0.5, 0, 1))
        self.strength[:, [0, -1]] = 1  # a board may fill the picture, its outer lines cut off
        self.sums = np.pad(np.cumsum(self.strength, axis=0, dtype=np.float64), ((1, 0), (0, 0)))

    def profile(self, begin: float, end: float) -> Float32s:
        """Return the share of edge pixels in each column, of the rows from `begin` to `end`."""
        import numpy as np

        first = max(0, round(begin))
        last = min(len(self.sums) - 1, max(first + 1, round(end)))
        shares = (self.sums[last] - self.sums[first]) / (last - first)
        return np.asarray(shares, dtype=np.float32)

    def shares(self, crossed: Line, along: Line) -> Float32s:
        """Return for each line crossed, and each cell along it, the share of its side on edges."""
        import numpy as np

        reach = max(1, round(BESIDE * crossed.step))
        height, width = self.strength.shape
        corners = along.start + along.step * np.arange(along.cells)
        ends = np.rint(corners + along.step * np.array([[0.22], [0.78]])).astype(int)
        begin, end = np.clip(ends, 0, height)
        found = np.zeros((crossed.cells + 1, along.cells), np.float32)
        for index in range(crossed.cells + 1):
            left = round(crossed.at(index)) - reach
            if left < width and left + 2 * reach >= 0:
                near = self.strength[begin[0] : end[-1], max(0, left) : left + 2 * reach + 1]
                sums = np.concatenate([[0], np.cumsum(near.max(axis=1))])
                parts = sums[end - begin[0]] - sums[begin - begin[0]]
                found[index] = parts / np.maximum(1, end - begin)
        return found


def find_lattice(pixels: Pixels, name: str) -> Lattice:
    """Return the lattice of the largest board in a picture, or raise a `PuzzleError`."""
    import numpy as np

    edges = _Edges(pixels), _Edges(np.swapaxes(pixels, 0, 1))
    guesses = {guess.rounded(): guess for guess in _guesses(edges)}
    best = None
    for guess in sorted(guesses.values(), key=lambda guess: -guess.most):
        if best is not None and guess.most <= best.gain:
            break
        square = _square(edges, guess)
        if square.share >= LEAST_SHARE and (best is None or square.gain > best.gain):
            best = square
    if best is not None:
        best = _square(edges, _refined(edges, best.lattice).wider())
    if best is None or best.share < LEAST_SHARE:
        expected = (
            f"a board of at least {LEAST_ROWS}x{LEAST_ROWS} square cells with lines or gaps "
            f"between them, upright and {LEAST_CELL} pixels or more each"
        )
        height, width = pixels.shape[:2]
        found = f"a picture of {width}x{height} pixels without one"
        raise PuzzleError(expected=expected, found=found, place=name)
    lattice = _refined(edges, best.lattice)
    upright, level = _sides(edges, lattice.wider())  # cells may go on beside it, above or below
    side = lattice.side
    wider = upright[[0, -1], 1:-1].mean(axis=1), level[1:-1, [0, -1]].mean(axis=0)
    rows, columns = (side + int((shares >= LEAST_SHARE).sum()) for shares in wider)
    if rows != side or columns != side:
        expected = "a whole board of as many rows as columns"
        raise PuzzleError(expected=expected, found=f"{rows} rows, {columns} columns", place=name)
    return lattice


class _Square(NamedTuple):
    """A square part of a guess: its gain, and the share of its cells' sides that are on edges."""

    gain: float
    share: float
    lattice: Lattice


def _guesses(edges: tuple[_Edges, _Edges]) -> Iterator[Lattice]:
    """Yield guesses at the lattice, found from columns first and from rows first."""
    for turned in (False, True):
        one, other = (edges[1], edges[0]) if turned else edges
        whole = one.profile(0, len(one.sums))
        for low, high in pairwise(SPACINGS):
            for run in _runs(whole, low, high)[:GUESSES]:
                near = run.step * (1 - SAME), run.step * (1 + SAME)
                for crossing in _runs(other.profile(run.start, run.end), *near)[:CROSSINGS]:
                    again = _runs(one.profile(crossing.start, crossing.end), *near)[:CROSSINGS]
                    for first in (run, *again):
                        guess = Lattice(crossing, first) if turned else Lattice(first, crossing)
                        yield guess.wider()  # a line at the side of the picture may be missed


def _square(edges: tuple[_Edges, _Edges], guess: Lattice) -> _Square:
    """Return the square part of a guess with the most sides on edges, less those that are not."""
    import numpy as np

    sums = [
        np.pad(shares - 0.5, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
        for shares in _sides(edges, guess)
    ]
    best = _Square(0.0, 0.0, guess)
    rows, columns = guess.down.cells, guess.across.cells
    for side in range(LEAST_ROWS, min(rows, columns) + 1):
        gains = sum(
            part[high:, wide:] - part[:-high, wide:] - part[high:, :-wide] + part[:-high, :-wide]
            for part, high, wide in ((sums[0], side, side + 1), (sums[1], side + 1, side))
        )
        top, left = np.unravel_index(int(np.argmax(gains)), gains.shape)
        gain = float(gains[top, left])
        if gain > best.gain:
            share = 0.5 + gain / (2 * side * (side + 1))
            across, down = guess.across.part(int(left), side), guess.down.part(int(top), side)
            best = _Square(gain, share, Lattice(across, down))
    return best


def _sides(edges: tuple[_Edges, _Edges], lattice: Lattice) -> tuple[Float32s, Float32s]:
    """Return the shares of cells' sides on edges: by row and line, then by line and column."""
    return (
        edges[0].shares(lattice.across, lattice.down).T,
        edges[1].shares(lattice.down, lattice.across),
    )


def _runs(profile: Float32s, low: float, high: float) -> list[Line]:
    """Return the longest evenly spaced peaks of a profile, the most and highest first."""
    import numpy as np

    reach = max(1, round(SMOOTHING * low))
    weights = np.minimum(np.arange(1, 2 * reach + 2), np.arange(2 * reach + 1, 0, -1))
    smooth = np.convolve(np.pad(profile, 1), weights / (reach + 1))
    before, after = np.pad(smooth, 1)[:-2], np.pad(smooth, 1)[2:]
    at = np.flatnonzero((smooth >= before) & (smooth > after) & (smooth > LEAST_PEAK))
    at = np.sort(at[np.argsort(-smooth[at], kind="stable")[:MOST_PEAKS]])
    peaks, heights = (at - (reach + 1)).tolist(), smooth[at].tolist()

    def near(expected: float, step: float) -> int | None:
        """Return the highest peak near a place."""
        reach = max(3, REACH * step)
        around = range(bisect_left(peaks, expected - reach), bisect_left(peaks, expected + reach))
        return max(around, key=lambda k: heights[k], default=None)

    found: dict[Line, float] = {}
    seen: set[tuple[int, int]] = set()  # neighbouring peaks of runs found
    for first, start in enumerate(peaks):
        for second in range(first + 1, len(peaks)):
            step: float = peaks[second] - start
            if step > high + 1:
                break
            if step < low - 1 or (first, second) in seen:
                continue
            chosen = {0: first, 1: second}
            cells = 1
            while cells < MOST_ROWS:
                # One line may be missing.
                for more in (1, 2):
                    peak = near(start + (cells + more) * step, step)
                    if peak is not None:
                        break
                else:
                    break
                cells += more
                chosen[cells] = peak
                step = (peaks[peak] - start) / cells
            if cells >= LEAST_ROWS and low <= step <= high:
                seen.update(pairwise(chosen.values()))
                run = _fitted({index: peaks[k] for index, k in chosen.items()}, cells)
                usual = median(heights[k] for k in chosen.values())
                found[run] = len(chosen) * usual
    return sorted(found, key=lambda run: -found[run])


def _refined(edges: tuple[_Edges, _Edges], lattice: Lattice) -> Lattice:
    """Return a lattice whose lines are the middles of the edges near them."""
    import numpy as np

    found = []
    for one, line, other in zip(edges, lattice, reversed(lattice), strict=True):
        profile = one.profile(other.start, other.end)
        reach = max(2, round(BESIDE * line.step))
        places = {}
        for index in range(1, line.cells):
            first = max(0, round(line.at(index)) - reach)
            weights = profile[first : first + 2 * reach + 1] ** 2
            if total := float(weights.sum()):
                places[index] = first + float((np.arange(len(weights)) * weights).sum()) / total
        found.append(_fitted(places, line.cells) if len(places) > 1 else line)
    return Lattice(*found)


def _fitted(places: dict[int, float], cells: int) -> Line:
    """Return the line through places with the least squares of differences."""
    # Beside a gap between tiles the outermost ones are half a gap off
    inner = {index: place for index, place in places.items() if 0 < index < cells}
    middle, mean = sum(inner) / len(inner), sum(inner.values()) / len(inner)
    spread = sum((index - middle) ** 2 for index in inner)
    step = sum((index - middle) * (place - mean) for index, place in inner.items()) / spread
    return Line(mean - middle * step, step, cells)
