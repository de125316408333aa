"""Frontier states: the forbidden sets still open after each candidate.

They serve puzzles whose attacks depend on the pieces between, by the transfer-matrix method of
`rookery.nonattacking.counting.layers`. Once the candidates up to a point are settled, only the
rests of the forbidden sets that were neither made nor prevented matter. A state is a set of such
rests, without those that are made whenever another one is. Equal states are counted together::

    cannons a1 b1 c1     forbidden: chosen a1, b1, c1
    after a1, b1 chosen  rest:      chosen c1; longer rests with c1 are dropped

A *forbidden set* is a combination of chosen and empty candidates that holds an attack. A
grasshopper on c1 attacks f1 over e1 if d1 is empty; otherwise d1 attacks f1 over e1. So c1, e1 and
f1 are forbidden together whatever d1 is::

    forbidden: c1 e1 f1, not d1     and  d1 e1 f1
    becomes:   c1 e1 f1             and  d1 e1 f1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from rookery.nonattacking.counting.polynomials import Counts, without_zeros
from rookery.nonattacking.counting.slices import Slice, Slices
from rookery.nonattacking.graph import Graph, bits
from rookery.results.limits import Check

STATES_A_TICK = 1 << 12  # in plain Python, between two yields


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
    graph: Graph, order: Sequence[int], check_deadline: Check = bool
) -> list[Forbidden]:
    """Return the forbidden sets; candidates are numbered in the order in which they are settled."""
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
    return shortened(found, check_deadline)


def shortened(forbidden: Iterable[Forbidden], check_deadline: Check = bool) -> list[Forbidden]:
    """Return distinct sets, without the empty candidates that forbid as much when chosen.

    This is self-subsuming resolution (N. Een and A. Biere, "Effective preprocessing in SAT through
    variable and clause elimination", SAT 2005), by smaller sets only.

    >>> shortened([Forbidden(0b1101, 0b0010), Forbidden(0b1110, 0)])
    [Forbidden(chosen=14, empty=0), Forbidden(chosen=13, empty=0)]
    """
    found: dict[Forbidden, None] = {}
    with_chosen: dict[int, list[Forbidden]] = {}
    for one in sorted(forbidden, key=lambda one: one.members.bit_count()):
        check_deadline()
        chosen, empty = one
        for at in bits(one.empty):
            turned = Forbidden(chosen | 1 << at, empty & ~(1 << at))
            if any(other.absorbs(turned) for other in with_chosen.get(at, ())):
                empty = turned.empty
        short = Forbidden(chosen, empty)
        if short not in found:
            found[short] = None
            for at in bits(chosen):
                with_chosen.setdefault(at, []).append(short)
    return list(found)


@dataclass(frozen=True)
class Settling:
    """The transition of a state by a candidate that is left out (0) or chosen (1)."""

    allowed: int  # bit c: whether the choice c does not make an attack in any case
    touched: int  # rests that depend on the candidate
    opened: Sequence[int]  # [choice] rests that are open afterwards in any case
    made: Sequence[int]  # [choice] rests that make an attack
    becomes: Sequence[Mapping[int, int]]  # [choice, touched bit] the bits that it turns into
    implied: Mapping[int, int]  # [bit] the bits that it makes needless
    doomed: int  # rests that are made unless one of the candidates left is chosen

    def after(self, state: int, choice: int) -> int | None:
        """Return the state after the candidate is settled, or None if an attack is made."""
        if not self.allowed >> choice & 1 or state & self.made[choice]:
            return None
        found = self.opened[choice] | state & ~self.touched
        for at in bits(state & self.touched):
            found |= self.becomes[choice][at]
        for at in bits(found):
            if found >> at & 1:
                found &= ~self.implied.get(at, 0)
        return found


def steps_of(graph: Graph, check_deadline: Check = bool) -> list[Settling]:
    """Return the transitions of a graph's candidates, taken along its shorter side."""
    squares = [candidate[1:] for candidate in graph.candidates]
    rows, columns = ({square[axis] for square in squares} for axis in (0, 1))
    step = -1 if len(columns) > len(rows) else 1
    order = sorted(range(len(squares)), key=lambda at: squares[at][::step])
    forced = sum(1 << new for new, old in enumerate(order) if graph.forced >> old & 1)
    return settlings(forbidden_of(graph, order, check_deadline), len(order), forced, check_deadline)


def settlings(
    forbidden: Iterable[Forbidden], many: int, forced: int, check_deadline: Check = bool
) -> list[Settling]:
    """Return the transitions of the first candidates; `forced` ones must be chosen."""
    starting: dict[int, list[Forbidden]] = {}
    for one in forbidden:
        first = (one.members & -one.members).bit_length() - 1
        starting.setdefault(first, []).append(one)
    bit_of: dict[Forbidden, int] = {}
    found = []
    for at in range(many):
        check_deadline()
        found.append(_settling(at, starting.get(at, []), bit_of, not forced >> at & 1))
    return found


def _settling(
    at: int, starting: list[Forbidden], bit_of: dict[Forbidden, int], may_be_left: bool
) -> Settling:
    """Settle a candidate, and update the bits of the open rests."""
    touched = {rest: bit for rest, bit in bit_of.items() if rest.members >> at & 1}
    after = [
        {rest: rest.after(at, is_chosen) for rest in (*touched, *starting)}
        for is_chosen in (False, True)
    ]
    fresh = _give_bits(touched, after, bit_of)

    def bit(left: Forbidden | None) -> int:
        return 0 if left is None or left == MADE else 1 << bit_of[left]

    attacks = [any(one[rest] == MADE for rest in starting) for one in after]
    return Settling(
        (may_be_left and not attacks[0]) | (not attacks[1]) << 1,
        sum(1 << number for number in touched.values()),
        [reduce(or_, (bit(one[rest]) for rest in starting), 0) for one in after],
        [sum(1 << touched[rest] for rest in touched if one[rest] == MADE) for one in after],
        [{number: bit(one[rest]) for rest, number in touched.items()} for one in after],
        dict(_implied(bit_of, fresh)),
        sum(1 << number for rest, number in bit_of.items() if not rest.chosen),
    )


def _give_bits(
    touched: Mapping[Forbidden, int],
    after: list[dict[Forbidden, Forbidden | None]],
    bit_of: dict[Forbidden, int],
) -> set[Forbidden]:
    """Give a bit to each rest that may be open now; return those that are new or reopened."""
    for rest in touched:
        del bit_of[rest]
    used = sum(1 << bit for bit in (*bit_of.values(), *touched.values()))
    fresh = set()
    for found in after:
        for left in found.values():
            if left is None or left == MADE:
                continue
            fresh.add(left)
            if left not in bit_of:
                lowest = ~used & (used + 1)
                used |= lowest
                bit_of[left] = lowest.bit_length() - 1
    return fresh


def _implied(bit_of: Mapping[Forbidden, int], fresh: set[Forbidden]) -> Iterator[tuple[int, int]]:
    """Yield each rest's bit and the bits that it makes redundant, if one of both is fresh."""
    for rest, bit in bit_of.items():
        others = bit_of if rest in fresh else fresh
        needless = sum(
            1 << bit_of[other] for other in others if other != rest and rest.absorbs(other)
        )
        if needless:
            yield bit, needless


def least_settled(steps: Sequence[Settling]) -> int:
    """Return the number of candidates up to the last one that must be chosen."""
    return max((at for at, step in enumerate(steps, 1) if not step.allowed & 1), default=0)


def count_plainly(steps: Sequence[Settling]) -> Slices:
    """Count by the states after each candidate, in plain Python.

    Counts for every number of pieces are one integer, a field of bits for each number.
    """
    width, doomed, done, needed = len(steps) + 1, 0, 0, least_settled(steps)
    states: dict[int, int] = {0: 1}  # and the number of sets that lead to each

    def counts() -> Counts:
        if done < needed:
            return []
        total = sum(count for state, count in states.items() if not state & doomed)
        numbers = range(len(steps) + 1)
        return without_zeros([total >> width * number & (1 << width) - 1 for number in numbers])

    for done, step in enumerate(steps, 1):
        after: dict[int, int] = {}
        for number, (state, count) in enumerate(states.items(), 1):
            for choice in range(2):
                new = step.after(state, choice)
                if new is not None:
                    after[new] = after.get(new, 0) + (count << width * choice)
            if number % STATES_A_TICK == 0:
                yield None
        states, doomed = after, step.doomed
        yield Slice(done / len(steps), counts)
    return counts()
