"""Counting where it matters what stands between: candidate by candidate, by what is still open.

It is the transfer-matrix method of `rookery.nonattacking.counting.layers`, whose states are what is
left of all that is forbidden: see `rookery.nonattacking.counting.rests`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import Protocol

from rookery.compiled.sets import LOADING_SECONDS
from rookery.nonattacking.counting.by_number import (
    by_number_result,
    is_of_any_numbers,
    most_pieces,
)
from rookery.nonattacking.counting.forbidden import forbidden_of
from rookery.nonattacking.counting.polynomials import Counts, without_zeros
from rookery.nonattacking.counting.rests import Settling, settlings
from rookery.nonattacking.graph import Graph, Look, graph_of
from rookery.nonattacking.kernel_sets import COUNTS
from rookery.nonattacking.puzzle import NonAttacking
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings

FEW_SETS = 10_000  # up to so many they are looked at one by one
STATES_A_TICK = 1 << 12  # in plain Python, between two looks at the clock


def fits_frontier(puzzle: NonAttacking) -> bool:
    """Return whether nothing but attacks, and the number of a single kind, matters."""
    return puzzle.looks_between and is_of_any_numbers(puzzle)


def suits_frontier(puzzle: NonAttacking) -> bool:
    """Return whether there are too many sets to look at one by one."""
    return has_more_sets(puzzle, FEW_SETS)


def has_more_sets(puzzle: NonAttacking, than: int) -> bool:
    """Return whether there are more sets of squares, of as many as may be asked for."""
    squares = len(puzzle.pieces) * sum(1 for _ in puzzle.board.squares())
    most = puzzle.numbers[0][1] if len(puzzle.pieces) == 1 else None
    every = squares if most is None else min(most, squares)
    sets = 0
    for number in range(every + 1):
        sets += comb(squares, number)
        if sets > than:
            return True
    return False


def steps_of(graph: Graph, look: Look = bool) -> list[Settling]:
    """Return the steps of a graph's candidates, taken along its shorter side."""
    order = _order(graph)
    forced = sum(1 << new for new, old in enumerate(order) if graph.forced >> old & 1)
    return settlings(forbidden_of(graph, order, look), len(order), forced, look)


def _order(graph: Graph) -> list[int]:
    squares = [candidate[1:] for candidate in graph.candidates]
    rows, columns = ({square[axis] for square in squares} for axis in (0, 1))
    across = len(columns) > len(rows)
    return sorted(range(len(squares)), key=lambda at: squares[at][:: -1 if across else 1])


class PlainFrontier:
    """The states after each candidate, with the counts of the sets that lead to them.

    Counts for every number of pieces are one integer, `width` bits for each number.

    Attributes
    ----------
    done
        How many candidates are settled.
    """

    def __init__(self, steps: Sequence[Settling]) -> None:
        self.done = 0
        self._steps = steps
        self._width = len(steps) + 1
        self._states: dict[int, int] = {0: 1}

    def run(self) -> Iterator[None]:
        """Settle all candidates; pause from time to time."""
        for step in self._steps:
            states: dict[int, int] = {}
            for number, (state, count) in enumerate(self._states.items(), 1):
                for choice in range(2):
                    new = step.after(state, choice)
                    if new is not None:
                        states[new] = states.get(new, 0) + (count << self._width * choice)
                if number % STATES_A_TICK == 0:
                    yield
            self._states = states
            self.done += 1
            yield

    def share(self) -> float:
        """Return what part of the candidates is settled."""
        return self.done / max(1, len(self._steps))

    def counts(self) -> Counts:
        """Return how many placements of 0, 1, ... of the candidates settled there are."""
        doomed = self._steps[self.done - 1].doomed if self.done else 0
        total = sum(count for state, count in self._states.items() if not state & doomed)
        mask = (1 << self._width) - 1
        numbers = range(len(self._steps) + 1)
        return without_zeros([total >> self._width * number & mask for number in numbers])


def count_by_frontier(puzzle: NonAttacking, settings: Settings) -> Result:
    """Count the placements for every number of pieces, by what is open after each candidate.

    Returns
    -------
    Result
        OPTIMAL with the count of the numbers that are asked for. When stopped before, FEASIBLE
        with the placements on the candidates settled. One unit of work is a slice of about a
        tenth of a second, or a candidate.
    """
    look = settings.clock.look
    graph = graph_of(puzzle, look)
    if graph.why_none:
        return by_number_result(puzzle, [], None, 1.0, graph.why_none)
    steps = steps_of(graph, look)
    if not is_compiled(settings):
        found = count_until_compiled(puzzle, steps, settings)
        if found is not None:
            return found
    from rookery.nonattacking.counting.rest_layers import layers_of_rests

    layers = layers_of_rests(steps, most_pieces(puzzle, len(steps)))
    reason = run_slices(layers, layers.run(splits=True), settings)
    return by_number_result(puzzle, layers.counts(), reason, layers.share())


def count_until_compiled(
    puzzle: NonAttacking, steps: Sequence[Settling], settings: Settings
) -> Result | None:
    """Count in plain Python; return None when the kernels are there before the end."""
    plain = PlainFrontier(steps)
    reason = run_slices(plain, plain.run(), settings, until_compiled=True)
    if plain.share() < 1 and reason is None:
        return None
    return by_number_result(puzzle, plain.counts(), reason, plain.share())


def is_compiled(settings: Settings) -> bool:
    """Return whether the kernels are there; a count limited by its work waits for them."""
    if settings.limits.work is not None:
        return settings.wait_for(COUNTS) and COUNTS.is_ready
    return COUNTS.load(min(LOADING_SECONDS, settings.clock.left() / 2))


class Counter(Protocol):
    """What counts slice by slice."""

    def share(self) -> float:
        """Return what part of the work is done."""
        ...


def run_slices(
    counter: Counter,
    slices: Iterator[None],
    settings: Settings,
    until_compiled: bool = False,
) -> Reason | None:
    """Count slice by slice; return what stopped it, None at the end or once there are kernels."""
    limit = settings.limits.work
    try:
        for work, _ in enumerate(slices, 1):
            settings.report(Progress(settings.clock.seconds(), None, stage="count"))
            if counter.share() == 1:
                return None
            if settings.clock.left() <= 0:
                return Reason.TIME
            if limit is not None and work >= limit:
                return Reason.WORK
            if until_compiled and COUNTS.is_ready:
                return None
    except KeyboardInterrupt:
        return Reason.INTERRUPTED
    return None
