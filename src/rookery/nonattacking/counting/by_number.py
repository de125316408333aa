"""Counting for every number of pieces at once, component by component.

A component is counted by a formula if there is one, by layers of states if these are small, and
else set by set.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from rookery.nonattacking.counting.components import Component, components_of, in_best_order
from rookery.nonattacking.counting.fits import most_pieces
from rookery.nonattacking.counting.rooks import count_matchings
from rookery.nonattacking.counting.slices import Slices
from rookery.nonattacking.counting.work import LEAST_UNITS, WHOLE, ComponentCounts, Work, WorkUnit
from rookery.results.limits import Check

FEW_SETS = 1e6  # sets that are counted one by one; beyond, layers are tried first
MANY_SETS = 1e10  # sets; up to here they are counted one by one unless layers are small
QUICK_CANDIDATES, QUICK_STATES = range(31, 601), 20_000  # of components whose layers are quick
SHORT_REACH = 4  # candidates of a clique, on the mean; pieces of longer reach have more states
SMALL_BYTES = 1 << 26  # bytes of small layers, at most
MOST_BYTES = 1 << 30  # bytes of layers, at most


class ComponentsWork(Work):
    """The components of a graph: in closed form, in layers modulo primes, or their sets one by one.

    `cut` holds for each component whether it is counted in layers; a component that is not divided
    decides that as it is counted.
    """

    key = "PartsWork"

    def prepare(self) -> str:
        """Find the components, and the counts of those that have a formula."""
        why_none = super().prepare()
        graph = self.graph
        self.given = graph.forced.bit_count()
        self._most = max(0, most_pieces(self.puzzle, len(graph.candidates)) - self.given)
        free = 0 if why_none else graph.everything & ~graph.forced
        self._components = list(
            components_of(graph.candidates, graph.conflicts, free, self.check_deadline)
        )
        formulas = [count_matchings(component, self.puzzle) for component in self._components]
        self.known = [
            ComponentCounts(counts or [1, len(component)], weight=2.0 ** min(60, len(component)))
            for component, counts in zip(self._components, formulas, strict=True)
        ]
        self.units = [WorkUnit(at, WHOLE) for at, counts in enumerate(formulas) if counts is None]
        return why_none

    def split(self) -> None:
        """Divide components modulo primes, or by the first candidates of their sets."""
        from rookery.nonattacking.counting.layers import primes_of
        from rookery.nonattacking.counting.sets import SetTable, images_of

        numbers = [unit.component for unit in self.units]
        for number in numbers:
            self._components[number] = in_best_order(self._components[number], self.check_deadline)
        if self.cut is None:
            self.cut = tuple(
                number in numbers and self._suits_layers(component)
                for number, component in enumerate(self._components)
            )
        self._table = cache(lambda number: SetTable(self._components[number], self._most))
        self._images: dict[int, list[int]] = {}
        self.units = []
        for number in numbers:
            component = self._components[number]
            if self.cut[number]:
                primes = primes_of(component)
                self.known[number] = ComponentCounts([1, len(component)], primes)
                self.units += [WorkUnit(number, at) for at in range(len(primes))]
                continue
            images = self._images[number] = images_of(component, self.check_deadline)
            table = self._table(number)
            *above, level = self.levels([table.root], table.below, LEAST_UNITS)
            self.known[number] = ComponentCounts(list(map(len, above)))
            self.units += [WorkUnit(number, prefix=one) for one, _ in level if images[one[0]]]

    def count(self, unit: WorkUnit) -> Slices:
        """Count a unit."""
        component = self._components[unit.component]
        if unit.prime == WHOLE:
            return count_component(component, self._most, self.check_deadline)
        if self.cut[unit.component]:
            from rookery.nonattacking.counting.layers import layers_of

            return layers_of(component, self._most, unit.prime).run()
        from rookery.nonattacking.counting.sets import count_sets

        images = self._images[unit.component][unit.prefix[0]]
        return count_sets(self._table(unit.component), [unit.prefix], [images])

    def _suits_layers(self, component: Component) -> bool:
        from rookery.nonattacking.counting import layers
        from rookery.nonattacking.counting.sets import estimate

        sets = estimate(component, len(component), self.check_deadline)
        if sets <= FEW_SETS:
            return False
        most_bytes = MOST_BYTES if sets > MANY_SETS else SMALL_BYTES
        try:
            each = len(layers.primes_of(component))
            widths = [each * (number + 1) for number in layers.at_most(component, self._most)]
            return layers.fits_in(
                layers.Conflicts(component), widths, most_bytes, self.check_deadline
            )
        except (layers.TooManyStatesError, OverflowError):
            return False


def _has_quick_layers(component: Component) -> bool:
    """Return whether layers take some milliseconds at most, as long as an estimate of sets."""
    return (
        len(component) in QUICK_CANDIDATES
        and component.states <= QUICK_STATES
        and len(component) <= SHORT_REACH * component.most()[-1]
    )


def count_component(component: Component, most: int, check_deadline: Check) -> Slices:
    """Count the sets of a component: by layers where they are small, else one by one."""
    from rookery.nonattacking.counting.layers import TooManyStatesError, layers_of
    from rookery.nonattacking.counting.sets import SetTable, count_sets, estimate, images_of

    component = in_best_order(component, check_deadline)
    sets = (
        MANY_SETS
        if most >= len(component) and _has_quick_layers(component)
        else estimate(component, most, check_deadline)
    )
    if sets > FEW_SETS:
        with suppress(TooManyStatesError, OverflowError):
            most_bytes = MOST_BYTES if sets > MANY_SETS else SMALL_BYTES
            return (yield from layers_of(component, most).run(most_bytes, splits=False))
    images = images_of(component, check_deadline)
    firsts = [(first,) for first, many in enumerate(images) if many]
    return (yield from count_sets(SetTable(component, most), firsts, list(filter(None, images)), 1))
