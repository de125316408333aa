"""Local search for one placement on a large board, a slice at a time."""

from __future__ import annotations

import numpy as np

from rookery.compiled.arrays import UInt64s
from rookery.compiled.kernels import random_state
from rookery.queens.puzzle import Placement, Queens
from rookery.queens.swaps_kernel import Swaps, put_all, repair

STEPS_A_SLICE = 300_000  # a tenth of a second, longer if the board exceeds the CPU caches


class Repairs:
    """Queens in every row and column, swapped until none attacks another.

    The given queens must not attack each other nor stand on blocked squares.
    """

    def __init__(self, puzzle: Queens, seed: int) -> None:
        self._puzzle = puzzle
        self._random = random_state(seed)
        self.steps = 0
        self.begin()

    def begin(self) -> None:
        """Place all queens anew, except the given ones."""
        self._swaps = _with_given(self._puzzle, self._random)
        taken = {row for row, _ in self._puzzle.given}
        rows = np.array([row for row in range(self._puzzle.n) if row not in taken], np.int32)
        self.conflicts = int(put_all(self._swaps, rows))

    def resume(self) -> bool:
        """Search for about a tenth of a second; return whether the queens form a placement."""
        if self.conflicts:
            self.conflicts = int(repair(self._swaps, self.conflicts, STEPS_A_SLICE))
            self.steps += STEPS_A_SLICE
        return self.conflicts == 0

    def placement(self) -> Placement:
        """Return the row of the queen in each column."""
        return tuple(self._swaps.row.tolist())


def _with_given(puzzle: Queens, random: UInt64s) -> Swaps:
    """Return the state of a search with only the given queens on the board."""
    n = puzzle.n
    blocked = sorted((column, row) for row, column in puzzle.blocked)
    counts = np.bincount([column for column, _ in blocked], minlength=n)
    columns = np.ones(n, np.bool_)
    columns[[column for _, column in puzzle.given]] = False
    swaps = Swaps(
        row=np.zeros(n, np.int32),
        free=np.flatnonzero(columns).astype(np.int32),
        rising=np.zeros(2 * n - 1, np.int32),
        falling=np.zeros(2 * n - 1, np.int32),
        blocked_start=np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        blocked_row=np.array([row for _, row in blocked], np.int32),
        random=random,
    )
    for row, column in puzzle.given:
        swaps.row[column] = row
        swaps.rising[row + column] += 1
        swaps.falling[row - column + n - 1] += 1
    return swaps
