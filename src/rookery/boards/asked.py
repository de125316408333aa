"""Boards as callers give them: one, the side of a square one, too large, or not expected."""

from __future__ import annotations

from typing import SupportsIndex

from rookery.boards.board import Board
from rookery.errors import LimitError, PuzzleError
from rookery.numbers import size

SQUARE_BYTES = 250  # of Python's objects, for each square
MOST_BYTES = 2 << 30  # of a puzzle's squares
MOST_DRAWN = 1_000_000  # squares of a picture; as many take seconds in TikZ and PNG


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


def refuse_size(what: str, rows: int, columns: int) -> None:
    """Raise a `LimitError` for a puzzle whose squares do not fit, before they are built.

    >>> refuse_size("a cover", 1_000, 1_000)
    """
    needed = rows * columns * SQUARE_BYTES
    if needed > MOST_BYTES:
        raise LimitError(
            f"{what} of {rows:,} x {columns:,} squares needs about {size(needed)} of memory, "
            f"expected at most {size(MOST_BYTES)}"
        )


def refuse_drawing(board: Board) -> None:
    """Raise a `LimitError` for a board too large to be drawn, as text or as a picture.

    >>> refuse_drawing(Board(1_000))
    """
    if board.rows * board.columns > MOST_DRAWN:
        raise LimitError(
            f"at most {MOST_DRAWN:,} squares can be drawn, got {board.rows:,} x {board.columns:,}"
        )


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
