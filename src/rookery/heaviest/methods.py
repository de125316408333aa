"""The methods for `Heaviest`."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from rookery.heaviest import lanes
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.placements import REMEMBERED_SIDE, Placement, all_placements, placements
from rookery.queens.puzzle import Queens
from rookery.result import Method, Result, Settings

LARGEST_TABLEAU = 100


def run_lanes(puzzle: Heaviest, settings: Settings) -> Result:
    """Compare all 92 placements at once (see `lanes`); by turns when a weight fits no byte."""
    found = lanes.first_best(puzzle)
    return Result.proved(puzzle, *found) if found else run_enumerate(puzzle, settings)


def run_enumerate(puzzle: Heaviest, settings: Settings) -> Result:
    """Weigh every placement, one after the other."""
    columns, _ = puzzle.scaled()

    def loss(placement: Placement) -> int:
        return -sum(column[row] for column, row in zip(columns, placement, strict=True))

    found: Iterable[Placement]
    if puzzle.given or puzzle.blocked:
        found = placements(Queens(puzzle.n, puzzle.given, puzzle.blocked))
    else:
        found = all_placements(puzzle.n)
    ranked = heapq.nsmallest(puzzle.best, found, key=loss)
    return Result.proved(puzzle, *puzzle.answered(ranked)) if ranked else Result.impossible(puzzle)


def run_duals(puzzle: Heaviest, settings: Settings) -> Result:
    """Search by the losses against the bound of one linear program (see `search`)."""
    from rookery.heaviest import bounded

    return bounded.run_duals(puzzle, settings)


def run_branch(puzzle: Heaviest, settings: Settings) -> Result:
    """Search by linear programs re-optimised down a tree (see `branching`)."""
    from rookery.heaviest import bounded

    return bounded.run_branch(puzzle, settings)


METHODS = (
    Method("lanes", run_lanes, "the best weight, by comparing all 92 placements", lanes.fits),
    Method(
        "enumerate",
        run_enumerate,
        "the best weights, by comparing all placements",
        lambda puzzle: puzzle.n <= REMEMBERED_SIDE,
    ),
    Method(
        "branch",
        run_branch,
        "the best weights, by a tree of linear programs with bounds in integer arithmetic",
        lambda puzzle: puzzle.n <= LARGEST_TABLEAU,
    ),
    Method("duals", run_duals, "the best weights, by bounds in integer arithmetic"),
)
