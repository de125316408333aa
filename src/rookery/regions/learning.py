"""The search with clause learning: puzzles and their counting cuts as arrays.

A counting cut is a set of squares whose number of pieces follows by counting: a line holds as many
pieces as a region. If m regions lie inside k neighbouring lines, the other squares of these lines
hold the pieces of k - m regions. If t regions meet k lines, their squares outside the lines hold
the pieces of t - k regions. A cut of few pieces is propagated like a row. It finds contradictions
that take exponentially many steps with clauses over squares: W. Cook, C. Coullard and G. Turan, "On
the complexity of cutting-plane proofs" (1987).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, chain
from typing import Any

import numpy as np

from rookery.regions import learning_kernel as kernel
from rookery.regions.masks import Masks, bits

MOST_REGIONS = 2  # regions whose pieces a cut holds; larger cuts seldom propagate
NODES_A_SLICE = 1 << 12  # nodes between two checks of the deadline
FIRST_CLAUSES = 1500  # learnt clauses before any is forgotten
LITERALS = 40  # literals per clause, on average, for which room is allocated
GROWTH = 1.2  # factor on the room whenever it is full


def units_with_cuts(masks: Masks) -> dict[int, int] | None:
    """Return sets of open squares with their numbers of pieces, or None for a contradiction.

    The sets are the rows, columns and regions, then the cuts, without squares that a cut clears.
    """
    cleared, side = ~masks.free, masks.reach.side
    while True:
        units = [unit & ~cleared for unit in masks.units]
        pieces_of = dict.fromkeys(units, masks.stars)
        before = cleared
        for squares, number in _cuts(units, side):
            pieces = number * masks.stars
            if not 0 <= pieces <= squares.bit_count():
                return None
            if pieces_of.setdefault(squares, pieces) != pieces:
                return None
            if number == 0:
                cleared |= squares
        if cleared == before:
            return {squares: pieces for squares, pieces in pieces_of.items() if pieces}


def _cuts(units: list[int], side: int) -> Iterator[tuple[int, int]]:
    """Yield the cuts: their squares, and the number of regions whose pieces they hold."""
    regions = units[2 * side :]
    for lines in (units[:side], units[side : 2 * side]):
        for first in range(side):
            inside = 0
            for number, line in enumerate(lines[first:], 1):
                inside |= line
                met = [region for region in regions if region & inside]
                held = [region for region in met if not region & ~inside]
                # Regions are disjoint, so their sum is their union.
                if held and number - len(held) <= MOST_REGIONS:
                    yield inside & ~sum(held), number - len(held)
                if len(met) < side and len(met) - number <= MOST_REGIONS:
                    yield sum(met) & ~inside, len(met) - number


class LearningSearch:
    """A search that learns from contradictions; `room` answers are kept, the others counted."""

    def __init__(self, masks: Masks, room: int = 2) -> None:
        consistent_units = units_with_cuts(masks)
        units = consistent_units or {}
        self._rules = _rules(masks, units)
        squares = len(masks.reach.attacks)
        self._state = kernel.LearningState(
            at=_filled(len(kernel.PLACES), 0),
            value=_filled(squares, -1),
            level=_filled(squares, 0),
            reason=_filled(squares, 0),
            place=_filled(squares, 0),
            trail=_filled(squares, 0),
            starts=_filled(squares + 2, 0),
            number=_filled((len(units), 2), 0),
            activity=np.zeros(squares),
            step=np.ones(1),
            seen=_filled(squares, 0),
            counted=_filled(squares + 2, 0),
            cause=_filled(squares + 1, 0),
            answers=_filled((room, squares), 0),
            head=_filled(2 * squares, -1),
        )
        self._clauses = _room_for(FIRST_CLAUSES, max(LITERALS * FIRST_CLAUSES, 4 * squares))
        self.is_over = consistent_units is None or not self._begin(masks.given, units)

    def _begin(self, pieces: int, units: dict[int, int]) -> bool:
        """Decide the squares whose value is known; return whether they are consistent."""
        empty = (1 << len(self._state.value)) - 1
        for unit, needed in units.items():
            empty &= ~unit
            if unit.bit_count() < needed:
                return False
            if unit.bit_count() == needed:
                pieces |= unit
        for value, known in enumerate((empty, pieces)):
            for square in bits(known):
                place = self._state.at[kernel.TRAIL]
                self._state.value[square], self._state.reason[square] = value, kernel.DECISION
                self._state.place[square], self._state.trail[place] = place, square
                self._state.at[kernel.TRAIL] += 1
        return not pieces & empty

    def run(self, most: int, nodes: int = NODES_A_SLICE) -> int:
        """Resume for `nodes` nodes, or until `most` answers are found; return the nodes left."""
        while not self.is_over and nodes and self.found < most:
            outcome, nodes = kernel.resume(self._rules, self._state, self._clauses, most, nodes)
            self.is_over = outcome == kernel.OVER
            if outcome == kernel.FULL:
                self.make_room()
        return int(nodes)

    @property
    def found(self) -> int:
        """The number of answers found so far."""
        return int(self._state.at[kernel.FOUND])

    def answers(self) -> list[int]:
        """Return the kept answers as sets of squares."""
        kept = self._state.answers[: self.found]
        return [sum(1 << int(square) for square in np.flatnonzero(row)) for row in kept]

    def make_room(self) -> None:
        """Forget half of the clauses, most levels first, then the oldest; enlarge the room."""
        old = self._clauses
        levels = old.levels[: self._state.at[kernel.CLAUSES]]
        kept = np.zeros(len(levels), np.bool_)
        kept[np.lexsort((-np.arange(len(levels)), levels))[: len(levels) // 2]] = True
        kernel.forget(self._state, old, kept)
        new = _room_for(int(len(old.levels) * GROWTH), int(len(old.literals) * GROWTH))
        for before, after in zip(old, new, strict=True):
            after[: len(before)] = before
        self._clauses = new


def _rules(masks: Masks, units: dict[int, int]) -> kernel.LearningRules:
    """Return the units and the attacks of a puzzle as arrays."""
    squares_of = [list(bits(unit)) for unit in units]
    attacks = [list(bits(attacked)) for attacked in masks.reach.attacks]
    of: list[list[int]] = [[] for _ in attacks]
    for number, squares in enumerate(squares_of):
        for square in squares:
            of[square].append(number)
    need = np.array(list(units.values()), np.int64)
    return kernel.LearningRules(*_lists(of), *_lists(squares_of), *_lists(attacks), need)


def _lists(lists: list[list[int]]) -> tuple[Any, Any]:
    """Return the starts of the lists in their concatenation, and the concatenation."""
    starts = [0, *accumulate(map(len, lists))]
    return np.array(starts, np.int64), np.array(list(chain.from_iterable(lists)), np.int64)


def _room_for(clauses: int, literals: int) -> kernel.Clauses:
    return kernel.Clauses(
        _filled(literals, 0), _filled(clauses + 1, 0), _filled(clauses, 0), _filled(2 * clauses, 0)
    )


def _filled(shape: Any, number: int) -> Any:
    return np.full(shape, number, np.int64)
