"""Tours as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rookery.boards.board import Board, Square
from rookery.forms import DocumentForm
from rookery.reading.parts import (
    Part,
    board_data,
    board_of,
    field_of,
    names_of,
    piece_of,
    square_of,
    squares_in,
    squares_of,
)
from rookery.reading.schemas import (
    BETZA,
    BOARD,
    SOME_SQUARES,
    SQUARE,
    SQUARES,
    fields,
    flag,
    list_of,
    or_null,
)
from rookery.tour.puzzle import ALL, BESIDE, VISITS, Target, Tour
from rookery.tour.symmetry import TURNS


def _read(part: Part) -> Tour:
    found = part.fields_of(FIELDS, "family")
    board = board_of(found["board"])
    start = found.get("start")
    goal, turn = found.get("goal"), found.get("turn")
    return Tour(
        board,
        None if start is None or start.value is None else square_of(start, board),
        _targets(found["targets"], board),
        None if goal is None or goal.value is None else _target(goal, board),
        mover=field_of(found, "mover", piece_of, "Q"),
        visit=field_of(found, "visit", Part.text, BESIDE),
        pawns=squares_in(found, "pawns", board),
        closed=field_of(found, "closed", Part.flag, False),
        once=field_of(found, "once", Part.flag, False),
        turn=None if turn is None or turn.value is None else turn.text(),
    )


def _write(tour: Tour) -> dict[str, Any]:
    board = tour.board
    goal = None if tour.goal is None or tour.closed else _target_data(tour.goal, board)
    return {
        "board": board_data(board),
        "start": None if tour.start is None else board.name(tour.start),
        "targets": [_target_data(target, board) for target in tour.targets],
        "goal": goal,
        "mover": tour.mover.betza,
        "visit": tour.visit,
        "pawns": names_of(tour.pawns, board),
        "closed": tour.closed,
        "once": tour.once,
        "turn": tour.turn,
    }


def _read_answer(puzzle: Tour, part: Part) -> Sequence[Square]:
    return tuple(squares_of(part, puzzle.board))


def _write_answer(puzzle: Tour, answer: Sequence[Square]) -> list[str]:
    return [puzzle.board.name(square) for square in answer]


def _targets(part: Part, board: Board) -> str | list[Square | list[Square]]:
    if part.value == ALL:
        return ALL
    return [_target(target, board) for target in part.items()]


def _target(part: Part, board: Board) -> Square | list[Square]:
    if isinstance(part.value, str):
        return square_of(part, board)
    squares = [square_of(item, board) for item in part.items("a square or a list of squares")]
    if not squares:
        raise part.fault("at least one square", "none")
    return squares


def _target_data(target: Target, board: Board) -> str | list[str]:
    return board.name(target) if isinstance(target, tuple) else names_of(target, board)


TARGET = {"anyOf": [SQUARE, list_of(SQUARE, 1)]}
TARGETS = {"anyOf": [list_of(TARGET, 1), {"const": ALL}]}
FIELDS = fields(
    {"board": BOARD, "targets": TARGETS},
    {
        "start": or_null(SQUARE, default=None),
        "goal": or_null(TARGET, default=None),
        "mover": BETZA | {"default": "Q"},
        "visit": {"type": "string", "enum": list(VISITS), "default": BESIDE},
        "pawns": SOME_SQUARES,
        "closed": flag(default=False),
        "once": flag(default=False),
        "turn": or_null({"enum": list(TURNS), "type": "string"}, default=None),
    },
)

FORM = DocumentForm(_read, _write, _read_answer, _write_answer, FIELDS, SQUARES)
