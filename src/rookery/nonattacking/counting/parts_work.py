"""The counts for every number of pieces, part by part: in closed form, by layers, or set by set."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from rookery.nonattacking.counting.by_number import (
    FEW_SETS,
    MANY_SETS,
    MOST_BYTES,
    SMALL_BYTES,
    PartCounter,
    in_closed_form,
    most_pieces,
)
from rookery.nonattacking.counting.parts import Component, in_best_order, parts_of
from rookery.nonattacking.counting.slices import Counter
from rookery.nonattacking.counting.work import LEAST_UNITS, WHOLE, PartCounts, Unit, Work
from rookery.nonattacking.graph import CheckDeadline
from rookery.nonattacking.puzzle import NonAttacking

if TYPE_CHECKING:
    from rookery.nonattacking.counting.sets import SetTable


class PartsWork(Work):
    """The parts of a graph: in closed form, in layers modulo primes, or their sets one by one.

    `cut` tells for each part whether it is counted in layers; parts that are not cut find that out
    as they are counted.
    """

    def __init__(
        self,
        puzzle: NonAttacking,
        cut: tuple[bool, ...] | None = None,
        check_deadline: CheckDeadline = bool,
        is_fine: bool = True,
    ) -> None:
        super().__init__(puzzle, cut, check_deadline)
        graph = self.graph
        self.given = graph.forced.bit_count()
        self._most = max(0, most_pieces(puzzle, len(graph.candidates)) - self.given)
        self._check_deadline = check_deadline
        free = 0 if graph.why_none else graph.everything & ~graph.forced
        self._parts = list(parts_of(graph.candidates, graph.conflicts, free, check_deadline))
        known = [in_closed_form(puzzle, part) for part in self._parts]
        open_parts = [number for number, counts in enumerate(known) if counts is None]
        self.parts = [
            PartCounts(
                [1, len(part)] if counts is None else counts, weight=2.0 ** min(60, len(part))
            )
            for part, counts in zip(self._parts, known, strict=True)
        ]
        self.units = [Unit(number, WHOLE) for number in open_parts]
        if is_fine:
            self._cut(open_parts)

    def counter(self, unit: Unit) -> Counter:
        """Return what counts a unit by number of pieces."""
        part = self._parts[unit.part]
        if unit.prime == WHOLE:
            return PartCounter(part, self._most, self._check_deadline)
        if self.cut[unit.part]:
            from rookery.nonattacking.counting.layers import Conflicts, Layers, Residues, at_most

            prime = self.parts[unit.part].primes[unit.prime]
            return Residues(Layers(Conflicts(part), [prime], at_most(part, self._most)))
        from rookery.nonattacking.counting.sets import SetCounter

        images = self._images[unit.part][unit.prefix[0]]
        return SetCounter(self._table(unit.part), unit.prefix, images)

    def _cut(self, numbers: Sequence[int]) -> None:
        """Cut parts modulo primes, or by what their sets begin with."""
        from rookery.nonattacking.counting.layers import primes_of
        from rookery.nonattacking.counting.sets import images_of

        for number in numbers:
            self._parts[number] = in_best_order(self._parts[number], self._check_deadline)
        if self.cut is None:
            self.cut = tuple(
                number in numbers and self._suits_layers(part)
                for number, part in enumerate(self._parts)
            )
        self._table = cache(self._table_of)
        self._images: dict[int, list[int]] = {}
        self.units = []
        for number in numbers:
            part = self._parts[number]
            if self.cut[number]:
                primes = primes_of(part)
                self.parts[number] = PartCounts([1, len(part)], primes)
                self.units += [Unit(number, at) for at in range(len(primes))]
                continue
            images = self._images[number] = images_of(part)
            counts, prefixes = self._table(number).prefixes(LEAST_UNITS)
            self.parts[number] = PartCounts(counts)
            self.units += [Unit(number, prefix=prefix) for prefix in prefixes if images[prefix[0]]]

    def _suits_layers(self, part: Component) -> bool:
        from rookery.nonattacking.counting import layers
        from rookery.nonattacking.counting.sets import estimate

        sets = estimate(part, check_deadline=self._check_deadline)
        if sets <= FEW_SETS:
            return False
        most_bytes = MOST_BYTES if sets > MANY_SETS else SMALL_BYTES
        try:
            each = len(layers.primes_of(part))
            widths = [each * (number + 1) for number in layers.at_most(part, self._most)]
            return layers.fits_in(layers.Conflicts(part), widths, most_bytes, self._check_deadline)
        except (layers.TooManyStatesError, OverflowError):
            return False

    def _table_of(self, number: int) -> SetTable:
        from rookery.nonattacking.counting.sets import SetTable

        return SetTable(self._parts[number])
