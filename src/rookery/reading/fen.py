"""Positions in FEN (Forsyth-Edwards notation); only the field of the pieces is used.

Rows are separated by ``/``, the top row first; a letter is a piece, and a number counts empty
squares. As in other programs for chess variants, boards have any size, numbers may exceed 9, and
``*`` is a wall. A single row of only letters or only numbers is a position only if the other fields
follow it. Source: S. J. Edwards, *Portable Game Notation Specification*, 1994,
section 16.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rookery.errors import PuzzleError, shown
from rookery.reading.diagrams import EMPTY, encoded, text_of
from rookery.reading.tokens import Tokens

SEPARATOR = "/"
WALL = "*"
LONGEST_ROW = 1000  # empty squares in one number; bounds the memory
OTHER_FIELDS = " w - - 0 1"  # White to move, no castling, nothing passed, the clocks

_STRETCH = re.compile("[0-9]+|.", re.DOTALL)
_ONE_ROW = re.compile(rb"(?=.*[0-9])(?=.*[A-Za-z*])[0-9A-Za-z*]+")
_SIDES = (b"w", b"b")
_CASTLING = re.compile(rb"-|[A-Za-z]+")
_IN_PASSING = re.compile(rb"-|[a-z][0-9]+")


def is_fen(tokens: Tokens) -> bool:
    """Return whether the next token is the piece field of a FEN."""
    word = tokens.peek() or b""
    if SEPARATOR.encode() in word or _ONE_ROW.fullmatch(word):
        return True
    side, castling, passed, *clocks = (tokens.peek(ahead) or b"" for ahead in range(1, 6))
    return (
        side in _SIDES
        and _CASTLING.fullmatch(castling) is not None
        and _IN_PASSING.fullmatch(passed) is not None
        and all(clock.isdigit() for clock in clocks)
    )


def fen_rows(tokens: Tokens, letters: Mapping[str, str]) -> list[str]:
    """Return the rows of the next position, and skip the other fields of its FEN.

    `letters` maps letters of FEN to letters of the board; empty squares are ``.``. Raises an
    `InputError` at an unknown letter, and at a row that differs in length from the first.
    """
    word = text_of(tokens.take("a position"))
    number = tokens.count - 1
    rows: list[str] = []
    at = 0
    for part in word.split(SEPARATOR):
        squares = ""
        what = f"row {len(rows) + 1} of the position"
        for stretch in _STRETCH.findall(part):
            if stretch[0] in "0123456789":
                is_long = len(stretch) > len(str(LONGEST_ROW)) or int(stretch) > LONGEST_ROW
                found = None if is_long else EMPTY * int(stretch)
            else:
                found = letters.get(stretch)
            if not found:
                known = f"one of {', '.join(map(repr, letters))} or a number up to {LONGEST_ROW}"
                got = shown(encoded(stretch))
                raise tokens.fault(number, f"{known} in {what}", got, len(encoded(word[:at])))
            squares += found
            at += len(stretch)
        if not squares or len(squares) != len(rows[0] if rows else squares):
            expected = f"{len(rows[0])} squares" if rows else "squares"
            got = f"{len(squares)}: {shown(part)}"
            raise tokens.fault(number, f"{expected} in {what}", got, len(encoded(word[:at])))
        rows.append(squares)
        at += 1
    _skip_other_fields(tokens)
    return rows


def _skip_other_fields(tokens: Tokens) -> None:
    """Skip the side to move and the later fields of a FEN, if present."""
    if tokens.peek() not in _SIDES:
        return
    tokens.take("the side to move")
    for what, form in (
        ("castling rights such as KQkq or -", _CASTLING),
        ("a square passed by a pawn, or -", _IN_PASSING),
    ):
        token = tokens.take(what)
        if form.fullmatch(token) is None:
            raise tokens.fault(tokens.count - 1, what, shown(token))
    clocks = [tokens.peek(ahead) or b"" for ahead in range(2)]
    if all(clock.isdigit() for clock in clocks):
        for _ in clocks:
            tokens.take("a number of moves")


def fen_text(rows: Iterable[Iterable[str]]) -> str:
    """Return rows of letters as the piece field of a FEN; ``.`` is an empty square.

    The other fields follow only a single row that `is_fen` would not recognise alone. Raises a
    `PuzzleError` for more than 1,000 adjacent empty squares, which `fen_rows` does not read.

    >>> fen_text([12 * ".", "..Q.........", "*..........k"])
    '12/2Q9/*10k'
    >>> fen_text([".QK"]), fen_text(["QK"])
    ('1QK', 'QK w - - 0 1')
    """
    text = SEPARATOR.join(re.sub(r"\.+", _number, "".join(row)) for row in rows)
    is_fen_alone = SEPARATOR in text or _ONE_ROW.fullmatch(text.encode())
    return text if is_fen_alone else text + OTHER_FIELDS


def _number(stretch: re.Match[str]) -> str:
    """Return the number of empty squares of a match, as text."""
    length = len(stretch[0])
    if length > LONGEST_ROW:
        expected = f"at most {LONGEST_ROW:,} empty squares side by side in FEN"
        raise PuzzleError(expected=expected, found=f"{length:,}")
    return str(length)
