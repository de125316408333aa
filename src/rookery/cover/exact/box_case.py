"""The box of a board's outermost empty lines, and the search for queens that leave it.

With few queens some rows and columns are *empty*: no queen stands on them. The outermost empty ones
are the edges of the *box*::

          left      right
      .  .  .  .  .  .  .  .      Each line outside the box has a queen. A square of the left or
    top  .  +--------+  .  .      right edge is guarded along its row, or along a diagonal.
      .  .  |  .  .  |  .  .
      .  .  |  .  .  |  .  .      Take as many rows as the box is wide. In these a diagonal meets
  bottom .  +--------+  .  .      one square of both edges at most, so a queen's two diagonals guard
      .  .  .  .  .  .  .  .      two of their squares, and her row two more if it is one of them.

So no queen weighs more than 4, where an edge's square in those rows weighs 1, and a row outside
both the box and those rows 2. The same holds with rows and columns exchanged. These are the tests
of `box_kernel`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.symmetry import Symmetry
from rookery.cover.exact.box_kernel import MOST, WORD, Search
from rookery.cover.model.symmetry import symmetries
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rookery.cover.model.attacks import Candidates

    Bools = NDArray[np.bool_]
    Numbers = NDArray[np.int64]

SPARE = 8  # a test in which the queens may waste more rules out next to nothing


@dataclass(frozen=True, order=True)
class Box:
    """The first and last empty row, and the first and last empty column."""

    top: int
    bottom: int
    left: int
    right: int

    def moved(self, symmetry: Symmetry, rows: int, columns: int) -> Box:
        """Return where a turn or mirror of a board takes it."""
        corners = ((self.top, self.left), (self.bottom, self.right))
        moved = [symmetry.square(corner, rows, columns) for corner in corners]
        (top, bottom), (left, right) = map(sorted, zip(*moved, strict=True))
        return Box(top, bottom, left, right)


def boxes(puzzle: Cover, number: int) -> Iterator[Box]:
    """Yield the boxes that so many queens may leave, one of those that are images of each other.

    Outside a box there are at most as many rows, and columns, as queens.

    >>> len(list(boxes(Cover.domination(8), 4)))
    45
    >>> len(list(boxes(Cover.domination(8, blocked=["a2"]), 4)))
    225
    """
    rows, columns = puzzle.board.rows, puzzle.board.columns
    group = symmetries(puzzle)
    for top, bottom in reversed(_spans(rows, number)):
        for left, right in reversed(_spans(columns, number)):
            box = Box(top, bottom, left, right)
            if box == min(box.moved(symmetry, rows, columns) for symmetry in group):
                yield box


def _spans(lines: int, number: int) -> list[tuple[int, int]]:
    """Return the pairs of lines with at most so many lines outside."""
    return [
        (first, last)
        for first in range(lines)
        for last in range(first + 1, lines)
        if first + lines - 1 - last <= number
    ]


@dataclass(frozen=True)
class EdgeTest:
    """Requirements that weigh 1 and 2, as numbers; no queen meets a weight of more than `MOST`."""

    squares: list[int]
    lines: list[int]

    def waste(self, number: int) -> int:
        """Return how much so many queens can weigh beyond what is asked."""
        return MOST * number - len(self.squares) - 2 * len(self.lines)


@dataclass(frozen=True)
class Requirements:
    """What a cover must meet: every square, in order, and of rows, then columns, those outside.

    Parameters
    ----------
    box
        The outermost empty lines.
    rows, columns
        Of the board.
    """

    box: Box
    rows: int
    columns: int

    def in_order(self) -> tuple[list[int], int]:
        """Return their numbers, those that may have a weight first, and how many these are."""
        box, squares = self.box, self.rows * self.columns
        edges = {self._square(row, c) for row in range(self.rows) for c in (box.left, box.right)}
        edges |= {self._square(r, c) for r in (box.top, box.bottom) for c in range(self.columns)}
        first = [*self._rows_outside(), *self._columns_outside(), *sorted(edges)]
        return [*first, *(square for square in range(squares) if square not in edges)], len(first)

    def tests(self) -> list[EdgeTest]:
        """Return the tests, for every choice of rows, and of columns."""
        box, found = self.box, []
        for rows in _runs(self.rows, box.right - box.left):
            squares = [self._square(row, edge) for row in rows for edge in (box.left, box.right)]
            found.append(EdgeTest(squares, self._rows_outside(but=rows)))
        for columns in _runs(self.columns, box.bottom - box.top):
            squares = [self._square(edge, c) for c in columns for edge in (box.top, box.bottom)]
            found.append(EdgeTest(squares, self._columns_outside(but=columns)))
        return found

    def off_edges(self, squares: Numbers) -> Numbers:
        """Return the indices of the squares that are on none of the four lines."""
        row, column = np.divmod(squares, self.columns)
        on = np.isin(row, (self.box.top, self.box.bottom))
        on |= np.isin(column, (self.box.left, self.box.right))
        return np.flatnonzero(~on)

    def _square(self, row: int, column: int) -> int:
        return row * self.columns + column

    def _rows_outside(self, but: range = range(0)) -> list[int]:
        first = self.rows * self.columns
        inside = range(self.box.top, self.box.bottom + 1)
        return [first + r for r in range(self.rows) if r not in inside and r not in but]

    def _columns_outside(self, but: range = range(0)) -> list[int]:
        first = self.rows * self.columns + self.rows
        inside = range(self.box.left, self.box.right + 1)
        return [first + c for c in range(self.columns) if c not in inside and c not in but]


def _runs(lines: int, length: int) -> list[range]:
    """Return the runs of so many neighbouring lines; all of them where there are no more.

    >>> _runs(4, 3), _runs(4, 6)
    ([range(0, 3), range(1, 4)], [range(0, 4)])
    """
    length = min(length, lines)
    return [range(first, first + length) for first in range(lines - length + 1)]


class Queens:
    """The queens that may be placed, with the requirements that each meets.

    Parameters
    ----------
    puzzle
        The puzzle.
    table
        Its candidates.
    """

    def __init__(self, puzzle: Cover, table: Candidates) -> None:
        rows, columns = puzzle.board.rows, puzzle.board.columns
        self._rows, self._columns = rows, columns
        self.squares: Numbers = table.square
        each, squares = np.arange(len(table)), rows * columns
        self._meets: Bools = np.zeros((len(table), squares + rows + columns), bool)
        self._meets[table.owner, table.king] = True
        self._meets[each, squares + self.squares // columns] = True
        self._meets[each, squares + rows + self.squares % columns] = True
        self._beside: Bools = np.eye(len(table), dtype=bool)
        if puzzle.independent:
            self._beside |= self._meets[:, self.squares]

    def case(self, box: Box, number: int) -> Case | None:
        """Return the search for so many queens that leave a box; None where a test rules it out."""
        required = Requirements(box, self._rows, self._columns)
        tests = [test for test in required.tests() if test.waste(number) <= SPARE]
        if any(test.waste(number) < 0 for test in tests):
            return None
        order, weighing = required.in_order()
        weighty, heavy = np.zeros((2, len(tests), self._meets.shape[1]), bool)
        for at, test in enumerate(tests):
            weighty[at, test.squares + test.lines] = True
            heavy[at, test.lines] = True
        inside = required.off_edges(self.squares)
        meets = self._meets[inside][:, order]
        depths, queens = number + 1, len(inside)
        search = Search(
            meets=_words(meets),
            met_by=_words(meets.T),
            beside=_words(self._beside[inside][:, inside]),
            weighty=_words(weighty[:, order[:weighing]]),
            heavy=_words(heavy[:, order[:weighing]]),
            bare=_words(np.ones((depths, len(order)), bool)),
            able=_words(np.ones((depths, queens), bool)),
            ways=_words(np.zeros((depths, queens), bool)),
            chosen=np.zeros(number, np.int64),
            least=np.zeros(len(tests), np.int64),
            gain=np.zeros(queens, np.int64),
            state=np.array([0, 1], np.int64),
        )
        return Case(search, self.squares[inside])


@dataclass(frozen=True)
class Case:
    """A search, and the squares of its candidates."""

    search: Search
    squares: Numbers

    def chosen(self) -> list[int]:
        """Return the squares of the queens that are chosen."""
        chosen = self.search.chosen[: self.search.state[0]]
        squares: list[int] = self.squares[chosen].tolist()
        return squares


def _words(sets: Bools) -> Numbers:
    """Return rows of marks as rows of words.

    >>> _words(np.array([[True, False, True]]))
    array([[5]])
    """
    number, size = sets.shape
    words = max(1, -(-size // WORD))
    padded = np.zeros((number, words * WORD), np.int64)
    padded[:, :size] = sets
    packed: Numbers = padded.reshape(number, words, WORD) @ (1 << np.arange(WORD, dtype=np.int64))
    return packed
