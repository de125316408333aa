"""Rules of the single fields of a `Regions` puzzle."""

from __future__ import annotations

import string
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from rookery.boards.board import refuse_board
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, shown
from rookery.numbers import AtLeast, plain

LETTERS = string.ascii_uppercase + string.ascii_lowercase  # names of regions given as numbers

NO_REGION = ".#"  # letters for squares outside regions elsewhere; refused here
STARS = AtLeast(1)


def drawn_rows(rows: Any) -> tuple[str, ...]:
    """Return the rows of a `Regions` puzzle as letters: as many as letters in a row and regions."""
    refuse_board(
        rows,
        "rows of letters of a plane board",
        "'king', rows=1, columns=1, regions=regions, in_region=1",
    )
    found: Any
    if isinstance(rows, str):
        lines = [line.split() for line in rows.splitlines() if line.split()]
        apart = all(len(square) == 1 or square.isdigit() for line in lines for square in line)
        found = lines if apart and any(len(line) > 1 for line in lines) else rows.split()
    else:
        found = plain(rows)
    if isinstance(found, str) or not isinstance(found, Iterable):
        raise PuzzleError(expected="rows of letters, one a region", found=shown(rows))
    drawn = _lettered(tuple(found))
    if not drawn:
        raise PuzzleError(expected="rows of letters, one a region", found="none")
    for number, row in enumerate(drawn, 1):
        if not isinstance(row, str) or len(row) != len(drawn):
            expected = f"{len(drawn)} letters in row {number}"
            raise PuzzleError(expected=expected, found=shown(row))
    letters = dict.fromkeys("".join(drawn))
    for letter in letters:
        if letter in NO_REGION or letter.isspace() or not letter.isprintable():
            number, row = next(at for at in enumerate(drawn, 1) if letter in at[1])
            expected = f"a letter of a region in row {number}, column {row.index(letter) + 1}"
            raise PuzzleError(expected=expected, found=shown(letter))
    if len(letters) != len(drawn):
        found = f"{len(letters)}: {''.join(letters)}"
        raise PuzzleError(expected=f"{len(drawn)} regions on {len(drawn)} rows", found=found)
    return drawn


def _lettered(rows: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return rows of squares as rows of letters; longer names and numbers get letters in order."""
    apart = [row.split() if isinstance(row, str) and row.split() != [row] else row for row in rows]
    if not all(isinstance(row, (list, tuple)) for row in apart):
        return rows
    squares = [square for row in apart for square in row]
    names = dict.fromkeys(squares) if set(map(type, squares)) <= {int, str} else {}
    if all(isinstance(name, str) and len(name) == 1 for name in names):
        return tuple("".join(row) for row in apart) if names else rows
    if len(names) > len(LETTERS):
        return rows
    letters = dict(zip(names, LETTERS, strict=False))
    return tuple("".join(letters[square] for square in row) for row in apart)


def unconditional(piece: Piece | str) -> Piece:
    """Return a piece whose attacks do not depend on other pieces; refuse any other."""
    kind = piece if isinstance(piece, Piece) else Piece(piece)
    if _is_conditional(kind):
        expected = "a piece that leaps or rides, and neither hops nor is lame"
        raise PuzzleError(expected=expected, found=shown(kind.betza))
    return kind


@lru_cache(maxsize=64)
def _is_conditional(piece: Piece) -> bool:
    return any(way.captures and way.is_conditional for way in piece.ways)
