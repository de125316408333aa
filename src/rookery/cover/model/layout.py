"""The squares of a puzzle as numbers, and arrays of marks of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.board import TORUS, Board, Square
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from rookery.compiled.arrays import Bools, Int64s

NONE = -1


def distinct(numbers: Int64s) -> Int64s:
    """Return the distinct numbers, sorted; for millions, three times as fast as `numpy.unique`."""
    ordered = np.sort(numbers)
    found: Int64s = ordered[changes(ordered)]
    return found


def changes(ordered: Int64s) -> Bools:
    """Mark the sorted numbers that differ from their predecessor."""
    differs: Bools = np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]
    return differs


def moved(board: Board, squares: Int64s, down: Int64s | int, right: Int64s | int) -> Int64s:
    """Return squares moved down and right, around wrapped edges; off the board, the board's size.

    >>> moved(Board(2, 3, wrap="cylinder"), np.array([2, 2]), np.array([0, -1]), 1).tolist()
    [0, 6]
    """
    row, column = np.divmod(squares, board.columns)
    row, column = row + down, column + right
    if board.wrap:
        column %= board.columns
    if board.wrap == TORUS:
        row %= board.rows
    inside = (row >= 0) & (row < board.rows) & (column >= 0) & (column < board.columns)
    return np.where(inside, row * board.columns + column, board.rows * board.columns)


class Layout:
    """The squares of a puzzle, numbered row * columns + column, and one outside the board."""

    def __init__(self, puzzle: Cover) -> None:
        board = puzzle.board
        self.puzzle = puzzle
        self.columns = board.columns
        self.size = board.rows * board.columns
        self.target_at = np.full(self.size + 1, NONE)
        self.target_at[self._numbers(puzzle.targets)] = np.arange(len(puzzle.targets))
        self.obstacle = self.marked(puzzle.obstacles)
        self.solid = self.marked(board.walls)
        self.solid[-1] = True
        self.place = ~(self.obstacle | self.solid | self.marked(puzzle.blocked | puzzle.spared))
        # [kind, square] where each kind in stock may be placed, and its price in integers
        allowed = zip(puzzle.allowed, puzzle.stock, strict=True)
        of_kinds = [
            (self.place if squares is None else self.place & self.marked(squares)) & (number != 0)
            for squares, number in allowed
        ]
        self.may: Bools = np.array(of_kinds)[:, :-1]
        factors = np.array(puzzle.square_prices or np.ones(self.size), dtype=np.int64)
        self.price: Int64s = np.outer(np.array(puzzle.prices, dtype=np.int64), factors)

    def marked(self, squares: Iterable[Square]) -> Bools:
        """Return these squares as an array of marks."""
        marked = np.zeros(self.size + 1, dtype=bool)
        marked[self._numbers(squares)] = True
        return marked

    def _numbers(self, squares: Iterable[Square]) -> list[int]:
        return [row * self.columns + column for row, column in squares]
