"""Boards as callers give them: one, or the side of a square one; or where none is expected."""

from __future__ import annotations

from typing import SupportsIndex

from rookery.boards.board import Board
from rookery.errors import PuzzleError


def board_of(board: Board | SupportsIndex) -> Board:
    """Return a board as it is, or the square board with a side of so many squares.

    Raises
    ------
    PuzzleError
        When it is neither a board nor a side of at least 1 square.

    Examples
    --------
    >>> board_of(8) == board_of(Board(8)) == Board(8, 8)
    True
    """
    return board if isinstance(board, Board) else Board(board)


def refuse_board(given: object, expected: str, instead: str) -> None:
    """Refuse a board where a puzzle is for plane boards by what it is made of.

    Parameters
    ----------
    given
        What was given.
    expected
        What should have been.
    instead
        The arguments of `NonAttacking` after its board that ask for the same on any board; ``{n}``
        stands for how many rows it has.

    Raises
    ------
    PuzzleError
        When it is a board; the text has the call to use.
    """
    if isinstance(given, Board):
        walls = f", walls={sorted(map(given.name, given.walls))}" if given.walls else ""
        wrap = f", wrap={given.wrap!r}" if given.wrap else ""
        rest = instead.format(n=given.rows)
        call = f"NonAttacking(Board({given.rows}, {given.columns}{walls}{wrap}), {rest})"
        raise PuzzleError(expected=f"{expected}, or in place of it {call}", found="a board")
