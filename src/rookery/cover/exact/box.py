"""How many queens guard a board at least, by a search box by box (see `box_case`).

The weights of a box are those of P. H. Spencer's bound, (n - 1) / 2 queens on n x n squares (W. D.
Weakley, "Domination in the queen's graph", in "Graph Theory, Combinatorics and Algorithms", 1995).
Where there are hardly more queens than that they may waste next to nothing, which is what makes the
search short: for 8 queens on 16 x 16 squares 325 boxes, up to symmetry, take half a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rookery.boards.pieces import Piece
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from rookery.cover.exact.box_case import Box, Case
    from rookery.cover.model.attacks import Candidates

QUEEN = Piece("Q")
LONGEST_SIDE = 40  # beyond, there are more than ten thousand boxes
CHOICES_A_SLICE = 20_000  # some hundredths of a second
STAGE = "box"


def has_box(puzzle: Cover) -> bool:
    """Return whether a puzzle asks for the fewest queens that guard all squares of a board.

    They may have to be `independent` or `total`, and be kept off some squares. Its edges are not
    joined: else a diagonal could meet an edge of the box more often than `box_case` allows for.
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
    """A proof of how many queens are needed that can be gone on with.

    It asks whether there is a cover by as many queens as the bound says, and, as long as there is
    none, by one queen more.

    Parameters
    ----------
    puzzle
        One that `has_box`.
    table
        Its candidates.
    """

    def __init__(self, puzzle: Cover, table: Candidates) -> None:
        from rookery.cover.exact.box_case import Queens

        self._puzzle = puzzle
        self._queens = Queens(puzzle, table)
        self._price = puzzle.unit_prices[0]
        self._most = min(puzzle.board.rows, puzzle.board.columns) - 2  # with more, perhaps no box
        self._number = 0
        self._left: Iterator[Box] = iter(())
        self._case: Case | None = None

    def can_go_on(self, incumbent: CoverIncumbent) -> bool:
        """Return whether the next number of queens leaves a box."""
        return not incumbent.proved and incumbent.bound // self._price <= self._most

    def go_on(self, incumbent: CoverIncumbent, in_time: Callable[[], bool]) -> None:
        """Raise the bound, or find a cover that meets it, as long as there is time."""
        from rookery.cover.exact import box_kernel

        while in_time() and self.can_go_on(incumbent):
            self._begin(incumbent.bound // self._price)
            if self._case is not None:
                match box_kernel.seek(self._case.search, CHOICES_A_SLICE):
                    case box_kernel.FOUND:
                        self._offer(incumbent, self._case)
                        return
                    case box_kernel.NONE:
                        self._case = None
            elif (box := next(self._left, None)) is not None:
                self._case = self._queens.case(box, self._number)
            else:
                incumbent.prove((self._number + 1) * self._price, STAGE)

    def _begin(self, number: int) -> None:
        """Begin with all boxes of so many queens, unless it is at these already."""
        from rookery.cover.exact.box_case import boxes

        if number != self._number:
            self._number, self._case = number, None
            self._left = boxes(self._puzzle, number)

    def _offer(self, incumbent: CoverIncumbent, case: Case) -> None:
        columns = self._puzzle.board.columns
        incumbent.offer(tuple((0, *divmod(square, columns)) for square in case.chosen()), STAGE)
