"""Covers as plain data; an answer is a list of pairs: a piece's index, from 0, and its square."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Board, Square
from rookery.boards.pieces import Piece
from rookery.cover.validation import A_PRICE, NUMBER, STOCK, TIMES, Price, piece_of, price
from rookery.errors import PuzzleError, shown
from rookery.family import DocumentForm
from rookery.reading import fields
from rookery.reading.fields import (
    BLOCKED,
    Field,
    FieldTable,
    Kind,
    Option,
    WordForm,
    each,
    integers,
    listed,
    or_none,
    pieces,
    squares_in,
)
from rookery.reading.parts import BETZA, SQUARE, Part, at_least, list_of, pair_of, square_of
from rookery.reading.parts import piece_of as piece_in

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover, PlacedPiece

_COST = re.compile(r"\+?[0-9]{1,18}([./][0-9]{1,18})?")


def _price(part: Part, _: dict[str, Any]) -> Price:
    if isinstance(part.value, bool):
        raise part.fault(A_PRICE)
    found: Price = part.by(price)
    return found


def cost_in(word: str, _: Board | None = None) -> Price:
    """Return the cost of a word: an integer, a decimal or a fraction above 0."""
    if not _COST.fullmatch(word):
        raise PuzzleError(expected=A_PRICE, found=shown(word))
    return price(word)


def standing_in(word: str, board: Board | None) -> tuple[Piece, Any]:
    """Return the piece and squares of a word such as ``B@a1,c1``."""
    piece, at, squares = word.partition("@")
    if not (piece and at and squares):
        raise PuzzleError(expected="a piece and its squares, as N@c3", found=shown(word))
    return Piece(piece), squares_in(squares, board)


def _numbers(part: Part, _: dict[str, Any]) -> Any:
    if isinstance(part.value, dict):
        return {square: part[square].by(TIMES) for square in part.value}
    return part.by(TIMES)


def _stock_in(word: str, _: Board | None) -> int | None:
    if not re.fullmatch(rf"{ANY_NUMBER}|[0-9]{{1,18}}", word):
        raise PuzzleError(expected=f"{STOCK.expected}, or {ANY_NUMBER!r}", found=shown(word))
    return None if word == ANY_NUMBER else int(word)


def _of_targets(cover: Cover, numbers: Sequence[int | None], otherwise: int | None) -> Any:
    """Return the common number of all targets, or the numbers other than `otherwise` by name."""
    if len(set(numbers)) <= 1:
        return numbers[0] if numbers else otherwise
    pairs = zip(cover.targets, numbers, strict=True)
    return {cover.board.name(square): n for square, n in pairs if n != otherwise}


def _standing(part: Part, known: dict[str, Any]) -> tuple[Piece, Square]:
    pair = part.items("a piece and its square")
    if len(pair) != 2:
        raise part.fault("a piece and its square")
    return piece_in(pair[0]), square_of(pair[1], known["board"])


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
    words=WordForm(A_PRICE, cost_in, lambda value, _: str(value)),
)
STANDING = Kind(
    "standing",
    pair_of(BETZA, SQUARE),
    _standing,
    lambda pair, board: [pair[0].betza, board.name(pair[1])],
    words=WordForm(
        "a piece and its squares",
        standing_in,
        lambda pair, board: f"{pair[0]}@{board.name(pair[1])}",
    ),
)
ANY_NUMBER = "-"
NUMBERS = or_none(integers("stock", STOCK.least))._replace(
    words=WordForm(
        f"{STOCK.expected}, or {ANY_NUMBER!r}",
        _stock_in,
        lambda number, _: ANY_NUMBER if number is None else f"{number}",
    )
)
ALLOWED = or_none(each(or_none(fields.SOME_SQUARES)))
TIMES_OF_ALL = integers("times", TIMES.least)
TARGET_TIMES = or_none(
    Kind(
        "times of targets",
        {"anyOf": [at_least(1), {"type": "object", "additionalProperties": at_least(1)}]},
        _numbers,
    )
)
FIELDS = FieldTable(
    (
        Field("board", fields.BOARDS, "the board"),
        Field("kings", fields.SOME_SQUARES, "squares of kings to be attacked"),
        Field(
            "pieces",
            listed(pieces(piece_of)),
            "the kinds of pieces, in Betza notation",
            option=Option(
                "Pieces by name or in Betza notation; default: the eight of showdown, named below; "
                "with --whole queens.",
                metavar="P,P,...",
            ),
        ),
        Field(
            "prices",
            listed(PRICE),
            "the price of a piece of each kind",
            option=Option(
                "Cost of each piece; default: what FILE says, else 1 with --pieces or --whole.",
                "--costs",
                "X,X,...",
            ),
        ),
        Field("guarded", fields.SOME_SQUARES, "squares to be attacked or occupied", []),
        BLOCKED,
        Field(
            "standing",
            each(STANDING),
            "pieces that stand already, and their squares",
            [],
            option=Option(
                "A piece of yours that is already on the board, such as N@c3.", metavar="P@SQUARE"
            ),
        ),
        Field(
            "stock",
            or_none(listed(NUMBERS, 0)),
            "how many of each kind; null for any",
            None,
            option=Option("How many of each piece there are; - for any number.", metavar="K,K,..."),
        ),
    ),
    (
        Field(
            "allowed",
            ALLOWED,
            "the squares for each kind; null for all",
            None,
            value=lambda cover: (
                cover.allowed if any(s is not None for s in cover.allowed) else None
            ),
            option=Option(
                "The only squares on which a piece may be placed, such as B@a1,c1.",
                "--allow",
                "P@SQUARE,...",
                each(STANDING),
            ),
        ),
        Field(
            "square_prices",
            or_none(each(each(PRICE))),
            "rows of factors of the prices",
            None,
            option=Option(
                "Rows of numbers, one a square, by which the cost of a piece there is multiplied.",
                "--square-costs",
                "COSTFILE",
                fields.LINE,
            ),
        ),
        Field("spared", fields.SOME_SQUARES, "squares to stay empty and unattacked", []),
        Field(
            "total",
            fields.FLAG,
            "whether pieces must be attacked on guarded squares",
            False,
            option=Option("Guarded squares must be attacked, even when occupied."),
            label="A guarded square must be attacked even where a piece stands",
        ),
        Field(
            "at_least",
            TARGET_TIMES,
            "how many pieces cover each target",
            1,
            value=lambda cover: _of_targets(cover, cover.at_least, 1),
            option=Option("Cover every target at least K times.", "", "K", TIMES_OF_ALL),
            label="Each target covered at least",
        ),
        Field(
            "at_most",
            TARGET_TIMES,
            "the most pieces that cover each target",
            None,
            value=lambda cover: _of_targets(cover, cover.at_most, None),
            option=Option("Cover no target more often.", "", "K", TIMES_OF_ALL),
            label="at most",
        ),
        Field(
            "independent",
            fields.FLAG,
            "whether no two pieces attack each other",
            False,
            option=Option("No piece of yours may attack another."),
            label="No piece may attack another",
        ),
        *fields.CREDITS,
    ),
)

FORM: DocumentForm[Cover, Sequence[PlacedPiece]] = DocumentForm(
    FIELDS,
    read_answer=fields.placed_pieces_in,
    write_answer=fields.placed_pieces_data,
    answer=list_of(fields.PLACED.schema),
)
