"""Enumeration of placements in lexicographic order, by deciding which prefixes can be extended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle

from rookery.heaviest.duals import Losses
from rookery.heaviest.search import Outcome, Slices
from rookery.queens.puzzle import Placement

# Maps open rows, as bits per column, and the greatest loss to a placement, or to None.
Decide = Callable[[list[int], int], Slices[Placement | None]]


def race(ways: Sequence[Slices[Outcome]]) -> Slices[Outcome]:
    """Run several searches in turn, a slice each; return the outcome of the first to end."""
    for way in cycle(ways):
        try:
            yield next(way)
        except StopIteration as end:
            found: Outcome = end.value
            return found
    raise AssertionError("expected at least one search, got none")


def lexicographic(
    losses: Losses, rows: list[int], limit: int, decide: Decide
) -> Iterator[Placement | int]:
    """Yield the placements up to a loss in lexicographic order, and node counts like `Slices`."""
    parts = [rows]
    while parts:
        part = parts.pop()
        first = yield from _first(losses, part, limit, decide)
        if first is not None:
            yield first
            parts.extend(_later(part, first))


def _first(losses: Losses, rows: list[int], limit: int, decide: Decide) -> Slices[Placement | None]:
    """Return the lexicographically first placement on open rows, column by column."""
    placement = yield from decide(rows, limit)
    if placement is None:
        return None
    rows = rows.copy()
    for column, squares in enumerate(losses.squares):
        for row in range(placement[column]):
            if rows[column] >> row & 1 and squares[row] <= limit:
                one = [*rows[:column], 1 << row, *rows[column + 1 :]]
                earlier = yield from decide(one, limit)
                if earlier is not None:
                    placement = earlier
                    break
        rows[column] = 1 << placement[column]
    return placement


def _later(rows: list[int], placement: Placement) -> Iterator[list[int]]:
    """Partition the placements on open rows after this one, the last part first."""
    for column, row in enumerate(placement):
        later = rows[column] >> row + 1 << row + 1
        if later:
            yield [*(1 << above for above in placement[:column]), later, *rows[column + 1 :]]
