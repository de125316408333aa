"""The method ``armies``: two equal armies of queens that do not attack each other.

Annealing finds good armies; an exhaustive search of the colours of rows and columns (see
`armies_kernel`) then looks for larger ones. The puzzle is that of B. M. Smith, K. E. Petrie and I.
P. Gent, "Models and symmetry breaking for 'Peaceable armies of queens'", CPAIOR 2004, and of OEIS
A250000.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.engine.run import Partial, Run, Steps
from rookery.nonattacking.graph import most_on_other_lines
from rookery.nonattacking.kernel_sets import ARMIES
from rookery.nonattacking.puzzle import ANY, NonAttacking
from rookery.nonattacking.special import QUEEN

if TYPE_CHECKING:
    from rookery.nonattacking.armies_board import Armies

LARGEST_SIDE = 20  # rows; tables have an entry for every set of lines
COLOURS = 2
QUICK_LINES = 24  # rows and columns; such boards need one annealing, the search takes a second
ANNEALINGS = (10_000, 100_000, 100_000, 100_000)  # flips of each, a row or column
HOT, COLD = 0.5, 0.2
STEPS_A_SLICE = 200_000  # about a tenth of a second
ANNEALING, SEARCH = "annealing", "search"


def is_armies(puzzle: NonAttacking) -> bool:
    """Return whether a puzzle asks for two equal armies of queens, as large as possible."""
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

    The search of all colours of rows and columns takes a twentieth of a second at 10x10, ten
    seconds at 14x14, fourfold with every row and column. A first bound needs no search. A step is
    an annealing or a slice of about a tenth of a second.
    """
    yield from run.kernels(ARMIES)
    import numpy as np

    from rookery.nonattacking.armies_board import (
        colouring_of,
        flipped_armies,
        flips_of,
        found_armies,
        search_of,
    )
    from rookery.nonattacking.armies_kernel import ROWS, flip, search_armies

    is_open = np.ones((puzzle.board.rows, puzzle.board.columns), np.bool_)
    for square in puzzle.blocked:
        is_open[square] = False
    size = min(most_on_other_lines(puzzle.board), int(is_open.sum()) // COLOURS)
    yield Partial((), bound=COLOURS * size, stage=ANNEALING)
    lines = sum(is_open.shape)
    annealings = ANNEALINGS[:1] if lines <= QUICK_LINES else ANNEALINGS
    for number, flips in enumerate(annealings):
        state = flips_of(puzzle.board, is_open, run.seed + number)
        flip(state, flips * lines, HOT, COLD)
        yield _armies(flipped_armies(is_open, state), ANNEALING)
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


def _armies(armies: Armies, stage: str) -> Partial:
    """Reduce the larger army to the size of the smaller."""
    size = min(map(len, armies))
    placed = [(kind, *square) for kind, army in enumerate(armies) for square in army[:size]]
    return Partial(tuple(placed), steps=1, stage=stage)
