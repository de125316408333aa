"""Covers and bounds as partials: covers sorted and checked where needed, bounds rounded up."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rookery.cover.bounds.duals import round_up
from rookery.cover.model.traits import in_order
from rookery.engine.partial import Partial
from rookery.errors import RookeryError

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover, PlacedPiece
    from rookery.engine.run import Run

LONG = 2_500  # squares; from here on building tables checks the deadline
LARGE = 10_000  # squares; from here on the check of a cover takes seconds
WHY_NONE = "no choice of pieces and squares covers every target"


def offered(run: Run, pieces: Iterable[PlacedPiece], stage: str) -> Partial | None:
    """Return a cover as a partial; None unless it is right and cheaper than the incumbent.

    The cover of a strict puzzle, which a piece more can spoil, is checked here. So is that of a
    large board: as much time as the check takes is then kept for the check of the next.
    """
    puzzle: Cover = run.puzzle
    cover = in_order(pieces)
    if not cover or (run.value is not None and puzzle.value(cover) >= run.value):
        return None
    is_large = squares_of(puzzle) >= LARGE
    if is_large or puzzle.strict:
        seconds = run.stopwatch()
        faults = puzzle.check(cover)
        if faults and not puzzle.strict:
            raise RookeryError(f"a wrong cover: {faults[0]}")
        if faults:
            return None
        if is_large and not run.is_checked and math.isfinite(run.remaining()):
            run.allow(run.remaining() - seconds())
    return Partial(answer=cover, stage=stage, is_checked=is_large)


def proved(run: Run, bound: float | None, stage: str) -> Partial:
    """Return a bound on the cost as a partial, rounded up to a sum of prices."""
    rounded = None if bound is None else round_up(float(bound), run.puzzle.unit_prices)
    return Partial(bound=rounded, stage=stage)


def cost(run: Run) -> float:
    """Return the cost of the incumbent, an integer; infinite before there is one."""
    return math.inf if run.value is None else int(run.value)


def is_settled(run: Run) -> bool:
    """Return whether the incumbent is proved, or that there is no cover."""
    return run.is_proved or bool(run.why_none)


def squares_of(puzzle: Cover) -> int:
    """Return the number of squares of the board."""
    return puzzle.board.rows * puzzle.board.columns
