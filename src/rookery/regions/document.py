"""Region puzzles as plain data: rows of letters; an answer is a list of squares."""

from __future__ import annotations

from typing import Any

from rookery.boards.board import Board
from rookery.forms import DocumentForm
from rookery.reading.parts import Part, field_of, names_of, piece_of, squares_in, squares_of
from rookery.reading.schemas import BETZA, SOME_SQUARES, SQUARES, TEXT, at_least, fields, list_of
from rookery.regions.puzzle import Placement, Regions

KING = "K"


def _read(part: Part) -> Regions:
    found = part.fields_of(FIELDS, "family")
    rows = [row.text() for row in found["rows"].items("rows of letters")]
    with found["rows"].told():
        board = Regions(rows).board
    with part.told():
        return Regions(
            rows,
            field_of(found, "stars", Part.integer, 1),
            field_of(found, "piece", piece_of, KING),
            given=squares_in(found, "given", board),
            blocked=squares_in(found, "blocked", board),
        )


def _write(puzzle: Regions) -> dict[str, Any]:
    board: Board = puzzle.board
    return {
        "rows": list(puzzle.rows),
        "stars": puzzle.stars,
        "piece": puzzle.piece.betza,
        "given": names_of(puzzle.given, board),
        "blocked": names_of(puzzle.blocked, board),
    }


def _read_answer(puzzle: Regions, part: Part) -> Placement:
    return tuple(sorted(squares_of(part, puzzle.board)))


def _write_answer(puzzle: Regions, answer: Placement) -> list[str]:
    return [puzzle.board.name(square) for square in answer]


FIELDS = fields(
    {"rows": list_of(TEXT, 1)},
    {
        "stars": at_least(1, 1),
        "piece": BETZA | {"default": KING},
        "given": SOME_SQUARES,
        "blocked": SOME_SQUARES,
    },
)

FORM = DocumentForm(_read, _write, _read_answer, _write_answer, FIELDS, SQUARES)
