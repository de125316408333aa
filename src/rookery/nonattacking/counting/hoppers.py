"""Pieces that hop over another and land just behind it, such as grasshoppers, line by line.

On a line, up to walls, some piece attacks another exactly when two are adjacent and there is a
third: the nearest of those on one side hops over the first of both and lands on the second. So the
lines of a placement hold two adjacent pieces and no other, or no adjacent ones::

    . o . o . . o      o o . . . . .      . o o . . o .
    may stand          may stand          the sixth attacks the second over the third

Row by row, a line is empty, or fresh (one piece, on the row above), or has pieces that are apart,
or is closed for all later rows. `rookery.nonattacking.counting.hoppers_kernel` defines the
encoding.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from operator import or_

from rookery.boards.board import NEIGHBOURS, Square, Step
from rookery.boards.motions import ENDLESS, Motion
from rookery.boards.pieces import Piece
from rookery.nonattacking.counting.fits import is_of_any_numbers
from rookery.nonattacking.graph import bits
from rookery.nonattacking.puzzle import NonAttacking

# Steps of lines across, down, down right, down left.
ACROSS, DOWN, RIGHT, LEFT = (0, 1), (1, 0), (1, 1), (1, -1)

# Of boards whose states are words; rows run along the shorter side.
MOST_COLUMNS, LEAST_ROWS, MOST_SQUARES = 8, 4, 64


def fits_hoppers(puzzle: NonAttacking) -> bool:
    """Return whether the only attacks are those of one kind that hops both ways along lines."""
    board = puzzle.board
    columns, rows = sorted((board.rows, board.columns))
    return (
        columns <= MOST_COLUMNS
        and rows >= LEAST_ROWS
        and columns * rows <= MOST_SQUARES
        and not board.wrap
        and len(puzzle.pieces) == 1
        and not puzzle.tolerated
        and is_of_any_numbers(puzzle)
        and _hops_both_ways(puzzle.pieces[0])
    )


def _hops_both_ways(piece: Piece) -> bool:
    """Return whether it captures only just behind a piece, on lines along which it hops both ways.

    They are those of rooks, or of diagonals, or both.
    """
    ways = [way for way in piece.ways if way.captures]
    lands_behind = all(
        isinstance(way, Motion)
        and way.hop == "g"
        and way.reach == ENDLESS
        and way.step in NEIGHBOURS
        and not way.path
        and not way.around
        for way in ways
    )
    steps = {motion.step for motion in piece.motions if motion.captures}
    back = {(-down, -right) for down, right in steps}
    same = steps == back and (ACROSS in steps) == (DOWN in steps)
    return bool(ways) and lands_behind and same


@dataclass(frozen=True)
class HopperBoard:
    """A board of hoppers, row by row; sets of squares of a row are masks."""

    rows: int
    columns: int  # the shorter side
    steps: frozenset[Step]  # of the lines along which the pieces hop
    walls: tuple[int, ...]
    closed: tuple[int, ...]  # squares on which no piece may stand
    given: tuple[int, ...]  # squares on which a piece must stand

    def patterns(self, row: int) -> list[int]:
        """Return all sets of squares of a row that hold the given pieces and have no attack.

        >>> board = HopperBoard(1, 4, frozenset([ACROSS]), (0,), (0b1000,), (0b001,))
        >>> [f"{squares:04b}" for squares in board.patterns(0)]
        ['0001', '0011', '0101']
        """
        closed, given, wall = self.closed[row], self.given[row], self.walls[row]
        runs = groupby(range(self.columns), lambda column: wall >> column & 1)
        lines = [sum(1 << column for column in run) for _, run in runs]
        return [
            squares
            for squares in range(1 << self.columns)
            if not squares & closed
            and not given & ~squares
            and (
                ACROSS not in self.steps
                or all(
                    not on & on >> 1 or on.bit_count() == 2
                    for on in (line & squares for line in lines)
                )
            )
        ]

    def mirrored(self, squares: int) -> int:
        """Return squares of a row, mirrored left to right."""
        return sum(1 << self.columns - 1 - column for column in bits(squares))

    @property
    def is_symmetric(self) -> bool:
        """Whether the mirror image of each placement, from left to right, is one."""
        rows = {*self.walls, *self.closed, *self.given}
        same = all(self.mirrored(squares) == squares for squares in rows)
        return same and (RIGHT in self.steps) == (LEFT in self.steps)


def hopper_boards(puzzle: NonAttacking) -> list[HopperBoard]:
    """Return the board; for pieces that keep to one colour, a board for each colour."""
    board = puzzle.board
    turned = board.columns > board.rows
    rows, columns = (board.columns, board.rows) if turned else (board.rows, board.columns)
    steps = {motion.step for motion in puzzle.pieces[0].motions if motion.captures}

    def masks(squares: set[Square]) -> tuple[int, ...]:
        turn = [square[:: -1 if turned else 1] for square in squares]
        return tuple(
            reduce(or_, (1 << at for down, at in turn if down == row), 0) for row in range(rows)
        )

    whole = HopperBoard(
        rows,
        columns,
        frozenset(steps & {ACROSS, DOWN, RIGHT, LEFT}),
        masks(set(board.walls)),
        masks({*board.walls, *puzzle.blocked}),
        masks({(row, column) for _, row, column in puzzle.given}),
    )
    return [whole] if whole.steps & {ACROSS, DOWN} else [_of_colour(whole, at) for at in range(2)]


def _of_colour(board: HopperBoard, colour: int) -> HopperBoard:
    """Return the board with the squares of the other colour closed."""
    own = [
        sum(1 << column for column in range(board.columns) if (row + column) % 2 == colour)
        for row in range(board.rows)
    ]
    every = (1 << board.columns) - 1
    closed = tuple(mask | every & ~mine for mask, mine in zip(board.closed, own, strict=True))
    given = tuple(mask & mine for mask, mine in zip(board.given, own, strict=True))
    return HopperBoard(board.rows, board.columns, board.steps, board.walls, closed, given)
