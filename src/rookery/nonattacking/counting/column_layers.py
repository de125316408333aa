"""Placements with one piece a row and at most one a column, counted in layers of states.

`columns_kernel` defines the states.
"""

from __future__ import annotations

from functools import cached_property
from math import comb, prod

import numpy as np

from rookery.nonattacking.counting import columns_kernel as kernel
from rookery.nonattacking.counting.polynomials import enough_primes, from_residues
from rookery.nonattacking.counting.row_search import RowMasks
from rookery.nonattacking.counting.slices import Slice, Slices

STATES_A_SLICE = 1 << 22  # some hundredths of a second


class ColumnTable:
    """The rows of a board, for pieces whose attacks reach a few rows back, at least 1."""

    def __init__(self, masks: RowMasks, reach: int) -> None:
        self.rows, self.columns = len(masks.open), masks.conflicts.shape[1]
        self.reach = reach
        self.open = masks.open
        self.compatible = masks.compatible
        self.primes = enough_primes(prod(mask.bit_count() for mask in masks.open))

    @cached_property
    def binomials(self) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        """The numbers of subsets."""
        side = self.columns + 2
        return np.array([[comb(n, k) for k in range(side)] for n in range(side)], np.int64)

    def sets(self, pieces: int) -> int:
        """Return the number of sets of columns of some pieces."""
        return comb(self.columns, pieces)

    def work(self, row: int) -> int:
        """Return the steps from the states of a row to the next."""
        codes: int = max(row, 1) ** self.reach
        return self.sets(row + 1) * (row + 1) * codes


def count_columns(table: ColumnTable, primes: tuple[int, ...]) -> Slices:
    """Count by the states of each row in the compiled kernel, modulo one prime after the other."""
    room = kernel.ColumnRoom(
        np.zeros(table.columns, np.int64),
        np.zeros(table.columns, np.int64),
        np.zeros(table.reach, np.int64),
    )
    work = len(primes) * sum(map(table.work, range(table.rows)))
    residues: list[int] = []
    done = 0
    for prime in primes:
        before = np.ones(1, np.int64)
        for row in range(table.rows):
            sets = table.sets(row + 1)
            after = np.zeros(sets * (row + 1) ** table.reach, np.int64)
            compatible = np.zeros((table.reach + 1, table.columns), np.int64)  # of rows back
            for back in range(1, min(row, table.reach) + 1):
                compatible[back] = table.compatible[row, :, row - back]
            step = kernel.ColumnRow(
                compatible, table.binomials, prime, row, table.reach, table.open[row]
            )
            each = table.work(row) // sets if sets else 1
            slice_ = max(1, STATES_A_SLICE // each)
            used = (2 << row) - 1
            for first in range(0, sets, slice_):
                some = min(slice_, sets - first)
                used = kernel.settle_row(step, room, before, after, used, first, some)
                done += some * each
                yield Slice(done / work, list)
            before = after
        residues.append(int(sum(before.tolist())) % prime)
    count = from_residues(residues, primes)
    return [0] * table.rows + [count] if count else []
