"""Lower bounds on the number of queens that dominate a board, by a search per box (`box_case`).

The weights of a box are those of P. H. Spencer's bound of (n - 1) / 2 queens on an n x n board
(W. D. Weakley, "Domination in the queen's graph", in "Graph Theory, Combinatorics and Algorithms",
1995). Close to that bound the queens can waste almost no weight, which keeps the search short: for
8 queens on 16 x 16 squares, the 325 boxes up to symmetry take half a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.boards.pieces import Piece
from rookery.cover.model.symmetry import in_order
from rookery.cover.puzzle import Cover
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps

if TYPE_CHECKING:
    from rookery.cover.exact.box_case import Box, Case
    from rookery.cover.model.attacks import Candidates

QUEEN = Piece("Q")
LONGEST_SIDE = 40  # squares; longer sides have more than ten thousand boxes
CHOICES_A_SLICE = 20_000  # choices per slice: some hundredths of a second
STAGE = "box"


def has_box(puzzle: Cover) -> bool:
    """Return whether a puzzle asks for the fewest queens that cover all squares of a board.

    The puzzle may be `independent` or `total` and have blocked squares. Boards with wrapped edges
    are excluded: there, a diagonal could meet an edge of the box more often than `box_case` allows.
    """
    board = puzzle.board
    any_number = all(stock is None for stock in puzzle.stock)
    once = set(puzzle.at_least) == {1} and set(puzzle.at_most) == {None}
    return (
        puzzle.pieces == (QUEEN,)
        and not board.wrap
        and len(puzzle.unit_prices) == 1
        and len(puzzle.guarded) == board.rows * board.columns
        and max(board.rows, board.columns) <= LONGEST_SIDE
        and any_number
        and once
    )


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
        from rookery.cover.exact.box_case import BoxQueens

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
        from rookery.cover.exact import box_kernel

        while self.can_go_on(run):
            self._begin(self._queens_needed(run))
            partial = Partial(stage=STAGE)
            if self._case is not None:
                match box_kernel.seek(self._case.search, CHOICES_A_SLICE):
                    case box_kernel.FOUND:
                        return self._cover(self._case)
                    case box_kernel.NONE:
                        self._case = None
            elif (box := next(self._left, None)) is not None:
                self._case = self._queens.case(box, self._number)
            else:
                partial = Partial(bound=(self._number + 1) * self._price, stage=STAGE)
            yield partial
        return None

    def _queens_needed(self, run: Run) -> int:
        return int(run.bound or 0) // self._price

    def _begin(self, number: int) -> None:
        """List the boxes of a number of queens, unless the search is already among them."""
        from rookery.cover.exact.box_case import boxes

        if number != self._number:
            self._number, self._case = number, None
            self._left = boxes(self._puzzle, number)

    def _cover(self, case: Case) -> Partial:
        columns = self._puzzle.board.columns
        queens = in_order((0, *divmod(square, columns)) for square in case.chosen())
        return Partial(answer=queens, stage=STAGE)
