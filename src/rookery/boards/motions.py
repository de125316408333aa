"""Motions: how a piece goes from square to square, along a line or on a route that bends."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import chain, count, cycle
from typing import NamedTuple

from rookery.boards.board import CYLINDER, Board, Square, Step

ENDLESS = 0

EMPTY, HURDLE, ANYTHING = "empty", "hurdle", "anything"
"""What a square that is passed must be: empty, occupied, or neither matters."""


class Motion(NamedTuple):
    """One way of moving in one direction.

    Attributes
    ----------
    step
        Rows down and columns right of one step.
    reach
        The most steps it takes; `ENDLESS` (0) when only obstacles end it.
    hop
        ``""`` when it jumps no piece, ``"p"`` when it must pass exactly one and may land on
        any square beyond (cannon), ``"g"`` when it must land on the next one (grasshopper).
    path
        Offsets from the start of a step that must be empty for it (lame leapers).
    moves, captures
        Whether it may go to an empty square, and to an enemy's.
    around
        Whether it goes around the left and right edge, as if they were joined.
    """

    step: Step
    reach: int = 1
    hop: str = ""
    path: tuple[Step, ...] = ()
    moves: bool = True
    captures: bool = True
    around: bool = False

    @property
    def is_conditional(self) -> bool:
        """Whether pieces that it does not attack itself decide where it goes."""
        return bool(self.hop or self.path)

    def squares(
        self, board: Board, start: Square, occupied: Collection[Square]
    ) -> Iterator[Square]:
        """Yield where it reaches: every empty square and the obstacle that ends it."""
        hurdle = False
        for taken, square in enumerate(self.line(board, start), 1):
            if self.reach != ENDLESS and taken > self.reach:
                return
            if self.path and self._blocked(board, square, occupied):
                return
            if self.hop and not hurdle:
                hurdle = square in occupied
                continue
            yield square
            if self.hop == "g" or square in occupied:
                return

    def line(self, board: Board, start: Square) -> Iterator[Square]:
        """Yield the squares of all its steps, up to a wall or the edge."""
        return (_rolled(board) if self.around else board).ray(start, self.step)

    def path_to(self, board: Board, end: Square) -> frozenset[Square]:
        """Return the squares that must be empty for its step to a square."""
        if self.around:
            board = _rolled(board)
        return self.path_from(board, (end[0] - self.step[0], end[1] - self.step[1]))

    def path_from(self, board: Board, start: Square) -> frozenset[Square]:
        """Return the squares that must be empty for its step from a square."""
        row, column = start
        passed = (board.around(row + down, column + right) for down, right in self.path)
        return frozenset(square for square in passed if square is not None)

    def passed(self, board: Board, start: Square) -> frozenset[Square]:
        """Return the squares that must be empty for the steps of a lame leaper or rider."""
        starts = [start, *board.ray(start, self.step)] if self.reach != 1 else [start]
        return frozenset().union(*(self.path_from(board, start) for start in starts))

    def _blocked(self, board: Board, end: Square, occupied: Collection[Square]) -> bool:
        passed = self.path_to(board, end)
        return any(square in occupied or square in board.walls for square in passed)


class Stride(NamedTuple):
    """A step of a route.

    Attributes
    ----------
    step
        Rows down and columns right.
    stops
        Whether the piece may end there; it then goes on only from an empty square.
    passed
        Where it may not end: what the square must be, `EMPTY`, a `HURDLE`, or `ANYTHING`.
    """

    step: Step
    stops: bool = True
    passed: str = EMPTY


class Route(NamedTuple):
    """A way of moving that is no straight line of steps: it bends, turns or skips squares.

    Walls end it; so does its own start, where it comes back to it.

    Attributes
    ----------
    notation
        What it is in the notation of the piece.
    first, then
        The strides taken at first, and those taken after them again and again.
    reach
        The most strides it takes; `ENDLESS` (0) when only obstacles and the edge end it.
    moves, captures, around
        As for a `Motion`.
    """

    notation: str
    first: tuple[Stride, ...]
    then: tuple[Stride, ...] = ()
    reach: int = ENDLESS
    moves: bool = True
    captures: bool = True
    around: bool = False

    @property
    def is_conditional(self) -> bool:
        """Whether pieces that it does not attack itself decide where it goes."""
        strides = (*self.first, *self.then)
        return any(not one.stops and one.passed != ANYTHING for one in strides)

    def squares(
        self, board: Board, start: Square, occupied: Collection[Square]
    ) -> Iterator[Square]:
        """Yield where it reaches: every empty square it may end on and the obstacle there."""
        for square, stride in self.strides(board, start):
            stands = square in occupied and square != start
            if stride.stops:
                yield square
                if stands:
                    return
            elif stride.passed != ANYTHING and stands != (stride.passed == HURDLE):
                return

    def strides(self, board: Board, start: Square) -> Iterator[tuple[Square, Stride]]:
        """Yield the squares it comes to on a board without pieces, with the strides to them."""
        if self.around:
            board = _rolled(board)
        at, met = start, set()
        numbers = range(1, self.reach + 1) if self.reach != ENDLESS else count(1)
        for number, stride in zip(numbers, chain(self.first, cycle(self.then)), strict=False):
            square = board.around(at[0] + stride.step[0], at[1] + stride.step[1])
            place = max(0, number - len(self.first)) % max(1, len(self.then))
            is_loop = number > len(self.first) and (square, place) in met
            if square is None or square in board.walls or is_loop:
                return
            if square == start and stride.stops:
                return
            met.add((square, place))
            at = square
            yield square, stride


@lru_cache(maxsize=256)
def _rolled(board: Board) -> Board:
    """Return a board whose left and right edge are joined."""
    return board if board.wrap else Board(board.rows, board.columns, board.walls, CYLINDER)
