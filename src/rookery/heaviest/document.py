"""The JSON form of heaviest placements and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rookery.boards.board import Board
from rookery.family import DocumentForm
from rookery.heaviest.puzzle import Heaviest, Weights
from rookery.queens.document import placement_data, placement_in
from rookery.queens.puzzle import Placement
from rookery.reading import fields
from rookery.reading.fields import BLOCKED, GIVEN, Field, FieldTable, Kind, integers
from rookery.reading.parts import Part
from rookery.reading.schemas import NUMBER, PLACEMENTS, list_of
from rookery.results.values import Number


def _weights(part: Part, _: dict[str, Any]) -> Weights:
    with part.told():
        return Heaviest([[cell.value for cell in row.items()] for row in part.items()]).weights


def _read_answer(puzzle: Heaviest, part: Part) -> Sequence[Placement]:
    return tuple(placement_in(item, puzzle.n) for item in part.items())


def _write_answer(puzzle: Heaviest, answer: Sequence[Placement]) -> list[list[str]]:
    return [placement_data(placement) for placement in answer]


def _weights_of(puzzle: Heaviest, answer: Sequence[Placement]) -> list[Number]:
    return [puzzle.weight(placement) for placement in answer]


WEIGHTS = Kind(
    "weights",
    list_of(list_of(NUMBER, 1), 1),
    _weights,
    lambda weights, _: [list(row) for row in weights],
)
FIELDS = FieldTable(
    Heaviest,
    (
        Field("weights", WEIGHTS, "rows of weights, from the top"),
        GIVEN,
        BLOCKED,
        Field("lightest", fields.FLAG, "whether the least weight is wanted", False),
        Field(
            "best",
            integers("best", 1),
            "the number of placements wanted, the best first",
            1,
        ),
    ),
    board=lambda weights: Board(len(weights)),
)

FORM = DocumentForm(FIELDS, _read_answer, _write_answer, PLACEMENTS, values=_weights_of)
