"""Validation of boards given by callers."""

from __future__ import annotations

from rookery.boards.board import Board, Sides
from rookery.errors import LimitError, PuzzleError
from rookery.numbers import size

SQUARE_BYTES = 250  # bytes of Python objects per square
MOST_BYTES = 2 << 30  # bytes of all squares of a puzzle
MOST_DRAWN = 1_000_000  # squares of a drawing; this many take seconds in TikZ and PNG


def board_of(board: Board | Sides) -> Board:
    """Return a board unchanged, or make one from sides as `Board` takes them.

    Raises
    ------
    PuzzleError
        If the argument is neither a board nor sides of at least 1 square.

    Examples
    --------
    >>> board_of(8) == board_of(Board(8)) == Board(8, 8)
    True
    """
    return board if isinstance(board, Board) else Board(board)


def refuse_size(what: str, rows: int, columns: int) -> None:
    """Raise a `LimitError` if a puzzle's squares would not fit in memory, before building them.

    >>> refuse_size("a cover", 1_000, 1_000)
    """
    needed = rows * columns * SQUARE_BYTES
    if needed > MOST_BYTES:
        raise LimitError(
            f"{what} of {rows:,} x {columns:,} squares needs about {size(needed)} of memory, "
            f"expected at most {size(MOST_BYTES)}"
        )


def refuse_drawing(board: Board) -> None:
    """Raise a `LimitError` if a board is too large to draw as text or as a picture.

    >>> refuse_drawing(Board(1_000))
    """
    if board.rows * board.columns > MOST_DRAWN:
        raise LimitError(
            f"at most {MOST_DRAWN:,} squares can be drawn, got {board.rows:,} x {board.columns:,}"
        )


def refuse_board(given: object, expected: str, instead: str) -> None:
    """Refuse a `Board` for a puzzle that is limited to plain square boards.

    Parameters
    ----------
    given
        The argument found.
    expected
        The argument expected.
    instead
        The arguments of `NonAttacking` after the board that pose the same puzzle on any board.
        ``{n}`` stands for the number of rows.

    Raises
    ------
    PuzzleError
        If `given` is a board. The text contains the call to use instead.
    """
    if isinstance(given, Board):
        walls = f", walls={sorted(map(given.name, given.walls))}" if given.walls else ""
        wrap = f", wrap={given.wrap!r}" if given.wrap else ""
        rest = instead.format(n=given.rows)
        call = f"NonAttacking(Board({given.rows}, {given.columns}{walls}{wrap}), {rest})"
        raise PuzzleError(expected=f"{expected}, or in place of it {call}", found="a board")
