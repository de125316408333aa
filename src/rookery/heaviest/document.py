"""Documents of heaviest placements: rows of weights; an answer is a list of placements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rookery.boards.board import Board
from rookery.forms import DocumentForm
from rookery.heaviest.puzzle import Heaviest, Weights
from rookery.queens.document import placement_data, placements_of
from rookery.queens.puzzle import Placement
from rookery.reading import fields
from rookery.reading.fields import BLOCKED, GIVEN, Field, FieldTable, Kind, integers
from rookery.reading.parts import Part
from rookery.reading.schemas import NUMBER, PLACEMENTS, list_of


def _weights(part: Part, _: dict[str, Any]) -> Weights:
    with part.told():
        return Heaviest([[cell.value for cell in row.items()] for row in part.items()]).weights


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

FORM: DocumentForm[Heaviest, Sequence[Placement]] = DocumentForm(
    FIELDS,
    lambda puzzle, part: placements_of(part, puzzle.n),
    lambda puzzle, answer: list(map(placement_data, answer)),
    PLACEMENTS,
    values=lambda puzzle, answer: list(map(puzzle.weight, answer)),
)
