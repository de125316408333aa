"""The puzzle of independence: the most non-attacking pieces of one kind on a board."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from rookery.boards.board import Board, Square
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, shown


@dataclass(frozen=True, init=False)
class Independent:
    """Place as many pieces of one kind as possible so that none attacks another.

    Parameters
    ----------
    board
        Its walls stop everything.
    piece
        As `Piece`, or its name or Betza notation.

    Raises
    ------
    PuzzleError
        If the board has no free square.
    NotationError
        If the piece's notation is not understood.

    Examples
    --------
    >>> puzzle = Independent(Board(3), "rook")
    >>> puzzle.check([(0, 0), (1, 1)]), puzzle.check([(0, 0), (0, 2)])
    ([], ['the pieces on a3 and c3 attack each other'])
    """

    family: ClassVar[str] = "independent"

    board: Board
    piece: Piece

    def __init__(self, board: Board, piece: Piece | str) -> None:
        if not any(board.squares()):
            raise PuzzleError("expected a board with a free square, got none")
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "piece", piece if isinstance(piece, Piece) else Piece(piece))

    def value(self, answer: tuple[Square, ...]) -> int:
        """Return the number of pieces."""
        return len(answer)

    def check(self, answer: Any) -> list[str]:
        """Return the faults of an answer in words; it need not have the most pieces."""
        if not isinstance(answer, (tuple, list)):
            return [f"expected squares, got {shown(answer)}"]
        board = self.board
        try:
            squares = [board.square(square) for square in answer]
        except PuzzleError as error:
            return [str(error)]
        occupied = set(squares)
        faults = [f"a piece on the wall {board.name(s)}" for s in squares if s in board.walls]
        if len(occupied) < len(squares):
            faults.append("two pieces stand on one square")
        attacked = {s: self.piece.attacks(board, s, occupied) for s in squares}
        faults += [
            f"the pieces on {board.name(one)} and {board.name(other)} attack each other"
            for one, other in combinations(squares, 2)
            if other in attacked[one] or one in attacked[other]
        ]
        return faults
