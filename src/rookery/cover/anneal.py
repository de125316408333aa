"""Annealing on the true rules, guided by the duals of a bound.

Kings may be left unchecked on the way, at a weight that grows the longer they are. Each
king's candidates are ordered by reduced price, and moves pick early ones the more likely.
"""

from __future__ import annotations

import math
import threading
import time
from typing import TYPE_CHECKING

import numpy as np

from rookery.betza import ENDLESS
from rookery.board import Step
from rookery.cover import anneal_kernel as kernel
from rookery.cover.anneal_kernel import Rules, State
from rookery.cover.attacks import FAR, Candidates, candidates
from rookery.cover.bound import Duals
from rookery.cover.puzzle import Cover, Man
from rookery.errors import LimitError

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONGEST_SIDE = 62
HOT, COLD = 1.2, 0.26
FIRST_WEIGHT = 1.05
HEAVIEST_WEIGHT = 3.0
LEAST_GROWTH = 1.02
WEIGHED_IN = 0.1
MOVES = 20_000_000
HURDLE_SHARE = 1 / 16
CHANGES_AN_AXIS = 12


class Annealer:
    """One annealing run; its moves are made in slices, so that others can look in between.

    Parameters
    ----------
    puzzle, table, duals
        The puzzle with its candidates and the duals of a bound; every king needs a candidate.
    seed
        Of the random moves.
    moves
        How many are to be expected: weights reach the dearest prices in a tenth of them.

    Raises
    ------
    LimitError
        When a side of the board has more than 62 squares.
    """

    def __init__(
        self, puzzle: Cover, table: Candidates, duals: Duals, seed: int, moves: int = MOVES
    ) -> None:
        board = puzzle.board
        if max(board.rows, board.columns) > LONGEST_SIDE:
            raise LimitError(
                f"annealing takes boards of up to {LONGEST_SIDE} squares a side, "
                f"got {board.rows}x{board.columns}"
            )
        self.puzzle = puzzle
        self.scale = max(duals.bound, 1.0) / max(1, len(puzzle.kings))
        weight = _first_weights(table, len(puzzle.kings))
        heaviest = HEAVIEST_WEIGHT * max(puzzle.prices)
        share = min(1.0, kernel.WEIGH_EVERY / (WEIGHED_IN * moves))
        growth = (heaviest / weight.min(initial=heaviest)) ** share
        self.rules = _rules(puzzle, table, duals)._replace(
            heaviest=heaviest, growth=max(LEAST_GROWTH, growth)
        )
        self.state = _state(self.rules, weight, seed)

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return int(self.state.tally[kernel.MOVES])

    @property
    def cost(self) -> float:
        """The cost of the best cover found; infinite before there is one."""
        return float(self.state.energy[kernel.BEST])

    def run(self, moves: int, start: float, end: float) -> None:
        """Make moves while the run goes from one fraction of its cooling to another."""
        hot, cold = (
            self.scale * HOT * (COLD / HOT) ** min(1.0, fraction) for fraction in (start, end)
        )
        kernel.anneal(self.rules, self.state, moves, hot, cold)

    def men(self) -> tuple[Man, ...]:
        """Return the best cover found; empty before there is one."""
        if math.isinf(self.cost):
            return ()
        return self._men(self.state.best)

    def standing(self) -> tuple[Man, ...]:
        """Return the pieces on the board now, whether they are a cover or not."""
        return self._men(self.state.man)

    def _men(self, squares: NDArray[np.int32]) -> tuple[Man, ...]:
        columns, kinds = self.puzzle.board.columns, len(self.puzzle.pieces)
        return tuple(
            (int(squares[at]), *divmod(int(at), columns))
            for at in np.flatnonzero((squares >= 0) & (squares < kinds))
        )


_compiling = threading.Lock()


def compile_kernel() -> float:
    """Compile the kernel, or load it from Numba's cache.

    Returns
    -------
    float
        The seconds it took; 0 when it was ready.
    """
    started = time.perf_counter()
    with _compiling:
        if kernel.anneal.signatures:
            return 0.0
        puzzle = Cover.parse(["#_"], [1], ["K"])
        table = candidates(puzzle)
        duals = Duals(1.0, np.ones(1), np.zeros(len(table)))
        Annealer(puzzle, table, duals, seed=0).run(1, 0.0, 1.0)
        return time.perf_counter() - started


def _rules(puzzle: Cover, table: Candidates, duals: Duals) -> Rules:
    size, kinds = puzzle.board.rows * puzzle.board.columns, len(puzzle.pieces)
    axes = _axes(puzzle)
    run, spot, steps = _runs(puzzle, axes)
    ride, hop, beyond = _reaches(puzzle, axes)
    leap_start, leap_king = _leaps(puzzle)
    king_square = _numbers(puzzle)
    king_at = np.full(size, -1, dtype=np.int32)
    king_at[king_square] = np.arange(len(king_square))
    owner, king = table.pairs()
    order = np.lexsort((duals.reduced[owner], king))
    candidate_at = np.full((kinds + 1, size), -1, dtype=np.int32)
    candidate_at[table.kind, table.square] = np.arange(len(table))
    return Rules(
        step=steps,
        run=run,
        spot=spot,
        hops=(hop.reshape(kinds + 1, -1, 2).max(axis=(0, 2)) > 0).astype(np.int64),
        ride_reach=ride,
        hop_reach=hop,
        hop_beyond=beyond,
        leap_start=leap_start,
        leap_king=leap_king,
        king_at=king_at,
        king_square=king_square,
        price=np.array([*puzzle.prices, 0], dtype=np.float64),
        kind=table.kind.astype(np.int32),
        square=table.square.astype(np.int32),
        of_king_start=_starts(king[order], len(king_square)),
        of_king=owner[order].astype(np.int32),
        aims_start=_starts(owner, len(table)),
        aims=king.astype(np.int32),
        candidate_at=candidate_at,
        heaviest=0.0,
        growth=0.0,
        hurdle_share=HURDLE_SHARE if hop.any() else 0.0,
    )


def _first_weights(table: Candidates, kings: int) -> NDArray[np.float64]:
    """Return what leaving each king unchecked costs at first: a little over its cheapest check."""
    owner, king = table.pairs()
    weight = np.full(kings, np.inf)
    np.minimum.at(weight, king, FIRST_WEIGHT * table.price[owner])
    return weight


def _state(rules: Rules, weight: NDArray[np.float64], seed: int) -> State:
    size, kinds, kings = len(rules.king_at), len(rules.price) - 1, len(rules.king_square)
    man = np.full(size, kernel.EMPTY, dtype=np.int32)
    man[rules.king_square] = kinds
    mask = np.zeros(int(rules.run.max(initial=0)) + 1, dtype=np.int64)
    for square in rules.king_square:
        for axis in range(len(rules.step)):
            mask[rules.run[square, axis]] |= 1 << int(rules.spot[square, axis])
    longest_leaps = int(np.diff(rules.leap_start).max(initial=0))
    changes = 3 * (CHANGES_AN_AXIS * len(rules.step) + longest_leaps) + 1
    energy = np.zeros(kernel.ENERGIES)
    energy[kernel.ENERGY], energy[kernel.BEST] = weight.sum(), math.inf
    tally = np.zeros(kernel.TALLIES, dtype=np.int64)
    tally[kernel.UNCHECKED] = kings
    return State(
        man=man,
        mask=mask,
        checks=np.zeros(kings, dtype=np.int32),
        weight=weight,
        unchecked=np.arange(kings, dtype=np.int32),
        unchecked_at=np.arange(kings, dtype=np.int32),
        standing=np.zeros(size, dtype=np.int32),
        standing_at=np.zeros(size, dtype=np.int32),
        change=np.zeros(changes, dtype=np.int32),
        tally=tally,
        energy=energy,
        best=man.copy(),
        random=_random_state(seed),
    )


def _random_state(seed: int) -> NDArray[np.uint64]:
    words = np.random.SeedSequence(abs(seed)).generate_state(1, np.uint64)
    return np.maximum(words, 1).astype(np.uint64)


def _axes(puzzle: Cover) -> list[Step]:
    """Return the steps of all rides and hops, one of each pair of opposites."""
    steps = {
        max(motion.step, (-motion.step[0], -motion.step[1]))
        for piece in puzzle.pieces
        for motion in piece.motions
        if motion.captures and (motion.hop or motion.reach != 1)
    }
    return sorted(steps)


def _runs(
    puzzle: Cover, axes: list[Step]
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """Return run and spot of every square on every axis, and the axes' steps."""
    board = puzzle.board
    shape = (board.rows * board.columns, len(axes))
    run, spot = np.zeros(shape, dtype=np.int32), np.zeros(shape, dtype=np.int64)
    number = 1
    for axis, step in enumerate(axes):
        for squares in board.runs(step):
            for place, (row, column) in enumerate(squares):
                run[row * board.columns + column, axis] = number
                spot[row * board.columns + column, axis] = place
            number += 1
    steps = np.array([down * board.columns + right for down, right in axes], dtype=np.int64)
    return run, spot, steps


def _reaches(
    puzzle: Cover, axes: list[Step]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return how far each kind rides, hops, and lands behind its hurdle, by direction."""
    shape = (len(puzzle.pieces) + 1, 2 * len(axes))
    ride, hop, beyond = (np.zeros(shape, dtype=np.int64) for _ in range(3))
    for kind, piece in enumerate(puzzle.pieces):
        for motion in piece.motions:
            if not motion.captures or (motion.reach == 1 and not motion.hop):
                continue
            against = motion.step not in axes
            step = (-motion.step[0], -motion.step[1]) if against else motion.step
            direction = 2 * axes.index(step) + against
            reach = FAR if motion.reach == ENDLESS else motion.reach
            if motion.hop:
                hop[kind, direction] = max(hop[kind, direction], reach)
                beyond[kind, direction] = 1 if motion.hop == "g" else FAR
            else:
                ride[kind, direction] = max(ride[kind, direction], reach)
    return ride, hop, beyond


def _leaps(puzzle: Cover) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the kings that each kind attacks by leaps from each square."""
    board, kings = puzzle.board, {square: n for n, square in enumerate(puzzle.kings)}
    starts, found = [0], []
    for piece in puzzle.pieces:
        steps = [motion.step for motion in piece.leaps if motion.captures]
        for row in range(board.rows):
            for column in range(board.columns):
                ends = ((row + down, column + right) for down, right in steps)
                found += [kings[end] for end in ends if end in kings]
                starts.append(len(found))
    return np.array(starts, dtype=np.int32), np.array(found, dtype=np.int32)


def _numbers(puzzle: Cover) -> NDArray[np.int32]:
    return np.array(
        [row * puzzle.board.columns + column for row, column in puzzle.kings], dtype=np.int32
    )


def _starts(keys: NDArray[np.int64], count: int) -> NDArray[np.int32]:
    """Return where each of `count` keys begins in a sorted array, and its end."""
    return np.searchsorted(keys, np.arange(count + 1)).astype(np.int32)
