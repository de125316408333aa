"""A graph in parts that do not conflict with each other, and the order of each part.

A count of all is the product of the counts of its parts, as polynomials. Bishops fall into the
two colours, dabbabas into four boards of wazirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rookery.nonattacking.graph import bits, cliques
from rookery.nonattacking.validation import PlacedPiece

FEW = 100
"""Up to so many candidates it is worth a look which order is best."""

LARGEST_POWER = 1000

Conflicts = tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """Candidates that conflict with none but each other.

    Attributes
    ----------
    candidates
        In the order in which they are taken.
    conflicts
        For each the set of those that conflict with it, by their numbers in this part.
    """

    candidates: tuple[PlacedPiece, ...]
    conflicts: Conflicts

    def __len__(self) -> int:
        return len(self.candidates)

    def most(self) -> list[int]:
        """Return for each number of candidates, from 0, how many of the first may be chosen.

        It is a bound: one of each clique.
        """
        found, mask = [0], 0
        parts = list(cliques(self.conflicts, (1 << len(self)) - 1))
        for at in range(len(self)):
            mask |= 1 << at
            found.append(sum(part & mask != 0 for part in parts))
        return found

    def ordered(self, order: Sequence[int]) -> Part:
        """Return the same with its candidates in another order."""
        place = {old: new for new, old in enumerate(order)}
        conflicts = tuple(
            sum(1 << place[other] for other in bits(self.conflicts[old])) for old in order
        )
        return Part(tuple(self.candidates[old] for old in order), conflicts)


def parts_of(candidates: Sequence[PlacedPiece], conflicts: Conflicts, among: int) -> Iterator[Part]:
    """Yield the parts into which some of the candidates fall, each in its given order."""
    while among:
        part = among & -among
        fresh = part
        while fresh:
            around = 0
            for at in bits(fresh):
                around |= conflicts[at]
            fresh = around & among & ~part
            part |= fresh
        among &= ~part
        numbers = list(bits(part))
        place = {old: new for new, old in enumerate(numbers)}
        yield Part(
            tuple(candidates[old] for old in numbers),
            tuple(sum(1 << place[at] for at in bits(conflicts[old] & part)) for old in numbers),
        )


def in_best_order(part: Part) -> Part:
    """Return a part in the order in which the fewest candidates are in question at a time.

    In question are those that come later and conflict with one before. Rows, columns and, of
    small parts, the order in which each next candidate leaves fewest in question are tried.
    """
    numbers = range(len(part))
    orders = [
        sorted(numbers, key=lambda at: part.candidates[at][1:]),
        sorted(numbers, key=lambda at: part.candidates[at][:0:-1]),
    ]
    if len(part) <= FEW:
        orders.append(_greedy(part))
    return min((part.ordered(order) for order in orders), key=_cost)


def _greedy(part: Part) -> list[int]:
    order: list[int] = []
    before = after = 0  # those taken, and those later that conflict with one of them
    left = (1 << len(part)) - 1
    while left:
        nearest = after or left

        def fresh(at: int, after: int = after, left: int = left) -> tuple[int, int]:
            return ((part.conflicts[at] & left & ~after & ~(1 << at)).bit_count(), at)

        at = min(bits(nearest), key=fresh)
        order.append(at)
        before |= 1 << at
        left &= ~(1 << at)
        after = (after | part.conflicts[at]) & left
    return order


def _cost(part: Part) -> float:
    """Return how many states there may be in all."""
    after, states = 0, 0.0
    for at, conflicts in enumerate(part.conflicts):
        after = (after | conflicts) >> (at + 1) << (at + 1)
        states += 2.0 ** min(LARGEST_POWER, sum(1 for _ in cliques(part.conflicts, after)))
    return states
