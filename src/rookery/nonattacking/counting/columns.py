"""Counting placements with one piece a row and at most one a column, by the columns used.

It serves pieces whose attacks along other lines end within a few rows: kings (Hertzsprung's
problem, A002464), knights, empresses.
"""

from __future__ import annotations

from itertools import pairwise
from math import comb
from typing import Any

from rookery.boards.board import TORUS
from rookery.boards.motions import ENDLESS
from rookery.nonattacking.counting.by_number import is_by_number
from rookery.nonattacking.counting.one_a_row import has_at_most_one_a_column, has_one_a_row
from rookery.nonattacking.counting.slices import Counter
from rookery.nonattacking.counting.work import HEAD_START, WHOLE, PartCounts, Unit, Work
from rookery.nonattacking.graph import CheckDeadline
from rookery.nonattacking.kernel_sets import ROWS
from rookery.nonattacking.puzzle import NonAttacking

BYTES_A_STATE = 8
MOST_BYTES = 1 << 30  # of two layers


def fits_columns(puzzle: NonAttacking) -> bool:
    """Return whether the states of a row are few enough to be kept."""
    board = puzzle.board
    if not (has_one_a_row(puzzle) and has_at_most_one_a_column(puzzle)) or board.wrap == TORUS:
        return False
    reach = _reach(puzzle)
    if reach is None:
        return False
    rows = range(board.rows + 1)
    states: list[int] = [comb(board.columns, row) * row ** max(1, reach) for row in rows]
    return max(map(sum, pairwise(states))) * BYTES_A_STATE <= MOST_BYTES


def suits_columns(puzzle: NonAttacking) -> bool:
    """Return whether no formula serves: for rooks there is one."""
    return not is_by_number(puzzle) or _reach(puzzle) != 0


def _reach(puzzle: NonAttacking) -> int | None:
    """Return how many rows attacks reach along no row and no column; None where it may be many."""
    reach = 0
    if puzzle.pieces[0].routes:
        return None
    for motion in puzzle.pieces[0].motions:
        down, right = motion.step
        if motion.captures and down and right:
            if motion.reach == ENDLESS:
                return None
            reach = max(reach, abs(down) * motion.reach)
    return reach


class ColumnsWork(Work):
    """The rows of a board, modulo primes."""

    kernels = (ROWS,)
    is_live = False
    head_start = HEAD_START

    def __init__(
        self,
        puzzle: NonAttacking,
        cut: Any = None,
        check_deadline: CheckDeadline = bool,
        is_fine: bool = True,
    ) -> None:
        from rookery.nonattacking.counting.column_layers import ColumnTable
        from rookery.nonattacking.counting.row_masks import masks_of

        masks = masks_of(puzzle, check_deadline)
        self.note, self.given, self.cut = masks.why_none, 0, cut
        self._table = ColumnTable(masks, max(1, _reach(puzzle) or 0))
        primes = self._table.primes if is_fine and not self.note else ()
        whole = [] if is_fine or self.note else [Unit(0, WHOLE)]
        self.parts = [PartCounts([], primes)]
        self.units = whole or [Unit(0, at) for at in range(len(primes))]

    def counter(self, unit: Unit) -> Counter:
        """Return what counts a unit by number of pieces."""
        from rookery.nonattacking.counting.column_layers import ColumnLayers

        primes = self._table.primes
        return ColumnLayers(self._table, primes if unit.prime == WHOLE else (primes[unit.prime],))

    def twin(self) -> Counter:
        """Return the layers in plain Python."""
        from rookery.nonattacking.counting.column_layers import PlainColumns

        return PlainColumns(self._table)
