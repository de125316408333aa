"""Beam search for short tours: every level keeps only its best states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING

import numpy as np

from rookery.compiled.seeds import random_state
from rookery.tour.beam import beam_kernel as kernel
from rookery.tour.beam.beam_kernel import BeamTables, Children, States
from rookery.tour.beam.numbering import BeamNumbering

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]
    Floats = NDArray[np.float32]

SLICE = 1 << 18  # children between two deadline checks: some hundredths of a second
SPARE = 2  # children examined per state kept, because some are duplicates
RIM = 1.0  # extra weight of the target visited by the fewest moves
NOISE = 0.3  # random addition to a cost, at most, which makes runs differ


class TourBeam:
    """A beam search for tours, with a level of states per number of moves.

    Parameters
    ----------
    numbering
        The numbered tour.
    once
        Whether no square may be repeated, except the start of a closed tour.
    seed
        The seed of the noise in the costs.
    check_deadline
        A deadline check, called every few hundredths of a second; it may raise.

    Attributes
    ----------
    kept
        The number of states kept in all runs.
    is_whole
        Whether the last run dropped no state, so a wider one finds nothing else.
    """

    def __init__(
        self,
        numbering: BeamNumbering,
        once: bool,
        seed: int,
        check_deadline: Callable[[], object] = bool,
    ) -> None:
        self._starts = numbering.starts
        self._check_deadline = check_deadline
        self._random = random_state(seed)
        self._tables = _tables(numbering, once, seed)
        rides = self._tables.ride_start[self._tables.rides_start]
        self._ends = np.diff(rides)
        self._words = -(-numbering.targets // 64), -(-len(numbering.squares) // 64) if once else 0
        self.kept = 0
        self.is_whole = False

    def widest(self, numbers: int) -> int:
        """Return how many states fit, with their children, into `numbers` 64-bit numbers."""
        return max(1, numbers // (2 * sum(self._words) + 4 + 3 * int(self._ends.max(initial=1))))

    def run(self, width: int, most: int) -> list[int] | None:
        """Return the squares of a tour of at most `most` moves, or None if none was found."""
        self.is_whole = True
        states = self._first()
        levels = []
        while True:
            ended = (states.left == 0) & (self._tables.to_goal[states.square] == 0)
            levels.append((states.square, states.parent))
            if ended.any():
                return _path(levels, int(ended.argmax()))
            if len(levels) > most or not len(ended):
                return None
            states = self._next(states, width, most - len(levels))

    def _first(self) -> States:
        states = self._room(len(self._starts))
        kernel.begin(self._tables, np.array(self._starts, np.int32), states)
        return states

    def _next(self, states: States, width: int, moves_left: int) -> States:
        """Return the best states of the next level, the cheapest first."""
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
            self._check_deadline()
            part = chosen[at : at + SLICE]
            filled = kernel.build(self._tables, states, children, part, built, filled, table)
        self.kept += filled
        return States._make(array[:filled] for array in built)

    def _children(self, states: States, moves_left: int) -> tuple[Children, int]:
        """Return arrays with all children of states, and their number."""
        ends = np.cumsum(self._ends[states.square])
        children = _room_for_children(int(ends[-1]), len(self._tables.weights))
        made = begin = 0
        while begin < len(ends):
            self._check_deadline()
            before = 0 if begin == 0 else ends[begin - 1]
            end = max(begin + 1, int(np.searchsorted(ends, before + SLICE)))
            end = min(end, len(ends))
            made = kernel.expand(
                self._tables, states, begin, end, children, made, moves_left, self._random
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


def _tables(numbering: BeamNumbering, once: bool, seed: int) -> BeamTables:
    rides = list(chain.from_iterable(numbering.rides))
    random = np.random.default_rng(abs(seed))
    keys = random.integers(
        1, 1 << 63, numbering.targets + 2 * len(numbering.squares), dtype=np.uint64
    )
    return BeamTables(
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


def _weights(numbering: BeamNumbering) -> Floats:
    """Return the weight of each target, greater if fewer moves visit it."""
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
    """Return the squares on the path to a state of the last level."""
    path = []
    for squares, parents in reversed(levels):
        path.append(int(squares[at]))
        at = int(parents[at])
    return path[::-1]
