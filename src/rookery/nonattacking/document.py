"""Non-attacking pieces as plain data; an answer is a list of pairs: a piece's index, its square."""

from __future__ import annotations

from typing import Any

from rookery.boards.board import Board
from rookery.forms import DocumentForm
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY, PlacedPiece, Span
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
    INDEX,
    NUMBER,
    SOME_SQUARES,
    SQUARE,
    SQUARES,
    Schema,
    at_least,
    fields,
    flag,
    list_of,
    or_null,
    pair_of,
)

Placement = tuple[PlacedPiece, ...]
FLAGS = ("shields", "equal", "lightest", "maximal")
LINES = ("rows", "columns", "diagonals")


def _read(part: Part) -> NonAttacking:
    found = part.fields_of(FIELDS, "family")
    board = board_of(found["board"])
    pieces = [piece_of(piece) for piece in found["pieces"].items()]
    spans = {name: _span(found[name]) for name in (*LINES, "in_region") if name in found}
    with found["pieces"].told():  # what is wrong between fields is told of the pieces
        return NonAttacking(
            board,
            pieces,
            field_of(found, "numbers", _spans, None),
            given=[
                _placed(item, len(pieces), board)
                for item in field_of(found, "given", Part.items, [])
            ],
            blocked=squares_in(found, "blocked", board),
            tolerated=[_pair(item) for item in field_of(found, "tolerated", Part.items, [])],
            regions=[squares_of(one, board) for one in field_of(found, "regions", Part.items, [])],
            weights=field_of(found, "weights", _weights, None),
            **spans,
            **{name: found[name].flag() for name in FLAGS if name in found},
        )


def _write(puzzle: NonAttacking) -> dict[str, Any]:
    board = puzzle.board
    return {
        "board": board_data(board),
        "pieces": [piece.betza for piece in puzzle.pieces],
        "numbers": [_span_data(span) for span in puzzle.numbers],
        "given": _write_answer(puzzle, puzzle.given),
        "blocked": names_of(puzzle.blocked, board),
        "tolerated": [list(pair) for pair in sorted(puzzle.tolerated)],
        **{name: _span_data(getattr(puzzle, name)) for name in LINES},
        "regions": [names_of(region, board) for region in puzzle.regions],
        "in_region": _span_data(puzzle.in_region),
        "weights": None if puzzle.weights is None else [list(row) for row in puzzle.weights],
        **{name: getattr(puzzle, name) for name in FLAGS},
    }


def _read_answer(puzzle: NonAttacking, part: Part) -> Placement:
    return tuple(_placed(item, len(puzzle.pieces), puzzle.board) for item in part.items())


def _write_answer(puzzle: NonAttacking, answer: Placement) -> list[list[Any]]:
    return [[kind, puzzle.board.name((row, column))] for kind, row, column in answer]


def _placed(part: Part, kinds: int, board: Board) -> PlacedPiece:
    pair = part.items("a piece's index and its square")
    if len(pair) != 2:
        raise part.fault("a piece's index and its square")
    kind = pair[0].integer()
    if not 0 <= kind < kinds:
        raise pair[0].fault(f"an index from 0 to {kinds - 1}")
    return (kind, *square_of(pair[1], board))


def _pair(part: Part) -> list[int]:
    return [item.integer() for item in part.items("a pair of indexes of pieces")]


def _spans(part: Part) -> list[Any] | None:
    return None if part.value is None else [_span(item) for item in part.items()]


def _span(part: Part) -> Any:
    """Return a number, a pair of the least and the most, or None, as `NonAttacking` takes them."""
    if part.value is None or isinstance(part.value, int):
        return None if part.value is None else part.integer()
    return [None if item.value is None else item.integer() for item in part.items("a number")]


def _weights(part: Part) -> list[list[Any]] | None:
    if part.value is None:
        return None
    rows = [row.items("a row of weights") for row in part.items("rows of weights")]
    return [[weight.value for weight in row] for row in rows]


def _span_data(span: Span) -> Any:
    """Return a span as a number, the least and the most, or None for any number."""
    least, most = span
    return None if span == ANY else least if least == most else [least, most]


SOME = or_null(at_least(0))
SPAN: Schema = {"anyOf": [at_least(0), pair_of(SOME, SOME), {"type": "null"}]}


FIELDS = fields(
    {"board": BOARD, "pieces": list_of(BETZA, 1)},
    {
        "numbers": or_null(list_of(SPAN), default=None),
        "given": list_of(pair_of(INDEX, SQUARE), default=[]),
        "blocked": SOME_SQUARES,
        "tolerated": list_of(pair_of(INDEX, INDEX), default=[]),
        **{name: SPAN | {"default": None} for name in LINES},
        "regions": list_of(SQUARES, default=[]),
        "in_region": SPAN | {"default": 1},
        "weights": or_null(list_of(list_of(NUMBER)), default=None),
        "shields": flag(False),
        "equal": flag(False),
        "lightest": flag(False),
        "maximal": flag(False),
    },
)

FORM = DocumentForm(
    _read, _write, _read_answer, _write_answer, FIELDS, list_of(pair_of(INDEX, SQUARE))
)
