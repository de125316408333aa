"""Boards: rectangles of squares with walls, their square names, lines and runs.

A board with wrapped left and right edges is a cylinder. If the top and bottom edges are wrapped
too, it is a torus. A line that leaves over a wrapped edge re-enters at the opposite edge.

A square is a pair (row, column), both counted from 0 at the top left. Its name is as in chess: the
letters of the file from the left, then the rank from the bottom, so ``a1`` is the bottom left. The
files after ``z`` are ``aa``, ``ab``, ...
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, SupportsIndex, get_args

from rookery.boards.notebook import Drawable
from rookery.errors import LimitError, PuzzleError, shown
from rookery.numbers import integer, items, plain, size

Square = tuple[int, int]
Step = tuple[int, int]
Line = tuple[Square, ...]

ORTHOGONAL: tuple[Step, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
DIAGONAL: tuple[Step, ...] = ((-1, 1), (1, 1), (1, -1), (-1, -1))
NEIGHBOURS: tuple[Step, ...] = ORTHOGONAL + DIAGONAL

FREE = "."
WALL = "#"

Wrap = Literal["", "cylinder", "torus"]
WRAPS = _, CYLINDER, TORUS = get_args(Wrap)

Sides = SupportsIndex | str | tuple[SupportsIndex, SupportsIndex]  # one side, or both as a pair
NAME = r"([a-z]{1,9})([0-9]{1,9})"
_LETTERS = 26
_SIDE = "a side of at least 1 square"

SQUARE_BYTES = 250  # bytes of Python objects per square
MOST_BYTES = 2 << 30  # bytes of all squares of a puzzle
MOST_DRAWN = 1_000_000  # squares of a drawing; this many take seconds in TikZ and PNG


@lru_cache(maxsize=1 << 10)
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
        The height and width, at least 1. Without `columns`, `rows` is the side of a square board,
        or both as a pair or text: ``(6, 8)`` or ``"6x8"``.
    walls
        Squares that no piece can enter or pass, by name or (row, column).
    wrap
        ``"cylinder"`` to wrap the left and right edges, ``"torus"`` to wrap all edges, or an empty
        string or None.

    Raises
    ------
    PuzzleError
        If a side is not a positive integer, a wall is off the board, or `wrap` is unknown.

    Examples
    --------
    >>> board = Board(2, 3, walls=["a2", "c2"])
    >>> print(board)
    #.#
    ...
    >>> board.square("c1"), board.name((0, 1))
    ((1, 2), 'b2')
    >>> list(Board(3, wrap="torus").ray((0, 0), (-1, 1)))
    [(2, 1), (1, 2)]
    """

    rows: int
    columns: int
    walls: frozenset[Square] = frozenset()
    wrap: Wrap = ""

    def __init__(
        self,
        rows: Sides,
        columns: SupportsIndex | None = None,
        walls: Iterable[Square | str] = (),
        wrap: Wrap | None = "",
    ) -> None:
        wrap = "" if wrap is None else wrap
        if wrap not in WRAPS:
            expected = f"no wrap, {CYLINDER!r} or {TORUS!r}"
            raise PuzzleError(expected=expected, found=shown(wrap))
        if columns is None:
            sides: Any = rows  # both, as "6x8" or (6, 8), or one
            if isinstance(sides, str):
                found = re.fullmatch(r"(\d{1,9})(?:[x×](\d{1,9}))?", sides)
                sides = sides if found is None else (int(found[1]), int(found[2] or found[1]))
            is_pair = isinstance(sides, (tuple, list)) and len(sides) == 2
            rows, columns = sides if is_pair else (sides, sides)
        height, width = integer(rows, _SIDE, 1), integer(columns, _SIDE, 1)
        object.__setattr__(self, "rows", height)
        object.__setattr__(self, "columns", width)
        object.__setattr__(self, "walls", frozenset())
        object.__setattr__(self, "walls", self.square_set(walls))
        object.__setattr__(self, "wrap", wrap)

    @classmethod
    def parse(cls, text: str | Iterable[str]) -> Board:
        """Return the board drawn by rows of ``.`` (free) and ``#`` (wall).

        Raises
        ------
        PuzzleError
            If rows differ in length, contain another letter, or are missing.
        """
        lines = text.split() if isinstance(text, str) else lines_of(text)
        walls = squares_by_letter(lines, FREE + WALL)[WALL]
        return cls(len(lines), len(lines[0]), walls)

    def __str__(self) -> str:
        return "\n".join(rows_of_letters(self, dict.fromkeys(self.walls, WALL)))

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

    def around(self, row: int, column: int) -> Square | None:
        """Return the square at a row and column across wrapped edges, or None off the board.

        >>> Board(3, wrap="cylinder").around(0, -1), Board(3, wrap="cylinder").around(-1, 0)
        ((0, 2), None)
        """
        if self.wrap:
            column %= self.columns
        if self.wrap == TORUS:
            row %= self.rows
        return (row, column) if 0 <= row < self.rows and 0 <= column < self.columns else None

    def is_open(self, squares: Iterable[Square]) -> bool:
        """Return whether all squares are on the board and no wall is among them."""
        return all(square in self and square not in self.walls for square in squares)

    def neighbours(self, square: Square | str) -> tuple[Square, ...]:
        """Return the distinct squares, up to eight, that touch a square. Walls are included.

        >>> Board(3).neighbours("a3"), len(Board(3, wrap="torus").neighbours((0, 0)))
        (((0, 1), (1, 0), (1, 1)), 8)
        """
        return _neighbours(self.rows, self.columns, self.wrap, self.square(square))

    def distance(self, one: Square | str, other: Square | str) -> int:
        """Return the distance between two squares in king's moves, ignoring walls.

        >>> Board(8).distance("a8", "h7"), Board(8, wrap="cylinder").distance("a8", "h7")
        (7, 1)
        """
        return max(map(abs, self.span(one, other)))

    def span(self, start: Square | str, end: Square | str) -> Step:
        """Return the rows down and columns right from one square to another, the shorter way.

        >>> Board(8).span((0, 0), (1, 7)), Board(8, wrap="cylinder").span((0, 0), (1, 7))
        ((1, 7), (1, -1))
        """
        start, end = self.square(start), self.square(end)
        down, right = end[0] - start[0], end[1] - start[1]
        if self.wrap:
            right = _nearer(right, self.columns)
        if self.wrap == TORUS:
            down = _nearer(down, self.rows)
        return down, right

    def squares(self) -> Iterator[Square]:
        """Yield the squares without a wall, row by row from the top."""
        for row in range(self.rows):
            for column in range(self.columns):
                if (row, column) not in self.walls:
                    yield row, column

    def name(self, square: Square) -> str:
        """Return the name of a square (row, column), such as ``a1``.

        Raises
        ------
        PuzzleError
            If the square is not a pair of integers or not on the board.

        Examples
        --------
        >>> Board(8).name((0, 7)), Board(30).name((29, 27))
        ('h8', 'ab1')
        """
        try:
            row, column = map(operator.index, square)
        except (TypeError, ValueError):
            raise PuzzleError(expected="a square (row, column)", found=shown(square)) from None
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise PuzzleError(expected=self._a_square, found=shown(square))
        return f"{file_name(column)}{self.rows - row}"

    def square(self, square: Square | str) -> Square:
        """Return a square given by name or as (row, column).

        Raises
        ------
        PuzzleError
            If it is neither, or not on the board.

        Examples
        --------
        >>> Board(8).square("a1"), Board(30).square("ab3")
        ((7, 0), (27, 27))
        """
        found: object = square
        if found in self:
            return found  # type: ignore[return-value]
        if isinstance(square, str):
            match = re.fullmatch(NAME, square.strip().lower())
            if match is None:
                raise PuzzleError(expected="a square such as 'a1'", found=shown(square))
            column = 0
            for letter in match[1]:
                column = column * _LETTERS + ord(letter) - ord("a") + 1
            found = (self.rows - int(match[2]), column - 1)
        else:
            found = plain(square)
            if isinstance(found, (tuple, list)):
                with suppress(TypeError):  # refused below
                    found = tuple(operator.index(part) for part in found)
        if found not in self:
            raise PuzzleError(expected=self._a_square, found=shown(square))
        return found  # type: ignore[return-value]

    @property
    def _a_square(self) -> str:
        """The expectation in the message for a square off the board."""
        last = self.name((0, self.columns - 1))
        return f"a square of the {self.rows}x{self.columns} board (a1 to {last})"

    def square_set(self, squares: Iterable[Square | str]) -> frozenset[Square]:
        """Return the set of squares given by name or as (row, column) pairs.

        Raises
        ------
        PuzzleError
            If a square is not on the board, or the argument is not a collection.

        Examples
        --------
        >>> sorted(Board(8).square_set("a1, b2"))
        [(6, 1), (7, 0)]
        """
        return frozenset(map(self.square, listed_squares(squares, self)))

    def lines(self, step: Step) -> tuple[Line, ...]:
        """Return the lines along a step. They partition the board.

        Lines across wrapped edges may be closed. They start with their first square by rows.
        """
        return _lines(self.rows, self.columns, step, self.wrap)

    def runs(self, step: Step) -> Iterator[Line]:
        """Yield the maximal parts without walls of the lines along a step.

        >>> board = Board.parse(["..#."])
        >>> [[board.name(square) for square in run] for run in board.runs((0, 1))]
        [['a1', 'b1'], ['d1']]
        """
        for line in self.lines(step):
            if self.walls.isdisjoint(line):
                yield line
                continue
            if self.around(line[-1][0] + step[0], line[-1][1] + step[1]) == line[0]:
                # A closed line has no end: it begins at a wall.
                at = next(at for at, square in enumerate(line) if square in self.walls)
                line = line[at:] + line[:at]
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
        """Yield the squares after a square along a step, up to a wall or the edge.

        Across wrapped edges the ray ends before it returns to its start.

        >>> list(Board(3).ray((2, 0), (-1, 1)))
        [(1, 1), (0, 2)]
        """
        if self.wrap:
            found = self.around(square[0] + step[0], square[1] + step[1])
            while found is not None and found != square and found not in self.walls:
                yield found
                found = self.around(found[0] + step[0], found[1] + step[1])
            return
        row, column = square[0] + step[0], square[1] + step[1]
        while 0 <= row < self.rows and 0 <= column < self.columns:
            if (row, column) in self.walls:
                return
            yield row, column
            row, column = row + step[0], column + step[1]


def listed_squares(squares: Any, board: Board) -> list[Any]:
    """Return the items of a collection of squares, or the single one that a pair of integers is.

    Text is split at blanks and commas. A board of booleans stands for the squares of its true
    values. Raises a `PuzzleError` if the argument is not a collection.

    >>> listed_squares("a1, b2", Board(2)), listed_squares((0, 1), Board(2))
    (['a1', 'b2'], [(0, 1)])
    """
    if isinstance(squares, str):
        return squares.replace(",", " ").split()
    if isinstance(squares, tuple) and [*map(type, squares)] == [int, int]:
        return [squares]
    return true_squares(items(squares, "squares such as ['a1', 'b2']"), board)


def true_squares(rows: list[Any], board: Board) -> list[Any]:
    """Return the squares of the true values in rows of booleans, and other items unchanged.

    Raises a `PuzzleError` if the booleans have not the board's shape.

    >>> true_squares([[False, True], [False, False]], Board(2))
    [(0, 1)]
    """
    if not rows or not all(map(is_row_of_booleans, rows)):
        return rows
    if len(rows) != board.rows or any(len(row) != board.columns for row in rows):
        lengths = ", ".join(map(str, sorted(set(map(len, rows)))))
        raise PuzzleError(
            expected=f"{board.rows} rows of {board.columns} booleans",
            found=f"{len(rows)} of {lengths}",
        )
    return [(r, c) for r, row in enumerate(rows) for c, holds in enumerate(row) if holds]


def is_row_of_booleans(row: Any) -> bool:
    """Return whether an object is a list or tuple of booleans, at least one."""
    return isinstance(row, (list, tuple)) and set(map(type, row)) == {bool}


def lines_of(text: str | Iterable[str]) -> list[str]:
    """Return the lines of a text, or rows given one by one, as text or as letters.

    Raises a `PuzzleError` for anything else.

    >>> lines_of("..#"), lines_of(["..#", [".", ".", "."]])
    (['..#'], ['..#', '...'])
    """
    expected = "a text, or rows such as ['..#', '...']"
    rows = text.splitlines() if isinstance(text, str) else items(text, expected)
    try:
        return ["".join(row) for row in rows]
    except TypeError:
        raise PuzzleError(expected=expected, found=shown(text)) from None


def _nearer(far: int, side: int) -> int:
    """Return a signed distance around a circle, the shorter way."""
    return (far + (side - 1) // 2) % side - (side - 1) // 2


@lru_cache(maxsize=1 << 12)
def _neighbours(rows: int, columns: int, wrap: Wrap, square: Square) -> tuple[Square, ...]:
    board, (row, column) = Board(rows, columns, wrap=wrap), square
    around = {board.around(row + down, column + right) for down, right in NEIGHBOURS}
    return tuple(sorted(found for found in around if found is not None and found != square))


@lru_cache(maxsize=256)
def _lines(rows: int, columns: int, step: Step, wrap: Wrap) -> tuple[Line, ...]:
    down, right = step
    if (down, right) == (0, 0):
        raise PuzzleError(expected="a step other than (0, 0)", found="(0, 0)")
    board = Board(rows, columns, wrap=wrap)
    every = [(row, column) for row in range(rows) for column in range(columns)]
    starts = [(r, c) for r, c in every if board.around(r - down, c - right) is None]
    on_lines: set[Square] = set()
    lines = []
    for start in (*starts, *every) if wrap else starts:
        if start not in on_lines:
            line = (start, *board.ray(start, step))
            on_lines.update(line)
            lines.append(line)
    return tuple(lines)


def squares_by_letter(lines: Iterable[str], letters: str) -> dict[str, list[tuple[int, int]]]:
    """Return the squares (row, column) of each of the allowed letters, row by row from the top.

    Raises a `PuzzleError` if rows differ in length, contain another letter, or are missing.

    >>> squares_by_letter(["#.", "##"], ".#")
    {'.': [(0, 1)], '#': [(0, 0), (1, 0), (1, 1)]}
    """
    found: dict[str, list[tuple[int, int]]] = {letter: [] for letter in letters}
    width = None
    for row, line in enumerate(lines):
        width = len(line) if width is None else width
        if len(line) != width:
            raise PuzzleError(expected=f"{width} squares in row {row + 1}", found=shown(line))
        for column, letter in enumerate(line):
            try:
                found[letter].append((row, column))
            except KeyError:
                known = [repr(letter) for letter in letters]
                few = len(known) <= 2
                one_of = " or ".join(known) if few else f"one of {', '.join(known)}"
                expected = f"{one_of} in row {row + 1}, column {column + 1}"
                raise PuzzleError(expected=expected, found=repr(letter)) from None
    if width is None:
        raise PuzzleError(expected="rows of a board", found="none")
    return found


def rows_of_letters(board: Board, letters: Mapping[Square, str], empty: str = FREE) -> list[str]:
    """Return the rows of a board, with the letters of some squares; the others are `empty`.

    >>> rows_of_letters(Board(2), {(0, 0): "#"})
    ['#.', '..']
    """
    columns = range(board.columns)
    return ["".join(letters.get((r, c), empty) for c in columns) for r in range(board.rows)]


def board_of(board: Board | Sides) -> Board:
    """Return a board unchanged, or make one from sides as `Board` takes them.

    >>> board_of(8) == board_of(Board(8)) == Board(8, 8)
    True
    """
    return board if isinstance(board, Board) else Board(board)


def refuse_size(what: str, rows: int, columns: int) -> None:
    """Raise a `LimitError` if a puzzle's squares would not fit in memory, before building them.

    >>> refuse_size("a cover", 1_000, 1_000)
    """
    needed = rows * columns * SQUARE_BYTES
    if needed > MOST_BYTES:
        raise LimitError(
            f"{what} of {rows:,} x {columns:,} squares needs about {size(needed)} of memory, "
            f"expected at most {size(MOST_BYTES)}"
        )


def refuse_drawing(board: Board) -> None:
    """Raise a `LimitError` if a board is too large to draw as text or as a picture.

    >>> refuse_drawing(Board(1_000))
    """
    if board.rows * board.columns > MOST_DRAWN:
        raise LimitError(
            f"at most {MOST_DRAWN:,} squares can be drawn, got {board.rows:,} x {board.columns:,}"
        )


def refuse_board(given: object, expected: str, instead: str) -> None:
    """Refuse a `Board` for a puzzle that is limited to plain square boards.

    The `PuzzleError` names the call to use `instead`: the arguments of `NonAttacking` after the
    board that pose the same puzzle on any board, in which ``{n}`` stands for the number of rows.
    """
    if isinstance(given, Board):
        walls = f", walls={sorted(map(given.name, given.walls))}" if given.walls else ""
        wrap = f", wrap={given.wrap!r}" if given.wrap else ""
        rest = instead.format(n=given.rows)
        call = f"NonAttacking(Board({given.rows}, {given.columns}{walls}{wrap}), {rest})"
        raise PuzzleError(expected=f"{expected}, or {call}", found="a board")
