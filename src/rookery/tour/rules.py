"""Whether a single move is legal: walked square by square, apart from all solvers."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple

from rookery.boards.board import Board, Square
from rookery.boards.motions import Motion
from rookery.boards.pieces import Piece


class Ground(NamedTuple):
    """Where the mover cannot stand: walls, which nothing passes, and pieces, which it may hop."""

    board: Board
    walls: Collection[Square]
    pieces: Collection[Square]


def move_fault(mover: Piece, ground: Ground, start: Square, end: Square) -> str | None:
    """Return why no way of moving leads from start to end, in words; None when one does."""
    board, pieces = ground.board, ground.pieces
    for route in mover.routes:
        if route.moves and end not in pieces and end in route.squares(board, start, pieces):
            return None
    fault = None
    for motion in towards(mover.motions, board, start, end):
        line = line_to(motion, board, start, end) if motion.moves else []
        if line:
            stopped = line_fault(motion, ground, line)
            if stopped is None:
                return None
            fault = fault or stopped
    return fault or "is no move of {mover}"


def towards(
    motions: Collection[Motion], board: Board, start: Square, end: Square
) -> Collection[Motion]:
    """Return the motions whose step points to the end; all of them around joined edges."""
    if board.wrap:
        return motions
    down, right = end[0] - start[0], end[1] - start[1]
    return [
        motion
        for motion in motions
        if motion.step[0] * right == motion.step[1] * down
        and motion.step[0] * down + motion.step[1] * right > 0
    ]


def line_to(motion: Motion, board: Board, start: Square, end: Square) -> list[Square]:
    """Return the squares of the steps that lead to the end, that included; none when none do.

    On a plane its step points to the end (see `towards`); around joined edges a line ends where
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


def line_fault(motion: Motion, ground: Ground, way: list[Square]) -> str | None:
    """Return in words what stops a motion on its way along a line; None when nothing does."""
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
