r"""The board that a text begins with: rows of letters, a diagram, or a position in FEN.

Rows have no blanks, as in ``Q..N``, and may share a line. See `rookery.reading.diagrams` for
diagrams, and `rookery.reading.fen` for FEN.

>>> from rookery.reading.diagrams import drawing_tokens
>>> signs = Signs("Q.", fen={"q": "Q"})
>>> for text in (b"Q.. ...", b"2 . . .\n1 . . Q\n  a b c", b"2q/3 w - - 0 1"):
...     board_rows(drawing_tokens(text, "text"), signs, str.islower)
['Q..', '...']
['...', '..Q']
['..Q', '...']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rookery.boards.board import FREE, Square
from rookery.boards.pieces import Piece
from rookery.errors import shown
from rookery.reading.diagrams import (
    DiagramPart,
    Drawing,
    IsSetting,
    Line,
    diagram,
    encoded,
    text_of,
)
from rookery.reading.fen import fen_rows, is_fen
from rookery.reading.tokens import Tokens

CHESS = {"K": "♔♚", "Q": "♕♛", "R": "♖♜", "B": "♗♝", "N": "♘♞", "P": "♙♟"}
"""The letters of the pieces of chess, and their signs in Unicode."""

EMPTY_SIGNS = dict.fromkeys("-_·", FREE)
WALL_SIGN = "█"

_PAWN = "P"  # no letter of Betza notation
_NO_PIECES = str.maketrans(dict.fromkeys(CHESS, FREE))


@dataclass(frozen=True)
class Signs:
    """The letters that may stand for a square."""

    letters: str  # the letters of a text form; ``.`` is an empty square
    others: Mapping[str, str] = field(default_factory=dict)  # further signs, each with its letter
    # The letters of pieces in FEN and its ``*``, a wall, each with its letter
    fen: Mapping[str, str] = field(default_factory=dict)

    def __contains__(self, sign: object) -> bool:
        return sign in self.others or (isinstance(sign, str) and sign in self.letters)


def chess_signs(pieces: Mapping[str, str]) -> dict[str, str]:
    """Return the meaning of each Unicode piece sign, of both colours: that of the piece's letter.

    >>> chess_signs({"Q": "start"})
    {'♕': 'start', '♛': 'start'}
    """
    return {sign: meant for letter, meant in pieces.items() for sign in CHESS[letter]}


def chess_piece(letter: str) -> Piece:
    """Return the piece of a letter of chess."""
    return Piece("pawn" if letter == _PAWN else letter)


def chess_letter(piece: Piece) -> str | None:
    """Return the letter of a chess piece, or None for any other piece.

    >>> chess_letter(Piece("rook")), chess_letter(Piece("pawn")), chess_letter(Piece("gold"))
    ('R', 'P', None)
    """
    return next((letter for letter in CHESS if chess_piece(letter) == piece), None)


def pieces_in(rows: Sequence[str]) -> list[tuple[Piece, Square]]:
    """Return the pieces of chess in rows of letters, and their squares."""
    return [
        (chess_piece(letter), (row, column))
        for row, letters in enumerate(rows)
        for column, letter in enumerate(letters)
        if letter in CHESS
    ]


def without_pieces(rows: Sequence[str]) -> list[str]:
    """Return rows of letters with the chess pieces removed."""
    return [row.translate(_NO_PIECES) for row in rows]


def board_rows(tokens: Tokens, signs: Signs, is_setting: IsSetting) -> list[str]:
    """Return the rows of a board, the top row first, in the letters of a text form.

    The text is read up to the first setting: `is_setting` tests each word at which a row may begin.
    Raises an `InputError` at the first sign that is not a square, after the last square of a row
    that is too short, at the first surplus square of one that is too long, and at a fault in a FEN.
    """
    if is_fen(tokens):
        return fen_rows(tokens, signs.fen)
    drawing = diagram(tokens, is_setting, signs.__contains__)
    if drawing is None:  # rows without blanks, one per token
        lines: list[Line] = []
        while not lines or not ((word := tokens.peek()) is None or is_setting(text_of(word))):
            text = text_of(tokens.take(f"row {len(lines) + 1} of the board"))
            lines.append(Line(text, [DiagramPart(text, tokens.count - 1, 0)]))
        drawing = Drawing(lines)
    width = len(drawing.lines[0].squares)
    rows = []
    for number, line in enumerate(drawing.lines, 1):
        what = f"row {number} of the board"
        for at, sign in enumerate(line.squares[:width]):
            if sign not in signs:
                known = ", ".join(map(repr, signs.letters))
                raise line.fault(tokens, at, f"one of {known} in {what}", shown(encoded(sign)))
        if len(line.squares) != width:
            at = min(width, len(line.squares))
            raise line.fault(tokens, at, f"{width} squares in {what}", line.shown())
        rows.append("".join(signs.others.get(sign, sign) for sign in line.squares))
    return drawing.turned(rows)
