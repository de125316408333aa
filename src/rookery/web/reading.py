"""Puzzles as they come in: those of texts that somebody pastes or drops, and those of requests."""

from __future__ import annotations

from typing import Any

from rookery.api.texts import kind_of, read_text
from rookery.document import DocumentError, document_of, puzzle_of
from rookery.errors import PuzzleError
from rookery.web.bounds import SIDE

MOST_PUZZLES = 200
NAME = "text"


def read(text: str, kind: str | None) -> dict[str, Any]:
    """Return the kind of a text, its puzzles as plain data, and warnings.

    Raises
    ------
    RookeryError
        When no kind fits, at the first fault of the text, and when a board is too large.
    """
    data = text.encode()
    kind = kind or kind_of(data, NAME)
    puzzles, warnings = read_text(kind, data, NAME)
    if len(puzzles) > MOST_PUZZLES:
        warnings.append(f"only the first {MOST_PUZZLES} of {len(puzzles)} puzzles are shown")
    kept = puzzles[:MOST_PUZZLES]
    for puzzle in kept:
        board = getattr(puzzle, "board", None)
        rows, columns = (puzzle.n, puzzle.n) if board is None else (board.rows, board.columns)
        if max(rows, columns) > SIDE:
            expected = f"a board of at most {SIDE}x{SIDE}"
            raise PuzzleError(expected=expected, found=f"{rows}x{columns}")
    return {"kind": kind, "puzzles": [document_of(puzzle) for puzzle in kept], "warnings": warnings}


def puzzle_in(document: Any) -> Any:
    """Return the puzzle of a request.

    Raises
    ------
    DocumentError
        When it is none; the place is that in the request.
    """
    try:
        return puzzle_of(document)
    except DocumentError as error:
        place = f"puzzle.{error.place}" if error.place else "puzzle"
        raise DocumentError.of(error, place) from error
