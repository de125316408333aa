"""The methods that list the placements of `Queens`."""

from __future__ import annotations

from rookery.queens.listing.listed import MOST_BYTES, Listed, Placements
from rookery.queens.listing.plain import (
    LARGEST_SIDE,
    REMEMBERED_SIDE,
    Placement,
    all_placements,
    open_rows,
    search,
)
from rookery.queens.puzzle import Queens, why_none
from rookery.results.methods import Method, choose
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings


def run_filter(puzzle: Queens, settings: Settings) -> Result:
    """Pick the placements of a small board out of all those of the open one, found once."""
    found = all_placements(puzzle.n)
    for row, column in puzzle.given:
        found = tuple(placement for placement in found if placement[column] == row)
    for row, column in puzzle.blocked:
        found = tuple(placement for placement in found if placement[column] != row)
    return _all_of(puzzle, Placements([list(found)]))


def run_search(puzzle: Queens, settings: Settings) -> Result:
    """Collect all placements, in lexicographic order.

    Returns
    -------
    Result
        OPTIMAL with all placements. When stopped before, FEASIBLE with the first ones and no
        bound; limits are looked at every 4,096 nodes, so that up to 8x8 all are found. The reason
        is MEMORY when they take more than 1 GiB, as from n = 17 on; INFEASIBLE when there is none.
    """
    from rookery.queens.stopping import Ticks

    listed, ticks = Listed(puzzle), Ticks(puzzle, settings)
    found: list[Placement] = []
    reason = None
    try:
        for placement in search(open_rows(puzzle), bool(puzzle.blocked)):
            if placement is not None:
                found.append(placement)
                continue
            listed.add(found)
            found = []
            if reason := ticks.stop(listed.found) or _full(listed):
                break
        else:
            listed.add(found)
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    return _listing(puzzle, listed, reason)


def run_one(puzzle: Queens, settings: Settings) -> Result:
    """Find one placement of a board that is too large to search for the first.

    Returns
    -------
    Result
        FEASIBLE with one placement, not always the lexicographically first; UNKNOWN when it was
        stopped before; INFEASIBLE when it is proved that there is none.
    """
    from rookery.queens.placing.methods import PLACERS, find

    found = find(choose(PLACERS, "auto", puzzle), puzzle, settings)
    if found.answer is None:
        return found
    answer = Placements([[found.answer]])
    return Result(puzzle, answer, 1, None, Status.FEASIBLE, Reason.DONE, note=_TOO_LARGE)


def run_listing(puzzle: Queens, settings: Settings) -> Result:
    """Collect all placements as `rookery.placements` yields them, most of them from kernels.

    Returns
    -------
    Result
        As of `run_search`, which does the work when its steps are limited.
    """
    from rookery.queens.listing.listing import listing

    if settings.limits.work is not None:
        return run_search(puzzle, settings)
    listed = Listed(puzzle)
    reason = None
    found = listing(puzzle, settings)
    for block in found:
        listed.add(block)
        if reason := _full(listed):
            break
    else:
        reason = None if found.reason is Reason.PROVED else found.reason
    return _listing(puzzle, listed, reason)


def _full(listed: Listed) -> Reason | None:
    """Return that no more placements may be kept, or None."""
    return Reason.MEMORY if listed.bytes > MOST_BYTES else None


def _listing(puzzle: Queens, listed: Listed, reason: Reason | None) -> Result:
    """Return what was listed: all placements when nothing stopped it."""
    answer = listed.answer(is_whole=reason is None)
    if reason is None:
        return _all_of(puzzle, answer)
    share = listed.share()
    if not answer:
        return Result(puzzle, None, None, None, Status.UNKNOWN, reason, share=share)
    note = _TOO_MANY if reason is Reason.MEMORY else ""
    return Result(
        puzzle, answer, len(answer), None, Status.FEASIBLE, reason, share=share, note=note
    )


_TOO_LARGE = f"boards of more than {LARGEST_SIDE:,} rows are given one placement"
_TOO_MANY = "more placements than are kept in memory; rookery.placement_chunks lists them all"


def _all_of(puzzle: Queens, answer: Placements) -> Result:
    """Return all placements, or why there is none."""
    if not answer:
        return Result.impossible(puzzle, why_none(puzzle))
    return Result.proved(puzzle, answer, len(answer))


METHODS = (
    Method(
        "filter",
        run_filter,
        "that these are all placements, in order",
        lambda puzzle: puzzle.n <= REMEMBERED_SIDE,
    ),
    Method(
        "listing",
        run_listing,
        "that these are all placements, in order",
        lambda puzzle: puzzle.n <= LARGEST_SIDE,
        checks=True,
    ),
    Method(
        "search",
        run_search,
        "that these are all placements, in order",
        lambda puzzle: puzzle.n <= LARGEST_SIDE,
        checks=True,
    ),
    Method(
        "one",
        run_one,
        "that this is a placement, or that there is none",
        fits=lambda puzzle: puzzle.n > LARGEST_SIDE,
    ),
)
