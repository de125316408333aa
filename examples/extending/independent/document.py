"""Independence as plain data."""

from __future__ import annotations

from typing import Any

from rookery.boards.board import Square
from rookery.forms import DocumentForm
from rookery.independent.puzzle import Independent
from rookery.reading.parts import Part, board_data, board_of, piece_of, squares_of
from rookery.reading.schemas import BETZA, BOARD, SQUARES, fields


def _read(part: Part) -> Independent:
    found = part.fields_of(FIELDS, "family")
    return Independent(board_of(found["board"]), piece_of(found["piece"]))


def _write(puzzle: Independent) -> dict[str, Any]:
    return {"board": board_data(puzzle.board), "piece": puzzle.piece.betza}


def _read_answer(puzzle: Independent, part: Part) -> tuple[Square, ...]:
    return tuple(squares_of(part, puzzle.board))


def _write_answer(puzzle: Independent, answer: tuple[Square, ...]) -> list[str]:
    return [puzzle.board.name(square) for square in answer]


FIELDS = fields({"board": BOARD, "piece": BETZA}, {})

FORM = DocumentForm(_read, _write, _read_answer, _write_answer, FIELDS, SQUARES)
