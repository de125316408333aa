"""Placements in lexicographic order, by deciding whether one begins with given squares."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import cycle
from typing import TypeVar

from rookery.heaviest.duals import Losses
from rookery.queens.puzzle import Placement

Outcome = TypeVar("Outcome")
Slices = Generator[None, None, Outcome]
"""Work that yields after every slice, and returns something in the end."""

Decide = Callable[[list[int], int], Slices[Placement | None]]
"""Returns a placement, or None when there is none, given open rows, as bits for every column, and
a limit of loss."""


def first_to_end(ways: Sequence[Slices[Outcome]]) -> Outcome:
    """Let several take turns; return what the first to end returns."""
    for way in cycle(ways):
        try:
            next(way)
        except StopIteration as end:
            found: Outcome = end.value
            return found
    raise AssertionError("expected a way")


def in_order(
    losses: Losses, rows: list[int], limit: int, decide: Decide
) -> Iterator[Placement | None]:
    """Yield the placements within a limit of loss in lexicographic order, None after a slice."""
    parts = [rows]
    while parts:
        part = parts.pop()
        first = yield from _first(losses, part, limit, decide)
        if first is not None:
            yield first
            parts.extend(_later(part, first))


def _first(losses: Losses, rows: list[int], limit: int, decide: Decide) -> Slices[Placement | None]:
    """Return the first placement on open rows, column by column."""
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
    """Yield open rows that share the placements after this one, the last of them first."""
    for column, row in enumerate(placement):
        later = rows[column] >> row + 1 << row + 1
        if later:
            yield [*(1 << above for above in placement[:column]), later, *rows[column + 1 :]]
