"""Counting cuts of a region puzzle: sets of squares whose number of pieces follows by counting.

Neighbouring lines hold as many pieces for each line as a region does. If m regions lie inside k
lines, the other squares of these lines hold the pieces of k - m regions; if t regions meet k lines,
their squares outside hold the pieces of t - k regions. Propagated like a row, a cut of few pieces
finds contradictions that clauses over squares need exponentially many steps for: W. Cook,
C. Coullard and G. Turan, "On the complexity of cutting-plane proofs" (1987).
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.regions.masks import Masks

MOST_REGIONS = 2  # whose pieces a cut holds; cuts of more seldom propagate


def units_with_cuts(masks: Masks) -> dict[int, int] | None:
    """Return sets of open squares and how many pieces each holds, or None at a contradiction.

    They are the rows, columns and regions, then cuts, without the squares that a cut clears.
    """
    cleared, side = ~masks.free, masks.reach.side
    while True:
        units = [unit & ~cleared for unit in masks.units]
        found = dict.fromkeys(units, masks.stars)
        before = cleared
        for squares, number in _cuts(units, side):
            pieces = number * masks.stars
            if not 0 <= pieces <= squares.bit_count():
                return None
            if found.setdefault(squares, pieces) != pieces:
                return None
            if number == 0:
                cleared |= squares
        if cleared == before:
            return {each: pieces for each, pieces in found.items() if pieces}


def _cuts(units: list[int], side: int) -> Iterator[tuple[int, int]]:
    """Yield cuts of few pieces: their squares, and the number of regions whose pieces they hold."""
    regions = units[2 * side :]
    for lines in (units[:side], units[side : 2 * side]):
        for first in range(side):
            inside = 0
            for number, line in enumerate(lines[first:], 1):
                inside |= line
                within, met, held, touched = 0, 0, 0, 0
                for region in regions:
                    if region & inside:
                        met, touched = met + 1, touched | region
                        if not region & ~inside:
                            within, held = within + 1, held | region
                if within and number - within <= MOST_REGIONS:
                    yield inside & ~held, number - within
                if met < side and met - number <= MOST_REGIONS:
                    yield touched & ~inside, met - number
