"""Boards: rectangles of squares, some of them walls; names of squares; lines and runs.

A square is a pair (row, column), both from 0, counted from the top left. Its name is the
chess player's: the letters of the file from the left, then the rank from the bottom, so
that ``a1`` is the bottom left. Past ``z`` the files go on ``aa``, ``ab``, ...
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import SupportsIndex

from rookery.boards.notebook import Drawable
from rookery.errors import PuzzleError, shown
from rookery.numbers import integer, plain

Square = tuple[int, int]
Step = tuple[int, int]
Line = tuple[Square, ...]

ORTHOGONAL: tuple[Step, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
DIAGONAL: tuple[Step, ...] = ((-1, 1), (1, 1), (1, -1), (-1, -1))
NEIGHBOURS: tuple[Step, ...] = ORTHOGONAL + DIAGONAL

FREE = "."
WALL = "#"

_NAME = re.compile(r"([a-z]{1,9})([0-9]{1,9})")
_LETTERS = 26
_SIDE = "a side of at least 1 square"


def file_name(column: int) -> str:
    """Return the letters of a file, counted from 0.

    >>> file_name(0), file_name(25), file_name(26)
    ('a', 'z', 'aa')
    """
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, _LETTERS)
        letters = chr(ord("a") + rest) + letters
    return letters


@dataclass(frozen=True, init=False)
class Board(Drawable):
    """A rectangular board.

    Parameters
    ----------
    rows, columns
        Its height and width, at least 1.
    walls
        Squares that nothing enters or passes; by name or (row, column).

    Raises
    ------
    PuzzleError
        When a side is no positive integer or a wall stands off the board.

    Examples
    --------
    >>> board = Board(2, 3, walls=["a2", "c2"])
    >>> print(board)
    #.#
    ...
    >>> board.square("c1"), board.name((0, 1))
    ((1, 2), 'b2')
    """

    rows: int
    columns: int
    walls: frozenset[Square] = frozenset()

    def __init__(
        self,
        rows: SupportsIndex,
        columns: SupportsIndex | None = None,
        walls: Iterable[Square | str] = (),
    ) -> None:
        height = integer(rows, _SIDE, 1)
        width = height if columns is None else integer(columns, _SIDE, 1)
        object.__setattr__(self, "rows", height)
        object.__setattr__(self, "columns", width)
        object.__setattr__(self, "walls", frozenset())
        object.__setattr__(self, "walls", self.square_set(walls))

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> Board:
        """Return the board drawn by rows of ``.`` (free) and ``#`` (wall).

        Raises
        ------
        PuzzleError
            When rows differ in length, hold another letter, or there are none.
        """
        lines = text.split() if isinstance(text, str) else list(text)
        if not lines:
            raise PuzzleError(expected="rows of a board", found="none")
        walls = []
        for row, line in enumerate(lines):
            if len(line) != len(lines[0]):
                raise PuzzleError(
                    expected=f"{len(lines[0])} squares in row {row + 1}", found=shown(line)
                )
            for column, letter in enumerate(line):
                if letter == WALL:
                    walls.append((row, column))
                elif letter != FREE:
                    raise PuzzleError(
                        expected=f"{FREE!r} or {WALL!r} in row {row + 1}, column {column + 1}",
                        found=repr(letter),
                    )
        return cls(len(lines), len(lines[0]), walls)

    def __str__(self) -> str:
        return "\n".join(
            "".join(WALL if (row, column) in self.walls else FREE for column in range(self.columns))
            for row in range(self.rows)
        )

    def __contains__(self, square: object) -> bool:
        """Return whether a (row, column) pair is on the board, wall or not."""
        if not isinstance(square, tuple) or len(square) != 2:
            return False
        row, column = square
        return (
            isinstance(row, int)
            and isinstance(column, int)
            and 0 <= row < self.rows
            and 0 <= column < self.columns
        )

    def squares(self) -> Iterator[Square]:
        """Yield the squares that are no walls, row by row from the top."""
        for row in range(self.rows):
            for column in range(self.columns):
                if (row, column) not in self.walls:
                    yield row, column

    def name(self, square: Square) -> str:
        """Return the name of a square (row, column), such as ``a1``."""
        row, column = square
        return f"{file_name(column)}{self.rows - row}"

    def square(self, square: Square | str) -> Square:
        """Return a square given by name or as (row, column).

        Raises
        ------
        PuzzleError
            When it is neither, or not on the board.

        Examples
        --------
        >>> Board(8).square("a1"), Board(30).square("ab3")
        ((7, 0), (27, 27))
        """
        found: object = square
        if found in self:
            return found  # type: ignore[return-value]
        if isinstance(square, str):
            match = _NAME.fullmatch(square.strip().lower())
            if match is None:
                raise PuzzleError(expected="a square such as 'a1'", found=shown(square))
            column = 0
            for letter in match[1]:
                column = column * _LETTERS + ord(letter) - ord("a") + 1
            found = (self.rows - int(match[2]), column - 1)
        else:
            found = _pair(square)
        if found not in self:
            raise PuzzleError(
                expected=f"a square of the {self.rows}x{self.columns} board "
                f"({self.name((self.rows - 1, 0))} to {self.name((0, self.columns - 1))})",
                found=shown(square),
            )
        return found  # type: ignore[return-value]

    def square_set(self, squares: Iterable[Square | str]) -> frozenset[Square]:
        """Return the set of squares given by name or as (row, column) pairs.

        Raises
        ------
        PuzzleError
            At the first that is not on the board.

        Examples
        --------
        >>> sorted(Board(8).square_set("a1, b2"))
        [(6, 1), (7, 0)]
        """
        if isinstance(squares, str):
            squares = squares.replace(",", " ").split()
        return frozenset(self.square(square) for square in plain(squares))

    def lines(self, step: Step) -> tuple[Line, ...]:
        """Return the board cut into lines along a step: every square on exactly one."""
        return _lines(self.rows, self.columns, step)

    def runs(self, step: Step) -> Iterator[Line]:
        """Yield the longest stretches without a wall of the lines along a step.

        >>> board = Board.parse(["..#."])
        >>> [[board.name(square) for square in run] for run in board.runs((0, 1))]
        [['a1', 'b1'], ['d1']]
        """
        for line in self.lines(step):
            if self.walls.isdisjoint(line):
                yield line
                continue
            run: list[Square] = []
            for square in line:
                if square not in self.walls:
                    run.append(square)
                elif run:
                    yield tuple(run)
                    run = []
            if run:
                yield tuple(run)

    def ray(self, square: Square, step: Step) -> Iterator[Square]:
        """Yield the squares from a square (not itself) along a step, up to a wall or the edge.

        >>> list(Board(3).ray((2, 0), (-1, 1)))
        [(1, 1), (0, 2)]
        """
        row, column = square[0] + step[0], square[1] + step[1]
        while 0 <= row < self.rows and 0 <= column < self.columns:
            if (row, column) in self.walls:
                return
            yield row, column
            row, column = row + step[0], column + step[1]


def _pair(square: object) -> object:
    """Return a pair of integers of any kind as a pair of `int`, all else as it is."""
    square = plain(square)
    if isinstance(square, (tuple, list)):
        try:
            return tuple(operator.index(part) for part in square)
        except TypeError:
            return square
    return square


@lru_cache(maxsize=256)
def _lines(rows: int, columns: int, step: Step) -> tuple[Line, ...]:
    down, right = step
    if (down, right) == (0, 0):
        raise PuzzleError(expected="a step that leads somewhere", found="(0, 0)")
    starts = (
        (row, column)
        for row in range(rows)
        for column in range(columns)
        if not (0 <= row - down < rows and 0 <= column - right < columns)
    )
    lines = []
    for row, column in starts:
        line = []
        while 0 <= row < rows and 0 <= column < columns:
            line.append((row, column))
            row, column = row + down, column + right
        lines.append(tuple(line))
    return tuple(lines)
