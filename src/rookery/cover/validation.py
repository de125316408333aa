"""Validation of the arguments and drawings of a cover, and of the puzzle they make."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar

from rookery.boards.board import Board, Square
from rookery.boards.notebook import Credits
from rookery.boards.pieces import Piece, refuse_routes
from rookery.cover import rules
from rookery.errors import PuzzleError, shown
from rookery.numbers import AtLeast, argument, items, plain

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover

KING = "#"
EMPTY, ALSO_EMPTY = "_", "."
GUARDED = "+"
BLOCKED = "x"
GUARDED_AND_BLOCKED = "*"
SPARED = "o"
WALL = "X"
LETTERS = KING + EMPTY + GUARDED + BLOCKED + GUARDED_AND_BLOCKED + SPARED + WALL

Price = int | Fraction
Prices = Iterable[SupportsIndex | Fraction | Decimal | float | str] | Mapping[Any, Any]
IntegerPrices = Sequence[int] | Mapping[str, int] | Mapping[Piece, int] | Mapping[Piece | str, int]
ByPiece = Iterable[Any] | Mapping[Any, Any]
ByTarget = SupportsIndex | Iterable[Any] | Mapping[Any, Any]
SHOWDOWN_NAMES = ("bishop", "rook", "knight", "gold", "silver", "horse", "phoenix", "cannon")
SHOWDOWN_PIECES = tuple(map(Piece, SHOWDOWN_NAMES))
A_PRICE = "a price above 0: an integer, a fraction or a decimal"
STOCK = AtLeast(0)
TIMES = AtLeast(1)
# Three digits of an exponent reach beyond every float; nine make an integer of 400 MB.
NUMBER = r"[+]?[0-9]+(/[0-9]+|(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?)"
HIGHEST_PRICE = 10**18  # units; the searches count in 64-bit integers


class _Conditions(Credits, total=False):
    blocked: Iterable[Square | str]
    standing: Iterable[tuple[Piece | str, Square | str]]
    spared: Iterable[Square | str]
    stock: ByPiece | None
    allowed: ByPiece | None
    total: bool
    at_least: ByTarget
    at_most: ByTarget | None
    independent: bool


class Conditions(_Conditions, total=False):
    """Optional conditions of a cover, as for `Cover`."""

    square_prices: Iterable[Iterable[Any]] | None


class IntegerConditions(_Conditions, total=False):
    """The same, with integer square prices."""

    square_prices: Sequence[Sequence[int]] | None


Value = TypeVar("Value")


def piece_of(piece: Piece | str) -> Piece:
    """Return a piece given as a `Piece`, by name or in Betza notation; bent riders are refused."""
    return refuse_routes(piece if isinstance(piece, Piece) else Piece(piece), "a cover")


def pieces_of(prices: Prices, pieces: Iterable[Piece | str] | None) -> tuple[Piece, ...]:
    """Return the given pieces, by default those with a price, or else the statement's."""
    if pieces is not None:
        pieces = (pieces,) if isinstance(pieces, str) and pieces.islower() else pieces  # one name
        found = tuple(map(piece_of, items(pieces, "pieces such as ['Q', 'R']")))
    else:
        found = tuple(map(piece_of, prices)) if isinstance(prices, Mapping) else SHOWDOWN_PIECES
    if not found:
        raise PuzzleError(expected="at least one piece", found="none")
    return found


def standing_pieces(
    board: Board, standing: Iterable[Any], pieces: Sequence[Piece]
) -> tuple[tuple[Piece, Square], ...]:
    """Return the standing pieces, sorted by square; `pieces` are those that an index means."""
    found: dict[Square, Piece] = {}
    for given in items(standing, "standing pieces such as [('N', 'c3')]"):
        pair: Any = (0, given) if len(pieces) == 1 and isinstance(given, str) else given
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise PuzzleError(expected="pairs (piece, square)", found=shown(pair))
        piece = pieces[pair[0]] if pair[0] in range(len(pieces)) else piece_of(pair[0])
        square = board.square(pair[1])
        if square in found:
            raise PuzzleError(expected=f"one standing piece at {board.name(square)}", found="two")
        found[square] = piece
    return tuple((found[square], square) for square in sorted(found))


def each_piece(
    name: str,
    given: Any,
    pieces: Sequence[Piece],
    rule: Callable[[Any], Value],
    what: str,
    otherwise: Any = None,
) -> tuple[Value | Any, ...]:
    """Return a value for each of the pieces: of a sequence, a mapping from pieces, or None.

    The rule validates values other than None, whose faults are those of the argument `name` if it
    has one; `what` names one value in messages. `otherwise` stands for values that are not given;
    `...` if every piece needs one.
    """

    def read(value: Any) -> Any:
        if value is None and otherwise is None:
            return None
        return argument(name, rule, value) if name else rule(value)

    given = {} if given is None else given
    if len(pieces) == 1 and rational(given) is not None:
        given = [given]
    if isinstance(given, Mapping):
        by_piece = {piece_of(piece): value for piece, value in given.items()}
        strange = [piece for piece in by_piece if piece not in pieces]
        if strange:
            names = ", ".join(piece.betza for piece in pieces)
            raise PuzzleError(expected=f"a {what} of {names}", found=f"one of {strange[0].betza}")
        lacking = [piece for piece in pieces if piece not in by_piece and otherwise is ...]
        if lacking:
            raise PuzzleError(expected=f"a {what} of {lacking[0].betza}", found="none")
        return tuple(read(by_piece.get(piece, otherwise)) for piece in pieces)
    values = tuple(map(read, items(given, f"one {what} for each piece")))
    if len(values) != len(pieces):
        raise PuzzleError(
            expected=f"one {what} for each of {len(pieces)} pieces", found=f"{len(values)}"
        )
    return values


def price(given: object) -> Price:
    """Convert a price to an exact number; a float counts as the decimal that it prints as.

    >>> price("1/3"), price(0.1), price("2.50"), price(4)
    (Fraction(1, 3), Fraction(1, 10), Fraction(5, 2), 4)
    """
    value = rational(given)
    if value is None or value <= 0:
        raise PuzzleError(expected=A_PRICE, found=shown(given))
    return value


def rational(given: object) -> Price | None:
    """Convert a number of any type to an exact integer or fraction; None if it is not a number.

    >>> rational("1e3"), rational("1e-9999")
    (1000, None)
    """
    with suppress(TypeError):
        return operator.index(given)  # type: ignore[arg-type]
    if not isinstance(given, Fraction) and not re.fullmatch(NUMBER, str(given)):
        return None
    try:
        value = Fraction(given if isinstance(given, Fraction) else str(given))
    except (ValueError, ZeroDivisionError):
        return None
    return value.numerator if value.denominator == 1 else value


def multipliers(board: Board, given: Any) -> tuple[tuple[Price, ...], ...] | None:
    """Return the price factor of each square, row by row."""
    if given is None:
        return None
    expected = f"{board.rows} rows of {board.columns} square prices"
    rows = [items(row, expected) for row in items(given, expected)]
    if len(rows) != board.rows or any(len(row) != board.columns for row in rows):
        raise PuzzleError(expected=expected, found=f"rows of {[len(row) for row in rows]}")
    found = tuple(tuple(map(price, row)) for row in rows)
    return None if all(value == 1 for row in found for value in row) else found


def each_target(
    board: Board, targets: Sequence[Square], given: Any, what: str, otherwise: int | None
) -> tuple[int | None, ...]:
    """Return the number for each target: one for all, one per target, or a mapping from targets.

    `what` is its name in messages. `otherwise` stands for None, and for targets not in a mapping.
    """

    def times(value: object) -> int | None:
        return otherwise if value is None else argument(what, TIMES, value)

    given = plain(given)
    if not isinstance(given, Iterable):
        return (times(given),) * len(targets)
    if isinstance(given, Mapping):
        numbers = {board.square(square): times(n) for square, n in given.items()}
        strange = [square for square in numbers if square not in targets]
        if strange:
            raise PuzzleError(expected=f"{what} of targets", found=board.name(strange[0]))
        return tuple(numbers.get(target, otherwise) for target in targets)
    values = tuple(map(times, given))
    if len(values) != len(targets):
        raise PuzzleError(
            expected=f"{what} for each of {len(targets)} targets", found=f"{len(values)}"
        )
    return values


def validate(cover: Cover) -> None:
    """Raise a `PuzzleError` if the parts of a puzzle contradict each other."""
    _refuse_unscalable(cover)
    if not any(number is None or number > 0 for number in cover.stock):
        raise PuzzleError(expected="a stock of at least one piece", found="none")
    for target, least, most in zip(cover.targets, cover.at_least, cover.at_most, strict=True):
        if most is not None and most < least:
            name = cover.board.name(target)
            raise PuzzleError(expected=f"at_most of at least {least} at {name}", found=f"{most}")
    taken = dict.fromkeys(cover.board.walls, "a wall")
    for what, kind, squares in (
        ("kings", "a king", cover.kings),
        ("standing pieces", "a standing piece", [square for _, square in cover.standing]),
        ("spared squares", "a spared square", cover.spared),
        ("guarded squares", "a guarded square", cover.guarded),
        ("blocked squares", "a blocked square", cover.blocked),
    ):
        for square in sorted(squares):
            if square in taken:
                found = f"{taken[square]} at {cover.board.name(square)}"
                raise PuzzleError(expected=f"{what} on free squares", found=f"{found}")
        if what not in ("guarded squares", "blocked squares"):
            taken |= dict.fromkeys(squares, kind)
    if not cover.places:
        raise PuzzleError(expected="a board with an empty square", found="none")
    kinds = [kind for kind, number in enumerate(cover.stock) if number != 0]
    if not any(cover.may_stand(kind, square) for kind in kinds for square in cover.places):
        raise PuzzleError(expected="an empty square on which a piece is allowed", found="none")
    if cover.standing and not rules.missed(cover, ()):
        raise PuzzleError(
            expected="a king or guarded square that no standing piece attacks", found="none"
        )


def _refuse_unscalable(cover: Cover) -> None:
    factors = [factor for row in cover.square_prices or () for factor in row]
    highest = max(cover.prices) * max(factors, default=1)
    for numbers in (cover.prices, factors):
        scale = 1
        for number in numbers:
            scale = math.lcm(scale, number.denominator)
            if highest * scale >= HIGHEST_PRICE:
                raise PuzzleError(
                    expected="prices below 10^18 as multiples of their common unit",
                    found=shown(int(highest * scale)),
                )
        highest *= scale
