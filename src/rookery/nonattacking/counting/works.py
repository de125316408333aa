"""How the counts of each method are cut into units of work."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from typing import TYPE_CHECKING, Any

from rookery.nonattacking.counting.blockers import Blockers, blocker_units
from rookery.nonattacking.counting.by_number import (
    FEW_SETS,
    MANY_SETS,
    MOST_BYTES,
    SMALL_BYTES,
    in_closed_form,
    most_pieces,
)
from rookery.nonattacking.counting.frontier import steps_of
from rookery.nonattacking.counting.hoppers import hopper_boards
from rookery.nonattacking.counting.in_units import PartCounts, Unit
from rookery.nonattacking.counting.one_by_one import OneByOne
from rookery.nonattacking.counting.parts import Part, in_best_order, parts_of
from rookery.nonattacking.counting.polynomials import Counts
from rookery.nonattacking.graph import Look, bits, graph_of
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.search import Search
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.nonattacking.counting.layers import Layers
    from rookery.nonattacking.counting.sets import SetTable

LEAST_UNITS = 200
"""Of a part that is cut by what its sets begin with, where there are so many sets."""


class PartsWork:
    """The parts of a graph: in closed form, in layers modulo primes, or their sets one by one.

    `cut` tells for each part whether it is counted in layers.
    """

    def __init__(
        self, puzzle: NonAttacking, cut: tuple[bool, ...] | None = None, look: Look = bool
    ) -> None:
        graph = graph_of(puzzle, look)
        self.note = graph.why_none
        self.given = graph.forced.bit_count()
        self._most = max(0, most_pieces(puzzle, len(graph.candidates)) - self.given)
        free = 0 if graph.why_none else graph.everything & ~graph.forced
        found = list(parts_of(graph.candidates, graph.conflicts, free, look))
        known = [in_closed_form(puzzle, part) for part in found]
        self._parts = [
            in_best_order(part, look) if counts is None else part
            for part, counts in zip(found, known, strict=True)
        ]
        if cut is None:
            pairs = zip(self._parts, known, strict=True)
            cut = tuple(one is None and self._suits_layers(part, look) for part, one in pairs)
        self.cut = cut
        self._table = cache(self._table_of)
        self._images: dict[int, list[int]] = {}
        self.parts: list[PartCounts] = []
        self.units: list[Unit] = []
        for number, counts in enumerate(known):
            if counts is None:
                self._cut_part(number)
            else:
                self.parts.append(PartCounts(counts))

    def slices(self, unit: Unit) -> Generator[None, None, Counts]:
        """Count a unit, with a pause after each slice; return the counts by number of pieces."""
        part = self._parts[unit.part]
        if self.cut[unit.part]:
            from rookery.nonattacking.counting.layers import Conflicts, Layers, at_most

            primes = self.parts[unit.part].primes
            layers = Layers(Conflicts(part), [primes[unit.prime]], at_most(part, self._most))
            return (yield from _residues(layers))
        from rookery.nonattacking.counting.sets import SetCounter

        sets = SetCounter(self._table(unit.part), unit.prefix)
        yield from sets.run()
        images = self._images[unit.part][unit.prefix[0]]
        return [images * number for number in sets.counts()]

    def _suits_layers(self, part: Part, look: Look) -> bool:
        from rookery.nonattacking.counting import layers
        from rookery.nonattacking.counting.sets import estimate

        sets = estimate(part, look=look)
        if sets <= FEW_SETS:
            return False
        most_bytes = MOST_BYTES if sets > MANY_SETS else SMALL_BYTES
        try:
            each = len(layers.primes_of(part))
            widths = [each * (number + 1) for number in layers.at_most(part, self._most)]
            return layers.fits_in(layers.Conflicts(part), widths, most_bytes, look)
        except (layers.TooManyStatesError, OverflowError):
            return False

    def _cut_part(self, number: int) -> None:
        part = self._parts[number]
        if self.cut[number]:
            from rookery.nonattacking.counting.layers import primes_of

            primes = primes_of(part)
            self.parts.append(PartCounts([1, len(part)], primes))
            self.units += [Unit(number, at) for at in range(len(primes))]
            return
        from rookery.nonattacking.counting.sets import images_of

        images = self._images[number] = images_of(part)
        counts, prefixes = self._table(number).prefixes(LEAST_UNITS)
        self.parts.append(PartCounts(counts))
        self.units += [Unit(number, prefix=prefix) for prefix in prefixes if images[prefix[0]]]

    def _table_of(self, number: int) -> SetTable:
        from rookery.nonattacking.counting.sets import SetTable

        return SetTable(self._parts[number])


class RestsWork:
    """All candidates gone through in layers of rests, modulo primes."""

    def __init__(self, puzzle: NonAttacking, cut: Any = None, look: Look = bool) -> None:
        graph = graph_of(puzzle, look)
        self.note, self.given, self.cut = graph.why_none, 0, cut
        self._steps = steps_of(graph, look)
        self._most = most_pieces(puzzle, len(self._steps))
        primes = () if graph.why_none else self._layers().primes
        self.parts = [PartCounts([], primes)]
        self.units = [Unit(0, at) for at in range(len(primes))]

    def slices(self, unit: Unit) -> Generator[None, None, Counts]:
        """Count a unit, with a pause after each slice; return the counts by number of pieces."""
        return (yield from _residues(self._layers(unit.prime)))

    def _layers(self, prime: int | None = None) -> Layers:
        from rookery.nonattacking.counting.rest_layers import layers_of_rests

        return layers_of_rests(self._steps, self._most, prime)


class HoppersWork:
    """The boards of hoppers, by the patterns of their last row but three."""

    def __init__(self, puzzle: NonAttacking, cut: Any = None, look: Look = bool) -> None:
        from rookery.nonattacking.counting.hopper_rows import HopperRows

        self.note, self.given, self.cut = graph_of(puzzle, look).why_none, 0, cut
        boards = [] if self.note else hopper_boards(puzzle)
        self._rows = [HopperRows(board) for board in boards]
        for rows in self._rows:
            for _ in rows.prepare():
                look()
        self.parts = [PartCounts([]) for _ in boards]
        self.units = [
            Unit(number, prefix=(squares,))
            for number, rows in enumerate(self._rows)
            for squares in rows.units
        ]

    def slices(self, unit: Unit) -> Generator[None, None, Counts]:
        """Count a unit, with a pause after each slice; return the counts by number of pieces."""
        return (yield from self._rows[unit.part].slices(unit.prefix[0]))


class BlockersWork:
    """Each placement of pieces that only stand in the way, by how many and where the first is."""

    def __init__(self, puzzle: NonAttacking, cut: Any = None, look: Look = bool) -> None:
        self.note, self.given, self.cut = "", 0, cut
        self._puzzle = puzzle
        self.parts = [PartCounts([])]
        self.units = [Unit(0, prefix=unit) for unit in blocker_units(puzzle)]

    def slices(self, unit: Unit) -> Generator[None, None, Counts]:
        """Count a unit, with a pause after each slice; return the counts by number of pieces."""
        counter = Blockers(self._puzzle, Settings(), [unit.prefix])
        yield from counter.run()
        return counter.counts()


class RowsWork:
    """The rows of a board, cut by the columns of the pieces in the first of them."""

    def __init__(self, puzzle: NonAttacking, cut: Any = None, look: Look = bool) -> None:
        graph = graph_of(puzzle, look)
        self.note, self.given, self.cut = graph.why_none, 0, cut
        self.parts = [PartCounts([])]
        self.units: list[Unit] = []
        if not self.note:
            from rookery.nonattacking.counting.row_search import RowTable

            self._table = RowTable(graph, look)
            self._numbers = {prefix: at for at, prefix in enumerate(self._table.prefixes)}
            self.units = [Unit(0, prefix=prefix) for prefix in self._table.prefixes]

    def slices(self, unit: Unit) -> Generator[None, None, Counts]:
        """Count a unit, with a pause after each slice; return the counts by number of pieces."""
        from rookery.nonattacking.counting.row_search import CompiledRows

        counter = CompiledRows(self._table, [self._numbers[unit.prefix]])
        yield from counter.run()
        return counter.counts()


class SearchWork:
    """The search in lexicographic order, by the candidates that are chosen first."""

    def __init__(self, puzzle: NonAttacking, cut: Any = None, look: Look = bool) -> None:
        self._graph = graph_of(puzzle, look)
        self.note, self.given, self.cut = self._graph.why_none, 0, cut
        search = Search(self._graph)
        counts: Counts = []
        level = [] if self._graph.why_none else [search.root]
        while len(level) < LEAST_UNITS:
            look()
            longer = [one for node in level for one in search.below(node)]
            if not longer:
                break
            counts.append(sum(map(search.is_placement, level)))
            level = longer
        self.parts = [PartCounts(counts)]
        self.units = [Unit(0, prefix=tuple(bits(node[0]))) for node in level]

    def slices(self, unit: Unit) -> Generator[None, None, Counts]:
        """Count a unit, with a pause after each slice; return the counts by number of pieces."""
        counter = OneByOne(self._graph, [Search(self._graph).node_of(unit.prefix)])
        yield from counter.run()
        return counter.counts()


def _residues(layers: Layers) -> Generator[None, None, Counts]:
    yield from layers.run(splits=True)
    (counts,) = layers.residues()
    return counts
