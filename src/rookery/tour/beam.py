"""Beam search for short tours: every level keeps only its best states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

import numpy as np

from rookery.boards.board import Square
from rookery.compiled.arrays import Float32s, Int32s
from rookery.compiled.kernels import random_state
from rookery.results.limits import Check
from rookery.tour import beam_kernel as kernel
from rookery.tour.beam_kernel import BeamTables, Children, States
from rookery.tour.compiled_layers import compressed
from rookery.tour.moves import square_of
from rookery.tour.plan import Numbering, TourPlan
from rookery.tour.puzzle import Tour

FAR = 1 << 20  # moves to an unreachable goal
NOWHERE = -1  # no square
SLICE = 1 << 18  # children between two deadline checks: some hundredths of a second
SPARE = 2  # children built per state kept, at most, because some are duplicates
RIM = 1.0  # extra weight of the target visited by the fewest moves
NOISE = 0.3  # random addition to a cost, at most, which makes runs differ


class TourBeam:
    """A beam search for tours, with a level of states per number of moves.

    With `once`, no square is repeated, except the start of a closed tour. If the tour has no start,
    its plan is from some start. The seed is that of the noise in the costs.

    `kept` is the number of states kept in all runs. `is_whole` states that the last run dropped no
    state, so a wider beam finds nothing new.
    """

    def __init__(self, tour: Tour, plan: TourPlan, seed: int, check_deadline: Check = bool) -> None:
        numbering = plan.numbered()
        squares = numbering.squares
        self._squares = [square_of(tour.board, square) for square in squares]
        starts = range(len(squares)) if tour.start is None else [numbering.place[plan.start]]
        self._starts = np.array(starts, np.int32)
        self._check_deadline = check_deadline
        self._random = random_state(seed)
        self._tables = _tables(tour, plan, numbering, seed)
        rides = self._tables.ride_start[self._tables.rides_start]
        self._ends = np.diff(rides)
        self._words = -(-len(plan.targets) // 64), -(-len(squares) // 64) if tour.once else 0
        self.kept = 0
        self.is_whole = False

    def widest(self, numbers: int) -> int:
        """Return how many states fit, with their children, into `numbers` 64-bit numbers."""
        return max(1, numbers // (2 * sum(self._words) + 4 + 3 * int(self._ends.max(initial=1))))

    def run(self, width: int, most: int) -> tuple[Square, ...] | None:
        """Return a tour of at most `most` moves, or None if none was found."""
        self.is_whole = True
        states = self._room(len(self._starts))
        kernel.begin(self._tables, self._starts, states)
        levels: list[tuple[Int32s, Int32s]] = []
        while True:
            ended = (states.left == 0) & (self._tables.to_goal[states.square] == 0)
            levels.append((states.square, states.parent))
            if ended.any():
                at, path = int(ended.argmax()), []
                for squares, parents in reversed(levels):
                    path.append(self._squares[squares[at]])
                    at = parents[at]
                return tuple(reversed(path))
            if len(levels) > most or not len(ended):
                return None
            states = self._next(states, width, most - len(levels))

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
        rows = int(ends[-1])
        children = Children(
            np.empty(rows, np.float32),
            np.empty(rows, np.uint64),
            np.empty(rows, np.int32),
            np.empty(rows, np.int32),
            np.empty(rows, np.int32),
            np.full(len(self._tables.weights), -1, np.int64),
        )
        made = begin = 0
        while begin < len(ends):
            self._check_deadline()
            before = 0 if begin == 0 else ends[begin - 1]
            end = max(begin + 1, int(np.searchsorted(ends, before + SLICE)))
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


def _tables(tour: Tour, plan: TourPlan, numbering: Numbering, seed: int) -> BeamTables:
    squares, place, onward, visited = numbering
    rides_from = [(plan.rides or {})[square] for square in squares]
    rides = [[place[end] for end in ride] for ride in chain.from_iterable(rides_from)]
    keys = np.random.default_rng(abs(seed)).integers(
        1, 1 << 63, len(plan.targets) + 2 * len(squares), dtype=np.uint64
    )
    return BeamTables(
        np.array([0, *accumulate(map(len, rides_from))], np.int32),
        *compressed(rides),
        *compressed(visited),
        np.array(_moves_to([place[square] for square in plan.goal], onward), np.int32),
        _weights(rides, visited, len(plan.targets)),
        keys,
        NOISE,
        tour.once,
        place[plan.start] if tour.closed else NOWHERE,
    )


def _moves_to(goal: Iterable[int], onward: list[list[int]]) -> list[int]:
    """Return the least number of moves from every square to a goal, or FAR."""
    back: list[list[int]] = [[] for _ in onward]
    for square, ends in enumerate(onward):
        for end in ends:
            back[end].append(square)
    moves_from = [FAR] * len(onward)
    wave, moves = set(goal), 0
    while wave:
        for square in wave:
            moves_from[square] = moves
        moves += 1
        wave = {other for square in wave for other in back[square] if moves_from[other] == FAR}
    return moves_from


def _weights(
    rides: Sequence[Sequence[int]], visited: Sequence[Sequence[int]], targets: int
) -> Float32s:
    """Return the weight of each target, greater if fewer moves visit it."""
    to_end = [np.arange(len(ride), 0, -1) for ride in rides]
    ends = np.array(list(chain.from_iterable(rides)), np.int32)
    moves = np.bincount(ends, np.concatenate([[], *to_end]), minlength=len(visited))
    times = np.zeros(targets)
    for square, seen in enumerate(visited):
        times[seen] += moves[square]
    fewest, most = times.min(initial=1.0), times.max(initial=1.0)
    weights: Float32s = (1 + RIM * (most - times) / max(1.0, most - fewest)).astype(np.float32)
    return weights
