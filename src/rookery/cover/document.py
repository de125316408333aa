"""Covers as plain data; an answer is a list of pairs: a piece's index, from 0, and its square."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rookery.boards.asked import refuse_size
from rookery.boards.board import Board, Square
from rookery.boards.pieces import Piece
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.cover.validation import NUMBER, Price, price
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
    INDEX,
    SOME_SQUARES,
    SQUARE,
    SQUARES,
    at_least,
    fields,
    flag,
    list_of,
    or_null,
    pair_of,
)


def _read(part: Part) -> Cover:
    found = part.fields_of(FIELDS, "family")
    board = board_of(found["board"])
    refuse_size("a cover", board.rows, board.columns)
    rows = _given(found, "square_prices")
    return Cover(
        board,
        squares_of(found["kings"], board),
        list(map(_price, found["prices"].items())),
        [piece_of(piece) for piece in found["pieces"].items()],
        guarded=squares_in(found, "guarded", board),
        blocked=squares_in(found, "blocked", board),
        standing=[_standing(pair, board) for pair in field_of(found, "standing", Part.items, [])],
        stock=_each(found, "stock", Part.integer),
        allowed=_each(found, "allowed", lambda item: squares_of(item, board)),
        square_prices=None if rows is None else [_row(row) for row in rows.items()],
        spared=squares_in(found, "spared", board),
        total=field_of(found, "total", Part.flag, False),
        at_least=_numbers(found, "at_least", 1),
        at_most=_numbers(found, "at_most", None),
        independent=field_of(found, "independent", Part.flag, False),
    )


def _given(found: dict[str, Part], name: str) -> Part | None:
    """Return a field that is there and not null."""
    return found[name] if name in found and found[name].value is not None else None


def _each(found: dict[str, Part], name: str, read: Callable[[Part], Any]) -> list[Any] | None:
    """Return what a field holds for each piece, None for what is null."""
    part = _given(found, name)
    if part is None:
        return None
    return [None if item.value is None else read(item) for item in part.items()]


def _row(part: Part) -> list[Price]:
    return list(map(_price, part.items()))


def _price(part: Part) -> Price:
    with part.told():
        if isinstance(part.value, bool):
            raise part.fault("a price")
        return price(part.value)


def _numbers(found: dict[str, Part], name: str, otherwise: int | None) -> Any:
    """Return a number for all targets, or those of the targets that are named."""
    part = _given(found, name)
    if part is None:
        return otherwise
    if isinstance(part.value, dict):
        return {square: part[square].integer() for square in part.value}
    return part.integer()


def _write(cover: Cover) -> dict[str, Any]:
    return _write_plain(cover) | _write_conditions(cover)


def _write_conditions(cover: Cover) -> dict[str, Any]:
    """Return what is asked besides; nothing where that is as it is by default."""
    board, rows = cover.board, cover.square_prices
    told = {
        "allowed": [None if s is None else names_of(s, board) for s in cover.allowed],
        "square_prices": rows and [list(map(_number, row)) for row in rows],
        "spared": names_of(cover.spared, board),
        "total": cover.total,
        "at_least": _of_targets(cover, cover.at_least, 1),
        "at_most": _of_targets(cover, cover.at_most, None),
        "independent": cover.independent,
    }
    absent = {"at_least": 1, "allowed": [None] * len(cover.pieces)}
    return {name: value for name, value in told.items() if value and value != absent.get(name)}


def _of_targets(cover: Cover, numbers: Sequence[int | None], otherwise: int | None) -> Any:
    """Return the number of all targets, or by name those that are not as by default."""
    if len(set(numbers)) <= 1:
        return numbers[0] if numbers else otherwise
    pairs = zip(cover.targets, numbers, strict=True)
    return {cover.board.name(square): n for square, n in pairs if n != otherwise}


def _number(value: Price) -> int | str:
    """Return a price as JSON has it: fractions as text."""
    return value if isinstance(value, int) else str(value)


def _write_plain(cover: Cover) -> dict[str, Any]:
    board = cover.board
    return {
        "board": board_data(board),
        "kings": names_of(cover.kings, board),
        "pieces": [piece.betza for piece in cover.pieces],
        "prices": list(map(_number, cover.prices)),
        "guarded": names_of(cover.guarded, board),
        "blocked": names_of(cover.blocked, board),
        "standing": [[piece.betza, board.name(square)] for piece, square in cover.standing],
        "stock": list(cover.stock),
    }


def _read_answer(puzzle: Cover, part: Part) -> Sequence[PlacedPiece]:
    return tuple(_placed(item, puzzle) for item in part.items())


def _write_answer(puzzle: Cover, answer: Sequence[PlacedPiece]) -> list[list[Any]]:
    return [[kind, puzzle.board.name((row, column))] for kind, row, column in answer]


def _placed(part: Part, cover: Cover) -> PlacedPiece:
    pair = part.items("a piece's index and its square")
    if len(pair) != 2:
        raise part.fault("a piece's index and its square")
    kind = pair[0].integer()
    if not 0 <= kind < len(cover.pieces):
        raise pair[0].fault(f"an index from 0 to {len(cover.pieces) - 1}")
    return (kind, *square_of(pair[1], cover.board))


def _standing(part: Part, board: Board) -> tuple[Piece, Square]:
    pair = part.items("a piece and its square")
    if len(pair) != 2:
        raise part.fault("a piece and its square")
    return piece_of(pair[0]), square_of(pair[1], board)


PRICE = {
    "anyOf": [
        {"type": "number", "exclusiveMinimum": 0},
        {"type": "string", "pattern": f"^{NUMBER}$"},
    ]
}
_OF_TARGETS = {
    "anyOf": [at_least(1), {"type": "object", "additionalProperties": at_least(1)}],
}

FIELDS = fields(
    {
        "board": BOARD,
        "kings": SQUARES,
        "pieces": list_of(BETZA, 1),
        "prices": list_of(PRICE, 1),
    },
    {
        "guarded": SOME_SQUARES,
        "blocked": SOME_SQUARES,
        "standing": list_of(pair_of(BETZA, SQUARE), default=[]),
        "stock": or_null(list_of(or_null(at_least(0))), default=None),
        "allowed": or_null(list_of(or_null(SQUARES)), default=None),
        "square_prices": or_null(list_of(list_of(PRICE)), default=None),
        "spared": SOME_SQUARES,
        "total": flag(False),
        "at_least": or_null(_OF_TARGETS, default=1),
        "at_most": or_null(_OF_TARGETS, default=None),
        "independent": flag(False),
    },
)
ANSWER = list_of(pair_of(INDEX, SQUARE))

FORM = DocumentForm(_read, _write, _read_answer, _write_answer, FIELDS, ANSWER)
