"""Covers as plain data; an answer is a list of pairs: a piece's index, from 0, and its square."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rookery.boards.board import Board, Square
from rookery.boards.pieces import Piece
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.family import DocumentForm
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
    list_of,
    or_null,
    pair_of,
)


def _read(part: Part) -> Cover:
    found = part.fields_of(FIELDS, "family")
    board = board_of(found["board"])
    stock = found.get("stock")
    counts = None
    if stock is not None and stock.value is not None:
        counts = [None if item.value is None else item.integer() for item in stock.items()]
    return Cover(
        board,
        squares_of(found["kings"], board),
        [price.integer() for price in found["prices"].items()],
        [piece_of(piece) for piece in found["pieces"].items()],
        guarded=squares_in(found, "guarded", board),
        blocked=squares_in(found, "blocked", board),
        standing=[_standing(pair, board) for pair in field_of(found, "standing", Part.items, [])],
        stock=counts,
    )


def _write(cover: Cover) -> dict[str, Any]:
    board = cover.board
    return {
        "board": board_data(board),
        "kings": names_of(cover.kings, board),
        "pieces": [piece.betza for piece in cover.pieces],
        "prices": list(cover.prices),
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


FIELDS = fields(
    {
        "board": BOARD,
        "kings": SQUARES,
        "pieces": list_of(BETZA, 1),
        "prices": list_of(at_least(1), 1),
    },
    {
        "guarded": SOME_SQUARES,
        "blocked": SOME_SQUARES,
        "standing": list_of(pair_of(BETZA, SQUARE), default=[]),
        "stock": or_null(list_of(or_null(at_least(0))), default=None),
    },
)
ANSWER = list_of(pair_of(INDEX, SQUARE))

FORM = DocumentForm(_read, _write, _read_answer, _write_answer, FIELDS, ANSWER)
