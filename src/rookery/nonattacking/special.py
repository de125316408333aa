"""Puzzles of any pieces that are n-queens puzzles, for which faster methods exist."""

from __future__ import annotations

from typing import Any

from rookery.boards.betza import parse_betza
from rookery.heaviest.puzzle import Heaviest
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY, PlacedPiece
from rookery.queens.puzzle import Placement, Queens

QUEEN = frozenset(parse_betza("Q"))


def queens_of(puzzle: NonAttacking) -> Queens | None:
    """Return the puzzle of n queens that a puzzle is, None when it is none or has weights."""
    if puzzle.weights is not None or not _is_of_queens(puzzle):
        return None
    return the_queens(puzzle)


def heaviest_of(puzzle: NonAttacking) -> Heaviest | None:
    """Return the puzzle of the heaviest queens that a puzzle is, None when it is none."""
    if puzzle.weights is None or not _is_of_queens(puzzle):
        return None
    return Heaviest(puzzle.weights, puzzle.lightest, given=_squares(puzzle), blocked=puzzle.blocked)


def the_queens(puzzle: NonAttacking) -> Queens:
    """Return the puzzle of n queens that a puzzle is known to be."""
    return Queens(puzzle.board.rows, _squares(puzzle), puzzle.blocked)


def placement_from(rows: Placement) -> tuple[PlacedPiece, ...]:
    """Return the placement of the rows of queens, one a column.

    >>> placement_from((1, 3, 0, 2))
    ((0, 0, 2), (0, 1, 0), (0, 2, 3), (0, 3, 1))
    """
    return tuple(sorted((0, row, column) for column, row in enumerate(rows)))


def _is_of_queens(puzzle: NonAttacking) -> bool:
    """Return whether n queens stand on an n x n board without walls, and nothing else is asked.

    That none may fit in addition is no demand: each row has its queen.
    """
    side = puzzle.board.rows
    return (
        len(puzzle.pieces) == 1
        and frozenset(puzzle.pieces[0].ways) == QUEEN
        and puzzle.board.columns == side
        and not (puzzle.board.walls or puzzle.board.wrap)
        and puzzle.numbers == ((side, side),)
        and not puzzle.tolerated
        and all(_allows_one(span) for span in (puzzle.rows, puzzle.columns))
        and puzzle.diagonals == ANY
        and not puzzle.regions
    )


def _allows_one(span: Any) -> bool:
    least, most = span
    return least <= 1 and (most is None or most >= 1)


def _squares(puzzle: NonAttacking) -> list[tuple[int, int]]:
    return [(row, column) for _, row, column in puzzle.given]
