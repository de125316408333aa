"""The nodes of a board that are still open, searched by slices of the kernel."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from rookery.heaviest.branching.branch_state import EFFORT, NODES
from rookery.heaviest.branching.tableau import Explorer
from rookery.queens.puzzle import Placement

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]

FIRST_EFFORT = 4_000_000  # of the first slice; each has twice that of the one before
SLICE_EFFORT = 160_000_000  # of a slice, at most
UNLIMITED = 1 << 61  # above every loss, and sums of two do not overflow
NO_STEP = -(1 << 61)


class Tree:
    """The nodes of a board that are still open, and their search by slices.

    A slice goes depth first from the node of the least bound, and hands back what it leaves.

    Parameters
    ----------
    explorer
        The kernel and its board.
    rows
        For every column the rows open to the search, as bits.
    limit
        No placement that loses more is looked for. May be lowered at any time.
    step
        What the next placement must lose less than the one met last; `NO_STEP` when it may
        lose more.

    Attributes
    ----------
    limit : int
    """

    def __init__(self, explorer: Explorer, rows: list[int], limit: int, step: int) -> None:
        self.explorer = explorer
        self.limit = limit
        self._step = step if step == NO_STEP else step >> explorer.board.shift
        self._nodes: list[tuple[int, int, Flags]] = [(0, 0, explorer.board.open_variables(rows))]
        self._number = 0
        self._effort = FIRST_EFFORT

    @property
    def floor(self) -> int | None:
        """What every placement not yet met loses at least; None when none is left."""
        shift = self.explorer.board.shift
        if not self._nodes or self._nodes[0][0] << shift > self.limit:
            return None
        return self._nodes[0][0] << shift

    def grow(self, nodes: int) -> tuple[list[Placement], int]:
        """Search for one slice of at most so many nodes.

        Returns
        -------
        list of placement
            All that were met: some perhaps again, some perhaps above the limit.
        int
            How many nodes were searched.
        """
        shift = self.explorer.board.shift
        limit = min(self.limit >> shift, UNLIMITED)
        met: list[Placement] = []
        searched = spent = 0
        while not met and searched < nodes and spent < self._effort:
            if not self._nodes or self._nodes[0][0] > limit:
                break
            bound, _, squares = heapq.heappop(self._nodes)
            tally = self.explorer.explore(
                squares,
                bound,
                limit,
                self._step,
                nodes - searched,
                self._effort - spent,
            )
            searched += int(tally.counts[NODES])
            spent += int(tally.counts[EFFORT])
            met = self.explorer.found()
            for left_bound, left in self.explorer.left():
                self._number += 1
                heapq.heappush(self._nodes, (left_bound, self._number, left))
        self._effort = min(2 * self._effort, SLICE_EFFORT)
        return met, searched
