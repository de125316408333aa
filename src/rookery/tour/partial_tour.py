"""Partial results that carry a tour."""

from __future__ import annotations

from rookery.engine.partial import Partial
from rookery.tour.moves import square_of
from rookery.tour.plan import TourPlan

NOT_FIRST = "not necessarily the first of its length"  # note of a tour found heuristically


def found(plan: TourPlan, path: list[int], stage: str) -> Partial:
    """Return a path of square numbers as a partial result of a stage."""
    squares = tuple(square_of(plan.board, square) for square in path)
    return Partial(squares, stage=stage, note=NOT_FIRST)
