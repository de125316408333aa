"""The cheapest cover: pieces of least total price that check every king."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rookery.board import Board, Square
from rookery.errors import PuzzleError, shown
from rookery.pieces import Piece

Man = tuple[int, int, int]
"""A piece on the board: its index in `Cover.pieces`, row, column; all from 0."""

SHOWDOWN_PIECES = tuple(
    map(Piece, ("bishop", "rook", "knight", "gold", "silver", "horse", "phoenix", "cannon"))
)
KING = "#"
EMPTY = "_"


@dataclass(frozen=True, init=False)
class Cover:
    """Place pieces on empty squares so that every king is in check, at the least price.

    Kings and pieces stand in each other's way, and both serve as hurdles of hoppers. At
    least one piece is placed.

    Parameters
    ----------
    board
        The board; its walls stop everything.
    kings
        Their squares, by name or (row, column).
    prices
        One a piece, integers of at least 1.
    pieces
        As `Piece` or Betza notation or name; by default the eight of the statement
        ``showdown``: bishop, rook, knight, gold, silver, horse, phoenix, cannon.

    Raises
    ------
    PuzzleError
        When a king stands on a wall or off the board, prices and pieces differ in number,
        a price is no positive integer, or no square is free.

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
    pieces: tuple[Piece, ...] = SHOWDOWN_PIECES

    def __init__(
        self,
        board: Board,
        kings: Iterable[Square | str],
        prices: Sequence[int],
        pieces: Iterable[Piece | str] = SHOWDOWN_PIECES,
    ) -> None:
        found = board.square_set(kings)
        chosen = tuple(p if isinstance(p, Piece) else Piece(p) for p in pieces)
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "kings", tuple(sorted(found)))
        object.__setattr__(self, "prices", tuple(map(_price, prices)))
        object.__setattr__(self, "pieces", chosen)
        for king in self.kings:
            if king in board.walls:
                raise PuzzleError(
                    f"expected kings on free squares, got a wall at {board.name(king)}"
                )
        if not chosen or len(self.prices) != len(chosen):
            raise PuzzleError(
                f"expected one price for each of {len(chosen)} pieces, got {len(self.prices)}"
            )
        if len(found) + len(board.walls) == board.rows * board.columns:
            raise PuzzleError("expected a board with an empty square, got none")

    @classmethod
    def parse(
        cls,
        rows: str | Iterable[str],
        prices: Sequence[int],
        pieces: Iterable[Piece | str] = SHOWDOWN_PIECES,
    ) -> Cover:
        """Return the puzzle drawn by rows of ``#`` (king) and ``_`` or ``.`` (empty).

        Raises
        ------
        PuzzleError
            When the rows differ in length or hold another letter.
        """
        lines = rows.split() if isinstance(rows, str) else list(rows)
        drawn = [line.replace(EMPTY, ".") for line in lines]
        kings = Board.parse(drawn)
        return cls(Board(kings.rows, kings.columns), kings.walls, prices, pieces)

    def __str__(self) -> str:
        kings = set(self.kings)
        return "\n".join(
            "".join(KING if (r, c) in kings else EMPTY for c in range(self.board.columns))
            for r in range(self.board.rows)
        )

    def value(self, answer: Iterable[Man]) -> int:
        """Return the total price of the pieces of an answer."""
        return sum(self.prices[kind] for kind, _, _ in answer)

    def check(self, answer: Any) -> list[str]:
        """Return what is wrong with an answer, in words; nothing when it is right.

        Every attack is derived anew from the pieces' rules with all pieces on the board.
        Rows and columns in the messages count from 1.
        """
        try:
            men = [(int(kind), int(row), int(column)) for kind, row, column in answer]
        except (TypeError, ValueError):
            return [f"expected triples (piece, row, column), got {shown(answer)}"]
        faults = self._misplaced(men)
        if faults:
            return faults
        occupied = {(row, column) for _, row, column in men} | set(self.kings)
        checked: set[Square] = set()
        for kind, row, column in men:
            checked |= self.pieces[kind].attacks(self.board, (row, column), occupied)
        return [
            f"king at row {row + 1}, column {column + 1} is not in check"
            for row, column in self.kings
            if (row, column) not in checked
        ]

    def _misplaced(self, men: list[Man]) -> list[str]:
        """Return what is wrong with where the pieces stand."""
        faults = [] if men else ["expected at least one piece, got none"]
        kings = set(self.kings)
        for kind, row, column in men:
            where = f"row {row + 1}, column {column + 1}"
            if not 0 <= kind < len(self.pieces):
                faults.append(f"piece {kind + 1} at {where} is none of {len(self.pieces)}")
            if (row, column) not in self.board:
                faults.append(f"piece at {where} is off the board")
            elif (row, column) in self.board.walls:
                faults.append(f"piece at {where} stands on a wall")
            elif (row, column) in kings:
                faults.append(f"piece at {where} stands on a king")
        places = Counter((row, column) for _, row, column in men)
        faults += [
            f"{number} pieces stand at row {row + 1}, column {column + 1}"
            for (row, column), number in places.items()
            if number > 1
        ]
        return faults


def _price(price: object) -> int:
    try:
        value = operator.index(price)  # type: ignore[arg-type]
    except TypeError:
        value = 0
    if value < 1:
        raise PuzzleError(f"expected prices that are integers of at least 1, got {shown(price)}")
    return value
