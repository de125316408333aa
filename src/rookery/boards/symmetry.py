"""Symmetries of a board: rotations and reflections, and shifts across wrapped edges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from rookery.boards.board import CYLINDER, TORUS, Board, Square


@dataclass(frozen=True)
class Symmetry:
    """A symmetry: swap rows and columns, reverse either, then shift across wrapped edges."""

    swap: bool
    down: bool
    right: bool
    shift: Square = (0, 0)

    def step(self, step: tuple[int, int]) -> tuple[int, int]:
        """Return the image of a difference of squares."""
        rows, columns = (step[1], step[0]) if self.swap else step
        return (-rows if self.down else rows, -columns if self.right else columns)

    def square(self, square: Square, rows: int, columns: int) -> Square:
        """Return the image of a square on a board of this size."""
        row, column = (square[1], square[0]) if self.swap else square
        row = rows - 1 - row if self.down else row
        column = columns - 1 - column if self.right else column
        return (row + self.shift[0]) % rows, (column + self.shift[1]) % columns


BOTH = (False, True)
EIGHT = tuple(Symmetry(*turn) for turn in product(BOTH, BOTH, BOTH))
IDENTITY = EIGHT[0]


def board_symmetries(board: Board) -> Iterator[Symmetry]:
    """Yield the symmetries of a board without regard to walls, starting with the identity.

    >>> [len(list(board_symmetries(Board(*sides)))) for sides in ((4, 4), (4, 5))]
    [8, 4]
    >>> [len(list(board_symmetries(Board(3, wrap=wrap)))) for wrap in ("cylinder", "torus")]
    [12, 72]
    """
    may_swap = board.rows == board.columns and board.wrap != CYLINDER
    turns = [turn for turn in EIGHT if may_swap or not turn.swap]
    rows = range(board.rows if board.wrap == TORUS else 1)
    columns = range(board.columns if board.wrap else 1)
    for shift in product(rows, columns):
        yield from (replace(turn, shift=shift) for turn in turns)
