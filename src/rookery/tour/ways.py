"""The straight ways from square to square, where it matters which of several a move goes."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rookery.boards.board import Square, Step
from rookery.boards.motions import Motion
from rookery.tour.rules import Ground, line_fault, line_to, towards


class Way(NamedTuple):
    """A way from square to square along a line: its step, and where its steps end."""

    step: Step
    squares: tuple[Square, ...]
    hops: bool

    @property
    def span(self) -> Step:
        """How many rows down and columns right it goes, those around joined edges counted."""
        return len(self.squares) * self.step[0], len(self.squares) * self.step[1]

    @property
    def passed(self) -> tuple[Square, ...]:
        """The squares that it passes over: none where it hops."""
        return () if self.hops else self.squares[:-1]


def ways_of(motions: Collection[Motion], ground: Ground, start: Square, end: Square) -> list[Way]:
    """Return the legal ways from start to end along straight lines, the shortest first."""
    found = []
    for motion in towards(motions, ground.board, start, end):
        squares = line_to(motion, ground.board, start, end)
        if squares and line_fault(motion, ground, squares) is None:
            found.append(Way(motion.step, tuple(squares), bool(motion.hop)))
    return sorted(found, key=lambda way: max(map(abs, way.span)))
