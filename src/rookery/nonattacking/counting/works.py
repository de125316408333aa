"""Work units of each counting method."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rookery.nonattacking.counting.by_number import most_pieces
from rookery.nonattacking.counting.frontier import PlainFrontier, steps_of
from rookery.nonattacking.counting.hoppers import hopper_boards
from rookery.nonattacking.counting.one_by_one import OneByOne
from rookery.nonattacking.counting.polynomials import Counts
from rookery.nonattacking.counting.slices import Counter
from rookery.nonattacking.counting.work import (
    HEAD_START,
    LEAST_UNITS,
    WHOLE,
    PartCounts,
    Unit,
    Work,
)
from rookery.nonattacking.graph import CheckDeadline, bits
from rookery.nonattacking.kernel_sets import ROWS
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.search import NODES_A_TICK, SetSearch

if TYPE_CHECKING:
    from rookery.nonattacking.counting.layers import Layers


class RestsWork(Work):
    """All candidates gone through in layers of rests, modulo primes."""

    is_live = False

    def __init__(
        self,
        puzzle: NonAttacking,
        cut: Any = None,
        check_deadline: CheckDeadline = bool,
        is_fine: bool = True,
    ) -> None:
        super().__init__(puzzle, cut, check_deadline)
        if not self.note:
            self._steps = steps_of(self.graph, check_deadline)
            self._most = most_pieces(puzzle, len(self._steps))
        if is_fine and not self.note:
            primes = self._layers().primes
            self.parts = [PartCounts([], primes)]
            self.units = [Unit(0, at) for at in range(len(primes))]

    def counter(self, unit: Unit) -> Counter:
        """Return what counts a unit by number of pieces."""
        if unit.prime == WHOLE:
            return self._layers()
        from rookery.nonattacking.counting.layers import Residues

        return Residues(self._layers(unit.prime))

    def twin(self) -> Counter:
        """Return the states in plain Python."""
        return PlainFrontier(self._steps)

    def _layers(self, prime: int | None = None) -> Layers:
        from rookery.nonattacking.counting.rest_layers import layers_of_rests

        return layers_of_rests(self._steps, self._most, prime)


class HoppersWork(Work):
    """The boards of hoppers, by the patterns of their last row but three."""

    is_live = False

    def __init__(
        self,
        puzzle: NonAttacking,
        cut: Any = None,
        check_deadline: CheckDeadline = bool,
        is_fine: bool = True,
    ) -> None:
        super().__init__(puzzle, cut, check_deadline)
        self._check_deadline = check_deadline
        self._boards = [] if self.note else hopper_boards(puzzle)
        self.parts = [PartCounts([]) for _ in self._boards]
        self.units = [Unit(number, WHOLE) for number in range(len(self._boards))]
        if is_fine:
            self._cut()

    def counter(self, unit: Unit) -> Counter:
        """Return what counts a unit by number of pieces."""
        from rookery.nonattacking.counting.hopper_rows import HopperCounter, HopperRows

        if unit.prime == WHOLE:
            rows = HopperRows(self._boards[unit.part])
            return HopperCounter(rows, rows.units)
        return HopperCounter(self._rows[unit.part], unit.prefix)

    def twin(self) -> Counter:
        """Return the states square by square, in plain Python."""
        return PlainFrontier(steps_of(self.graph, self._check_deadline))

    def _cut(self) -> None:
        from rookery.nonattacking.counting.hopper_rows import HopperRows

        self._rows = [HopperRows(board) for board in self._boards]
        for rows in self._rows:
            for _ in rows.prepare():
                self._check_deadline()
        self.units = [
            Unit(number, prefix=(squares,))
            for number, rows in enumerate(self._rows)
            for squares in rows.units
        ]


class RowsWork(Work):
    """The rows of a board, cut by the columns of the pieces in the first of them."""

    kernels = (ROWS,)
    head_start = HEAD_START

    def __init__(
        self,
        puzzle: NonAttacking,
        cut: Any = None,
        check_deadline: CheckDeadline = bool,
        is_fine: bool = True,
    ) -> None:
        from rookery.nonattacking.counting.row_masks import masks_of
        from rookery.nonattacking.counting.row_search import RowTable

        masks = masks_of(puzzle, check_deadline)
        self.note, self.given, self.cut = masks.why_none, 0, cut
        self.parts = [PartCounts([])]
        self.units = [] if self.note else [Unit(0, WHOLE)]
        if not self.note:
            self._table = RowTable(masks, check_deadline)
            if is_fine:
                self._numbers = {prefix: at for at, prefix in enumerate(self._table.prefixes)}
                self.units = [Unit(0, prefix=prefix) for prefix in self._table.prefixes]

    def counter(self, unit: Unit) -> Counter:
        """Return what counts a unit by number of pieces."""
        from rookery.nonattacking.counting.row_search import CompiledRows

        whole = unit.prime == WHOLE
        return CompiledRows(self._table, None if whole else [self._numbers[unit.prefix]])

    def twin(self) -> Counter:
        """Return the same search in plain Python."""
        from rookery.nonattacking.counting.row_search import PlainRows

        return PlainRows(self._table)


class SearchWork(Work):
    """The search in lexicographic order, by the candidates that are chosen first."""

    kernels = ()
    step = NODES_A_TICK

    def __init__(
        self,
        puzzle: NonAttacking,
        cut: Any = None,
        check_deadline: CheckDeadline = bool,
        is_fine: bool = True,
    ) -> None:
        super().__init__(puzzle, cut, check_deadline)
        if is_fine:
            self._cut(check_deadline)

    def counter(self, unit: Unit) -> Counter:
        """Return what counts a unit by number of pieces."""
        whole = unit.prime == WHOLE
        path = None if whole else [SetSearch(self.graph).node_of(unit.prefix)]
        return OneByOne(self.graph, path)

    def _cut(self, check_deadline: CheckDeadline) -> None:
        search = SetSearch(self.graph)
        counts: Counts = []
        level = [] if self.note else [search.root]
        while len(level) < LEAST_UNITS:
            check_deadline()
            longer = [one for node in level for one in search.below(node)]
            if not longer:
                break
            counts.append(sum(map(search.is_placement, level)))
            level = longer
        self.parts = [PartCounts(counts)]
        self.units = [Unit(0, prefix=tuple(bits(node[0]))) for node in level]
