"""Forbidden sets: minimal combinations of chosen and empty candidates that hold an attack.

A grasshopper on c1 attacks f1 over e1 if d1 is empty; otherwise d1 attacks f1 over e1. So c1, e1
and f1 are forbidden together with or without d1, and the longer combination is dropped::

    forbidden: c1 e1 f1, not d1     and  d1 e1 f1
    becomes:   c1 e1 f1             and  d1 e1 f1
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from rookery.nonattacking.graph import CheckDeadline, Graph, bits


class Forbidden(NamedTuple):
    """A forbidden combination: a set of chosen and a set of empty candidates."""

    chosen: int
    empty: int

    def after(self, at: int, is_chosen: bool) -> Forbidden | None:
        """Return the rest after a candidate is settled, or None if it can no longer be made."""
        bit = 1 << at
        if (self.empty if is_chosen else self.chosen) & bit:
            return None
        return Forbidden(self.chosen & ~bit, self.empty & ~bit)

    def absorbs(self, other: Forbidden) -> bool:
        """Return whether it is made whenever the other is.

        >>> Forbidden(0b01, 0).absorbs(Forbidden(0b01, 0b10))
        True
        """
        return not (self.chosen & ~other.chosen or self.empty & ~other.empty)

    @property
    def members(self) -> int:
        """The candidates on which it depends."""
        return self.chosen | self.empty


MADE = Forbidden(0, 0)


def forbidden_of(
    graph: Graph, order: Sequence[int], check_deadline: CheckDeadline = bool
) -> list[Forbidden]:
    """Return the minimal forbidden sets of a puzzle; candidates are numbered by their places.

    Parameters
    ----------
    order
        The numbers of the candidates in the order in which they are settled.
    """
    place = {old: new for new, old in enumerate(order)}

    def placed(mask: int) -> int:
        return sum(1 << place[at] for at in bits(mask))

    found = []
    for at, mask in enumerate(graph.conflicts):
        for other in bits(mask >> at + 1 << at + 1):
            found.append(Forbidden(placed(1 << at | 1 << other), 0))
    for attack in graph.attacks:
        for hurdles in product(*map(bits, attack.hurdles)):
            chosen = attack.pieces | sum(1 << at for at in hurdles)
            found.append(Forbidden(placed(chosen), placed(attack.empty)))
    return shortened(dict.fromkeys(found), check_deadline)


def shortened(
    forbidden: Iterable[Forbidden], check_deadline: CheckDeadline = bool
) -> list[Forbidden]:
    """Drop a candidate from sets that are forbidden both with it chosen and with it empty.

    This is self-subsuming resolution (N. Een and A. Biere, "Effective preprocessing in SAT through
    variable and clause elimination", SAT 2005).

    >>> shortened([Forbidden(0b1101, 0b0010), Forbidden(0b1110, 0)])
    [Forbidden(chosen=14, empty=0), Forbidden(chosen=13, empty=0)]
    """
    left = list(forbidden)
    kept = _ByMember()
    while left:
        check_deadline()
        one = left.pop()
        if kept.absorber(one):
            continue
        shorter = kept.shorter(one)
        if shorter is not None:
            left.append(shorter)
            continue
        left += kept.add(one)
    return list(kept.all)


class _ByMember:
    """The forbidden sets by the candidates that they mention."""

    def __init__(self) -> None:
        self.all: dict[Forbidden, None] = {}
        self._of: dict[int, dict[Forbidden, None]] = {}

    def absorber(self, one: Forbidden) -> bool:
        """Return whether a set in the collection is made whenever the given one is."""
        return any(other.absorbs(one) for at in bits(one.members) for other in self._of.get(at, ()))

    def shorter(self, one: Forbidden) -> Forbidden | None:
        """Return the set without a candidate that does not matter, or None if each matters."""
        for at in bits(one.members):
            bit = 1 << at
            turned = _turned(one, bit)
            if any(other.absorbs(turned) for other in self._of.get(at, ())):
                return Forbidden(one.chosen & ~bit, one.empty & ~bit)
        return None

    def add(self, one: Forbidden) -> list[Forbidden]:
        """Add a set; remove and return the sets that it may shorten."""
        again = []
        for at in bits(one.members):
            bit = 1 << at
            turned = _turned(one, bit)
            again += [
                other
                for other in self._of.get(at, ())
                if one.absorbs(other) or turned.absorbs(other)
            ]
        again = list(dict.fromkeys(again))
        for other in again:
            del self.all[other]
            for at in bits(other.members):
                del self._of[at][other]
        self.all[one] = None
        for at in bits(one.members):
            self._of.setdefault(at, {})[one] = None
        return again


def _turned(one: Forbidden, bit: int) -> Forbidden:
    """Return the set with one candidate's state reversed: empty for chosen, or chosen for empty."""
    if one.chosen & bit:
        return Forbidden(one.chosen & ~bit, one.empty | bit)
    return Forbidden(one.chosen | bit, one.empty & ~bit)
