"""Work units of the counting methods search, maximal, rows, columns, frontier and hoppers.

The modules `by_number` and `blockers` hold their own.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rookery.compiled.sets import KernelSet
from rookery.nonattacking.counting.components import Component
from rookery.nonattacking.counting.fits import most_pieces, rows_reached
from rookery.nonattacking.counting.frontier import count_plainly, steps_of
from rookery.nonattacking.counting.hoppers import hopper_boards
from rookery.nonattacking.counting.maximal_sets import CompiledCovers, CoverTable
from rookery.nonattacking.counting.polynomials import Counts
from rookery.nonattacking.counting.slices import Slices, one_by_one, plain_search
from rookery.nonattacking.counting.work import (
    HEAD_START,
    LEAST_UNITS,
    WHOLE,
    ComponentCounts,
    Work,
    WorkUnit,
)
from rookery.nonattacking.graph import Requirement, bits
from rookery.nonattacking.kernel_sets import COUNTS, MAXIMAL, ROWS
from rookery.nonattacking.search import NODES_A_TICK, SetSearch

CANDIDATES_A_TICK = 1 << 11  # candidates of maximal placements in plain Python between two yields

if TYPE_CHECKING:
    from rookery.nonattacking.counting.layers import Layers
    from rookery.nonattacking.counting.sets import SetTable


class SearchWork(Work):
    """The search in lexicographic order, by the candidates that are chosen first."""

    key = "SearchWork"
    kernels: tuple[KernelSet, ...] = ()
    step = NODES_A_TICK

    def split(self) -> None:
        """Take a level of the search as units, and count the placements above it."""
        search = SetSearch(self.graph)
        *above, level = self.levels([search.root], search.below, LEAST_UNITS)
        counts = [sum(map(search.is_placement, nodes)) for nodes in above]
        self.known = [ComponentCounts(counts)]
        self._nodes = {tuple(bits(node[0])): node for node in level}
        self.units = [WorkUnit(0, prefix=prefix) for prefix in self._nodes]

    def count(self, unit: WorkUnit) -> Slices:
        """Count a unit, by number of pieces."""
        return one_by_one(self.graph, None if unit.prime == WHOLE else self._nodes[unit.prefix])


class NumbersWork(SearchWork):
    """The same units in compiled kernels, where attacks do not depend on the pieces between."""

    kernels = (COUNTS,)
    step = 1
    head_start = HEAD_START

    @cached_property
    def _table(self) -> SetTable:
        from rookery.nonattacking.counting.sets import SetTable

        graph = self.graph
        return SetTable(Component(graph.candidates, graph.conflicts), len(graph.candidates))

    def count(self, unit: WorkUnit) -> Slices:
        """Count a unit, by number of pieces."""
        from rookery.nonattacking.counting.sets import count_needed

        graph, given = self.graph, self.graph.forced.bit_count()
        needs = [*graph.needs, Requirement("given", graph.forced, given, given)]
        whole = unit.prime == WHOLE
        chosen, free, _ = SetSearch(graph).root if whole else self._nodes[unit.prefix]
        return count_needed(self._table, needs, chosen, free)


class MaximalWork(Work):
    """The search for maximal placements, by the candidates that are chosen first."""

    key = "MaximalWork"
    kernels = (MAXIMAL,)
    head_start = HEAD_START

    def prepare(self) -> str:
        """Make the table of what candidates cover."""
        why_none = super().prepare()
        self._table = CoverTable(self.graph, self.check_deadline)
        return why_none

    def split(self) -> None:
        """Take a level of the search as units, and count the leaves above it."""
        table = self._table
        counts: Counts = [0] * (table.deepest + 1)
        level = [table.root] if table.meets_needs(table.root) else []
        while level:
            for leaf in (node for node in level if not node.uncovered):
                counts[len(leaf.chosen)] += 1
            level = [node for node in level if node.uncovered]
            self.check_deadline()
            if len(level) >= LEAST_UNITS:
                break
            level = [one for node in level for one in table.below(node)]
        self.known = [ComponentCounts(counts)]
        self._nodes = {node.chosen: node for node in level}
        self.units = [WorkUnit(0, prefix=prefix) for prefix in self._nodes]

    def count(self, unit: WorkUnit) -> Slices:
        """Count a unit, by number of pieces."""
        root = self._table.root
        return CompiledCovers(self._table, self._nodes[unit.prefix] if unit.prefix else root).run()

    def twin(self) -> Slices:
        """Search in plain Python."""
        table = self._table
        roots = [table.root] if table.meets_needs(table.root) else []
        tick = max(1, CANDIDATES_A_TICK // max(1, len(table.covers)))
        return plain_search(
            roots, table.below, lambda node: (len(node.chosen), not node.uncovered), tick
        )


class RowsWork(Work):
    """The search row by row, by the columns of the pieces in the first rows."""

    key = "RowsWork"
    kernels = (ROWS,)
    head_start = HEAD_START

    def prepare(self) -> str:
        """Find what pieces leave free in later rows."""
        from rookery.nonattacking.counting.row_search import RowTable, masks_of

        masks = masks_of(self.puzzle, self.check_deadline)
        if not masks.why_none:
            self._table = RowTable(masks, self.check_deadline, self.is_fine)
        return masks.why_none

    def split(self) -> None:
        """Take each prefix as a unit."""
        self._images = dict(zip(self._table.prefixes, self._table.images, strict=True))
        self.units = [WorkUnit(0, prefix=prefix) for prefix in self._table.prefixes]

    def count(self, unit: WorkUnit) -> Slices:
        """Count a unit, by number of pieces."""
        from rookery.nonattacking.counting.sets import count_sets

        table = self._table
        if unit.prime == WHOLE:
            return count_sets(table, table.candidates(table.prefixes), table.images)
        return count_sets(table, table.candidates([unit.prefix]), [self._images[unit.prefix]])

    def twin(self) -> Slices:
        """Search in plain Python."""
        return plain_search(self._table.roots, self._table.below, self._table.placements)


class ColumnsWork(Work):
    """The layers of used columns, row by row, modulo primes."""

    key = "ColumnsWork"
    kernels = (ROWS,)
    is_live = False
    head_start = HEAD_START

    def prepare(self) -> str:
        """Find what pieces leave free in later rows."""
        from rookery.nonattacking.counting.column_layers import ColumnTable
        from rookery.nonattacking.counting.row_search import masks_of

        self._masks = masks_of(self.puzzle, self.check_deadline)
        self._table = ColumnTable(self._masks, max(1, rows_reached(self.puzzle) or 0))
        return self._masks.why_none

    def split(self) -> None:
        """Take each prime as a unit."""
        self.known = [ComponentCounts([], self._table.primes)]
        self.units = [WorkUnit(0, at) for at in range(len(self._table.primes))]

    def count(self, unit: WorkUnit) -> Slices:
        """Count a unit, by number of pieces."""
        from rookery.nonattacking.counting.column_layers import count_columns

        primes = self._table.primes
        return count_columns(self._table, primes if unit.prime == WHOLE else (primes[unit.prime],))

    def twin(self) -> Slices:
        """Search row by row in plain Python."""
        from rookery.nonattacking.counting.row_search import RowTable

        table = RowTable(self._masks, self.check_deadline)
        return plain_search(table.roots, table.below, table.placements)


class FrontierWork(Work):
    """The layers of frontier states, candidate by candidate, modulo primes."""

    key = "RestsWork"
    is_live = False

    def prepare(self) -> str:
        """Find the transitions."""
        why_none = super().prepare()
        if not why_none:
            self._steps = steps_of(self.graph, self.check_deadline)
        return why_none

    def split(self) -> None:
        """Take each prime as a unit."""
        primes = self._layers().primes
        self.known = [ComponentCounts([], primes)]
        self.units = [WorkUnit(0, at) for at in range(len(primes))]

    def count(self, unit: WorkUnit) -> Slices:
        """Count a unit, by number of pieces."""
        return self._layers(None if unit.prime == WHOLE else unit.prime).run()

    def twin(self) -> Slices:
        """Count by the states in plain Python."""
        return count_plainly(self._steps)

    def _layers(self, prime: int | None = None) -> Layers:
        from rookery.nonattacking.counting.layers import layers_of_rests

        return layers_of_rests(self._steps, most_pieces(self.puzzle, len(self._steps)), prime)


class HoppersWork(Work):
    """The boards of hoppers, by the patterns of their last row but three."""

    key = "HoppersWork"
    is_live = False

    def prepare(self) -> str:
        """Split the board by colour if the pieces keep to one."""
        why_none = super().prepare()
        self._boards = [] if why_none else hopper_boards(self.puzzle)
        self.known = [ComponentCounts([]) for _ in self._boards]
        self.units = [WorkUnit(number, WHOLE) for number in range(len(self._boards))]
        return why_none

    def split(self) -> None:
        """Take each pattern as a unit."""
        from rookery.nonattacking.counting.hopper_rows import HopperRows

        self._rows = [HopperRows(board) for board in self._boards]
        for rows in self._rows:
            for _ in rows.prepare():
                self.check_deadline()
        self.units = [
            WorkUnit(number, prefix=(squares,))
            for number, rows in enumerate(self._rows)
            for squares in rows.units
        ]

    def count(self, unit: WorkUnit) -> Slices:
        """Count a unit, by number of pieces."""
        from rookery.nonattacking.counting.hopper_rows import HopperRows

        if unit.prime == WHOLE:
            rows = HopperRows(self._boards[unit.component])
            return rows.count(rows.units)
        return self._rows[unit.component].count(unit.prefix)

    def twin(self) -> Slices:
        """Count by frontier states, square by square, in plain Python."""
        return count_plainly(steps_of(self.graph, self.check_deadline))
