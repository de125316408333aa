"""Motions of a piece along straight lines, and routes that bend."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import chain, compress, count, cycle
from typing import NamedTuple

from rookery.boards.board import CYLINDER, Board, Square, Step

ENDLESS = 0  # reach of a motion that only obstacles and edges end
EMPTY, HURDLE, ANYTHING = "empty", "hurdle", "anything"  # required state of a passed square


class Motion(NamedTuple):
    """A move in one direction along a straight line."""

    step: Step  # the rows down and columns right of one step
    reach: int = 1  # the maximum number of steps, or `ENDLESS` (0) if only obstacles end the motion
    # "" without a hurdle, "p" to pass exactly one piece and land on any square beyond (cannon), "g"
    # to land on the square right behind it (grasshopper)
    hop: str = ""
    path: tuple[Step, ...] = ()  # offsets from a step's start that must be empty (lame leapers)
    moves: bool = True  # whether it may end on an empty square
    captures: bool = True  # whether it may end on an enemy's square
    around: bool = False  # whether it wraps around the left and right edges of any board

    @property
    def is_conditional(self) -> bool:
        """Whether its squares depend on pieces that it does not attack."""
        return bool(self.hop or self.path)

    def squares(
        self, board: Board, start: Square, occupied: Collection[Square]
    ) -> Iterator[Square]:
        """Yield the reachable squares: empty ones and the obstacle that ends the motion."""
        hurdle = False
        for taken, square in enumerate(self.line(board, start), 1):
            if self.reach != ENDLESS and taken > self.reach:
                return
            if self.path:
                passed = self.path_to(board, square)
                blocked = (at in occupied and at != start for at in passed)
                if any(blocked) or not board.is_open(passed):
                    return
            if self.hop and not hurdle:
                hurdle = square in occupied
                continue
            yield square
            if self.hop == "g" or square in occupied:
                return

    def around_edges(self, board: Board) -> Iterator[Motion]:
        """Yield the motion, but a lame ride around wrapped edges as leaps.

        The squares of such a ride may pass its start, which does not bar it.
        """
        if not (self.path and board.wrap):
            yield self
            return
        (down, right), sides = self.step, (board.rows, board.columns)
        passed: tuple[Step, ...] = ()
        for n in range(self.reach or math.lcm(*compress(sides, self.step))):
            passed += tuple((n * down + row, n * right + column) for row, column in self.path)
            end = ((n + 1) * down, (n + 1) * right)
            yield self._replace(step=end, reach=1, path=passed)
            passed += (end,)

    def line(self, board: Board, start: Square) -> Iterator[Square]:
        """Yield the squares of all steps, up to a wall or the edge."""
        return (_rolled(board) if self.around else board).ray(start, self.step)

    def path_to(self, board: Board, end: Square) -> frozenset[Square]:
        """Return the squares, perhaps off the board, that a step to a square needs empty."""
        if self.around:
            board = _rolled(board)
        return self.path_from(board, (end[0] - self.step[0], end[1] - self.step[1]))

    def path_from(self, board: Board, start: Square) -> frozenset[Square]:
        """Return the squares, perhaps off the board, that a step from a square needs empty."""
        row, column = start
        passed = [(row + down, column + right) for down, right in self.path]
        return frozenset(board.around(*square) or square for square in passed)


class Stride(NamedTuple):
    """A step of a route."""

    step: Step  # the rows down and columns right
    # Whether the piece may end on the square. If so, it continues only if the square is empty.
    stops: bool = True
    # The required state of a square it may not end on: `EMPTY`, `HURDLE` or `ANYTHING`
    passed: str = EMPTY


class Route(NamedTuple):
    """A move that bends, turns or skips squares, up to a wall or to its start."""

    notation: str  # the part of the piece's notation
    first: tuple[Stride, ...]
    then: tuple[Stride, ...] = ()  # repeated after the first strides
    # The maximum number of strides, or `ENDLESS` (0) if only obstacles and edges end the route
    reach: int = ENDLESS
    moves: bool = True  # this and the others as for a `Motion`
    captures: bool = True
    around: bool = False

    @property
    def is_conditional(self) -> bool:
        """Whether its squares depend on pieces that it does not attack."""
        strides = (*self.first, *self.then)
        return any(not stride.stops and stride.passed != ANYTHING for stride in strides)

    def squares(
        self, board: Board, start: Square, occupied: Collection[Square]
    ) -> Iterator[Square]:
        """Yield the reachable squares: empty ones it may end on, and the obstacle."""
        for square, stride in self.strides(board, start):
            stands = square in occupied and square != start
            if stride.stops:
                yield square
                if stands:
                    return
            elif stride.passed != ANYTHING and stands != (stride.passed == HURDLE):
                return

    def strides(self, board: Board, start: Square) -> Iterator[tuple[Square, Stride]]:
        """Yield the squares of the route on an empty board, with the strides to them."""
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
    """Return the board with wrapped left and right edges."""
    return board if board.wrap else Board(board.rows, board.columns, board.walls, CYLINDER)
