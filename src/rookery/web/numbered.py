"""Placements of queens by number, from either end, and placements with a symmetry."""

from __future__ import annotations

import rookery as api
from rookery.errors import PuzzleError
from rookery.queens.listing.listed import as_tuples
from rookery.queens.puzzle import Placement, Queens
from rookery.queens.symmetry import ANY, having
from rookery.results.limits import Clock
from rookery.results.result import Reason, Status

Page = tuple[list[Placement], bool]  # placements, and whether more follow

LISTED_AT_ONCE = 300_000  # placements skipped by listing; more are skipped by counting


def following(
    puzzle: Queens, after: Placement | None, symmetry: str, limit: int, clock: Clock
) -> Page:
    """Return the placements with a symmetry after a given one, or the first ones for None."""
    found: list[Placement] = []
    enough = limit + 2 if symmetry == ANY else None
    listing = api.listing(puzzle, start=after, first=enough, limits=clock.share(1))
    for block in listing:
        found += [one for one in as_tuples(having(block, symmetry)) if one != after]
        if len(found) > limit:
            break
    _expect_uninterrupted(listing.reason)
    return found[:limit], not (listing.reason is Reason.PROVED and len(found) <= limit)


def from_number(puzzle: Queens, number: int, limit: int, clock: Clock) -> Page:
    """Return the placements from a number on: 0 is the first, and -1 the last.

    The last placements are found on the board turned upside down, which reverses their order.
    Raises a `PuzzleError` if there are fewer placements, or the deadline passes before they are
    reached.
    """
    if number >= 0:
        found = _listed(puzzle, number, limit + 1, clock)
        return found[:limit], len(found) > limit
    flipped = [
        frozenset((puzzle.n - 1 - row, column) for row, column in squares)
        for squares in (puzzle.given, puzzle.blocked)
    ]
    first = max(0, -number - limit)
    mirrored = Queens(puzzle.n, given=flipped[0], blocked=flipped[1])
    found = _listed(mirrored, first, -number - first, clock)
    found = [tuple(puzzle.n - 1 - row for row in one) for one in reversed(found)]
    return found, first > 0


def _listed(puzzle: Queens, number: int, limit: int, clock: Clock) -> list[Placement]:
    """Return the placements from a number on, up to a limit but at least one."""
    start, left = _start(puzzle, number, clock)
    found: list[Placement] = []
    listing = api.listing(puzzle, start=start, first=left + limit, limits=clock.share(1))
    for block in listing:
        found += as_tuples(block[left:])
        left = max(0, left - len(block))
    _expect_uninterrupted(listing.reason)
    if not found:
        raise PuzzleError("there are fewer placements, or they were not reached in time")
    return found


def _start(puzzle: Queens, number: int, clock: Clock) -> tuple[tuple[int, ...], int]:
    """Return the rows from which to list, and the number of placements to skip there."""
    # Count the placements with a queen on each square of a column until few are left to list.
    rows: list[int] = []
    given = dict((column, row) for row, column in puzzle.given)
    while number > LISTED_AT_ONCE and len(rows) < puzzle.n - 1:
        column = len(rows)
        for row in [given[column]] if column in given else range(puzzle.n):
            placed = puzzle.given | {*((r, c) for c, r in enumerate(rows)), (row, column)}
            there = _count(Queens(puzzle.n, given=placed, blocked=puzzle.blocked), clock)
            if number < there:
                break
            number -= there
        else:
            raise PuzzleError("there are fewer placements")
        rows.append(row)
    return (*rows, *[0] * (puzzle.n - len(rows))), number


def _count(puzzle: Queens, clock: Clock) -> int:
    if any(square in puzzle.blocked for square in puzzle.given):
        return 0
    result = api.count(puzzle, limits=clock.share(1))
    _expect_uninterrupted(result.reason)
    if result.status not in (Status.OPTIMAL, Status.INFEASIBLE):
        raise PuzzleError("the placement of this number was not reached in time")
    return int(result.value or 0)


def _expect_uninterrupted(reason: Reason | None) -> None:
    if reason is Reason.INTERRUPTED:
        raise KeyboardInterrupt
