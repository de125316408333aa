"""Legality of a single move, and rotations of the board; independent of all solvers."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple

from rookery.boards.board import Board, Square
from rookery.boards.motions import Motion
from rookery.boards.pieces import Piece

HALF, QUARTER = "half", "quarter"
TURNS = {HALF: 2, QUARTER: 4}  # rotation: its order


class BlockedBoard(NamedTuple):
    """A board with the squares closed to the mover: walls, and pieces it may hop over."""

    board: Board
    walls: Collection[Square]
    pieces: Collection[Square]


def move_fault(mover: Piece, blocked: BlockedBoard, start: Square, end: Square) -> str | None:
    """Explain why no move leads from start to end; return None if one does."""
    board, pieces = blocked.board, blocked.pieces
    for route in mover.routes:
        if route.moves and end not in pieces and end in route.squares(board, start, pieces):
            return None
    fault = None
    for motion in towards(mover.motions, board, start, end):
        line = line_to(motion, board, start, end) if motion.moves else []
        if line:
            stopped = line_fault(motion, blocked, line)
            if stopped is None:
                return None
            fault = fault or stopped
    return fault or "is no move of {mover}"


def towards(
    motions: Collection[Motion], board: Board, start: Square, end: Square
) -> Collection[Motion]:
    """Return the motions whose step points to the end; all motions on wrapped edges."""
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
    """Return the squares of the steps up to and including the end; empty if it is not reached.

    On a plane board the motion's step must point to the end (see `towards`). Across wrapped
    edges a line stops at its own starting square.
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


def line_fault(motion: Motion, blocked: BlockedBoard, way: list[Square]) -> str | None:
    """Explain what blocks a motion along a line; return None if nothing does."""
    board, walls, pieces = blocked
    for end in way:
        passed = motion.path_to(board, end) if motion.path and not motion.hop else ()
        for square in (*passed, end):
            if square in walls or (square in pieces and not motion.hop):
                return f"is blocked at {board.name(square)}"
    if not motion.hop:
        return None
    if way[-1] in pieces:
        return f"is blocked at {board.name(way[-1])}"
    hurdles = [step for step, square in enumerate(way, 1) if square in pieces]
    if len(hurdles) != 1:
        return f"hops over {len(hurdles)} pieces instead of one"
    if motion.hop == "g" and hurdles[0] != len(way) - 1:
        return f"does not end just behind the hurdle at {board.name(way[hurdles[0] - 1])}"
    return None


def turned(board: Board, square: Square, turn: str) -> Square:
    """Return a square's place after a clockwise half or quarter turn of the board.

    >>> turned(Board(8), (0, 0), HALF), turned(Board(8), (0, 0), QUARTER)
    ((7, 7), (0, 7))
    """
    row, column = square
    if turn == QUARTER:
        return column, board.rows - 1 - row
    return board.rows - 1 - row, board.columns - 1 - column
