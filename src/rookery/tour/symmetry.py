"""Closed tours that a turn of the board takes to themselves."""

from __future__ import annotations

from rookery.boards.board import Board, Square

HALF, QUARTER = "half", "quarter"
TURNS = {HALF: 2, QUARTER: 4}
"""How many times each is made until all is as before."""


def turned(board: Board, square: Square, turn: str) -> Square:
    """Return where a half or quarter turn of the board, clockwise, takes a square.

    >>> turned(Board(8), (0, 0), HALF), turned(Board(8), (0, 0), QUARTER)
    ((7, 7), (0, 7))
    """
    row, column = square
    if turn == QUARTER:
        return column, board.rows - 1 - row
    return board.rows - 1 - row, board.columns - 1 - column
