"""A tour as a search finds it."""

from __future__ import annotations

from rookery.engine.run import Partial
from rookery.tour.moves import square_of
from rookery.tour.plan import Plan

NOT_FIRST = "not necessarily the first of its length"


def found(plan: Plan, path: list[int], stage: str) -> Partial:
    """Return the tour of a path, whose squares are numbers, found by a part of a method."""
    squares = tuple(square_of(plan.board, square) for square in path)
    return Partial(squares, stage=stage, note=NOT_FIRST)
