"""The methods for `Queens`."""

from __future__ import annotations

from rookery.queens.placements import (
    NODES_A_TICK,
    REMEMBERED_SIDE,
    Placement,
    all_placements,
    open_rows,
    search,
)
from rookery.queens.puzzle import Queens
from rookery.result import Method, Progress, Reason, Result, Settings, Status


def run_filter(puzzle: Queens, settings: Settings) -> Result:
    """Pick the placements of a small board out of all those of the open one, found once."""
    found = all_placements(puzzle.n)
    for row, column in puzzle.given:
        found = tuple(placement for placement in found if placement[column] == row)
    for row, column in puzzle.blocked:
        found = tuple(placement for placement in found if placement[column] != row)
    return Result.proved(puzzle, found, len(found))


def run_search(puzzle: Queens, settings: Settings) -> Result:
    """Collect all placements, in lexicographic order.

    Returns
    -------
    Result
        OPTIMAL with all placements. When stopped before, FEASIBLE with the first ones and no
        bound; limits are looked at every 4,096 nodes, so that up to 8x8 all are found.
    """
    found: list[Placement] = []
    nodes = 0
    try:
        for placement in search(open_rows(puzzle), bool(puzzle.blocked)):
            if placement is not None:
                found.append(placement)
                continue
            nodes += NODES_A_TICK
            settings.report(Progress(settings.clock.seconds(), len(found), stage="search"))
            if not settings.clock.left():
                return _partial(puzzle, found, Reason.TIME)
            if settings.limits.work is not None and nodes >= settings.limits.work:
                return _partial(puzzle, found, Reason.WORK)
    except KeyboardInterrupt:
        return _partial(puzzle, found, Reason.INTERRUPTED)
    return Result.proved(puzzle, tuple(found), len(found))


def _partial(puzzle: Queens, found: list[Placement], reason: Reason) -> Result:
    return Result(puzzle, tuple(found), len(found), None, Status.FEASIBLE, reason)


METHODS = (
    Method(
        "filter",
        run_filter,
        "that these are all placements, in order",
        lambda puzzle: puzzle.n <= REMEMBERED_SIDE,
    ),
    Method("search", run_search, "that these are all placements, in order"),
)
