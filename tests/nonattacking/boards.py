"""Placements by the puzzle's own check alone, and small random boards."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import rookery as rk

Piece = tuple[int, int, int]  # kind, row, column
WRAPS = ("", "cylinder", "torus")


def every_piece(puzzle: rk.NonAttacking) -> list[Piece]:
    """Return each kind on each square, whether it may stand there or not."""
    kinds = range(len(puzzle.pieces))
    return [(kind, *square) for kind in kinds for square in puzzle.board.squares()]


def placements(puzzle: rk.NonAttacking) -> list[tuple[Piece, ...]]:
    """Return all sets of pieces that `check` accepts, in order."""
    every = every_piece(puzzle)
    sizes = range(len(every) + 1)
    subsets = (chosen for size in sizes for chosen in combinations(every, size))
    return sorted(chosen for chosen in subsets if puzzle.check(chosen) == [])


def numbers(puzzle: rk.NonAttacking) -> tuple[int, ...]:
    """Return how many placements have 0, 1, 2, ... pieces."""
    sizes = list(map(len, placements(puzzle)))
    return tuple(map(sizes.count, range(max(sizes, default=-1) + 1)))


def drawn_board(
    random: Random, largest: int, wraps: tuple[str, ...] = WRAPS
) -> tuple[rk.Board, dict[str, Any]]:
    """Return a board, in some cases without a corner, and given and blocked squares."""
    height, width = random.randint(1, largest), random.randint(1, largest)
    walls = random.sample([(0, 0), (height - 1, width - 1)], random.choice([0, 0, 0, 1]))
    board = rk.Board(height, width, walls if width > 1 else (), random.choice(wraps))
    squares = list(board.squares())
    blocked = random.sample(squares, min(len(squares) - 1, random.choice([0, 0, 2])))
    free = [square for square in squares if square not in blocked]
    given = [(0, *square) for square in random.sample(free, random.choice([0, 0, 1]))]
    return board, {"given": given, "blocked": blocked}
