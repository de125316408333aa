"""The table of methods for `Heaviest`, and the methods for small boards.

On an 8 x 8 board ``lanes`` weighs all placements at once, in one long integer. Every placement has
a 16-bit lane. For each of the eight columns, a table holds the number of the placement's square in
that column in its lane. `bytes.translate` maps these numbers to weights, and one addition of long
integers adds all lanes. No lane overflows: eight weights of one byte sum to less than 2^16.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from rookery.heaviest.puzzle import Heaviest
from rookery.queens.listing.plain import REMEMBERED_SIDE, all_placements, placements
from rookery.queens.puzzle import Placement, Queens
from rookery.results.methods import Method
from rookery.results.result import Result
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.engine.run import MethodSteps

SIDE = 8  # rows and columns of the board of ``lanes``
NO_SQUARE = 255  # the high byte of a lane; its weight is 0
LARGEST_LISTED_SIDE = 16  # rows: 14,772,512 placements, five seconds
QUICKLY_LISTED_SIDE = 15  # rows: 2,279,184 placements, half a second
MANY = 400  # best placements to find; from here on listing all is quicker than a search
MOST_WEIGHT = 1 << 62  # weight of a placement; sums must fit 64 bits


def run_lanes(puzzle: Heaviest, settings: Settings) -> Result:
    """Compare all 92 placements at once, or one by one if a weight is too large."""
    heaviest = heaviest_placement(puzzle)
    if heaviest is None:
        return run_enumerate(puzzle, settings)
    placement, weight = heaviest
    return Result.proved(puzzle, (placement,), weight)


def fits_lanes(puzzle: Heaviest) -> bool:
    """Return whether the puzzle asks for one placement on an open 8 x 8 board."""
    return puzzle.n == SIDE and puzzle.best == 1 and not puzzle.given and not puzzle.blocked


def heaviest_placement(puzzle: Heaviest) -> tuple[Placement, int] | None:
    """Return the lexicographically first of the best placements, and its weight.

    Return None if a weight is not an integer from 0 to 255. The search is exhaustive over the 92
    placements and takes about 7 microseconds. The puzzle must satisfy `fits_lanes`.

    >>> heaviest_placement(Heaviest([range(8 * row, 8 * row + 8) for row in range(8)]))
    ((0, 4, 7, 5, 2, 6, 1, 3), 252)
    """
    try:
        weights_of = bytes(chain.from_iterable(puzzle.weights))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    lanes, table = _lane_table(), weights_of + bytes(256 - SIDE**2)
    total = sum([int.from_bytes(column.translate(table), "little") for column in lanes.columns])
    weights = lanes.layout.unpack(total.to_bytes(lanes.layout.size, "little"))
    best: int = min(weights) if puzzle.lightest else max(weights)
    return lanes.placements[weights.index(best)], best


class _LaneTable(NamedTuple):
    placements: tuple[Placement, ...]
    columns: tuple[bytes, ...]
    layout: Struct


@lru_cache(maxsize=1)
def _lane_table() -> _LaneTable:
    placements = all_placements(SIDE)
    columns = tuple(
        bytes(chain.from_iterable((SIDE * rows[column] + column, NO_SQUARE) for rows in placements))
        for column in range(SIDE)
    )
    return _LaneTable(placements, columns, Struct(f"<{len(placements)}H"))


def run_enumerate(puzzle: Heaviest, settings: Settings) -> Result:
    """Weigh every placement, one by one."""
    columns, _ = puzzle.scaled()

    def loss(placement: Placement) -> int:
        return -sum(column[row] for column, row in zip(columns, placement, strict=True))

    candidates: Iterable[Placement]
    if puzzle.given or puzzle.blocked:
        candidates = placements(Queens(puzzle.n, puzzle.given, puzzle.blocked))
    else:
        candidates = all_placements(puzzle.n)
    ranked = heapq.nsmallest(puzzle.best, candidates, key=loss)
    if not ranked:
        return Result.impossible(puzzle, puzzle.why_none())
    return Result.proved(puzzle, *puzzle.answered(ranked))


def _search(name: str) -> Callable[[Heaviest, Settings], Result]:
    """Return a method that imports its code when it runs: small boards never need it."""

    def solve(puzzle: Heaviest, settings: Settings) -> Result:
        from rookery.engine.drive import solved_by
        from rookery.heaviest.bounded import branch, duals, weigh_all

        methods: dict[str, MethodSteps] = {"list": weigh_all, "branch": branch, "duals": duals}
        return solved_by(methods[name], lambda puzzle: not puzzle.lightest)(puzzle, settings)

    return solve


METHODS = (
    Method("lanes", run_lanes, "the best weight, by comparing all 92 placements", fits_lanes),
    Method(
        "enumerate",
        run_enumerate,
        "the best weights, by comparing all placements",
        lambda puzzle: puzzle.n <= REMEMBERED_SIDE,
    ),
    Method(
        "list",
        _search("list"),
        "the best weights, by weighing all placements",
        lambda puzzle: (
            puzzle.n <= LARGEST_LISTED_SIDE
            and sum(map(max, puzzle.reduced().columns)) < MOST_WEIGHT
        ),
        lambda puzzle: puzzle.n <= QUICKLY_LISTED_SIDE and puzzle.best >= MANY,
    ),
    Method(
        "branch",
        _search("branch"),
        "the best weights, by a tree of linear programs with bounds in integer arithmetic",
    ),
    Method("duals", _search("duals"), "the best weights, by bounds in integer arithmetic"),
)
