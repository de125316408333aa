"""Documents of heaviest placements: rows of weights; an answer is a list of placements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Board
from rookery.family import DocumentForm
from rookery.heaviest.validation import BEST, Weights, weights_of
from rookery.queens.document import FORBIDDEN, STANDING, placement_data, placements_of
from rookery.reading import fields
from rookery.reading.fields import Field, FieldTable, Kind, Option, integers
from rookery.reading.parts import NUMBER, PLACEMENTS, Part, list_of

if TYPE_CHECKING:
    from rookery.heaviest.puzzle import Heaviest
    from rookery.queens.puzzle import Placement


def _weights(part: Part, _: dict[str, Any]) -> Weights:
    with part.told():
        return weights_of([[cell.value for cell in row.items()] for row in part.items()])


WEIGHTS = Kind(
    "weights",
    list_of(list_of(NUMBER, 1), 1),
    _weights,
    lambda weights, _: [list(row) for row in weights],
)
FIELDS = FieldTable(
    (
        Field("weights", WEIGHTS, "rows of weights, from the top"),
        STANDING,
        FORBIDDEN,
        Field(
            "lightest",
            fields.FLAG,
            "whether the least weight is wanted",
            False,
            option=Option("Find the lightest placement instead."),
        ),
        Field(
            "best",
            integers("best", BEST.least),
            "the number of placements wanted, the best first",
            1,
            option=Option("Print the K best placements, the best first; default: 1.", metavar="K"),
            label="How many placements, best first",
        ),
    ),
    board=lambda weights: Board(len(weights)),
)

FORM: DocumentForm[Heaviest, Sequence[Placement]] = DocumentForm(
    FIELDS,
    read_answer=lambda puzzle, part: placements_of(part, puzzle.n),
    write_answer=lambda puzzle, answer: [placement_data(placement) for placement in answer],
    answer=PLACEMENTS,
    values=lambda puzzle, answer: [puzzle.weight(placement) for placement in answer],
)
