"""The queue of a board's open nodes, searched by slices of the kernel."""

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

FIRST_EFFORT = 4_000_000  # tableau entries in the first slice; doubled after each slice
SLICE_EFFORT = 160_000_000  # tableau entries in a slice, at most
UNLIMITED = 1 << 61  # loss above every other; the sum of two does not overflow
NO_STEP = -(1 << 61)  # step that never lowers the limit


class NodeQueue:
    """The open nodes of a board, and their search by slices.

    A slice searches depth first from the node of the least bound, and returns the nodes that it
    leaves open.

    Parameters
    ----------
    explorer
        The kernel and its board.
    rows
        The rows of every column open to the search, as bits.
    limit
        The greatest loss of a placement.
    step
        The least improvement of the next placement on the last one; `NO_STEP` if it may be worse.

    Attributes
    ----------
    limit : int
        The greatest loss; may be lowered at any time.
    """

    def __init__(self, explorer: Explorer, rows: list[int], limit: int, step: int) -> None:
        self.explorer = explorer
        self.limit = limit
        self._step = step if step == NO_STEP else step >> explorer.board.shift
        self._nodes: list[tuple[int, int, Flags]] = [(0, 0, explorer.board.open_variables(rows))]
        self._number = 0
        self._effort = FIRST_EFFORT

    @property
    def lower_bound(self) -> int | None:
        """The lower bound on the loss of the placements not yet found; None if none is left."""
        shift = self.explorer.board.shift
        if not self._nodes or self._nodes[0][0] << shift > self.limit:
            return None
        return self._nodes[0][0] << shift

    def run_slice(self, nodes: int) -> tuple[list[Placement], int]:
        """Search one slice of at most `nodes` nodes.

        Returns
        -------
        list of placement
            The placements found; they may repeat, or exceed the limit.
        int
            The number of nodes searched.
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
