"""What a cover is made of, as a caller or a drawing gives it, put into form or refused."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence

from rookery.boards.board import Board, Square
from rookery.boards.drawing import squares_by_letter
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, shown

KING = "#"
EMPTY, ALSO_EMPTY = "_", "."
GUARDED = "+"
BLOCKED = "x"
GUARDED_AND_BLOCKED = "*"
WALL = "X"
LETTERS = KING + EMPTY + GUARDED + BLOCKED + GUARDED_AND_BLOCKED + WALL


def piece_of(piece: Piece | str) -> Piece:
    """Return a piece given as such, by name or in Betza notation."""
    return piece if isinstance(piece, Piece) else Piece(piece)


def standing_pieces(
    board: Board, standing: Iterable[tuple[Piece | str, Square | str]]
) -> tuple[tuple[Piece, Square], ...]:
    """Return the pieces that stand already, by square."""
    found: dict[Square, Piece] = {}
    for pair in standing:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise PuzzleError(expected="pairs (piece, square)", found=shown(pair))
        piece, square = piece_of(pair[0]), board.square(pair[1])
        if square in found:
            raise PuzzleError(expected=f"one standing piece at {board.name(square)}", found="two")
        found[square] = piece
    return tuple((found[square], square) for square in sorted(found))


def price(given: object) -> int:
    """Return the price of a piece."""
    value = _integer(given)
    if value is None or value < 1:
        raise PuzzleError(expected="prices that are integers of at least 1", found=shown(given))
    return value


def number(given: object) -> int | None:
    """Return how many there are of a piece, None for any number."""
    value = _integer(given)
    if given is not None and (value is None or value < 0):
        raise PuzzleError(expected="a stock of 0 or more, or None", found=shown(given))
    return value


def _integer(value: object) -> int | None:
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def by_letter(lines: Sequence[str]) -> dict[str, list[Square]]:
    """Return the squares of a drawing by their letters."""
    return squares_by_letter([line.replace(ALSO_EMPTY, EMPTY) for line in lines], LETTERS)
