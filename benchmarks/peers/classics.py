"""Classical counts: as many pieces as rows, and the fewest queens that guard a board."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import rookery as rk
from rookery.families import family_of

BETZA = {"T": "Q", "S": "QN", "E": "RN", "K": "K"}  # by the letters of rows.cpp


def rows(n: str, piece: str) -> Callable[[], int]:
    """Count n pieces, one in each row and column, on one thread."""
    side = int(n)
    board = rk.Board(side, wrap="torus" if piece == "T" else "")
    if piece == "K":
        puzzle = rk.NonAttacking(board, "K", rows=1, columns=1)
    else:
        puzzle = rk.NonAttacking(board, BETZA[piece], side)
    return _counting(puzzle)


def covers(n: str, queens: str, apart: str) -> Callable[[], int]:
    """Count the covers of a board by the fewest queens, the proof included, on one thread."""
    puzzle = rk.Cover.domination(int(n), independent=apart == "1")
    return _counting(puzzle)


def _counting(puzzle: Any) -> Callable[[], int]:
    def count() -> int:
        for kernels in family_of(puzzle).kernel_sets():
            kernels.wait(math.inf)
        return int(rk.count(puzzle, threads=1).value)

    return count
