"""A beam of tours: of the beginnings of so many moves only the best are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING

import numpy as np

from rookery.compiled.seeds import random_state
from rookery.tour.beam import beam_kernel as kernel
from rookery.tour.beam.beam_kernel import Children, Fixed, States
from rookery.tour.beam.numbering import Numbering

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]
    Floats = NDArray[np.float32]

SLICE = 1 << 18
"""Children between two looks at the clock: some hundredths of a second."""

SPARE = 2
"""So many children are looked at for each state that is kept, as some are the same."""

RIM = 1.0
"""What a target that few moves pass weighs more than one that many pass, at most."""

NOISE = 0.3
"""Added to costs at random, up to so much, so that no two runs are alike."""


class Beam:
    """A search for tours of few moves, in levels of states of equally many moves.

    Parameters
    ----------
    numbering
        Of the tour.
    once
        Whether no square is stood on twice, but the start of a closed tour.
    seed
        Of the random part of costs.
    look
        Called every some hundredths of a second; what it raises ends a run.

    Attributes
    ----------
    kept
        States that were kept in all runs.
    is_whole
        Whether the last run left no state out: then a wider one finds nothing else.
    """

    def __init__(
        self, numbering: Numbering, once: bool, seed: int, look: Callable[[], object] = bool
    ) -> None:
        self._starts = numbering.starts
        self._look = look
        self._random = random_state(seed)
        self._fixed = _fixed(numbering, once, seed)
        rides = self._fixed.ride_start[self._fixed.rides_start]
        self._ends = np.diff(rides)
        self._words = -(-numbering.targets // 64), -(-len(numbering.squares) // 64) if once else 0
        self.kept = 0
        self.is_whole = False

    def widest(self, numbers: int) -> int:
        """Return how many states fit, with their children, into so many numbers of 64 bits."""
        return max(1, numbers // (2 * sum(self._words) + 4 + 3 * int(self._ends.max(initial=1))))

    def run(self, width: int, most: int) -> list[int] | None:
        """Return the squares of a tour of at most `most` moves, or None when none was found."""
        self.is_whole = True
        states = self._first()
        levels = []
        while True:
            ended = (states.left == 0) & (self._fixed.to_goal[states.square] == 0)
            levels.append((states.square, states.parent))
            if ended.any():
                return _path(levels, int(ended.argmax()))
            if len(levels) > most or not len(ended):
                return None
            states = self._next(states, width, most - len(levels))

    def _first(self) -> States:
        states = self._room(len(self._starts))
        kernel.begin(self._fixed, np.array(self._starts, np.int32), states)
        return states

    def _next(self, states: States, width: int, moves_left: int) -> States:
        """Return the best states that are one move on, the cheapest first."""
        children, made = self._children(states, moves_left)
        costs = children.cost[:made]
        chosen = np.arange(made)
        self.is_whole &= made <= width
        if SPARE * width < made:
            chosen = np.argpartition(costs, SPARE * width)[: SPARE * width]
        chosen = chosen[np.argsort(costs[chosen], kind="stable")].astype(np.int32)
        built = self._room(min(width, made))
        table = np.zeros(1 << (2 * len(built.square) + 1).bit_length(), np.uint64)
        filled = 0
        for at in range(0, len(chosen), SLICE):
            self._look()
            part = chosen[at : at + SLICE]
            filled = kernel.build(self._fixed, states, children, part, built, filled, table)
        self.kept += filled
        return States._make(array[:filled] for array in built)

    def _children(self, states: States, moves_left: int) -> tuple[Children, int]:
        """Return arrays with all children of states, and how many there are."""
        ends = np.cumsum(self._ends[states.square])
        children = _room_for_children(int(ends[-1]), len(self._fixed.weights))
        made = begin = 0
        while begin < len(ends):
            self._look()
            before = 0 if begin == 0 else ends[begin - 1]
            end = max(begin + 1, int(np.searchsorted(ends, before + SLICE)))
            end = min(end, len(ends))
            made = kernel.expand(
                self._fixed, states, begin, end, children, made, moves_left, self._random
            )
            begin = end
        return children, made

    def _room(self, rows: int) -> States:
        ints, (seen, stood) = (rows, np.int32), self._words
        return States(
            np.zeros(*ints),
            np.zeros((rows, seen), np.uint64),
            np.zeros((rows, stood), np.uint64),
            np.zeros(*ints),
            np.zeros(rows, np.float32),
            np.zeros(rows, np.uint64),
            np.zeros(*ints),
        )


def _room_for_children(rows: int, targets: int) -> Children:
    return Children(
        np.empty(rows, np.float32),
        np.empty(rows, np.uint64),
        np.empty(rows, np.int32),
        np.empty(rows, np.int32),
        np.empty(rows, np.int32),
        np.full(targets, -1, np.int64),
    )


def _fixed(numbering: Numbering, once: bool, seed: int) -> Fixed:
    rides = list(chain.from_iterable(numbering.rides))
    random = np.random.default_rng(abs(seed))
    keys = random.integers(
        1, 1 << 63, numbering.targets + 2 * len(numbering.squares), dtype=np.uint64
    )
    return Fixed(
        _starts(numbering.rides),
        _starts(rides),
        _flat(rides),
        _starts(numbering.visited),
        _flat(numbering.visited),
        np.array(numbering.to_goal, np.int32),
        _weights(numbering),
        keys,
        NOISE,
        once,
        numbering.home,
    )


def _weights(numbering: Numbering) -> Floats:
    """Return what each target weighs: the more, the fewer moves visit it."""
    rides = list(chain.from_iterable(numbering.rides))
    to_end = [np.arange(len(ride), 0, -1) for ride in rides]
    ends = _flat(rides)
    moves = np.bincount(ends, np.concatenate([[], *to_end]), minlength=len(numbering.squares))
    targets = np.zeros(numbering.targets)
    for square, visited in enumerate(numbering.visited):
        targets[visited] += moves[square]
    fewest, most = targets.min(initial=1.0), targets.max(initial=1.0)
    weights: Floats = (1 + RIM * (most - targets) / max(1.0, most - fewest)).astype(np.float32)
    return weights


def _starts(rows: Sequence[Sequence[object]]) -> Ints:
    return np.array([0, *accumulate(map(len, rows))], np.int32)


def _flat(rows: Sequence[Sequence[int]]) -> Ints:
    return np.array(list(chain.from_iterable(rows)), np.int32)


def _path(levels: list[tuple[Ints, Ints]], at: int) -> list[int]:
    """Return the squares that lead to a state of the last level."""
    path = []
    for squares, parents in reversed(levels):
        path.append(int(squares[at]))
        at = int(parents[at])
    return path[::-1]
