"""Counting where it matters what stands between: candidate by candidate, by what is still open.

It is the transfer-matrix method of `rookery.nonattacking.counting.layers`, whose states are what is
left of all that is forbidden: see `rookery.nonattacking.counting.rests`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from rookery.nonattacking.counting.by_number import is_of_any_numbers
from rookery.nonattacking.counting.forbidden import forbidden_of
from rookery.nonattacking.counting.polynomials import Counts, without_zeros
from rookery.nonattacking.counting.rests import Settling, settlings
from rookery.nonattacking.counting.slices import Slices
from rookery.nonattacking.graph import CheckDeadline, Graph
from rookery.nonattacking.puzzle import NonAttacking

FEW_SETS = 10_000  # forbidden sets that are compared one by one
STATES_A_TICK = 1 << 12  # in plain Python, between two yields


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


def steps_of(graph: Graph, check_deadline: CheckDeadline = bool) -> list[Settling]:
    """Return the steps of a graph's candidates, taken along its shorter side."""
    order = _order(graph)
    forced = sum(1 << new for new, old in enumerate(order) if graph.forced >> old & 1)
    return settlings(forbidden_of(graph, order, check_deadline), len(order), forced, check_deadline)


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

    def run(self) -> Slices:
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
