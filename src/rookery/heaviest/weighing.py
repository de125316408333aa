"""Selection of the best placements from a list, block by block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.queens.puzzle import Placement

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Best:
    """The placements of greatest weight so far; ties stay in lexicographic order.

    Parameters
    ----------
    columns
        Nonnegative weights by column, then row, whose sums fit words.
    wanted
        The number of placements kept.
    """

    def __init__(self, columns: list[list[int]], wanted: int) -> None:
        self._weights = np.array(columns, np.int64)
        self._wanted = wanted
        self._top = np.empty((0, len(columns)), np.int16)
        self._totals = np.empty(0, np.int64)

    def add(self, block: Any) -> bool:
        """Add the next block of placements in lexicographic order, an array of rows by column.

        Returns
        -------
        bool
            Whether one of them is among the best.
        """
        block = np.asarray(block)
        if not len(block):
            return False
        totals = np.zeros(len(block), np.int64)
        for weights, rows in zip(self._weights, block.T, strict=True):
            totals += weights[rows]
        if len(self._totals) == self._wanted:  # a later tie with the last one loses
            better = totals > self._totals[-1]
            block, totals = block[better], totals[better]
        if not len(block):
            return False
        totals = np.concatenate([self._totals, totals])
        order = _heaviest_first(totals, self._wanted)
        self._top = np.concatenate([self._top, block.astype(np.int16)])[order]
        self._totals = totals[order]
        return True

    def placements(self, most: int | None = None) -> list[Placement]:
        """Return the kept placements, the best first; at most `most`, if given."""
        return list(map(tuple, self._top[:most].tolist()))


def _heaviest_first(totals: NDArray[np.int64], wanted: int) -> NDArray[np.intp]:
    """Return the indices of the `wanted` greatest totals; ties stay in order."""
    if len(totals) <= wanted:
        return np.argsort(-totals, kind="stable")
    least = np.partition(totals, len(totals) - wanted)[len(totals) - wanted]
    near = np.flatnonzero(totals >= least)
    order: NDArray[np.intp] = near[np.argsort(-totals[near], kind="stable")[:wanted]]
    return order
