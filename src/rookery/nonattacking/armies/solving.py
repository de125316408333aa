"""The method ``armies``: two equal armies of queens that do not attack each other.

Annealing finds good ones; a search of all colours of rows and columns then asks for larger ones
until it has gone through them all. `colours_kernel` says how; the puzzle is that of B. M. Smith,
K. E. Petrie and I. P. Gent, "Models and symmetry breaking for 'Peaceable armies of queens'", CPAIOR
2004, and of OEIS A250000.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.boards.betza import parse_betza
from rookery.nonattacking.kernel_sets import ARMIES
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY, PlacedPiece
from rookery.results.incumbent import Incumbent
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rookery.nonattacking.armies.board import Armies

Answer = tuple[PlacedPiece, ...]

LARGEST_SIDE = 20  # of tables with an entry for every set of lines
QUEEN = frozenset(parse_betza("Q"))
COLOURS = 2
QUICK_LINES = 24  # rows and columns of a board that the search ends within a second
SHORT, LONG = 10_000, 100_000  # flips of an annealing, times the number of rows and columns
HOT, COLD = 0.5, 0.2
STEPS_A_SLICE = 200_000  # about a tenth of a second
STAGES = "annealing", "search"


def is_armies(puzzle: NonAttacking) -> bool:
    """Return whether two armies of queens are wanted, equal and as large as can be."""
    board = puzzle.board
    return (
        len(puzzle.pieces) == COLOURS
        and all(frozenset(piece.ways) == QUEEN for piece in puzzle.pieces)
        and puzzle.equal
        and puzzle.tolerated == {(0, 0), (1, 1)}
        and max(board.rows, board.columns) <= LARGEST_SIDE
        and not (board.walls or board.wrap or puzzle.given or puzzle.regions)
        and puzzle.weights is None
        and not (puzzle.lightest or puzzle.maximal)
        and all(span == ANY for span in (*puzzle.numbers, puzzle.rows, puzzle.columns))
        and puzzle.diagonals == ANY
    )


def run_armies(puzzle: NonAttacking, settings: Settings) -> Result:
    """Find the largest armies, and prove that none are larger.

    Returns
    -------
    Result
        OPTIMAL when all colours of rows and columns were gone through: a twentieth of a second at
        10x10, ten seconds at 14x14, fourfold with every row and column. Else FEASIBLE, with a
        bound that is told without a search. One unit of work is an annealing or a slice of about
        a tenth of a second.
    """
    run = _Run(puzzle, settings)
    if not settings.wait_for(ARMIES):
        return Result(puzzle, None, None, None, Status.UNKNOWN, Reason.TIME)
    try:
        return run.incumbent.result(run.to_the_end())
    except KeyboardInterrupt:
        return run.incumbent.result(Reason.INTERRUPTED)


class _Run:
    """One search under its limits."""

    def __init__(self, puzzle: NonAttacking, settings: Settings) -> None:
        self.incumbent: Incumbent[Answer] = Incumbent(puzzle, settings, greatest=True)
        self._puzzle = puzzle
        self._settings = settings
        self._work = 0

    def to_the_end(self) -> Reason:
        """Return why it ended."""
        puzzle = self._puzzle
        self.incumbent.take((), COLOURS * _bound(puzzle), STAGES[0])
        is_open = _open_squares(puzzle)
        for number, flips in enumerate(_annealings(sum(is_open.shape))):
            self._anneal(is_open, number, flips)
            if reason := self._stop():
                return reason
        return self._search(is_open)

    def _anneal(self, is_open: NDArray[np.bool_], number: int, flips: int) -> None:
        from rookery.nonattacking.armies.board import flipped_armies, flips_of
        from rookery.nonattacking.armies.flips_kernel import flip

        state = flips_of(is_open, self._settings.seed + number)
        flip(state, flips, HOT, COLD)
        self._offer(flipped_armies(is_open, state), STAGES[0])

    def _search(self, is_open: NDArray[np.bool_]) -> Reason:
        from rookery.nonattacking.armies.board import board_of, found_armies, search_of
        from rookery.nonattacking.armies.colours_kernel import ROWS, search_armies

        board = board_of(is_open)
        search = search_of(board, is_open.size)
        while search.at[ROWS] < len(board.rows.sets):
            rows, columns = search_armies(board, search, self._size() + 1, STEPS_A_SLICE)
            if rows >= 0:
                self._offer(found_armies(board, search, rows, columns), STAGES[1])
            if reason := self._stop():
                return reason
            self.incumbent.tell(STAGES[1])
        self.incumbent.prove(COLOURS * self._size(), STAGES[1])
        return Reason.PROVED

    def _size(self) -> int:
        return len(self.incumbent.answer or ()) // COLOURS

    def _offer(self, armies: Armies, stage: str) -> None:
        """Take as many queens of each army as the smaller has."""
        size = min(map(len, armies))
        placed = [(kind, *square) for kind, army in enumerate(armies) for square in army[:size]]
        self.incumbent.offer(tuple(placed), stage)

    def _stop(self) -> Reason | None:
        self._work += 1
        work = self._settings.limits.work
        if work is not None and self._work >= work and not self.incumbent.proved:
            return Reason.WORK
        return self.incumbent.stop()


def _annealings(lines: int) -> list[int]:
    """Return the flips of each annealing, given how many rows and columns there are."""
    times = [SHORT] if lines <= QUICK_LINES else [SHORT, LONG, LONG, LONG]
    return [flips * lines for flips in times]


def _bound(puzzle: NonAttacking) -> int:
    """Return what no army exceeds: each has rows and columns of its own, and open squares."""
    height, width = puzzle.board.rows, puzzle.board.columns
    by_lines = max(
        min(rows * columns, (height - rows) * (width - columns))
        for rows in range(height + 1)
        for columns in range(width + 1)
    )
    return min(by_lines, (height * width - len(puzzle.blocked)) // COLOURS)


def _open_squares(puzzle: NonAttacking) -> NDArray[np.bool_]:
    import numpy as np

    is_open = np.ones((puzzle.board.rows, puzzle.board.columns), np.bool_)
    for square in puzzle.blocked:
        is_open[square] = False
    return is_open
