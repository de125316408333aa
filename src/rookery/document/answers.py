"""Answers and results as plain data, and answers back."""

from __future__ import annotations

from typing import Any

from rookery.board import Board
from rookery.cover.puzzle import Cover
from rookery.document.parts import Part, square_of, squares_of
from rookery.document.puzzles import Document, Puzzle
from rookery.heaviest.puzzle import Heaviest
from rookery.queens.puzzle import Placement, Queens
from rookery.result import Result
from rookery.tour.puzzle import Tour


def answer_data(puzzle: Puzzle, answer: Any) -> list[Any] | None:
    """Return an answer of a puzzle as plain data, None when there is none.

    Examples
    --------
    >>> answer_data(Queens(4), ((1, 3, 0, 2), (2, 0, 3, 1)))
    [['a3', 'b1', 'c4', 'd2'], ['a2', 'b4', 'c1', 'd3']]
    """
    if answer is None:
        return None
    if isinstance(puzzle, Queens):
        return [placement_data(puzzle.n, placement) for placement in answer]
    if isinstance(puzzle, Heaviest):
        found = (answer,) if puzzle.best == 1 else answer
        return [placement_data(puzzle.n, placement) for placement in found]
    name = puzzle.board.name
    if isinstance(puzzle, Tour):
        return [name(square) for square in answer]
    return [[kind, name((row, column))] for kind, row, column in answer]


def answer_of(puzzle: Puzzle, data: Any) -> Any:
    """Return the answer of plain data, in the puzzle's own form; it need not be right.

    Raises
    ------
    DocumentError
        When it has not the form of an answer; the places begin with ``answer``.

    Examples
    --------
    >>> answer_of(Queens(4), [["a3", "b1", "c4", "d2"]])
    ((1, 3, 0, 2),)
    """
    if data is None:
        return None
    part = Part(data, "answer")
    if isinstance(puzzle, Queens):
        return tuple(_placement(item, puzzle.n) for item in part.items())
    if isinstance(puzzle, Heaviest):
        found = tuple(_placement(item, puzzle.n) for item in part.items())
        if puzzle.best > 1:
            return found
        if len(found) != 1:
            raise part.fault("one placement", f"{len(found)}")
        return found[0]
    if isinstance(puzzle, Tour):
        return tuple(squares_of(part, puzzle.board))
    return tuple(_man(item, puzzle) for item in part.items())


def placement_data(n: int, placement: Placement) -> list[str]:
    """Return the names of a placement's squares, file by file."""
    name = Board(n).name
    return [name((row, column)) for column, row in enumerate(placement)]


def placement_of(n: int, data: Any, place: str = "placement") -> Placement:
    """Return the placement of names of squares, one of each file, file by file.

    Raises
    ------
    DocumentError
        When they are not; that the queens leave each other in peace is not checked.
    """
    return _placement(Part(data, place), n)


def result_data(result: Result) -> Document:
    """Return what is known of a result, but its answer, as plain data."""
    return {
        "family": result.puzzle.family,
        "status": result.status.value,
        "reason": result.reason.value,
        "value": result.value,
        "bound": result.bound,
        "gap": result.gap,
        "share": result.share,
        "seconds": round(result.seconds, 6),
        "compile_seconds": round(result.compile_seconds, 6),
        "method": result.method,
        "seed": result.seed,
    }


def _man(part: Part, cover: Cover) -> tuple[int, int, int]:
    pair = part.items("a piece's index and its square")
    if len(pair) != 2:
        raise part.fault("a piece's index and its square")
    kind = pair[0].integer()
    if not 0 <= kind < len(cover.pieces):
        raise pair[0].fault(f"an index from 0 to {len(cover.pieces) - 1}")
    return (kind, *square_of(pair[1], cover.board))


def _placement(part: Part, n: int) -> Placement:
    board = Board(n)
    squares = squares_of(part, board)
    if [column for _, column in squares] != list(range(n)):
        raise part.fault(f"{n} squares, one of each file from the left")
    return tuple(row for row, _ in squares)
