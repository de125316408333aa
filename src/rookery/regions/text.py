r"""A region puzzle as text: rows of letters, one letter a region, then what is not the default.

====================  ========================================================
``stars N``           so many in each row, column and region; else 1
``piece BETZA``       in Betza notation or by name; else king
``given S,S,...``     squares on which pieces stand
``blocked S,S,...``   squares on which no piece may stand
====================  ========================================================

All is read by tokens: lines and blanks do not matter. There are as many rows as letters in the
first.

>>> from rookery.regions.text import parse
>>> print(write(parse("AAAB ABBB CCDD CCDD stars 1 given b4 blocked a1,a2")))
AAAB
ABBB
CCDD
CCDD
given b4
blocked a1,a2
<BLANKLINE>
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from rookery.boards.board import Board
from rookery.boards.pieces import Piece
from rookery.errors import InputError, NotationError, PuzzleError, did_you_mean, shown
from rookery.family import TextForm
from rookery.reading.tokens import Tokens
from rookery.regions.puzzle import NO_REGION, Regions

SETTINGS = ("stars", "piece", "given", "blocked")
KING = Piece("king")


def parse(text: str) -> Regions:
    """Return the puzzle of a text.

    Raises
    ------
    InputError
        At the first fault, with its place.
    """
    return read(Tokens(io.BytesIO(text.encode()), "text"))


def read(tokens: Tokens) -> Regions:
    """Return the puzzle of a text, read to its end; for what is raised see `parse`."""
    tokens.mark()
    first = tokens.count
    rows = _rows(tokens)
    settings: dict[str, Any] = {}
    board = Board(len(rows))
    while not tokens.at_end():
        name = _word(tokens, "a setting")
        if name not in SETTINGS:
            raise _fault(tokens, "a setting", shown(name) + did_you_mean(name, SETTINGS))
        if name in settings:
            raise _fault(tokens, f"one {name}", "another")
        settings[name] = _value(tokens, name, board)
    try:
        return Regions(rows, **settings)
    except PuzzleError as error:
        raise tokens.refused(first, error) from error


def write(puzzle: Regions) -> str:
    """Return the text of a puzzle; `read` gives the same puzzle again."""
    lines = [*puzzle.rows]
    lines += [f"stars {puzzle.stars}"] * (puzzle.stars != 1)
    lines += [f"piece {puzzle.piece}"] * (puzzle.piece != KING)
    for name, squares in (("given", puzzle.given), ("blocked", puzzle.blocked)):
        if squares:
            names = ",".join(sorted(map(puzzle.board.name, squares)))
            lines.append(f"{name} {names}")
    return "\n".join((*lines, ""))


def _rows(tokens: Tokens) -> list[str]:
    """Return as many rows as the first has letters, each of that length, with places of faults."""
    side = len(_decoded(tokens.peek() or b""))
    rows: list[str] = []
    seen: set[str] = set()
    for number in range(1, max(side, 1) + 1):
        row = _word(tokens, f"row {number} of the regions")
        for column, letter in enumerate(row):
            if letter in NO_REGION or not letter.isprintable():
                at = len(row[:column].encode())
                raise _fault(tokens, f"a letter of a region in row {number}", shown(letter), at)
        if len(row) != side:
            at = len(row[:side].encode())
            raise _fault(tokens, f"{side} letters in row {number}", shown(row), at)
        for column, letter in enumerate(row):
            seen.add(letter)
            if len(seen) > side:
                at = len(row[:column].encode())
                expected = f"one of the {side} regions {''.join(sorted(seen - {letter}))}"
                raise _fault(tokens, expected, shown(letter), at)
        rows.append(row)
    return rows


def _value(tokens: Tokens, name: str, board: Board) -> Any:
    """Return the value of a setting."""
    if name == "stars":
        return tokens.number("stars", 1)
    word = _word(tokens, "a piece" if name == "piece" else "squares")
    try:
        return Piece(word) if name == "piece" else board.square_set(word)
    except NotationError as error:
        raise error.placed(str(tokens.place(tokens.count - 1))) from error
    except PuzzleError as error:
        raise tokens.refused(tokens.count - 1, error) from error


def _word(tokens: Tokens, expected: str) -> str:
    return _decoded(tokens.take(expected))


def _decoded(token: bytes) -> str:
    return token.decode(errors="replace")


def _fault(tokens: Tokens, expected: str, found: str, offset: int = 0) -> InputError:
    return tokens.fault(tokens.count - 1, expected, found, offset)


def _read(data: bytes, name: str, say: Callable[[str], None] | None) -> Regions:
    return read(Tokens(io.BytesIO(data), name, say))


TEXT = TextForm(_read, write)
