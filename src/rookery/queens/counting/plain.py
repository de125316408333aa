"""Counting by search in plain Python, which can tell at any time how far it is."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.queens.listing.plain import Placement, counted_parts, search, share_before
from rookery.queens.puzzle import Queens


class PlainCount:
    """The placements of a puzzle, counted one by one.

    Parameters
    ----------
    puzzle
        What to count.

    Attributes
    ----------
    value : int
        What was counted so far: at least that many exist. Mirror images count with what they
        are images of.

    Examples
    --------
    >>> counted = PlainCount(Queens(6))
    >>> for _ in counted.ticks():
    ...     pass
    >>> counted.value
    4
    """

    def __init__(self, puzzle: Queens) -> None:
        self.value = 0
        self._parts = counted_parts(puzzle)
        self._looks_ahead = bool(puzzle.blocked)
        self._over = 0
        self._rows: list[int] = []
        self._last: Placement | None = None

    def ticks(self) -> Iterator[None]:
        """Count all; yield every `nodes_a_tick` nodes for whoever looks at a clock."""
        for weight, rows in self._parts:
            self._rows, self._last = rows, None
            for placement in search(rows, self._looks_ahead):
                if placement is None:
                    yield
                else:
                    self.value += weight
                    self._last = placement
            self._over += rows[0].bit_count()

    def share(self) -> float:
        """Return what part of the search is over; the rows of the first column count alike."""
        total = sum(rows[0].bit_count() for _, rows in self._parts)
        if not self._rows or self._over == total:
            return 1.0 if self._over == total else 0.0
        at_work = self._rows[0].bit_count() * share_before(self._rows, self._last)
        return (self._over + at_work) / total
