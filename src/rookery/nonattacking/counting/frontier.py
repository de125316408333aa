"""Counting where it matters what stands between: candidate by candidate, by what is still open.

Each attack forbids something: that some candidates are chosen while others are not. Once the
candidates up to a point are settled, what is left of those that were neither made nor prevented is
all that matters, and sets that leave the same are counted together::

    cannons a1 b1 c1     forbidden: chosen a1, b1, c1
    after a1, b1 chosen  left:      chosen c1; but not d1, which asks that c1 be empty

A state is a set of such rests, each of which has a bit while it may be open. It is the
transfer-matrix method, with the states found on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from rookery.nonattacking.counting.by_number import is_of_any_numbers
from rookery.nonattacking.counting.polynomials import without_zeros
from rookery.nonattacking.graph import Graph, Look, bits, graph_of, in_time
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY, holds
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings

MOST_STATES = 1 << 19
STATES_A_TICK = 1 << 12


class TooManyStatesError(Exception):
    """More rests are open than can be kept."""


class Rest(NamedTuple):
    """What is left of something forbidden: these chosen and none of those; sets of candidates."""

    chosen: int
    empty: int

    def after(self, at: int, is_chosen: bool) -> Rest | None:
        """Return what is left once a candidate is settled, None when it cannot be made any more."""
        bit = 1 << at
        if (self.empty if is_chosen else self.chosen) & bit:
            return None
        return Rest(self.chosen & ~bit, self.empty & ~bit)

    @property
    def members(self) -> int:
        """The candidates on which it depends."""
        return self.chosen | self.empty


MADE = Rest(0, 0)


def fits_frontier(puzzle: NonAttacking) -> bool:
    """Return whether nothing but attacks, and the number of a single kind, matters."""
    return puzzle.looks_between and is_of_any_numbers(puzzle)


class Frontier:
    """The states after each candidate, with the counts of the sets that lead to them.

    Counts for every number of pieces are one integer, `width` bits for each number.

    Attributes
    ----------
    done
        How many candidates are settled.
    """

    def __init__(self, graph: Graph, look: Look = bool) -> None:
        self.done = 0
        self.size = len(graph.candidates)
        self._graph = graph
        self._width = self.size + 1
        self._look = look
        self._starting = _by_first(graph)
        self._bit_of: dict[Rest, int] = {}
        self._states: dict[int, int] = {0: 1}

    def run(self, most: int | None = None) -> Iterator[None]:
        """Settle all candidates; pause from time to time.

        Raises
        ------
        TooManyStatesError
            When there are more states than so many, else half a million.
        """
        most = MOST_STATES if most is None else most
        for at in range(self.size):
            yield from self._settle(at, most)
            self.done = at + 1

    def counts(self) -> list[int]:
        """Return how many placements of 0, 1, ... of the candidates settled there are."""
        forbidden = sum(bit for rest, bit in self._bit_of.items() if not rest.chosen)
        total = sum(count for state, count in self._states.items() if not state & forbidden)
        mask = (1 << self._width) - 1
        found = [total >> self._width * number & mask for number in range(self.size + 1)]
        return without_zeros(found)

    def _settle(self, at: int, most: int) -> Iterator[None]:
        touched = {rest: bit for rest, bit in self._bit_of.items() if rest.members >> at & 1}
        starting = self._starting.get(at, [])
        after = [
            {rest: rest.after(at, is_chosen) for rest in (*touched, *starting)}
            for is_chosen in (False, True)
        ]
        self._give_bits(touched, after)
        masks = [_Step(touched, one, starting, self._bit_of) for one in after]
        steps = masks[1:] if self._graph.forced >> at & 1 else masks
        gone = sum(touched.values())
        states: dict[int, int] = {}
        for number, (state, count) in enumerate(self._states.items(), 1):
            for step in steps:
                opened = step.opened(state & gone)
                if opened is not None:
                    new = state & ~gone | opened
                    more = count << self._width if step is masks[1] else count
                    states[new] = states.get(new, 0) + more
            if number % STATES_A_TICK == 0:
                self._look()
                if len(states) > most:
                    raise TooManyStatesError
                yield
        self._states = states
        yield

    def _give_bits(self, touched: Mapping[Rest, int], after: list[dict[Rest, Rest | None]]) -> None:
        """Give a bit to each rest that may be open now, and take those of the rests that ended."""
        for rest in touched:
            del self._bit_of[rest]
        used = sum(self._bit_of.values()) | sum(touched.values())
        for found in after:
            for left in found.values():
                if left is not None and left != MADE and left not in self._bit_of:
                    bit = ~used & (used + 1)
                    used |= bit
                    self._bit_of[left] = bit


class _Step:
    """What settling a candidate in one way makes of the rests it touches."""

    def __init__(
        self,
        touched: Mapping[Rest, int],
        after: Mapping[Rest, Rest | None],
        starting: list[Rest],
        bit_of: Mapping[Rest, int],
    ) -> None:
        self._becomes: dict[int, int | None] = {}
        self._always: int | None = 0
        for rest in (*touched, *starting):
            left = after[rest]
            new = 0 if left is None else None if left == MADE else bit_of[left]
            if rest in touched:
                self._becomes[touched[rest]] = new
            else:
                self._always = _together(self._always, new)
        self._known: dict[int, int | None] = {}

    def opened(self, touched: int) -> int | None:
        """Return the rests that are open after those, None when an attack is made."""
        if touched not in self._known:
            found = self._always
            for at in bits(touched):
                found = _together(found, self._becomes[1 << at])
            self._known[touched] = found
        return self._known[touched]


def _together(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one | other


def _by_first(graph: Graph) -> dict[int, list[Rest]]:
    """Return all that is forbidden, by the first candidate it depends on."""
    found: dict[int, dict[Rest, None]] = {}
    pairs = (
        Rest(1 << at | 1 << other, 0)
        for at, mask in enumerate(graph.conflicts)
        for other in bits(mask >> at + 1 << at + 1)
    )
    between = (
        Rest(attack.pieces | sum(1 << at for at in hurdles), attack.empty)
        for attack in graph.attacks
        for hurdles in product(*map(bits, attack.hurdles))
    )
    for rest in (*pairs, *between):
        first = (rest.members & -rest.members).bit_length() - 1
        found.setdefault(first, {})[rest] = None
    return {first: list(rests) for first, rests in found.items()}


def count_by_frontier(puzzle: NonAttacking, settings: Settings) -> Result:
    """Count the placements for every number of pieces, by what is open after each candidate.

    Returns
    -------
    Result
        OPTIMAL with the count of the numbers that are asked for. When stopped before, FEASIBLE
        with the placements on the candidates settled. One unit of work is some 4,096 states.

    Raises
    ------
    TooManyStatesError
        When there are more than half a million states.
    """
    graph = graph_of(puzzle, in_time(settings))
    frontier = Frontier(graph, in_time(settings))
    reason = None
    try:
        for work, _ in enumerate(frontier.run() if not graph.why_none else (), 1):
            settings.report(Progress(settings.clock.seconds(), None, stage="count"))
            limit = settings.limits.work
            if limit is not None and work >= limit and frontier.done < frontier.size - 1:
                reason = Reason.WORK
                break
            if settings.clock.left() <= 0:
                reason = Reason.TIME
                break
    except KeyboardInterrupt:
        reason = Reason.INTERRUPTED
    span = puzzle.numbers[0] if len(puzzle.pieces) == 1 else ANY
    counts = [] if graph.why_none else frontier.counts()
    asked = without_zeros([n if holds(span, k) else 0 for k, n in enumerate(counts)])
    value = sum(asked)
    if reason is None:
        note = graph.why_none or ("" if value else "so many pieces always attack each other")
        return replace(Result.proved(puzzle, None, value), by_number=tuple(asked), note=note)
    share = frontier.done / max(1, frontier.size)
    return Result(
        puzzle, None, value, None, Status.FEASIBLE, reason, share=share, by_number=tuple(asked)
    )
