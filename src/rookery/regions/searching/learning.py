"""The search with clause learning: puzzles as arrays, answers as sets of squares."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np

from rookery.regions.masks import Masks, bits
from rookery.regions.searching import learning_kernel as kernel
from rookery.regions.searching.cuts import units_with_cuts

NODES_A_SLICE = 1 << 12  # between two looks at the clock
FIRST_CLAUSES = 1500  # learnt ones, before the first are forgotten
LITERALS = 40  # room for each clause, on the mean
GROWTH = 1.2  # of the room, each time that it is full: clauses are forgotten ever later


class LearningSearch:
    """A search through the answers of a puzzle that learns from contradictions.

    Parameters
    ----------
    masks
        The puzzle, with regions.
    room
        How many answers are kept; the others are only counted.
    """

    def __init__(self, masks: Masks, room: int = 2) -> None:
        units_found = units_with_cuts(masks)
        units = units_found or {}
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
        self.is_over = units_found is None or not self._begin(masks.given, units)

    def _begin(self, pieces: int, units: dict[int, int]) -> bool:
        """Decide the squares that are settled; return whether they agree with each other."""
        empty = (1 << len(self._state.value)) - 1
        for unit, needed in units.items():
            empty &= ~unit
            if unit.bit_count() < needed:
                return False
            if unit.bit_count() == needed:
                pieces |= unit
        for value, settled in enumerate((empty, pieces)):
            for square in bits(settled):
                place = self._state.at[kernel.TRAIL]
                self._state.value[square], self._state.reason[square] = value, kernel.DECISION
                self._state.place[square], self._state.trail[place] = place, square
                self._state.at[kernel.TRAIL] += 1
        return not pieces & empty

    def run(self, most: int, nodes: int = NODES_A_SLICE) -> int:
        """Resume until `most` answers are found in all, or for a number of nodes.

        Returns
        -------
        int
            How many nodes are left; 0 when it stopped before its end.
        """
        while not self.is_over and nodes and self.found < most:
            outcome, nodes = kernel.go_on(self._rules, self._state, self._clauses, most, nodes)
            self.is_over = outcome == kernel.OVER
            if outcome == kernel.FULL:
                self.make_room()
        return int(nodes)

    @property
    def found(self) -> int:
        """The number of answers found so far."""
        return int(self._state.at[kernel.FOUND])

    def answers(self) -> list[int]:
        """Return the first answers as sets of squares, as many as there was room for."""
        kept = self._state.answers[: self.found]
        return [sum(1 << int(square) for square in np.flatnonzero(row)) for row in kept]

    def make_room(self) -> None:
        """Forget half of the clauses, and make room for more than before."""
        old = self._clauses
        kernel.forget(self._state, old)
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
    need = _numbers(list(units.values()))
    return kernel.LearningRules(*_lists(of), *_lists(squares_of), *_lists(attacks), need)


def _lists(lists: list[list[int]]) -> tuple[Any, Any]:
    """Return where each list begins in their concatenation, and that."""
    starts = [0, *accumulate(map(len, lists))]
    return _numbers(starts), _numbers([number for each in lists for number in each])


def _room_for(clauses: int, literals: int) -> kernel.Clauses:
    return kernel.Clauses(
        _filled(literals, 0), _filled(clauses + 1, 0), _filled(clauses, 0), _filled(2 * clauses, 0)
    )


def _numbers(numbers: Any) -> Any:
    return np.array(numbers, np.int64)


def _filled(shape: Any, number: int) -> Any:
    return np.full(shape, number, np.int64)
