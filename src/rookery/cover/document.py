"""Covers as plain data; an answer is a list of pairs: a piece's index, from 0, and its square."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rookery.boards.asked import refuse_size
from rookery.boards.board import Board, Square
from rookery.boards.pieces import Piece
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.cover.validation import NUMBER, Price, price
from rookery.errors import PuzzleError, shown
from rookery.family import DocumentForm
from rookery.reading import fields
from rookery.reading.fields import (
    BLOCKED,
    Field,
    FieldTable,
    Kind,
    Words,
    each,
    integers,
    listed,
    or_none,
)
from rookery.reading.parts import Part, piece_of, square_of
from rookery.reading.schemas import BETZA, SQUARE, at_least, list_of, pair_of


def _board(part: Part, known: dict[str, Any]) -> Board:
    board: Board = fields.BOARDS.read(part, known)
    refuse_size("a cover", board.rows, board.columns)
    return board


def _price(part: Part, _: dict[str, Any]) -> Price:
    with part.told():
        if isinstance(part.value, bool):
            raise part.fault("a price")
        return price(part.value)


def _numbers(part: Part, _: dict[str, Any]) -> Any:
    """Return a number for all targets, or a mapping from named targets to numbers."""
    if isinstance(part.value, dict):
        return {square: part[square].integer() for square in part.value}
    return part.integer()


def _stock_in(word: str, _: Board | None) -> int | None:
    if not re.fullmatch(rf"{ANY_NUMBER}|[0-9]{{1,18}}", word):
        raise PuzzleError(expected=f"a stock of 0 or more, or {ANY_NUMBER!r}", found=shown(word))
    return None if word == ANY_NUMBER else int(word)


def _least(cover: Cover) -> Any:
    return _of_targets(cover, cover.at_least, 1)


def _most(cover: Cover) -> Any:
    return _of_targets(cover, cover.at_most, None)


def _of_targets(cover: Cover, numbers: Sequence[int | None], otherwise: int | None) -> Any:
    """Return the common number of all targets, or the numbers other than `otherwise` by name."""
    if len(set(numbers)) <= 1:
        return numbers[0] if numbers else otherwise
    pairs = zip(cover.targets, numbers, strict=True)
    return {cover.board.name(square): n for square, n in pairs if n != otherwise}


def _allowed(cover: Cover) -> Any:
    return None if cover.allowed == (None,) * len(cover.pieces) else cover.allowed


def _read_answer(puzzle: Cover, part: Part) -> Sequence[PlacedPiece]:
    return tuple(fields.placed_in(item, len(puzzle.pieces), puzzle.board) for item in part.items())


def _write_answer(puzzle: Cover, answer: Sequence[PlacedPiece]) -> list[list[Any]]:
    return [fields.placed_data(placed, puzzle.board) for placed in answer]


def _standing(part: Part, known: dict[str, Any]) -> tuple[Piece, Square]:
    pair = part.items("a piece and its square")
    if len(pair) != 2:
        raise part.fault("a piece and its square")
    return piece_of(pair[0]), square_of(pair[1], known["board"])


PRICE = Kind(
    "price",
    {
        "anyOf": [
            {"type": "number", "exclusiveMinimum": 0},
            {"type": "string", "pattern": f"^{NUMBER}$"},
        ]
    },
    _price,
    lambda value, _: value if isinstance(value, int) else str(value),  # fractions as text
)
STANDING = Kind(
    "standing",
    pair_of(BETZA, SQUARE),
    _standing,
    lambda pair, board: [pair[0].betza, board.name(pair[1])],
)
ANY_NUMBER = "-"
COUNT = or_none(integers("stock", 0))
STOCK = COUNT._replace(
    words=Words(
        f"a stock of 0 or more, or {ANY_NUMBER!r}",
        _stock_in,
        lambda number, _: ANY_NUMBER if number is None else f"{number}",
    )
)
ALLOWED = or_none(each(or_none(fields.SOME_SQUARES)))
TIMES = or_none(
    Kind(
        "times of targets",
        {"anyOf": [at_least(1), {"type": "object", "additionalProperties": at_least(1)}]},
        _numbers,
    )
)
FIELDS = FieldTable(
    Cover,
    (
        Field("board", fields.BOARDS._replace(read=_board), "the board"),
        Field("kings", fields.SOME_SQUARES, "squares of kings to be attacked"),
        Field("pieces", listed(fields.PIECE), "the kinds of pieces, in Betza notation"),
        Field("prices", each(PRICE, 1), "the price of a piece of each kind"),
        Field("guarded", fields.SOME_SQUARES, "squares to be attacked or occupied", []),
        BLOCKED,
        Field("standing", each(STANDING), "pieces that stand already, and their squares", []),
        Field("stock", or_none(listed(STOCK, 0)), "how many of each kind; null for any", None),
    ),
    (
        Field("allowed", ALLOWED, "the squares for each kind; null for all", None, value=_allowed),
        Field("square_prices", or_none(each(each(PRICE))), "rows of factors of the prices", None),
        Field("spared", fields.SOME_SQUARES, "squares to stay empty and unattacked", []),
        Field("total", fields.FLAG, "whether pieces must be attacked on guarded squares", False),
        Field("at_least", TIMES, "how many pieces cover each target", 1, value=_least),
        Field("at_most", TIMES, "the most pieces that cover each target", None, value=_most),
        Field("independent", fields.FLAG, "whether no two pieces attack each other", False),
    ),
)

FORM = DocumentForm(FIELDS, _read_answer, _write_answer, list_of(fields.PLACED.schema))
