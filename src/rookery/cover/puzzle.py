"""The cheapest cover: pieces of least total cost that check every king."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, SupportsIndex

from rookery.boards.board import Board, Square, expect_open
from rookery.boards.notebook import Drawable
from rookery.boards.pieces import Piece
from rookery.cover.validation import (
    BLOCKED,
    EMPTY,
    GUARDED,
    GUARDED_AND_BLOCKED,
    KING,
    LETTERS,
    WALL,
    by_letter,
    number,
    piece_of,
    price,
    standing_pieces,
)
from rookery.errors import PuzzleError, shown
from rookery.numbers import plain

__all__ = ["EMPTY", "KING", "LETTERS", "SHOWDOWN_PIECES", "Cover", "PlacedPiece"]

PlacedPiece = tuple[int, int, int]
"""A piece on the board: its index in `Cover.pieces`, row, column; all from 0."""

SHOWDOWN_PIECES = tuple(
    map(Piece, ("bishop", "rook", "knight", "gold", "silver", "horse", "phoenix", "cannon"))
)


@dataclass(frozen=True, init=False)
class Cover(Drawable):
    """Place pieces on empty squares so that every target is covered, at the least total cost.

    Targets are kings, which must be in check, and guarded squares, which must be attacked by
    a piece of ours or occupied by one. Kings and pieces stand in each other's way, and both
    serve as hurdles of hoppers. At least one piece is placed.

    Parameters
    ----------
    board
        The board; its walls stop everything.
    kings
        Their squares, by name or (row, column).
    prices
        The cost of each piece, an integer of at least 1.
    pieces
        Each as a `Piece`, in Betza notation or by name; by default the eight of the statement
        ``showdown``: bishop, rook, knight, gold, silver, horse, phoenix, cannon.
    guarded
        Empty squares to be attacked or occupied.
    blocked
        Empty squares on which no piece may be placed; lines pass over them.
    standing
        Our pieces that are on the board already, of any kind, as pairs (piece, square). They cost
        nothing and are no part of an answer, but attack and stand in the way like all others.
    stock
        For each piece how many there are at most; None for any number.

    Raises
    ------
    PuzzleError
        When a square is named for two things that exclude each other or is off the board,
        prices or stock and pieces differ in number, a price is no positive integer, a stock
        is negative or all are 0, no square is left for a piece, or standing pieces cover all
        targets by themselves.

    Examples
    --------
    >>> puzzle = Cover.parse(["#__", "___", "__#"], [3, 4, 3, 3, 3, 9, 3, 4])
    >>> puzzle.check([(0, 1, 1)]), puzzle.value([(0, 1, 1)])
    ([], 3)
    """

    family: ClassVar[str] = "cover"

    board: Board
    kings: tuple[Square, ...]
    prices: tuple[int, ...]
    pieces: tuple[Piece, ...]
    guarded: tuple[Square, ...]
    blocked: frozenset[Square]
    standing: tuple[tuple[Piece, Square], ...]
    stock: tuple[int | None, ...]

    def __init__(  # noqa: PLR0913 - the parts of a puzzle
        self,
        board: Board,
        kings: Iterable[Square | str],
        prices: Iterable[SupportsIndex],
        pieces: Iterable[Piece | str] = SHOWDOWN_PIECES,
        *,
        guarded: Iterable[Square | str] = (),
        blocked: Iterable[Square | str] = (),
        standing: Iterable[tuple[Piece | str, Square | str]] = (),
        stock: Iterable[SupportsIndex | None] | None = None,
    ) -> None:
        expect_open(board, "a cover")
        chosen = tuple(map(piece_of, pieces))
        numbers = (None,) * len(chosen) if stock is None else tuple(map(number, plain(stock)))
        fields = {
            "board": board,
            "kings": tuple(sorted(board.square_set(kings))),
            "prices": tuple(map(price, plain(prices))),
            "pieces": chosen,
            "guarded": tuple(sorted(board.square_set(guarded))),
            "blocked": board.square_set(blocked),
            "standing": standing_pieces(board, standing),
            "stock": numbers,
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        self._refuse_miscounted()
        self._refuse_misplaced()

    @classmethod
    def parse(
        cls,
        rows: str | Iterable[str],
        prices: Iterable[SupportsIndex],
        pieces: Iterable[Piece | str] = SHOWDOWN_PIECES,
        *,
        standing: Iterable[tuple[Piece | str, Square | str]] = (),
        stock: Iterable[SupportsIndex | None] | None = None,
    ) -> Cover:
        """Return the puzzle drawn by rows of letters.

        ``#`` is a king, ``_`` or ``.`` an empty square, ``+`` one to be guarded, ``x`` one
        that is blocked, ``*`` one that is both, ``X`` a wall.

        Parameters
        ----------
        rows
            The top row first; a single string is split at blanks.
        prices, pieces, standing, stock
            As for `Cover`.

        Raises
        ------
        PuzzleError
            When the rows differ in length or hold another letter.

        Examples
        --------
        >>> puzzle = Cover.parse(["+x#", "_X*"], [1], ["R"])
        >>> puzzle.guarded, sorted(puzzle.blocked)
        (((0, 0), (1, 2)), [(0, 1), (1, 2)])
        """
        lines = rows.split() if isinstance(rows, str) else list(rows)
        squares = by_letter(lines)
        return cls(
            Board(len(lines), len(lines[0]), squares[WALL]),
            squares[KING],
            prices,
            pieces,
            guarded=squares[GUARDED] + squares[GUARDED_AND_BLOCKED],
            blocked=squares[BLOCKED] + squares[GUARDED_AND_BLOCKED],
            standing=standing,
            stock=stock,
        )

    @classmethod
    def domination(
        cls,
        rows: int,
        columns: int | None = None,
        piece: Piece | str = "queen",
        *,
        walls: Iterable[Square | str] = (),
        blocked: Iterable[Square | str] = (),
        standing: Iterable[tuple[Piece | str, Square | str]] = (),
    ) -> Cover:
        """Return the puzzle of the fewest pieces of one kind that guard a whole board.

        Every square without a wall or a standing piece is to be attacked or occupied.

        Parameters
        ----------
        rows, columns
            Of the board; as many columns as rows unless told otherwise.
        piece
            As `Piece`, or its name or Betza notation. One costs 1.
        walls, blocked, standing
            As for `Board` and `Cover`.

        Examples
        --------
        >>> puzzle = Cover.domination(3, piece="K")
        >>> puzzle.check([(0, 1, 1)]), len(puzzle.check([(0, 0, 0)]))
        ([], 5)
        """
        board = Board(rows, columns, walls)
        taken = standing_pieces(board, standing)
        guarded = set(board.squares()) - {square for _, square in taken}
        return cls(board, (), [1], [piece], guarded=guarded, blocked=blocked, standing=taken)

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
        taken = self.obstacles | self.blocked
        return tuple(square for square in self.board.squares() if square not in taken)

    @cached_property
    def plain(self) -> bool:
        """Whether there are only kings to check, with any number of pieces on any square."""
        limited = any(number is not None for number in self.stock)
        return not (self.guarded or self.blocked or self.standing or limited)

    @cached_property
    def hops(self) -> bool:
        """Whether a piece, placed or standing, attacks over hurdles."""
        pieces = (*self.pieces, *(piece for piece, _ in self.standing))
        return any(motion.captures for piece in pieces for motion in piece.hops)

    def __str__(self) -> str:
        letters = dict.fromkeys(self.kings, KING) | dict.fromkeys(self.board.walls, WALL)
        letters |= dict.fromkeys(self.guarded, GUARDED) | dict.fromkeys(self.blocked, BLOCKED)
        letters |= dict.fromkeys(self.blocked.intersection(self.guarded), GUARDED_AND_BLOCKED)
        return "\n".join(
            "".join(letters.get((row, column), EMPTY) for column in range(self.board.columns))
            for row in range(self.board.rows)
        )

    def value(self, answer: Sequence[PlacedPiece]) -> int:
        """Return the total cost of the pieces of an answer."""
        return sum(self.prices[kind] for kind, _, _ in answer)

    def check(self, answer: Any) -> list[str]:
        """Return what is wrong with an answer, in words; nothing when it is right.

        Every attack is derived anew from the pieces' rules with all pieces on the board.
        Rows and columns in the messages count from 1.
        """
        try:
            placed_pieces = [_placed_piece(*placed_piece) for placed_piece in plain(answer)]
        except (TypeError, ValueError):
            return [f"expected triples (piece, row, column), got {shown(answer)}"]
        if not placed_pieces:
            return ["expected at least one piece, got none"]
        faults = self.misplaced(placed_pieces)
        if faults:
            return faults
        kings = set(self.kings)
        return [
            f"king at {_where(square)} is not in check"
            if square in kings
            else f"square at {_where(square)} is neither attacked nor occupied"
            for square in self.missed(placed_pieces)
        ]

    def misplaced(self, placed_pieces: list[PlacedPiece]) -> list[str]:
        """Return in words which pieces stand where none may, or are more than in stock."""
        return self._misplaced(placed_pieces) + self._missing(placed_pieces)

    def missed(self, placed_pieces: Iterable[PlacedPiece]) -> list[Square]:
        """Return the kings not in check, then the guarded squares not attacked or occupied.

        The pieces must not be misplaced.
        """
        placed = {(row, column): self.pieces[kind] for kind, row, column in placed_pieces}
        attacked = self._attacked(placed)
        return [
            *(king for king in self.kings if king not in attacked),
            *(square for square in self.guarded if square not in attacked | placed.keys()),
        ]

    def _attacked(self, placed: dict[Square, Piece]) -> set[Square]:
        """Return what placed and standing pieces attack."""
        occupied = self.obstacles.union(placed)
        attacked: set[Square] = set()
        for square, piece in (*placed.items(), *((s, p) for p, s in self.standing)):
            attacked |= piece.attacks(self.board, square, occupied)
        return attacked

    def _misplaced(self, placed_pieces: list[PlacedPiece]) -> list[str]:
        """Return what is wrong with where the pieces stand."""
        faults = []
        kings, standing = set(self.kings), {square for _, square in self.standing}
        for kind, *square in placed_pieces:
            where = _where(square)
            if not 0 <= kind < len(self.pieces):
                faults.append(f"piece {kind + 1} at {where} is none of {len(self.pieces)}")
            if tuple(square) not in self.board:
                faults.append(f"piece at {where} is off the board")
                continue
            for squares, what in (
                (self.board.walls, "a wall"),
                (kings, "a king"),
                (standing, "a standing piece"),
                (self.blocked, "a blocked square"),
            ):
                if tuple(square) in squares:
                    faults.append(f"piece at {where} stands on {what}")
        places = Counter((row, column) for _, row, column in placed_pieces)
        faults += [
            f"{number} pieces stand at {_where(square)}"
            for square, number in places.items()
            if number > 1
        ]
        return faults

    def _missing(self, placed_pieces: list[PlacedPiece]) -> list[str]:
        """Return which pieces there are more of than in stock."""
        used = Counter(kind for kind, _, _ in placed_pieces)
        return [
            f"expected at most {number} of piece {kind + 1}, got {used[kind]}"
            for kind, number in enumerate(self.stock)
            if number is not None and used[kind] > number
        ]

    def _refuse_miscounted(self) -> None:
        """Raise where prices or stock do not fit the pieces."""
        count = len(self.pieces)
        if not count or len(self.prices) != count:
            raise PuzzleError(
                expected=f"one price for each of {count} pieces", found=f"{len(self.prices)}"
            )
        if len(self.stock) != count:
            raise PuzzleError(
                expected=f"one stock for each of {count} pieces", found=f"{len(self.stock)}"
            )
        if not any(number is None or number > 0 for number in self.stock):
            raise PuzzleError(expected="a stock of at least one piece", found="none")

    def _refuse_misplaced(self) -> None:
        """Raise where squares are named for two things, or leave nothing to place or cover."""
        taken = dict.fromkeys(self.board.walls, "a wall")
        for what, kind, squares in (
            ("kings", "a king", self.kings),
            ("standing pieces", "a standing piece", [square for _, square in self.standing]),
            ("guarded squares", "a guarded square", self.guarded),
            ("blocked squares", "a blocked square", self.blocked),
        ):
            for square in sorted(squares):
                if square in taken:
                    found = f"{taken[square]} at {self.board.name(square)}"
                    raise PuzzleError(expected=f"{what} on free squares", found=f"{found}")
            if what in ("kings", "standing pieces"):
                taken |= dict.fromkeys(squares, kind)
        if not self.places:
            raise PuzzleError(expected="a board with an empty square", found="none")
        if self.standing and self._attacked({}).issuperset(self.targets):
            raise PuzzleError(
                expected="a king or guarded square that no standing piece attacks", found="none"
            )


def _placed_piece(kind: Any, row: Any, column: Any) -> PlacedPiece:
    """Return a piece of an answer; what is no integer is a TypeError, not rounded to one."""
    if any(isinstance(part, bool) for part in (kind, row, column)):
        raise TypeError
    return operator.index(kind), operator.index(row), operator.index(column)


def _where(square: Sequence[int]) -> str:
    return f"row {square[0] + 1}, column {square[1] + 1}"
