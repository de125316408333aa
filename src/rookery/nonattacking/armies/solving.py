"""The method ``armies``: two equal armies of queens that do not attack each other.

Annealing finds good ones; a search of all colours of rows and columns then asks for larger ones
until it has gone through them all. `colours_kernel` says how; the puzzle is that of B. M. Smith,
K. E. Petrie and I. P. Gent, "Models and symmetry breaking for 'Peaceable armies of queens'", CPAIOR
2004, and of OEIS A250000.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.boards.betza import parse_betza
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.nonattacking.kernel_sets import ARMIES
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rookery.nonattacking.armies.board import Armies

LARGEST_SIDE = 20  # of tables with an entry for every set of lines
QUEEN = frozenset(parse_betza("Q"))
COLOURS = 2
QUICK_LINES = 24  # rows and columns of a board that the search ends within a second
SHORT, LONG = 10_000, 100_000  # flips of an annealing, times the number of rows and columns
HOT, COLD = 0.5, 0.2
STEPS_A_SLICE = 200_000  # about a tenth of a second
ANNEALING, SEARCH = "annealing", "search"


def is_armies(puzzle: NonAttacking) -> bool:
    """Return whether two armies of queens are wanted, equal and as large as can be."""
    board = puzzle.board
    return (
        len(puzzle.pieces) == COLOURS
        and all(frozenset(piece.ways) == QUEEN for piece in puzzle.pieces)
        and puzzle.equal
        and puzzle.tolerated == {(0, 0), (1, 1)}
        and max(board.rows, board.columns) <= LARGEST_SIDE
        and not (board.walls or puzzle.given or puzzle.regions)
        and puzzle.weights is None
        and not (puzzle.lightest or puzzle.maximal)
        and all(span == ANY for span in (*puzzle.numbers, puzzle.rows, puzzle.columns))
        and puzzle.diagonals == ANY
    )


def find_armies(puzzle: NonAttacking, run: Run) -> Steps:
    """Find the largest armies, and prove that none are larger.

    All colours of rows and columns are gone through in a twentieth of a second at 10x10, in ten
    seconds at 14x14, fourfold with every row and column. Before there is a bound that is told
    without a search. A step is an annealing or a slice of about a tenth of a second.
    """
    yield from run.kernels(ARMIES)
    from rookery.nonattacking.armies.board import colouring_of, found_armies, search_of
    from rookery.nonattacking.armies.colours_kernel import ROWS, search_armies

    yield Partial((), bound=COLOURS * _bound(puzzle), stage=ANNEALING)
    is_open = _open_squares(puzzle)
    for number, flips in enumerate(_annealings(sum(is_open.shape))):
        yield _anneal(puzzle, is_open, run.seed + number, flips)
        if run.value == run.bound:
            return None
    colouring = colouring_of(puzzle.board, is_open)
    search = search_of(colouring, is_open.size)
    size = len(run.answer) // COLOURS
    while search.at[ROWS] < len(colouring.rows.sets) and run.value != run.bound:
        rows, columns = search_armies(colouring, search, size + 1, STEPS_A_SLICE)
        found = Partial(steps=1, stage=SEARCH)
        if rows >= 0:
            found = _armies(found_armies(colouring, search, rows, columns), SEARCH)
            size = len(found.answer) // COLOURS
        yield found
    return Partial(bound=COLOURS * size, stage=SEARCH)


def _anneal(puzzle: NonAttacking, is_open: NDArray[np.bool_], seed: int, flips: int) -> Partial:
    from rookery.nonattacking.armies.board import flipped_armies, flips_of, lines_of
    from rookery.nonattacking.armies.flips_kernel import flip

    state = flips_of(lines_of(puzzle.board), is_open, seed)
    flip(state, flips, HOT, COLD)
    return _armies(flipped_armies(is_open, state), ANNEALING)


def _armies(armies: Armies, stage: str) -> Partial:
    """Return as many queens of each army as the smaller has."""
    size = min(map(len, armies))
    placed = [(kind, *square) for kind, army in enumerate(armies) for square in army[:size]]
    return Partial(tuple(placed), steps=1, stage=stage)


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
