"""Whether a single move is legal: walked square by square, apart from all solvers."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple, TypeVar

from rookery.boards.board import Board, Square, Step
from rookery.boards.motions import Motion, Route

AnyWay = TypeVar("AnyWay", Motion, Motion | Route)


class Ground(NamedTuple):
    """Where the mover cannot stand: walls, which nothing passes, and pieces, which it may hop."""

    board: Board
    walls: Collection[Square]
    pieces: Collection[Square]


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


def move_fault(
    ways: Collection[Motion | Route], ground: Ground, start: Square, end: Square
) -> str | None:
    """Return why no way of moving leads from start to end, in words; None when one does."""
    fault = None
    for way in _towards(ways, ground.board, start, end):
        if isinstance(way, Route) or way.around:
            squares = way.squares(ground.board, start, ground.pieces)
            if end not in ground.pieces and end in squares:
                return None
        elif line := _way(way, ground.board, start, end):
            stopped = _line_fault(way, ground, line)
            if stopped is None:
                return None
            fault = fault or stopped
    return fault or "is no move of {mover}"


def ways_of(motions: Collection[Motion], ground: Ground, start: Square, end: Square) -> list[Way]:
    """Return the legal ways from start to end along straight lines, the shortest first."""
    found = []
    for motion in _towards(motions, ground.board, start, end):
        squares = _way(motion, ground.board, start, end)
        if squares and _line_fault(motion, ground, squares) is None:
            found.append(Way(motion.step, tuple(squares), bool(motion.hop)))
    return sorted(found, key=lambda way: max(map(abs, way.span)))


def _towards(
    ways: Collection[AnyWay], board: Board, start: Square, end: Square
) -> Collection[AnyWay]:
    """Return the ways that may lead to the end; straight ones on a plane must point there."""
    if board.wrap:
        return ways
    down, right = end[0] - start[0], end[1] - start[1]
    return [
        way
        for way in ways
        if isinstance(way, Route)
        or way.around
        or (
            way.step[0] * right == way.step[1] * down
            and way.step[0] * down + way.step[1] * right > 0
        )
    ]


def _way(motion: Motion, board: Board, start: Square, end: Square) -> list[Square]:
    """Return the squares of the steps that lead to the end, that included; none when none do.

    On a plane its step points to the end (see `_towards`); around joined edges a line ends where
    it began.
    """
    down, right = motion.step
    if not board.wrap:
        steps = (end[0] - start[0]) // down if down else (end[1] - start[1]) // right
        squares = [(start[0] + n * down, start[1] + n * right) for n in range(1, steps + 1)]
        return squares if squares[-1:] == [end] and steps <= (motion.reach or steps) else []
    way: list[Square] = []
    square = board.around(start[0] + down, start[1] + right)
    while square is not None and square != start and len(way) < (motion.reach or math.inf):
        way.append(square)
        if square == end:
            return way
        square = board.around(square[0] + down, square[1] + right)
    return []


def _line_fault(motion: Motion, ground: Ground, way: list[Square]) -> str | None:
    return (_hop_fault if motion.hop else _ride_fault)(motion, ground, way)


def _ride_fault(motion: Motion, ground: Ground, way: list[Square]) -> str | None:
    for end in way:
        passed = motion.path_to(ground.board, end) if motion.path else ()
        for square in (*passed, end):
            if square in ground.walls or square in ground.pieces:
                return f"is blocked at {ground.board.name(square)}"
    return None


def _hop_fault(motion: Motion, ground: Ground, way: list[Square]) -> str | None:
    for square in way:
        if square in ground.walls:
            return f"is blocked at {ground.board.name(square)}"
    if way[-1] in ground.pieces:
        return f"is blocked at {ground.board.name(way[-1])}"
    hurdles = [step for step, square in enumerate(way, 1) if square in ground.pieces]
    if len(hurdles) != 1:
        return f"hops over {len(hurdles)} pieces instead of one"
    if motion.hop == "g" and hurdles[0] != len(way) - 1:
        return f"does not end just behind the hurdle at {ground.board.name(way[hurdles[0] - 1])}"
    return None
