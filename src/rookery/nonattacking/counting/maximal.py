"""Counting placements to which no piece can be added, by branching on what covers a square."""

from __future__ import annotations

from typing import Any

from rookery.nonattacking.counting.maximal_sets import CompiledCovers, CoverTable, PlainCovers
from rookery.nonattacking.counting.polynomials import Counts
from rookery.nonattacking.counting.slices import Counter
from rookery.nonattacking.counting.work import HEAD_START, LEAST_UNITS, PartCounts, Unit, Work
from rookery.nonattacking.graph import CheckDeadline
from rookery.nonattacking.kernel_sets import MAXIMAL
from rookery.nonattacking.puzzle import NonAttacking


def fits_maximal(puzzle: NonAttacking) -> bool:
    """Return whether none may fit in addition, and what stands between does not matter."""
    return puzzle.maximal and not (puzzle.looks_between or puzzle.equal)


class MaximalWork(Work):
    """The nodes of a level of the search, and the leaves above it."""

    kernels = (MAXIMAL,)
    head_start = HEAD_START

    def __init__(
        self,
        puzzle: NonAttacking,
        cut: Any = None,
        check_deadline: CheckDeadline = bool,
        is_fine: bool = True,
    ) -> None:
        super().__init__(puzzle, cut, check_deadline)
        self._table = CoverTable(self.graph, check_deadline)
        if is_fine:
            self._cut(check_deadline)

    def counter(self, unit: Unit) -> Counter:
        """Return what counts a unit by number of pieces."""
        return CompiledCovers(self._table, self._table.node_of(unit.prefix))

    def twin(self) -> Counter:
        """Return the same search in plain Python."""
        return PlainCovers(self._table, self._table.root)

    def _cut(self, check_deadline: CheckDeadline) -> None:
        table = self._table
        counts: Counts = [0] * (table.deepest + 1)
        level = [] if self.note or not table.meets_needs(table.root) else [table.root]
        while level:
            for leaf in (node for node in level if not node.uncovered):
                counts[len(leaf.chosen)] += 1
            level = [node for node in level if node.uncovered]
            check_deadline()
            if len(level) >= LEAST_UNITS:
                break
            level = [one for node in level for one in table.below(node)]
        self.parts = [PartCounts(counts)]
        self.units = [Unit(0, prefix=node.chosen) for node in level]
