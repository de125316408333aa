"""The straight routes of a move from square to square, for tours that visit squares in passing."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rookery.boards.board import Square, Step
from rookery.boards.motions import Motion
from rookery.tour.rules import BlockedBoard, line_fault, line_to, towards


class Way(NamedTuple):
    """A straight route from square to square: its step, and the squares where its steps end."""

    step: Step
    squares: tuple[Square, ...]
    hops: bool

    @property
    def span(self) -> Step:
        """The rows down and the columns right, with those across wrapped edges counted."""
        return len(self.squares) * self.step[0], len(self.squares) * self.step[1]

    @property
    def passed(self) -> tuple[Square, ...]:
        """The squares passed over; none for a hop."""
        return () if self.hops else self.squares[:-1]


def ways_of(
    motions: Collection[Motion], blocked: BlockedBoard, start: Square, end: Square
) -> list[Way]:
    """Return the legal straight routes from start to end, the shortest first."""
    found = []
    for motion in towards(motions, blocked.board, start, end):
        squares = line_to(motion, blocked.board, start, end)
        if squares and line_fault(motion, blocked, squares) is None:
            found.append(Way(motion.step, tuple(squares), bool(motion.hop)))
    return sorted(found, key=lambda way: max(map(abs, way.span)))
