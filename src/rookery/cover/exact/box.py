"""Lower bounds on the number of queens that dominate a board, by a search per *box*.

Few queens leave some rows and columns *empty*. The outermost empty ones are the edges of the *box*;
every line outside the box has a queen::

          left      right
      .  .  .  .  .  .  .  .      A queen covers squares of the left and right edges along her row
    top  .  +--------+  .  .      and her two diagonals.
      .  .  |  .  .  |  .  .
      .  .  |  .  .  |  .  .      Take as many neighbouring rows as the box is wide. In these rows,
  bottom .  +--------+  .  .      a diagonal meets at most one square of both edges together. So a
      .  .  .  .  .  .  .  .      queen covers two of their squares, four if she is on such a row.

Give weight 1 to each square of the two edges in those rows, and weight 2 to each row outside both
the box and those rows. Then no queen meets a total weight above 4. The same holds with rows and
columns exchanged. These are the tests of `sets_kernel`, and the weights of P. H. Spencer's bound of
(n - 1) / 2 queens on an n x n board (W. D. Weakley, "Domination in the queen's graph", in "Graph
Theory, Combinatorics and Algorithms", 1995). Close to that bound the queens can waste almost no
weight, which keeps the search short: for 8 queens on 16 x 16 squares, the 325 boxes up to symmetry
take half a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.symmetry import Symmetry
from rookery.cover.exact import sets_kernel
from rookery.cover.exact.sets_kernel import MOST, BoxSearch, packed
from rookery.cover.model.traits import in_order, symmetries
from rookery.cover.puzzle import Cover
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rookery.cover.model.candidates import Candidates

    Bools = NDArray[np.bool_]
    Numbers = NDArray[np.int64]

SPARE = 8  # weight that queens can waste; tests with more to spare prune almost nothing
CHOICES_A_SLICE = 20_000  # choices per slice: some hundredths of a second
STAGE = "box"


@dataclass(frozen=True, order=True)
class Box:
    """The first and last empty row, and the first and last empty column."""

    top: int
    bottom: int
    left: int
    right: int

    def moved(self, symmetry: Symmetry, rows: int, columns: int) -> Box:
        """Return the image of the box under a rotation or reflection of the board."""
        corners = ((self.top, self.left), (self.bottom, self.right))
        moved = [symmetry.square(corner, rows, columns) for corner in corners]
        (top, bottom), (left, right) = map(sorted, zip(*moved, strict=True))
        return Box(top, bottom, left, right)


def boxes(puzzle: Cover, number: int) -> Iterator[Box]:
    """Yield the boxes that a number of queens can leave, up to symmetry.

    At most `number` rows and at most `number` columns lie outside such a box.

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
    """Return the pairs of first and last lines with at most `number` lines outside."""
    return [
        (first, last)
        for first in range(lines)
        for last in range(first + 1, lines)
        if first + lines - 1 - last <= number
    ]


@dataclass(frozen=True)
class EdgeTest:
    """Squares of weight 1 and lines of weight 2; no queen meets a total weight above `MOST`."""

    squares: list[int]
    lines: list[int]

    def waste(self, number: int) -> int:
        """Return the weight that a number of queens can waste; negative if they are too few."""
        return MOST * number - len(self.squares) - 2 * len(self.lines)


@dataclass(frozen=True)
class Requirements:
    """The requirements of a cover: every square, then the rows and columns outside the box.

    Parameters
    ----------
    box
        The outermost empty lines.
    rows, columns
        The size of the board.
    """

    box: Box
    rows: int
    columns: int

    def in_order(self) -> tuple[list[int], int]:
        """Return the requirements, possibly weighted ones first, and the number of these."""
        box, squares = self.box, self.rows * self.columns
        edges = {self._square(row, c) for row in range(self.rows) for c in (box.left, box.right)}
        edges |= {self._square(r, c) for r in (box.top, box.bottom) for c in range(self.columns)}
        first = [*self._rows_outside(), *self._columns_outside(), *sorted(edges)]
        return [*first, *(square for square in range(squares) if square not in edges)], len(first)

    def tests(self) -> list[EdgeTest]:
        """Return a test for every run of rows and for every run of columns."""
        box, tests = self.box, []
        for rows in _runs(self.rows, box.right - box.left):
            squares = [self._square(row, edge) for row in rows for edge in (box.left, box.right)]
            tests.append(EdgeTest(squares, self._rows_outside(but=rows)))
        for columns in _runs(self.columns, box.bottom - box.top):
            squares = [self._square(edge, c) for c in columns for edge in (box.top, box.bottom)]
            tests.append(EdgeTest(squares, self._columns_outside(but=columns)))
        return tests

    def off_edges(self, squares: Numbers) -> Numbers:
        """Return the indices of the squares that are on no edge of the box."""
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
    """Return all runs of `length` neighbouring lines, or one run of all lines if these are fewer.

    >>> _runs(4, 3), _runs(4, 6)
    ([range(0, 3), range(1, 4)], [range(0, 4)])
    """
    length = min(length, lines)
    return [range(first, first + length) for first in range(lines - length + 1)]


class BoxQueens:
    """The queens that can be placed, with the requirements that each meets.

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
        """Return the search for queens that leave a box, or None if a test rules the box out."""
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
        search = BoxSearch(
            meets=packed(meets),
            met_by=packed(meets.T),
            beside=packed(self._beside[inside][:, inside]),
            weighty=packed(weighty[:, order[:weighing]]),
            heavy=packed(heavy[:, order[:weighing]]),
            bare=packed(np.ones((depths, len(order)), bool)),
            able=packed(np.ones((depths, queens), bool)),
            ways=packed(np.zeros((depths, queens), bool)),
            chosen=np.zeros(number, np.int64),
            least=np.zeros(len(tests), np.int64),
            gain=np.zeros(queens, np.int64),
            state=np.array([0, 1], np.int64),
        )
        return Case(search, self.squares[inside])


@dataclass(frozen=True)
class Case:
    """A search, and the squares of its candidates."""

    search: BoxSearch
    squares: Numbers

    def chosen(self) -> list[int]:
        """Return the squares of the chosen queens."""
        chosen = self.search.chosen[: self.search.state[0]]
        squares: list[int] = self.squares[chosen].tolist()
        return squares


class BoxProof:
    """Resumable proof of the number of queens that a puzzle needs.

    The proof searches for a cover by as many queens as the bound says. If none exists, the bound
    rises by one queen and the search starts again.

    Parameters
    ----------
    puzzle
        A puzzle for which `has_box` is true.
    table
        Its candidates.
    """

    def __init__(self, puzzle: Cover, table: Candidates) -> None:
        self._puzzle = puzzle
        self._queens = BoxQueens(puzzle, table)
        self._price = puzzle.unit_prices[0]
        self._most = min(puzzle.board.rows, puzzle.board.columns) - 2  # more may leave no box
        self._number = 0
        self._left: Iterator[Box] = iter(())
        self._case: Case | None = None

    def can_go_on(self, run: Run) -> bool:
        """Return whether the next number of queens leaves a box."""
        return not run.is_proved and self._queens_needed(run) <= self._most

    def go_on(self, run: Run) -> Steps:
        """Raise the bound, or find a cover that meets it."""
        while self.can_go_on(run):
            if (number := self._queens_needed(run)) != self._number:
                self._number, self._case = number, None
                self._left = boxes(self._puzzle, number)
            partial = Partial(stage=STAGE)
            if self._case is not None:
                match sets_kernel.seek(self._case.search, CHOICES_A_SLICE):
                    case sets_kernel.COVER:
                        columns = self._puzzle.board.columns
                        queens = ((0, *divmod(at, columns)) for at in self._case.chosen())
                        return Partial(answer=in_order(queens), stage=STAGE)
                    case sets_kernel.NONE:
                        self._case = None
            elif (box := next(self._left, None)) is not None:
                self._case = self._queens.case(box, self._number)
            else:
                partial = Partial(bound=(self._number + 1) * self._price, stage=STAGE)
            yield partial
        return None

    def _queens_needed(self, run: Run) -> int:
        return int(run.bound or 0) // self._price
