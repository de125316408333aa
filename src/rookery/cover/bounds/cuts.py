"""Lower bounds by alternating linear programs and zero-half cuts.

A zero-half cut is half the sum of some rows, rounded up to integers. If the right-hand side of the
sum is odd, rounding up half of it gains 1/2; odd weights are rounded up too, which costs half the
value of their variables. So a solution violates the cut if the slack of the rows plus the values of
the variables of odd weight is below 1. Elimination modulo 2 finds such sums (A. Koster, A. Zymolka,
M. Kutschka, "Algorithms to separate {0,1/2}-Chvatal-Gomory cuts", Algorithmica 55, 2009).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.bounds.duals import Duals
from rookery.cover.bounds.program import CoveringProgram, CoverRow, Relaxation

if TYPE_CHECKING:
    from rookery.compiled.arrays import Float64s, Int64s, UInt8s

POSITIVE = 1e-6  # values below count as 0
MOST_SLACK = 0.9  # slack of a row in a sum, at most
LEAST_VIOLATION = 0.02  # violation of a cut, at least
MOST_ROWS = 40  # rows per sum; larger sums give dense cuts that move the bound little
MOST_SUMS = 300  # sums tried per elimination
MOST_ELIMINATED = 4000  # rows per elimination, those of least slack
MOST_FOUND = 20_000  # sums kept per elimination, to limit memory
COLLECT_EVERY = 8  # pivots between two collections of violated sums
PARALLEL = 0.9  # cosine above which two cuts count as duplicates
CUTS_A_ROUND = 80  # cuts added to the linear program per round
NOISE = 0.5  # greatest relative change of the order of an elimination, so that rounds differ
ELIMINATIONS = 3  # tried, at most, until one finds a cut
FEW_MISSED = 20  # violated rows of `passing`; with more, a round adds no cuts
PATIENCE = 30  # rounds over which the gain is measured
LEAST_GAIN = 1e-4  # gain / bound over `PATIENCE` rounds, at least


# A violated row, and its depth: roughly the distance of the solution from it
Cut = tuple[CoverRow, float]


def zero_half_cuts(
    rows: Sequence[CoverRow],
    values: Float64s,
    random: np.random.Generator,
    go_on: Callable[[], bool] = lambda: True,
) -> list[Cut]:
    """Return zero-half cuts of rows that a solution of their linear program violates.

    They are computed in integers; the solution only guides the search for them. `go_on` is called
    every `COLLECT_EVERY` pivots; False ends the elimination. Cost: about 0.1 s for the rows of a
    25x25 board.
    """
    elimination = _Elimination(rows, values)
    order = np.argsort(-elimination.worth * (1 + NOISE * random.random(len(elimination.worth))))
    elimination.run(order, 1 + NOISE * random.random(len(elimination.numbers)), go_on)
    cuts = []
    for sums in elimination.best_sums():
        row = halved([rows[number] for number in sums])
        violation = -row.slack(values)
        if violation >= LEAST_VIOLATION:
            squares = row.weight.astype(np.float64) ** 2
            inside = float(squares[values[row.variable] > POSITIVE].sum())
            cuts.append((row, violation / (float(squares.sum()) ** 0.5 + inside)))
    return cuts


class _Elimination:
    """Rows modulo 2 over the variables above 0, as bits packed into bytes."""

    def __init__(self, rows: Sequence[CoverRow], values: Float64s) -> None:
        support = np.flatnonzero(values > POSITIVE)
        column = np.full(len(values), -1)
        column[support] = np.arange(len(support))
        slack = np.array([max(0.0, row.slack(values)) for row in rows])
        near = np.argsort(slack, kind="stable")[:MOST_ELIMINATED]
        self.numbers = np.sort(near[slack[near] < MOST_SLACK])  # of the rows to be eliminated
        self.worth = values[support]  # of the columns
        odd_weights = np.zeros((len(self.numbers), len(support)), dtype=bool)
        for place, number in enumerate(self.numbers.tolist()):
            row = rows[number]
            own = column[row.variable[row.weight % 2 == 1]]
            odd_weights[place, own[own >= 0]] = True
        self.bits: UInt8s = np.packbits(odd_weights, axis=1)
        # the rows that were added up to each row
        self.parts: UInt8s = np.packbits(np.eye(len(self.numbers), dtype=bool), axis=1)
        asked = np.array([row.least for row in rows], dtype=np.int64)
        self.odd = asked[self.numbers] % 2 == 1
        self.slack = slack[self.numbers]
        self.alive = np.ones(len(self.numbers), dtype=bool)
        self.found: dict[bytes, float] = {}

    def run(self, order: Int64s, dislike: Float64s, go_on: Callable[[], bool]) -> None:
        """Eliminate the variables in order, each by the row of least weighted slack."""
        for count, column in enumerate(order.tolist()):
            if count % COLLECT_EVERY == 0:
                if not go_on() or len(self.found) >= MOST_FOUND:
                    return
                self._collect_violated()
            self._eliminate(column, dislike)
        self._collect_violated()

    def _eliminate(self, column: int, dislike: Float64s) -> None:
        byte, bit = divmod(column, 8)
        own = np.flatnonzero(self.alive & ((self.bits[:, byte] >> (7 - bit)) & 1).astype(bool))
        if not len(own):
            return
        pivot = own[np.argmin(self.slack[own] * dislike[own])]
        if self.slack[pivot] > self.worth[column]:
            return
        others = own[own != pivot]
        self.bits[others] ^= self.bits[pivot]
        self.parts[others] ^= self.parts[pivot]
        self.odd[others] ^= self.odd[pivot]
        self.slack[others] += self.slack[pivot]
        self.alive[pivot] = False
        self.alive[others[self.slack[others] >= 1]] = False

    def _collect_violated(self) -> None:
        """Add the sums whose zero-half cut is violated to `found`."""
        limit = 1 - 2 * LEAST_VIOLATION
        rows = np.flatnonzero(self.alive & self.odd & (self.slack < limit))
        odd_weights = np.unpackbits(self.bits[rows], axis=1, count=len(self.worth))
        left = self.slack[rows] + odd_weights @ self.worth
        for row, value in zip(rows[left < limit], left[left < limit].tolist(), strict=True):
            self.found.setdefault(self.parts[row].tobytes(), value)

    def best_sums(self) -> list[Int64s]:
        """Return the row indices of the `MOST_SUMS` most violated sums, relative to their size."""
        if not self.found:
            return []
        keys = np.frombuffer(b"".join(self.found), np.uint8).reshape(len(self.found), -1)
        parts = np.unpackbits(keys, axis=1, count=len(self.numbers)).astype(bool)
        size = parts.sum(axis=1)
        promise = (1 - np.array(list(self.found.values()))) / np.sqrt(size)
        promise[size > MOST_ROWS] = 0.0
        best = np.argsort(-promise, kind="stable")[:MOST_SUMS]
        return [self.numbers[parts[place]] for place in best.tolist() if promise[place] > 0]


def halved(rows: Sequence[CoverRow]) -> CoverRow:
    """Return half the sum of rows, with weights and right-hand side rounded up.

    Every nonnegative integer solution of the rows satisfies it: larger weights only increase the
    left-hand side, and an integer that is at least k + 1/2 is at least k + 1.

    >>> pairs = [CoverRow(np.array(pair), np.array([1, 1]), 1) for pair in ([0, 1], [1, 2], [0, 2])]
    >>> cut = halved(pairs)
    >>> cut.variable.tolist(), cut.weight.tolist(), cut.least
    ([0, 1, 2], [1, 1, 1], 2)
    """
    variable, place = np.unique(np.concatenate([row.variable for row in rows]), return_inverse=True)
    total = np.zeros(len(variable), dtype=np.int64)
    np.add.at(total, place, np.concatenate([row.weight for row in rows]))
    weight = -(-total // 2)
    least = -(-sum(row.least for row in rows) // 2)
    used = weight != 0
    return CoverRow(variable[used], weight[used], int(least))


def deepest(cuts: Iterable[Cut], values: Float64s, most: int) -> list[CoverRow]:
    """Return at most `most` cuts, deepest first, without near duplicates."""
    chosen: list[CoverRow] = []
    directions = np.zeros((most, len(values)))
    for row, _ in sorted(cuts, key=lambda cut: -cut[1]):
        if len(chosen) == most:
            break
        direction = np.zeros(len(values))
        direction[row.variable] = row.weight
        direction[values <= POSITIVE] = 0.0
        direction /= max(float(np.linalg.norm(direction)), POSITIVE)
        if (directions[: len(chosen)] @ direction < PARALLEL).all():
            directions[len(chosen)] = direction
            chosen.append(row)
    return chosen


class CutRounds:
    """Resumable rounds of linear programs and cuts, for targets that all need covering.

    Rounds have `ended` when further ones are useless. `aim` is the cost of a known cover. Cost at
    25x25: 0.2 to 0.5 s for the linear program, then 0.1 to 0.4 s a round.
    """

    def __init__(self, relaxation: Relaxation, aim: float, start: Duals) -> None:
        self.best: Duals | None = None
        self.ended = False
        self._aim = aim
        self._program = CoveringProgram(relaxation, start, aim)
        self._random = np.random.default_rng(0)
        self._bounds: list[float] = []

    def go_on(
        self,
        seconds_left: Callable[[], float],
        check_deadline: Callable[[], object] = bool,
        rounds: int | None = None,
    ) -> Generator[Duals, None, None]:
        """Run rounds while time is left for one and they raise the bound; yield better proofs.

        `check_deadline` is called while linear programs are solved; it may raise. `rounds` is the
        number of rounds of cuts at most, 0 for the linear program alone.
        """
        program, relaxation = self._program, self._program.relaxation

        def in_time() -> bool:
            return seconds_left() > 0

        left = seconds_left()
        while (solution := program.solve(seconds_left, check_deadline)) is not None:
            proof = relaxation.proof(program.rows, solution.worth)
            if self.best is None or proof.bound > self.best.bound:
                self.best = proof
                yield proof
            bound = self.best.bound
            self._bounds.append(bound)
            before = self._bounds[-1 - PATIENCE] if len(self._bounds) > PATIENCE else -math.inf
            self.ended = bound >= self._aim or bound - before < LEAST_GAIN * bound
            if self.ended:
                break
            new = relaxation.missed(solution.values)
            if len(new) <= FEW_MISSED and rounds != 0:
                new += self._cuts(solution.values, in_time)
                rounds = None if rounds is None else rounds - 1
            if not new:
                self.ended = rounds != 0 and seconds_left() > 0
                break
            program.change_cuts(solution, new)
            before_round, left = left, seconds_left()
            if left < before_round - left:
                break  # another round would not end in time

    def _cuts(self, values: Float64s, go_on: Callable[[], bool]) -> list[CoverRow]:
        """Return the deepest cuts of the first of some eliminations that finds any."""
        rows = [*self._program.rows, *self._program.relaxation.linking]
        for _ in range(ELIMINATIONS):
            if cuts := zero_half_cuts(rows, values, self._random, go_on):
                return deepest(cuts, values, CUTS_A_ROUND)
        return []
