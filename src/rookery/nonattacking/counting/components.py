"""The components of a graph, which do not conflict with each other, and the order of each.

The counts of a graph are the product of its components' counts, as polynomials. Bishops have two
components, the colours; dabbabas have four, each a board of wazirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rookery.nonattacking.graph import bits, cliques
from rookery.nonattacking.validation import PlacedPiece
from rookery.results.limits import Check

FEW = 100  # candidates; beyond, the given order is kept

MANY = 600  # candidates, from which on orders are not compared
LARGEST_POWER = 1000  # exponent of 2 that fits a float

Conflicts = tuple[int, ...]


@dataclass(frozen=True)
class Component:
    """Candidates that conflict only with each other."""

    candidates: tuple[PlacedPiece, ...]  # in counting order
    conflicts: Conflicts  # for each the set of those that conflict with it

    def __len__(self) -> int:
        return len(self.candidates)

    def most(self) -> list[int]:
        """Return for each k a bound on how many of the first k may be chosen: one of a clique."""
        clique_of = [0] * len(self)
        for number, clique in enumerate(cliques(self.conflicts, (1 << len(self)) - 1)):
            for at in bits(clique):
                clique_of[at] = number
        found, met = [0], set()
        for number in clique_of:
            met.add(number)
            found.append(len(met))
        return found

    @cached_property
    def states(self) -> float:
        """An estimate of the states of all layers: one or none of each clique of the frontier."""
        after, states = 0, 0.0
        for at, conflicts in enumerate(self.conflicts):
            after = (after | conflicts) >> (at + 1) << (at + 1)
            together = sum(1 for _ in cliques(self.conflicts, after))
            states += 2.0 ** min(LARGEST_POWER, together)
        return states

    def ordered(self, order: Sequence[int], check_deadline: Check = bool) -> Component:
        """Return the same with its candidates in another order."""
        conflicts = _renumbered(self.conflicts, order, check_deadline)
        return Component(tuple(self.candidates[old] for old in order), conflicts)


def components_of(
    candidates: Sequence[PlacedPiece],
    conflicts: Conflicts,
    among: int,
    check_deadline: Check = bool,
) -> Iterator[Component]:
    """Yield the components of a set of candidates, each in its given order."""
    while among:
        component = among & -among
        fresh = component
        while fresh:
            around = 0
            for at in bits(fresh):
                around |= conflicts[at]
            check_deadline()
            fresh = around & among & ~component
            component |= fresh
        among &= ~component
        numbers = list(bits(component))
        kept = tuple(mask & component for mask in conflicts)
        yield Component(
            tuple(candidates[at] for at in numbers), _renumbered(kept, numbers, check_deadline)
        )


def _renumbered(conflicts: Conflicts, order: Sequence[int], check_deadline: Check) -> Conflicts:
    """Return the conflicts of some candidates, numbered by their places in an order."""
    if list(order) == list(range(len(conflicts))):
        return conflicts
    bit_of = {old: 1 << new for new, old in enumerate(order)}
    found = []
    for old in order:
        check_deadline()
        mask = 0
        for other in bits(conflicts[old]):
            mask |= bit_of[other]
        found.append(mask)
    return tuple(found)


def in_best_order(component: Component, check_deadline: Check = bool) -> Component:
    """Return a component in the order with the smallest frontier.

    The frontier holds the later candidates that conflict with an earlier one. A component of
    many candidates is ordered along the board's shorter side. Of a smaller one, rows, columns and
    the order in which each next candidate adds least to the frontier are compared.
    """
    numbers = range(len(component))
    orders = [
        sorted(numbers, key=lambda at: component.candidates[at][1:]),
        sorted(numbers, key=lambda at: component.candidates[at][:0:-1]),
    ]
    if len(component) > MANY:
        rows, columns = ({one[axis] for one in component.candidates} for axis in (1, 2))
        return component.ordered(orders[len(rows) < len(columns)], check_deadline)
    if len(component) <= FEW:
        orders.append(_greedy(component))
    ordered = [component.ordered(order, check_deadline) for order in orders]
    different = {one.conflicts: one for one in reversed(ordered)}  # the first of those alike
    return min(reversed(different.values()), key=lambda one: one.states)


def _greedy(component: Component) -> list[int]:
    order: list[int] = []
    after = 0  # the later candidates that conflict with an ordered one
    left = (1 << len(component)) - 1
    while left:
        nearest = after or left

        def fresh(at: int, after: int = after, left: int = left) -> tuple[int, int]:
            return ((component.conflicts[at] & left & ~after & ~(1 << at)).bit_count(), at)

        at = min(bits(nearest), key=fresh)
        order.append(at)
        left &= ~(1 << at)
        after = (after | component.conflicts[at]) & left
    return order
