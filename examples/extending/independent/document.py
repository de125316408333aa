"""Independence as plain data."""

from __future__ import annotations

from rookery.boards.board import Square
from rookery.family import DocumentForm
from rookery.independent.puzzle import Independent
from rookery.reading.fields import BOARDS, PIECE, Field, FieldTable
from rookery.reading.parts import SQUARES, Part, squares_of


def _read_answer(puzzle: Independent, part: Part) -> tuple[Square, ...]:
    return tuple(squares_of(part, puzzle.board))


def _write_answer(puzzle: Independent, answer: tuple[Square, ...]) -> list[str]:
    return [puzzle.board.name(square) for square in answer]


FIELDS = FieldTable(
    (
        Field("board", BOARDS, "the board"),
        Field("piece", PIECE, "the piece, in Betza notation"),
    ),
    others=(),
)

FORM = DocumentForm(FIELDS, _read_answer, _write_answer, SQUARES)
