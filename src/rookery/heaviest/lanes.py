"""The method ``lanes``: weigh all placements on an 8 x 8 board at once, in one long integer.

Every placement has a 16-bit lane. For each of the eight columns, a table holds the number of the
placement's square in that column in its lane. `bytes.translate` maps these numbers to weights,
and one addition of long integers adds all lanes. No lane overflows: eight weights of one byte
sum to less than 2^16.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from struct import Struct
from typing import NamedTuple

from rookery.heaviest.puzzle import Heaviest
from rookery.queens.listing.plain import all_placements
from rookery.queens.puzzle import Placement

SIDE = 8  # rows and columns
NO_SQUARE = 255  # the high byte of a lane; its weight is 0
_REST = bytes(256 - SIDE * SIDE)


def fits(puzzle: Heaviest) -> bool:
    """Return whether the puzzle asks for one placement on an open 8 x 8 board."""
    return puzzle.n == SIDE and puzzle.best == 1 and not puzzle.given and not puzzle.blocked


def heaviest_placement(puzzle: Heaviest) -> tuple[Placement, int] | None:
    """Return the lexicographically first of the best placements, and its weight.

    Return None if a weight is not an integer from 0 to 255. The search is exhaustive over the 92
    placements and takes about 7 microseconds. The puzzle must satisfy `fits`.

    Examples
    --------
    >>> heaviest_placement(Heaviest([range(8 * row, 8 * row + 8) for row in range(8)]))
    ((0, 4, 7, 5, 2, 6, 1, 3), 252)
    """
    try:
        weights_of = bytes(chain.from_iterable(puzzle.weights))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    lanes, table = _lanes(), weights_of + _REST
    total = sum([int.from_bytes(column.translate(table), "little") for column in lanes.columns])
    weights = lanes.layout.unpack(total.to_bytes(lanes.layout.size, "little"))
    best: int = min(weights) if puzzle.lightest else max(weights)
    return lanes.placements[weights.index(best)], best


class _LaneTable(NamedTuple):
    placements: tuple[Placement, ...]
    columns: tuple[bytes, ...]
    layout: Struct


@lru_cache(maxsize=1)
def _lanes() -> _LaneTable:
    placements = all_placements(SIDE)
    columns = tuple(
        bytes(chain.from_iterable((SIDE * rows[column] + column, NO_SQUARE) for rows in placements))
        for column in range(SIDE)
    )
    return _LaneTable(placements, columns, Struct(f"<{len(placements)}H"))
