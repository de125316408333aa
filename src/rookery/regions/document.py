"""Documents of region puzzles: rows of letters; an answer is a list of squares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rookery.boards.board import Board
from rookery.family import DocumentForm
from rookery.reading.fields import BLOCKED, GIVEN, Field, FieldTable, Kind, Option, integers, pieces
from rookery.reading.parts import SQUARES, TEXT, Part, list_of, squares_of
from rookery.reading.settings import SettingsTable, setting
from rookery.regions.validation import STARS, drawn_rows, unconditional

if TYPE_CHECKING:
    from rookery.regions.puzzle import Placement, Regions


def _rows(part: Part, _: dict[str, Any]) -> tuple[str, ...]:
    rows = [row.text() for row in part.items("rows of letters")]
    with part.told():
        return drawn_rows(rows)


FIELDS = FieldTable(
    (
        Field(
            "rows",
            Kind("letters", list_of(TEXT, 1), _rows, lambda rows, _: list(rows)),
            "rows of letters, from the top; each letter names a region",
        ),
        Field(
            "stars",
            integers("times", STARS.least),
            "how many pieces stand in each row, column and region",
            1,
            option=Option(
                "How many stand in each row, column and region; default: what FILE says, else 1.",
                metavar="N",
            ),
            label="Pieces in each row, column and region",
        ),
        Field(
            "piece",
            pieces(unconditional),
            "the piece, in Betza notation",
            "K",
            option=Option(
                "The piece; default: what FILE says, else a king, which touches no other.",
                metavar="BETZA",
            ),
            label="Piece (kings do not touch each other)",
        ),
        GIVEN,
        BLOCKED,
    ),
    board=lambda rows: Board(len(rows)),
)

SETTINGS = SettingsTable(*map(setting, FIELDS.fields[1:]))  # of texts, after the rows

FORM: DocumentForm[Regions, Placement] = DocumentForm(
    FIELDS,
    read_answer=lambda puzzle, part: tuple(sorted(squares_of(part, puzzle.board))),
    write_answer=lambda puzzle, answer: [puzzle.board.name(square) for square in answer],
    answer=SQUARES,
)
