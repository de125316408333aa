"""Weights as plain data, and the placements that are heaviest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rookery.boards.board import Board
from rookery.forms import DocumentForm
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.document import placement_data, placement_in
from rookery.queens.puzzle import Placement
from rookery.reading.parts import Part, field_of, names_of, squares_in
from rookery.reading.schemas import (
    NUMBER,
    PLACEMENTS,
    SOME_SQUARES,
    at_least,
    fields,
    flag,
    list_of,
)
from rookery.results.values import Number


def _read(part: Part) -> Heaviest:
    found = part.fields_of(FIELDS, "family")
    with found["weights"].told():
        rows = [[cell.value for cell in row.items()] for row in found["weights"].items()]
        plain = Heaviest(rows)
    board = Board(plain.n)
    return Heaviest(
        plain.weights,
        lightest=field_of(found, "lightest", Part.flag, False),
        best=field_of(found, "best", Part.integer, 1),
        given=squares_in(found, "given", board),
        blocked=squares_in(found, "blocked", board),
    )


def _write(puzzle: Heaviest) -> dict[str, Any]:
    board = Board(puzzle.n)
    return {
        "weights": [list(row) for row in puzzle.weights],
        "given": names_of(puzzle.given, board),
        "blocked": names_of(puzzle.blocked, board),
        "lightest": puzzle.lightest,
        "best": puzzle.best,
    }


def _read_answer(puzzle: Heaviest, part: Part) -> Sequence[Placement]:
    return tuple(placement_in(item, puzzle.n) for item in part.items())


def _write_answer(puzzle: Heaviest, answer: Sequence[Placement]) -> list[list[str]]:
    return [placement_data(placement) for placement in answer]


def _weights_of(puzzle: Heaviest, answer: Sequence[Placement]) -> list[Number]:
    return [puzzle.weight(placement) for placement in answer]


FIELDS = fields(
    {"weights": list_of(list_of(NUMBER, 1), 1)},
    {
        "given": SOME_SQUARES,
        "blocked": SOME_SQUARES,
        "lightest": flag(default=False),
        "best": at_least(1, default=1),
    },
)

FORM = DocumentForm(
    _read, _write, _read_answer, _write_answer, FIELDS, PLACEMENTS, values=_weights_of
)
