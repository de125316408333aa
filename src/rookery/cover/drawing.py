"""The drawing of a cover's board: rows of letters, a diagram or a position in FEN."""

from __future__ import annotations

import re

from rookery.boards.board import Square
from rookery.boards.pieces import Piece
from rookery.cover.validation import ALSO_EMPTY, KING, LETTERS, WALL
from rookery.errors import shown
from rookery.reading.diagrams import drawing_tokens
from rookery.reading.drawings import (
    CHESS,
    EMPTY_SIGNS,
    WALL_SIGN,
    Signs,
    board_rows,
    chess_signs,
    pieces_in,
    without_pieces,
)
from rookery.reading.fen import WALL as FEN_WALL
from rookery.reading.tokens import Tokens

_OWN = {letter: letter for letter in CHESS}
SIGNS = Signs(
    LETTERS + ALSO_EMPTY + "".join(_OWN),
    EMPTY_SIGNS | {"k": KING, WALL_SIGN: WALL} | chess_signs(_OWN | {"K": KING}),
    _OWN | {"k": KING, FEN_WALL: WALL},
)
"""Capitals are pieces that stand already, and a king to be checked is ``k`` too."""

_SIGNED = re.compile("[+-][0-9]")


def drawn(tokens: Tokens) -> tuple[list[str], list[tuple[Piece, Square]]]:
    """Return the rows of a board, in the letters of `Cover.parse`, and the standing pieces."""
    # a setting is a number, or begins with no letter of a board
    rows = board_rows(
        tokens, SIGNS, lambda word: word[:1] not in SIGNS or bool(_SIGNED.match(word))
    )
    return without_pieces(rows), pieces_in(rows)


def drawn_whole(text: str) -> tuple[list[str], list[tuple[Piece, Square]]]:
    """Return the same for a text that consists of a board only."""
    tokens = drawing_tokens(text.encode(), "text")
    tokens.mark()
    found = drawn(tokens)
    if not tokens.at_end():
        word = tokens.take("a row")
        raise tokens.fault(tokens.count - 1, "a row of the board", shown(word))
    return found
