"""Counting for every number of pieces at once, component by component.

A component is counted by a formula if there is one, by layers of states if these are small, and
else set by set.

Pieces that exclude others from two lines each have a formula: rooks, and bishops of one colour. A
line of one kind meets a line of the other kind in at most one square, so a placement is a matching
of lines. Suppose that the sets of lines met are nested. In order of size, each line then has as
many choices as it meets lines, less those already taken (J. Riordan, "An Introduction to
Combinatorial Analysis", 1958, chapter 8; I. Kaplansky and J. Riordan, "The problem of the rooks",
Duke Math. J. 13, 1946)::

    lines of lengths 1, 3, 3 sorted: with k rooks on those before, a line of length m has m - k

Bishops of a colour of a square board are such rooks; so are rooks of any rectangle. With a few
blocked squares, inclusion and exclusion starts from the whole board (the same, chapter 7). Where
walls part the lines, few of those taken matter to the lines that follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from math import comb, factorial

from rookery.boards.betza import parse_betza
from rookery.boards.board import Step
from rookery.nonattacking.counting.components import Component, components_of, in_best_order
from rookery.nonattacking.counting.fits import most_pieces
from rookery.nonattacking.counting.polynomials import Counts, sum_of, without_zeros
from rookery.nonattacking.counting.slices import Slices
from rookery.nonattacking.counting.work import LEAST_UNITS, WHOLE, ComponentCounts, Work, WorkUnit
from rookery.nonattacking.puzzle import NonAttacking
from rookery.results.limits import Check

LINES: dict[frozenset[object], tuple[Step, Step]] = {
    frozenset(parse_betza("R")): ((0, 1), (1, 0)),
    frozenset(parse_betza("B")): ((1, 1), (1, -1)),
}
"""The two kinds of lines of pieces that are alone on each."""

MATCHING_STATES = (50, 2_000, 20_000)  # of rooks on lines, at most: limits tried one by one

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


def count_component(component: Component, most: int, check_deadline: Check) -> Slices:
    """Count the sets of a component: by layers where they are small, else one by one."""
    from rookery.nonattacking.counting.layers import TooManyStatesError, layers_of
    from rookery.nonattacking.counting.sets import SetTable, count_sets, estimate, images_of

    component = in_best_order(component, check_deadline)
    has_quick_layers = (  # as quick as an estimate of the sets
        most >= len(component)
        and len(component) in QUICK_CANDIDATES
        and component.states <= QUICK_STATES
        and len(component) <= SHORT_REACH * component.most()[-1]
    )
    sets = MANY_SETS if has_quick_layers else estimate(component, most, check_deadline)
    if sets > FEW_SETS:
        with suppress(TooManyStatesError, OverflowError):
            most_bytes = MOST_BYTES if sets > MANY_SETS else SMALL_BYTES
            return (yield from layers_of(component, most).run(most_bytes, splits=False))
    images = images_of(component, check_deadline)
    firsts = [(first,) for first, many in enumerate(images) if many]
    return (yield from count_sets(SetTable(component, most), firsts, list(filter(None, images)), 1))


def count_matchings(component: Component, puzzle: NonAttacking) -> Counts | None:
    """Return the numbers of sets of 0, 1, ... candidates, or None without a formula.

    >>> from rookery.nonattacking.counting.components import components_of
    >>> from rookery.nonattacking.graph import graph_of
    >>> puzzle = NonAttacking(3, "rook")
    >>> graph = graph_of(puzzle)
    >>> part, = components_of(graph.candidates, graph.conflicts, graph.everything)
    >>> count_matchings(part, puzzle)
    [1, 9, 18, 6]
    """
    if len(component) == 1:
        return [1, 1]
    steps = LINES.get(frozenset(puzzle.pieces[0].ways)) if len(puzzle.pieces) == 1 else None
    if steps is None:
        return None
    first, second = (
        {square: number for number, run in enumerate(puzzle.board.runs(step)) for square in run}
        for step in steps
    )
    met: dict[int, set[int]] = {}
    for _, *square in component.candidates:
        at = (square[0], square[1])
        met.setdefault(first[at], set()).add(second[at])
    if sum(map(len, met.values())) < len(component):  # around a torus diagonals may meet twice
        return None
    lines = sorted(met.values(), key=len)
    if all(one <= other for one, other in pairwise(lines)):
        return _nested([len(line) for line in lines])
    return _matched(lines)


def _nested(lengths: Sequence[int]) -> Counts:
    """Return the counts for nested lines of these lengths, in ascending order.

    >>> _nested([1, 3, 3])
    [1, 7, 10, 2]
    """
    found = [1]
    for length in lengths:
        placed = [max(0, length - k) * number for k, number in enumerate(found)]
        found = [one + other for one, other in zip([*found, 0], [0, *placed], strict=True)]
    return without_zeros(found)


def _matched(lines: Sequence[set[int]]) -> Counts | None:
    """Return the counts line by line, of the squares or of those missing from a rectangle.

    Few squares are missing from a board with some blocked ones; many, from one that walls part.
    """
    every = set().union(*lines)
    missing = [every - line for line in lines]
    across = [{at for at, line in enumerate(lines) if one in line} for one in sorted(every)]
    for most in MATCHING_STATES:
        if (found := _matchings(across, most)) is not None:
            return found
        if (found := _matchings(missing, most)) is not None:
            return _whole_less(found, len(lines), len(every))
    return None


def _whole_less(missing: Counts, rows: int, columns: int) -> Counts:
    """Return the counts of a rectangle by inclusion and exclusion over its missing squares."""
    found = [
        sum(
            (-1) ** j
            * missing[j]
            * comb(rows - j, k - j)
            * comb(columns - j, k - j)
            * factorial(k - j)
            for j in range(min(k + 1, len(missing)))
        )
        for k in range(min(rows, columns) + 1)
    ]
    return without_zeros(found)


def _matchings(lines: Sequence[set[int]], most: int) -> Counts | None:
    """Return the counts line by line, by sets of taken cross lines; None for more than `most`."""
    last = {other: at for at, line in enumerate(lines) for other in line}
    states: dict[frozenset[int], Counts] = {frozenset(): [1]}
    for at, line in enumerate(lines):
        following: dict[frozenset[int], Counts] = {}
        for taken, counts in states.items():
            for other in (None, *sorted(line - taken)):
                now = taken if other is None else taken | {other}
                left = frozenset(one for one in now if last[one] > at)
                more = counts if other is None else [0, *counts]
                following[left] = sum_of(following.get(left, []), more)
            if len(following) > most:
                return None
        states = following
    (found,) = states.values()
    return found
