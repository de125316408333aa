"""Enumeration of the placements up to a loss in lexicographic order, in slices."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rookery.compiled.arrays import Int64s
from rookery.heaviest.duals import Losses
from rookery.heaviest.ordered_kernel import LARGEST_SIDE, OrderedWalk, walk_in_order
from rookery.heaviest.search import Decide, first_in_order
from rookery.queens.puzzle import Placement

MOST_BITS = 62  # bits of a loss; larger losses are shifted right
PLACEMENTS_A_SLICE = 1024  # placements found per slice, at most


class LexicographicWalk:
    """A walk over the placements on open rows up to a loss, in lexicographic order.

    The walk solves no linear programs, so it suits limits that very many placements meet. `rows`
    are the open rows of every column, as bits, at most 62. The limit may be lowered at any time.
    """

    def __init__(self, losses: Losses, rows: list[int], limit: int) -> None:
        self._losses = losses
        self.limit = limit
        n = len(rows)
        least = [
            min((loss for row, loss in enumerate(squares) if bits >> row & 1), default=0)
            for squares, bits in zip(losses.squares, rows, strict=True)
        ]
        rest = [sum(least[column:]) for column in range(n + 1)]
        within = [
            bits & sum(1 << row for row, loss in enumerate(squares) if loss <= limit)
            for squares, bits in zip(losses.squares, rows, strict=True)
        ]
        # Shifted losses are lower bounds, so no placement is missed; `resume` checks exact ones.
        largest = sum(max(map(abs, squares)) for squares in losses.squares)
        most = max(limit, largest + sum(losses.rising) + sum(losses.falling))
        self._shift = max(0, most.bit_length() - MOST_BITS)
        self._walk = OrderedWalk(
            self._words(losses.squares),
            self._words(losses.rising),
            self._words(losses.falling),
            self._words(rest) - (n if self._shift else 0),
            np.array(within, np.int64),
            free=np.array([within[0], *[0] * (n - 1)], np.int64),
            used=np.zeros(n, np.int64),
            rising=np.zeros(n, np.int64),
            falling=np.zeros(n, np.int64),
            lost=np.zeros(n, np.int64),
            row=np.zeros(n, np.int16),
            column=np.array([0 if all(within) else -1]),
        )

    @staticmethod
    def fits(losses: Losses) -> bool:
        """Return whether the board's columns fit into the bits of a word."""
        return len(losses.squares) <= LARGEST_SIDE

    @property
    def is_over(self) -> bool:
        """Whether all placements have been visited."""
        return bool(self._walk.column[0] < 0)

    def resume(self, steps: int) -> list[Placement]:
        """Return the placements found by the next `steps` steps; a step puts down a queen."""
        rows = np.empty((PLACEMENTS_A_SLICE, len(self._walk.open)), np.int16)
        limit = self.limit >> self._shift
        count = walk_in_order(self._walk, limit, rows, steps)
        placements = map(tuple, rows[:count].tolist())
        return [placement for placement in placements if self._losses.of(placement) <= self.limit]

    def _words(self, numbers: object) -> Int64s:
        return np.array(np.array(numbers, object) >> self._shift, np.int64)


def lexicographic(
    losses: Losses, rows: list[int], limit: int, decide: Decide
) -> Iterator[Placement | int]:
    """Yield the placements up to a loss in lexicographic order, and the node counts of slices.

    `decide` decides which prefixes can be extended.
    """
    subsets = [rows]
    while subsets:
        subset = subsets.pop()
        placement = yield from decide(subset, limit)
        if placement is None:
            continue
        first = yield from first_in_order(losses, subset, limit, placement, decide)
        yield first
        for column, row in enumerate(first):  # partition the later placements, the last first
            later = subset[column] >> row + 1 << row + 1
            if later:
                fixed = [1 << earlier for earlier in first[:column]]
                subsets.append([*fixed, later, *subset[column + 1 :]])
