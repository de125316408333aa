"""Whether a single move is legal: walked square by square, apart from all solvers."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rookery.boards.board import Board, Square
from rookery.boards.motions import ENDLESS, Motion, Route


class Ground(NamedTuple):
    """Where the mover cannot stand: walls, which nothing passes, and pieces, which it may hop."""

    board: Board
    walls: Collection[Square]
    pieces: Collection[Square]


def move_fault(
    ways: Collection[Motion | Route], ground: Ground, start: Square, end: Square
) -> str | None:
    """Return why no way of moving leads from start to end, in words; None when one does."""
    motions = [way for way in ways if isinstance(way, Motion) and not way.around]
    routes = [way for way in ways if way not in motions]
    if end not in ground.pieces and any(
        end in route.squares(ground.board, start, ground.pieces) for route in routes
    ):
        return None
    fault = None
    far_down, far_right = end[0] - start[0], end[1] - start[1]
    for motion in motions:
        down, right = motion.step
        if far_down * right != far_right * down:
            continue
        taken = _steps_taken(motion, far_down, far_right)
        if taken:
            found = _hop_fault if motion.hop else _ride_fault
            stopped = found(motion, ground, start, taken)
            if stopped is None:
                return None
            fault = fault or stopped
    return fault or "is no move of {mover}"


def passed_over(
    motions: Collection[Motion], ground: Ground, start: Square, end: Square
) -> set[Square]:
    """Return the squares between start and end that a legal ride from one to the other passes."""
    passed: set[Square] = set()
    far_down, far_right = end[0] - start[0], end[1] - start[1]
    for motion in motions:
        down, right = motion.step
        if not motion.moves or motion.hop or far_down * right != far_right * down:
            continue
        taken = _steps_taken(motion, far_down, far_right)
        if taken and _ride_fault(motion, ground, start, taken) is None:
            passed.update(
                (start[0] + step * down, start[1] + step * right) for step in range(1, taken)
            )
    return passed


def _steps_taken(motion: Motion, far_down: int, far_right: int) -> int:
    """Return how many steps of a motion lead so far along its line, 0 when none do."""
    down, right = motion.step
    taken, rest = divmod(far_down, down) if down else divmod(far_right, right)
    if rest or taken < 1 or (motion.reach != ENDLESS and taken > motion.reach):
        return 0
    return taken


def _ride_fault(motion: Motion, ground: Ground, start: Square, taken: int) -> str | None:
    (row, column), (down, right) = start, motion.step
    for _ in range(taken):
        for aside_down, aside_right in (*motion.path, motion.step):
            square = (row + aside_down, column + aside_right)
            if square in ground.walls or square in ground.pieces:
                return f"is blocked at {ground.board.name(square)}"
        row, column = row + down, column + right
    return None


def _hop_fault(motion: Motion, ground: Ground, start: Square, taken: int) -> str | None:
    (row, column), (down, right) = start, motion.step
    way = [(row + down * step, column + right * step) for step in range(1, taken + 1)]
    for square in way:
        if square in ground.walls:
            return f"is blocked at {ground.board.name(square)}"
    if way[-1] in ground.pieces:
        return f"is blocked at {ground.board.name(way[-1])}"
    hurdles = [step for step, square in enumerate(way, 1) if square in ground.pieces]
    if len(hurdles) != 1:
        return f"hops over {len(hurdles)} pieces instead of one"
    if motion.hop == "g" and hurdles[0] != taken - 1:
        return f"does not end just behind the hurdle at {ground.board.name(way[hurdles[0] - 1])}"
    return None
