"""The JSON form of tours and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Board, Square
from rookery.family import DocumentForm
from rookery.reading import fields
from rookery.reading.fields import Field, FieldTable, Kind, Option, names, or_none, pieces
from rookery.reading.parts import SQUARE, SQUARES, Part, list_of, names_of, square_of, squares_of
from rookery.tour.validation import ALL, BESIDE, TURN, VISIT, Target, mover_of

if TYPE_CHECKING:
    from rookery.tour.puzzle import Tour


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
    lambda part, known: (
        ALL if part.value == ALL else [_target(target, known) for target in part.items()]
    ),
    lambda targets, board: [_target_data(target, board) for target in targets],
)
FIELDS = FieldTable(
    (
        Field("board", fields.BOARDS, "the board"),
        Field(
            "start",
            or_none(fields.ONE_SQUARE),
            "where the piece stands first; null for anywhere",
            None,
            option=Option("With --whole: where the tour starts.", metavar="SQUARE"),
        ),
        Field("targets", TARGETS, "squares, or lists of squares, any of which is visited"),
        Field(
            "goal",
            or_none(TARGET),
            "the square, or squares, to visit last",
            None,
            value=lambda t: None if t.closed else t.goal,
            option=Option("With --whole: where it ends.", metavar="SQUARE"),
        ),
        Field(
            "mover",
            pieces(mover_of),
            "the piece, in Betza notation",
            "Q",
            option=Option(
                "The piece that tours, in Betza notation or by name; default: what FILE says, else "
                "a queen; with --whole a knight.",
                metavar="BETZA",
            ),
        ),
        Field(
            "visit",
            names("visit", VISIT.names),
            "whether targets are visited from beside, on or over them",
            BESIDE,
            option=Option(
                "How targets are visited: from beside them, by standing on them, or by passing "
                "over them too; default: what FILE says, else beside; with --whole on. With "
                "--whole over is for a queen unless --mover says otherwise, and squares may be "
                "stood on again."
            ),
        ),
        Field("pawns", fields.SOME_SQUARES, "squares where other pieces stand", []),
        Field(
            "closed",
            fields.FLAG,
            "whether the tour ends at its start",
            False,
            option=Option("With --whole: it ends where it began."),
        ),
        Field(
            "once",
            fields.FLAG,
            "whether no square may be repeated",
            False,
            option=Option("With --whole --visit over: no square is stood on twice."),
        ),
        Field(
            "turn",
            or_none(names("turn", TURN.names)),
            "the turn of the board under which the tour is symmetric",
            None,
            option=Option(
                "With --whole --closed: it looks the same when the board is turned so far."
            ),
        ),
    ),
)

FORM: DocumentForm[Tour, Sequence[Square]] = DocumentForm(
    FIELDS,
    read_answer=lambda puzzle, part: tuple(squares_of(part, puzzle.board)),
    write_answer=lambda puzzle, answer: [puzzle.board.name(square) for square in answer],
    answer=SQUARES,
)
