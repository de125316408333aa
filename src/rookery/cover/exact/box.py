"""Lower bounds on the number of queens that dominate a board, by a search per *box*.

Few queens leave rows and columns *empty*. The outermost empty ones are the edges of the *box*::

          left      right
      .  .  .  .  .  .  .  .      Every line outside the box has a queen. A queen covers squares of
    top  .  +--------+  .  .      the left and right edges along her row and her two diagonals; in
      .  .  |  .  .  |  .  .      as many neighbouring rows as the box is wide, a diagonal meets at
  bottom .  +--------+  .  .      most one square of both edges together.
      .  .  .  .  .  .  .  .

docs/methods/cover-bounds.md explains the weights of edges and lines that keep the search short (W.
D. Weakley, "Domination in the queen's graph", in "Graph Theory, Combinatorics and Algorithms",
1995).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.symmetry import Symmetry
from rookery.cover.exact.sets_kernel import MOST, EveryCover
from rookery.cover.model.traits import symmetries
from rookery.cover.puzzle import Cover
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps

if TYPE_CHECKING:
    from rookery.compiled.arrays import Bools, Int64s
    from rookery.cover.model.candidates import Candidates

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

    >>> len(list(boxes(Cover.domination(8), 4)))
    45
    >>> len(list(boxes(Cover.domination(8, blocked=["a2"]), 4)))
    225
    """
    rows, columns = puzzle.board.rows, puzzle.board.columns
    group = symmetries(puzzle)
    spans = [
        [(a, b) for a, b in combinations(range(lines), 2) if a + lines - 1 - b <= number][::-1]
        for lines in (rows, columns)
    ]
    for rows_inside, columns_inside in product(*spans):
        box = Box(*rows_inside, *columns_inside)
        if box == min(box.moved(symmetry, rows, columns) for symmetry in group):
            yield box


def edge_tests(box: Box, rows: int, columns: int) -> Int64s:
    """Return the weights of requirements in the tests of a box, one test a row.

    Requirements are the squares of the board, then its rows, then its columns. No queen off the
    edges meets a total weight above `MOST`.
    """
    square, tests = np.arange(rows * columns).reshape(rows, columns), []
    lines = np.arange(rows * columns, rows * columns + rows + columns)
    for grid, line, ends, edges in (
        (square, lines[:rows], (box.top, box.bottom), [box.left, box.right]),
        (square.T, lines[rows:], (box.left, box.right), [box.top, box.bottom]),
    ):
        length = min(edges[1] - edges[0], len(grid))
        for first in range(len(grid) - length + 1):
            run, weights = slice(first, first + length), np.zeros(lines[-1] + 1, np.int64)
            weights[line[: ends[0]]] = weights[line[ends[1] + 1 :]] = 2
            weights[line[run]] = 0
            weights[grid[run][:, edges]] = 1
            tests.append(weights)
    return np.array(tests)


class BoxProof:
    """Resumable proof of the number of queens that a puzzle needs, one for which `has_box` is true.

    The proof searches for a cover by as many queens as the bound says. If none exists, the bound
    rises by one queen and the search starts again.
    """

    def __init__(self, puzzle: Cover, table: Candidates) -> None:
        rows, columns = puzzle.board.rows, puzzle.board.columns
        each, squares = np.arange(len(table)), rows * columns
        self._puzzle, self._table = puzzle, table
        self._meets: Bools = np.zeros((len(table), squares + rows + columns), bool)
        self._meets[table.owner, table.king] = True
        self._meets[each, squares + table.square // columns] = True
        self._meets[each, squares + rows + table.square % columns] = True
        self._price = puzzle.unit_prices[0]
        self._most = min(rows, columns) - 2  # more queens may leave no box
        self._number = 0
        self._left: Iterator[Box] = iter(())
        self._case: EveryCover | None = None

    def case(self, box: Box, number: int) -> EveryCover | None:
        """Return a search for queens that leave a box; None if a test fails."""
        rows, columns = self._puzzle.board.rows, self._puzzle.board.columns
        weights = edge_tests(box, rows, columns)
        waste = MOST * number - weights.sum(axis=1)
        if (waste < 0).any():
            return None
        line, on_edge = np.ones(rows + columns, bool), np.zeros((rows, columns), bool)
        line[box.top : box.bottom + 1] = line[rows + box.left : rows + box.right + 1] = False
        on_edge[[box.top, box.bottom]] = on_edge[:, [box.left, box.right]] = True
        weighing = [rows * columns + np.flatnonzero(line), np.flatnonzero(on_edge)]
        order = np.concatenate([*weighing, np.flatnonzero(~on_edge)])
        inside = ~on_edge.ravel()[self._table.square]
        tests = weights[waste <= SPARE][:, np.concatenate(weighing)]
        tested = self._meets[inside][:, order], tests
        return EveryCover(self._puzzle, self._table.only(inside), number * self._price, tested)

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
                if found := self._case.go_on(CHOICES_A_SLICE, 1):
                    return Partial(answer=found[0], stage=STAGE)
                if self._case.is_over:
                    self._case = None
            elif (box := next(self._left, None)) is not None:
                self._case = self.case(box, self._number)
            else:
                partial = Partial(bound=(self._number + 1) * self._price, stage=STAGE)
            yield partial
        return None

    def _queens_needed(self, run: Run) -> int:
        return int(run.bound or 0) // self._price
