"""Documents of queens puzzles: squares by name, placements as lists of squares, file by file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rookery.boards.board import Board
from rookery.family import DocumentForm
from rookery.queens.puzzle import Placement, Queens, square_board
from rookery.reading.fields import BLOCKED, GIVEN, Field, FieldTable, Kind, Option
from rookery.reading.parts import PLACEMENTS, SIDE, Part, squares_of


def _side(part: Part, _: dict[str, Any]) -> int:
    part.integer()
    side: int = part.by(square_board).rows
    return side


def placement_of(n: int, data: Any, place: str = "placement") -> Placement:
    """Return the placement that names of squares describe, as `placement_in` does."""
    return placement_in(Part(data, place), n)


def placement_in(part: Part, n: int) -> Placement:
    """Return the placement that names of squares describe, one a file, file by file.

    A `DocumentError` is raised when the data is not one square a file. Attacks between queens are
    not checked.
    """
    squares = squares_of(part, Board(n))
    if len(squares) != n or any(at != column for at, (_, column) in enumerate(squares)):
        raise part.fault(f"{n} squares, one of each file from the left")
    return tuple(row for row, _ in squares)


def placements_of(part: Part, n: int) -> Sequence[Placement]:
    """Return the placements of a list, each as `placement_in` does."""
    return tuple(placement_in(item, n) for item in part.items())


def placement_data(placement: Placement) -> list[str]:
    """Return the names of a placement's squares, file by file."""
    name = Board(len(placement)).name
    return [name((row, column)) for column, row in enumerate(placement)]


STANDING = GIVEN._replace(
    option=Option(
        "A queen stands on this square, such as a1; or on several: a1,b3.", "--at", "SQUARE"
    )
)
FORBIDDEN = BLOCKED._replace(
    option=Option("No queen stands on this square, or on these.", "--block", "SQUARE")
)
FIELDS = FieldTable(
    (Field("n", Kind("side", SIDE, _side), "the side of the board"), STANDING, FORBIDDEN),
    board=Board,
)

FORM: DocumentForm[Queens, Sequence[Placement]] = DocumentForm(
    FIELDS,
    read_answer=lambda puzzle, part: placements_of(part, puzzle.n),
    write_answer=lambda puzzle, answer: [placement_data(placement) for placement in answer],
    answer=PLACEMENTS,
)
