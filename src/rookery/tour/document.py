"""The JSON form of tours and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rookery.boards.board import Board, Square
from rookery.family import DocumentForm
from rookery.reading import fields
from rookery.reading.fields import Field, FieldTable, Kind, names, or_none
from rookery.reading.parts import Part, names_of, square_of, squares_of
from rookery.reading.schemas import SQUARE, SQUARES, list_of
from rookery.tour.puzzle import ALL, BESIDE, VISITS, Target, Tour
from rookery.tour.rules import TURNS


def _read_answer(puzzle: Tour, part: Part) -> Sequence[Square]:
    return tuple(squares_of(part, puzzle.board))


def _write_answer(puzzle: Tour, answer: Sequence[Square]) -> list[str]:
    return [puzzle.board.name(square) for square in answer]


def _targets(part: Part, known: dict[str, Any]) -> str | list[Square | list[Square]]:
    if part.value == ALL:
        return ALL
    return [_target(target, known) for target in part.items()]


def _target(part: Part, known: dict[str, Any]) -> Square | list[Square]:
    board = known["board"]
    if isinstance(part.value, str):
        return square_of(part, board)
    squares = [square_of(item, board) for item in part.items("a square or a list of squares")]
    if not squares:
        raise part.fault("at least one square", "none")
    return squares


def _target_data(target: Target, board: Board) -> str | list[str]:
    return board.name(target) if isinstance(target, tuple) else names_of(target, board)


TARGET = Kind("target", {"anyOf": [SQUARE, list_of(SQUARE, 1)]}, _target, _target_data)
TARGETS = Kind(
    "targets",
    {"anyOf": [list_of(TARGET.schema, 1), {"const": ALL}]},
    _targets,
    lambda targets, board: [_target_data(target, board) for target in targets],
)
VISIT = names("visit", VISITS)
TURN = names("turn", tuple(TURNS))
FIELDS = FieldTable(
    Tour,
    (
        Field("board", fields.BOARDS, "the board"),
        Field(
            "start",
            or_none(fields.ONE_SQUARE),
            "where the piece stands first; null for anywhere",
            None,
        ),
        Field("targets", TARGETS, "squares, or lists of squares, any of which is visited"),
        Field(
            "goal",
            or_none(TARGET),
            "the square, or squares, to visit last",
            None,
            value=lambda t: None if t.closed else t.goal,
        ),
        Field("mover", fields.PIECE, "the piece, in Betza notation", "Q"),
        Field("visit", VISIT, "whether targets are visited from beside, on or over them", BESIDE),
        Field("pawns", fields.SOME_SQUARES, "squares where other pieces stand", []),
        Field("closed", fields.FLAG, "whether the tour ends at its start", False),
        Field("once", fields.FLAG, "whether no square may be repeated", False),
        Field(
            "turn",
            or_none(TURN),
            "the turn of the board under which the tour is symmetric",
            None,
        ),
    ),
)

FORM = DocumentForm(FIELDS, _read_answer, _write_answer, SQUARES)
