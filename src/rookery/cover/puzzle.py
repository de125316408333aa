"""The cheapest cover: pieces of least total cost that check every king."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import GenericAlias
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Unpack, cast, overload

from rookery.boards.board import (
    Board,
    Sides,
    Square,
    Wrap,
    board_of,
    lines_of,
    refuse_size,
    rows_of_letters,
    squares_by_letter,
)
from rookery.boards.notebook import Credited, Credits
from rookery.boards.pieces import Piece
from rookery.cover import rules
from rookery.cover.validation import (
    ALSO_EMPTY,
    BLOCKED,
    EMPTY,
    GUARDED,
    GUARDED_AND_BLOCKED,
    KING,
    LETTERS,
    SHOWDOWN_PIECES,
    SPARED,
    STOCK,
    WALL,
    ByPiece,
    ByTarget,
    Conditions,
    IntegerConditions,
    IntegerPrices,
    Price,
    Prices,
    each_piece,
    each_target,
    multipliers,
    piece_of,
    pieces_of,
    price,
    rational,
    standing_pieces,
    validate,
)
from rookery.errors import PuzzleError
from rookery.guesses import wrong_keyword
from rookery.numbers import argument

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Price_co = TypeVar("Price_co", bound=Price, covariant=True, default=Price)
else:
    from typing import TypeVar

    Price_co = TypeVar("Price_co", covariant=True)

__all__ = ["EMPTY", "KING", "LETTERS", "SHOWDOWN_PIECES", "Cover", "PlacedPiece", "Price"]

PlacedPiece = tuple[int, int, int]
"""A piece on the board: its index in `Cover.pieces`, row, column; all from 0."""


@dataclass(frozen=True, init=False)
class Cover(Credited, Generic[Price_co]):
    """Place pieces on empty squares so that every target is covered, at the least total cost.

    Targets are kings, which must be in check, and guarded squares, which must be attacked by
    a piece of ours or occupied by one. Kings and pieces stand in each other's way, and both
    serve as hurdles of hoppers. At least one piece is placed, even where there is no target: the
    answer is then the cheapest piece there is, on any square on which it may stand.

    Parameters
    ----------
    board
        The board, or the side of a square one; its walls stop everything. Lines go on across
        wrapped edges, up to where they began.
    kings
        Their squares, by name or (row, column).
    prices
        The cost of each piece, or a mapping from pieces: integers, fractions or decimals above 0,
        all kept exactly: ``Fraction(1, 3)``, ``"1/3"``, ``"2.5"``; a float counts as the decimal
        that it prints as.
    pieces
        Each as a `Piece`, in Betza notation or by name; by default those that `prices` maps, or
        else the eight of the statement ``showdown``: bishop, rook, knight, gold, silver, horse,
        phoenix, cannon.
    guarded
        Empty squares to be attacked or occupied.
    blocked
        Empty squares on which no piece may be placed; lines pass over them.
    standing
        Our pieces that are on the board already, of any kind, as pairs (piece, square); an index
        means one of `pieces`, and of a single kind names of squares suffice. They cost nothing and
        are no part of an answer, but attack and stand in the way like all others.
    stock
        The greatest number of each piece, None for any number; or a mapping from pieces.
    allowed
        For each piece the squares on which it may be placed, None for all; or a mapping from
        pieces. The same piece may be given twice, as for bishops of either colour.
    square_prices
        A number above 0 for each square, row by row: the price of a piece there is its own times
        this. None where all are 1.
    spared
        Empty squares that must stay empty, and that no piece of ours may attack.
    total
        Whether a guarded square must be attacked even when it is occupied: a piece does not
        cover the square that it stands on.
    at_least, at_most
        How many pieces must, and may, cover each target: one number, one for each of `targets`, or
        a mapping from targets. A piece on a guarded square counts as one of them, unless `total`.
    independent
        Whether no piece of ours may attack another, standing ones included.
    **credits
        `title`, `author` and `source` of the puzzle, a line of text each; equality ignores them.

    Raises
    ------
    PuzzleError
        When a square is named for two things that exclude each other or is off the board,
        prices or stock and pieces differ in number, a price is not above 0, a stock
        is negative or all are 0, no square is left for a piece, a target must be covered more
        often than it may, or standing pieces cover all targets by themselves.

    Examples
    --------
    >>> puzzle = Cover.parse(["#__", "___", "__#"], [3, 4, 3, 3, 3, 9, 3, 4])
    >>> puzzle.check([(0, 1, 1)]), puzzle.value([(0, 1, 1)])
    ([], 3)
    >>> puzzle = Cover(Board(2, 3), ["a1"], {"N": "1/2", "R": 1}, stock={"R": 1}, total=True)
    >>> puzzle.pieces, puzzle.value([(0, 0, 1), (1, 0, 0)])
    ((Piece(betza='N'), Piece(betza='R')), Fraction(3, 2))
    """

    family: ClassVar[str] = "cover"

    board: Board
    kings: tuple[Square, ...]
    prices: tuple[Price_co, ...]
    pieces: tuple[Piece, ...]
    guarded: tuple[Square, ...]
    blocked: frozenset[Square]
    standing: tuple[tuple[Piece, Square], ...]
    stock: tuple[int | None, ...]
    allowed: tuple[frozenset[Square] | None, ...]
    square_prices: tuple[tuple[Price, ...], ...] | None
    spared: frozenset[Square]
    total: bool
    at_least: tuple[int, ...]
    at_most: tuple[int | None, ...]
    independent: bool

    if not TYPE_CHECKING:  # the prices' type may be left out, which Python 3.13 knows by itself
        __class_getitem__ = classmethod(GenericAlias)

    @overload
    def __init__(
        self: Cover[int],
        board: Board | Sides,
        kings: Iterable[Square | str],
        prices: IntegerPrices,
        pieces: Iterable[Piece | str] | None = None,
        *,
        guarded: Iterable[Square | str] = (),
        **conditions: Unpack[IntegerConditions],
    ) -> None: ...

    @overload
    def __init__(
        self: Cover[Price],
        board: Board | Sides,
        kings: Iterable[Square | str],
        prices: Prices,
        pieces: Iterable[Piece | str] | None = None,
        *,
        guarded: Iterable[Square | str] = (),
        **conditions: Unpack[Conditions],
    ) -> None: ...

    def __init__(  # noqa: PLR0913 - the parts of a puzzle
        self,
        board: Board | Sides,
        kings: Iterable[Square | str] | None = None,
        prices: Prices | None = None,
        pieces: Iterable[Piece | str] | None = None,
        *,
        guarded: Iterable[Square | str] = (),
        blocked: Iterable[Square | str] = (),
        standing: Iterable[tuple[Piece | str, Square | str]] = (),
        stock: ByPiece | None = None,
        allowed: ByPiece | None = None,
        square_prices: Iterable[Iterable[Any]] | None = None,
        spared: Iterable[Square | str] = (),
        total: bool = False,
        at_least: ByTarget = 1,
        at_most: ByTarget | None = None,
        independent: bool = False,
        **credits: Unpack[Credits],
    ) -> None:
        self.credit(credits)
        if kings is None or prices is None:
            parts = "kings, [] for none, and the prices of pieces"
            whole = "Cover.domination(board, 'queen') to guard the whole board"
            given = "no prices" if prices is None else "no kings"
            raise PuzzleError(expected=f"{parts}, or {whole}", found=given)
        board = board_of(board)
        refuse_size("a cover", board.rows, board.columns)
        chosen = pieces_of(prices, pieces)
        self._put(
            board=board,
            kings=tuple(sorted(board.square_set(kings))),
            prices=each_piece("prices", prices, chosen, price, "price", ...),
            pieces=chosen,
            guarded=tuple(sorted(board.square_set(guarded))),
            blocked=board.square_set(blocked),
            standing=standing_pieces(board, standing, chosen),
            stock=each_piece("stock", stock, chosen, STOCK, "stock"),
            allowed=each_piece("", allowed, chosen, board.square_set, "list of allowed squares"),
            square_prices=argument(
                "square_prices", lambda rows: multipliers(board, rows), square_prices
            ),
            spared=board.square_set(spared),
            total=bool(total),
            independent=bool(independent),
        )
        self._put(
            at_least=each_target(board, self.targets, at_least, "at_least", 1),
            at_most=each_target(board, self.targets, at_most, "at_most", None),
        )
        validate(self)

    @overload
    @classmethod
    def parse(
        cls,
        rows: str | Iterable[str],
        prices: IntegerPrices,
        pieces: Iterable[Piece | str] | None = None,
        *,
        wrap: Wrap = "",
        **conditions: Unpack[IntegerConditions],
    ) -> Cover[int]: ...

    @overload
    @classmethod
    def parse(
        cls,
        rows: str | Iterable[str],
        prices: Prices,
        pieces: Iterable[Piece | str] | None = None,
        *,
        wrap: Wrap = "",
        **conditions: Unpack[Conditions],
    ) -> Cover[Price]: ...

    @classmethod
    def parse(
        cls,
        rows: str | Iterable[str],
        prices: Prices,
        pieces: Iterable[Piece | str] | None = None,
        *,
        wrap: Wrap = "",
        **conditions: Unpack[Conditions],
    ) -> Cover:
        """Return the puzzle drawn by rows of letters.

        ``#`` is a king, ``_`` or ``.`` an empty square, ``+`` one to be guarded, ``x`` one
        that is blocked, ``*`` one that is both, ``o`` one that is to be spared, ``X`` a wall.

        Parameters
        ----------
        rows
            The top row first. A single string is the board of a text (see `rookery.cover.text`):
            also a diagram or FEN, whose pieces stand already.
        prices, pieces, **conditions
            As for `Cover`: `standing`, `stock`, `allowed`, `square_prices`, `total`, `at_least`,
            `at_most`, `independent`, and `blocked` and `spared` squares besides those drawn.
        wrap
            As for `Board`.

        Raises
        ------
        PuzzleError
            When the rows differ in length or hold another letter.
        InputError
            The same of a string, with its place.

        Examples
        --------
        >>> puzzle = Cover.parse(["+x#", "_X*"], [1], ["R"])
        >>> puzzle.guarded, sorted(puzzle.blocked)
        (((0, 0), (1, 2)), [(0, 1), (1, 2)])
        """
        if isinstance(rows, str):
            from rookery.cover.text import drawn_whole

            rows, drawn = drawn_whole(rows)
            conditions["standing"] = [*drawn, *conditions.get("standing", ())]
        lines = lines_of(rows)
        refuse_size("a cover", len(lines), max(map(len, lines), default=0))
        squares = squares_by_letter([line.replace(ALSO_EMPTY, EMPTY) for line in lines], LETTERS)
        both, blocked = squares[GUARDED_AND_BLOCKED], conditions.get("blocked", ())
        conditions["blocked"] = [*squares[BLOCKED], *both, *blocked]
        conditions["spared"] = [*squares[SPARED], *conditions.get("spared", ())]
        board = Board(len(lines), len(lines[0]), squares[WALL], wrap)
        guarded = squares[GUARDED] + both
        return cls(board, squares[KING], prices, pieces, guarded=guarded, **conditions)

    @overload
    @classmethod
    def domination(
        cls,
        board: Board | Sides,
        columns: int | Piece | str | None = None,
        piece: Piece | str = "queen",
        *,
        walls: Iterable[Square | str] = (),
        wrap: Wrap = "",
        **conditions: Unpack[IntegerConditions],
    ) -> Cover[int]: ...

    @overload
    @classmethod
    def domination(
        cls,
        board: Board | Sides,
        columns: int | Piece | str | None = None,
        piece: Piece | str = "queen",
        *,
        walls: Iterable[Square | str] = (),
        wrap: Wrap = "",
        **conditions: Unpack[Conditions],
    ) -> Cover[Price]: ...

    @classmethod
    def domination(
        cls,
        board: Board | Sides,
        columns: int | Piece | str | None = None,
        piece: Piece | str = "queen",
        *,
        walls: Iterable[Square | str] = (),
        wrap: Wrap = "",
        **conditions: Unpack[Conditions],
    ) -> Cover:
        """Return the puzzle of the fewest pieces of one kind that guard a whole board.

        All squares are to be attacked or occupied but walls, spared squares and those of standing
        pieces.

        Parameters
        ----------
        board
            A board, or its sides as `Board` takes them.
        columns
            Of a board given by its rows; or the piece.
        piece
            As `Piece`, or its name or Betza notation. One costs 1, times what its square costs.
        walls, wrap, **conditions
            As for `Board` and `Cover`: `blocked`, `standing`, `stock`, `allowed`, `square_prices`,
            `spared`, `total`, `at_least`, `at_most` and `independent`.

        Examples
        --------
        >>> puzzle = Cover.domination(3, piece="K")
        >>> puzzle.check([(0, 1, 1)]), len(puzzle.check([(0, 0, 0)]))
        ([], 5)
        >>> Cover.domination(3, piece="K", total=True).check([(0, 1, 1)])
        ['square at b2 is not attacked']
        """
        for name in conditions.keys() & {"kings", "prices", "pieces", "guarded"}:
            raise wrong_keyword("Cover.domination()", name, ("piece",))
        if isinstance(columns, (str, Piece)):
            piece, columns = columns, None
        if not isinstance(board, Board):
            board = Board(board, columns, walls, wrap)
        elif columns is not None or walls != () or wrap:
            raise PuzzleError(
                expected="a Board with its own columns, walls and wrap, or sides with these",
                found="a Board and other ones",
            )
        refuse_size("a cover", board.rows, board.columns)
        spared = board.square_set(conditions.get("spared", ()))
        piece = piece_of(piece)
        standing = standing_pieces(board, conditions.get("standing", ()), [piece])
        guarded = set(board.squares()).difference(spared, (square for _, square in standing))
        conditions["spared"], conditions["standing"] = spared, standing
        return cls(board, (), [1], [piece], guarded=guarded, **conditions)

    @cached_property
    def targets(self) -> tuple[Square, ...]:
        """The kings, then the guarded squares."""
        return self.kings + self.guarded

    @cached_property
    def obstacles(self) -> frozenset[Square]:
        """The squares of the kings and of the pieces that stand already."""
        return frozenset(self.kings).union(square for _, square in self.standing)

    @cached_property
    def places(self) -> tuple[Square, ...]:
        """The squares on which a piece may be placed, row by row from the top."""
        taken = self.obstacles | self.blocked | self.spared
        return tuple(square for square in self.board.squares() if square not in taken)

    @cached_property
    def plain(self) -> bool:
        """Whether there are only kings to check, with any number of pieces on any square."""
        limited = any(number is not None for number in self.stock)
        return not (self.guarded or self.blocked or self.standing or limited or self.conditions)

    @cached_property
    def conditions(self) -> bool:
        """Whether the puzzle asks for more than a cover per target at the prices of the pieces."""
        restricted = any(squares is not None for squares in self.allowed)
        return self.strict or self.total or restricted or self.square_prices is not None

    @cached_property
    def strict(self) -> bool:
        """Whether an added piece can spoil a cover, or a target needs more than one attack."""
        return self.independent or self.counts_attacks

    @cached_property
    def counts_attacks(self) -> bool:
        """Whether a square needs more than one attack, or bears only so many or none."""
        several = any(number > 1 for number in self.at_least)
        bounded = any(number is not None for number in self.at_most)
        return bool(several or bounded or self.spared)

    @cached_property
    def hops(self) -> bool:
        """Whether a piece, placed or standing, attacks over hurdles."""
        pieces = (*self.pieces, *(piece for piece, _ in self.standing))
        return any(motion.captures for piece in pieces for motion in piece.hops)

    @cached_property
    def unit(self) -> Fraction:
        """The greatest number of which every price is a whole multiple, one over an integer."""
        factors = (value for row in self.square_prices or () for value in row)
        scale = math.lcm(*(number.denominator for number in self.prices))
        return Fraction(1, scale * math.lcm(*(factor.denominator for factor in factors)))

    @cached_property
    def unit_prices(self) -> tuple[int, ...]:
        """The prices of pieces in stock wherever they may stand, each once, counted in `unit`."""
        rows = self.square_prices
        factors = {1} if rows is None else {rows[row][column] for row, column in self.places}
        priced = zip(self.prices, self.stock, strict=True)
        own_prices = {own for own, number in priced if number != 0}
        found = {own * factor / self.unit for own in own_prices for factor in factors}
        return tuple(sorted(map(int, found)))

    def price_at(self, kind: int, square: Square) -> Price_co:
        """Return the price of a piece on a square."""
        if self.square_prices is None:
            return self.prices[kind]
        found = self.prices[kind] * self.square_prices[square[0]][square[1]]
        return cast("Price_co", rational(found))

    def may_stand(self, kind: int, square: Square) -> bool:
        """Return whether a piece of a kind is allowed on a place."""
        squares = self.allowed[kind]
        return squares is None or square in squares

    def __str__(self) -> str:
        letters = dict.fromkeys(self.kings, KING) | dict.fromkeys(self.board.walls, WALL)
        letters |= dict.fromkeys(self.guarded, GUARDED) | dict.fromkeys(self.blocked, BLOCKED)
        letters |= dict.fromkeys(self.blocked.intersection(self.guarded), GUARDED_AND_BLOCKED)
        letters |= dict.fromkeys(self.spared, SPARED)
        return "\n".join(rows_of_letters(self.board, letters, EMPTY))

    def value(self, answer: Sequence[PlacedPiece]) -> Price_co:
        """Return the total cost of the pieces of an answer."""
        total = sum(self.price_at(kind, (row, column)) for kind, row, column in answer)
        return cast("Price_co", rational(total))

    def check(self, answer: Any) -> list[str]:
        """Return the faults of an answer, in words; none if it is right.

        Every attack is derived anew from the pieces' rules with all pieces on the board.
        Rows and columns in the messages count from 1.
        """
        return rules.faults(self, answer)

    def misplaced(self, placed_pieces: list[PlacedPiece]) -> list[str]:
        """Return, in words, pieces on squares where they may not stand or beyond the stock."""
        return rules.misplaced(self, placed_pieces)

    def missed(self, placed_pieces: Iterable[PlacedPiece]) -> list[Square]:
        """Return the kings, then the guarded squares, that too few pieces cover.

        The pieces must not be misplaced.
        """
        return rules.missed(self, placed_pieces)
