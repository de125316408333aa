"""The covering relaxation as integer rows, and its linear program with cuts, solved by GLOP.

The variables are 0 or 1 in every cover. They are the candidates; two *shares* per hop onto a near
king, which say whether the hop attacks the near or the far king; and an *idle* piece for each
square that such a hop passes, which serves as a hurdle and attacks nothing. Every integer
consequence of the rows holds for every cover, so rows can be added up, divided and rounded (see
`cuts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.bounds.duals import ROUNDING, Duals
from rookery.cover.model.candidates import Candidates
from rookery.cover.model.layout import NONE, distinct
from rookery.engine.lp import LinearProgram

if TYPE_CHECKING:
    from ortools.math_opt.python import mathopt

    from rookery.compiled.arrays import Bools, Float64s, Int64s

SHORT = 1e-6  # tolerance of a violated row
FIRST_SHARE = 4  # free candidates per target at the start
NEGATIVE = 1e-7  # tolerance of reduced costs, relative to the greatest cost
TIGHT = 1e-6  # slack below which a cut is kept
DEAREST = 2.0  # cost of an uncovered target, relative to the cost of a known cover


@dataclass(frozen=True, slots=True)
class CoverRow:
    """An integer inequality: the sum of weight times variable is at least `least`."""

    variable: Int64s
    weight: Int64s
    least: int

    def slack(self, values: Float64s) -> float:
        """Return the left-hand side minus the right-hand side for these values."""
        return float(values[self.variable] @ self.weight) - self.least


class Relaxation:
    """The covering relaxation of targets that all need covering.

    Its rows say that every target is covered as often as it demands (`covering`); that a hop
    attacks at most one king, and a square holds at most one piece (`linking`); that the stock of
    each kind is respected, a hop has its hurdle, and no piece blocks a hop over its near king
    (`passing`, many rows of which few are violated: see `missed`). `cheapest` is the least price of
    a piece, the cost of an idle hurdle.
    """

    def __init__(self, table: Candidates, cheapest: int) -> None:
        self.table = table  # the first variables
        hops = np.flatnonzero(table.hop_near >= 0)
        owner, far = table.hop_owner[hops], table.hop_far[hops]
        has_far = far >= 0
        shares = len(hops) + int(has_far.sum())
        self.near = len(table) + np.arange(len(hops))  # [hop onto a near king] the share's variable
        # the same of the share of its far king, -1 for none
        self.far = np.where(has_far, len(table) + len(hops) + np.cumsum(has_far) - 1, NONE)
        hop, square = table.passages()
        idle = distinct(square)
        # [variable] of a candidate or idle piece; -1 for shares
        self.square = np.concatenate([table.square, np.full(shares, NONE), idle])
        costs = np.repeat(np.array([0, cheapest], np.int64), (shares, len(idle)))
        self.cost = np.append(table.price, costs)
        # [variable] candidate of a share; every other variable owns itself
        self.owner = np.arange(len(self.cost))
        self.owner[len(table) : len(table) + shares] = np.append(owner, owner[has_far])
        sure = table.hop_near < 0
        attackers = _grouped(
            np.concatenate([table.owner, table.hop_owner[sure], self.near, self.far[has_far]]),
            np.concatenate([table.king, table.hop_far[sure], table.hop_near[hops], far[has_far]]),
            len(table.demand),
        )
        self.covering = tuple(map(_row, attackers, repeat(()), table.demand.tolist()))
        each = zip(owner.tolist(), self.near.tolist(), self.far.tolist(), strict=True)
        of_hops = [_row([hop], [to for to in kings if to >= 0], 0) for hop, *kings in each]
        size = table.board.rows * table.board.columns
        on_square = _grouped(np.arange(len(self.square)), self.square, size)
        self.linking = (*of_hops, *(_row((), own, -1) for own in on_square if len(own)))
        passed = np.split(square, np.searchsorted(hop, hops[1:]))
        self.passing = tuple(self._passing(hops, passed, on_square))

    def _passing(
        self, hops: Int64s, passed: Sequence[Int64s], on_square: Sequence[Int64s]
    ) -> Iterator[CoverRow]:
        """Yield the rows of stock, of hurdles, and of pieces in the way of a hop."""
        table = self.table
        for kind, number in enumerate(table.stock.tolist()):
            own = np.flatnonzero(table.kind == kind)
            if number < len(own):
                yield _row((), own, -number)
        lines: dict[tuple[int, int], list[int]] = {}  # the hops onto each near king from each side
        ends = zip(table.hop_near[hops].tolist(), table.hop_way[hops].tolist(), strict=True)
        for hop, end in sorted(enumerate(ends), key=lambda pair: len(passed[pair[0]])):
            lines.setdefault(end, []).append(hop)
        for line in lines.values():
            # At most one hop attacks a king from a side, over exactly one piece. So hops up to a
            # distance are together at most as many as the pieces on the squares that they pass.
            for last, hop in enumerate(line, 1):
                pieces = np.concatenate([on_square[square] for square in passed[hop].tolist()])
                yield _row(pieces, self.near[line[:last]], 0)
            # No piece stands between a near king and a hop over it.
            for distance, square in enumerate(passed[line[-1]][::-1].tolist(), 1):
                far = self.far[[hop for hop in line if len(passed[hop]) >= distance]]
                if (far >= 0).any():
                    yield _row((), [*far[far >= 0], *on_square[square]], -1)

    def missed(self, values: Float64s) -> list[CoverRow]:
        """Return the rows of `passing` that these values violate."""
        return [row for row in self.passing if row.slack(values) < -SHORT]

    def reduced(self, rows: Sequence[CoverRow], worth: Float64s) -> Float64s:
        """Return the reduced cost of each variable, its better share included."""
        reduced = self.cost.astype(np.float64)
        for row, value in zip(rows, worth.tolist(), strict=True):
            reduced[row.variable] -= value * row.weight
        gain = np.zeros(len(self.near))
        for share in (self.near, self.far):
            gain = np.maximum(gain, np.where(share >= 0, -reduced[share], 0.0))
        return reduced - np.bincount(self.owner[self.near], gain, len(reduced))

    def least(self, reduced: Float64s) -> Float64s:
        """Return, for every square, the least reduced cost of a piece on it, or 0 if positive."""
        standing = self.square >= 0
        least = np.zeros(int(self.square.max(initial=0)) + 1)
        np.minimum.at(least, self.square[standing], reduced[standing])
        return least

    def proof(self, rows: Sequence[CoverRow], worth: Float64s) -> Duals:
        """Return the bound that nonnegative multipliers of rows prove, whatever their source.

        A cover costs at least the sum of the multipliers times the right-hand sides of their rows,
        plus the reduced costs of its variables; rounding errors are included, as in `duals`.
        """
        reduced = self.reduced(rows, worth)
        least = self.least(reduced)
        asked = worth * np.array([row.least for row in rows], dtype=np.float64)
        size = float(np.abs(asked).sum() - least.sum())
        bound = float(asked.sum() + least.sum()) - ROUNDING * size
        candidates, kings = len(self.table), len(self.table.needed)
        idle = np.flatnonzero(self.square[candidates:] >= 0) + candidates
        credit = np.zeros(len(least))
        credit[self.square[idle]] = self.cost[idle] - reduced[idle]
        toll = np.zeros(len(self.table.hop_owner))
        return Duals(bound, worth[:kings], reduced[:candidates], toll, credit)


def _grouped(members: Int64s, keys: Int64s, number: int) -> list[Int64s]:
    """Return, for each key from 0 to below a number, the members with this key."""
    order = np.argsort(keys, kind="stable")
    ends = np.searchsorted(keys[order], np.arange(number + 1))
    return np.split(members[order], ends)[1:-1]


def _row(plus: Sequence[int] | Int64s, minus: Sequence[int] | Int64s, least: int) -> CoverRow:
    variable = np.array([*plus, *minus], dtype=np.int64)
    weight = np.repeat(np.array([1, -1]), (len(plus), len(minus)))
    return CoverRow(variable, weight, least)


@dataclass(frozen=True, slots=True)
class Solution:
    """A primal and dual solution of the linear program."""

    values: Float64s  # [variable of the relaxation]
    worth: Float64s  # [row of `CoveringProgram.rows`] its dual, 0 or more


class CoveringProgram:
    """The linear program of a relaxation and its cuts, solved by sifting.

    At first only the candidates of least reduced cost are variables; the others are left out until
    their reduced cost becomes negative. Targets can stay uncovered at a high cost, so the program
    is always feasible.
    """

    def __init__(self, relaxation: Relaxation, start: Duals, aim: float) -> None:
        self.relaxation = relaxation
        self.cuts: list[CoverRow] = []
        self._cuts: list[mathopt.LinearConstraint] = []
        self._dearest = DEAREST * aim
        self._free = np.zeros(len(relaxation.cost), dtype=bool)
        few = FIRST_SHARE * len(relaxation.table.needed)
        self._free[np.argsort(start.reduced, kind="stable")[:few]] = True
        self._free = self._free[relaxation.owner]
        self._build()

    @property
    def rows(self) -> list[CoverRow]:
        """The rows that have duals: the covering rows, then the cuts."""
        return [*self.relaxation.covering, *self.cuts]

    def solve(
        self, seconds_left: Callable[[], float], check_deadline: Callable[[], object] = bool
    ) -> Solution | None:
        """Solve the program over all columns; return None if time is up, or if GLOP fails.

        `check_deadline` is called while GLOP solves; it may raise.
        """
        relaxation = self.relaxation
        covering = self._fixed[: len(relaxation.covering)]
        margin = NEGATIVE * float(relaxation.cost.max())
        while (seconds := seconds_left()) > 0:
            result = self._program.solve(seconds, check_deadline)
            if result is None:
                return None
            values = np.zeros(len(relaxation.cost))
            values[[*self._variables]] = result.variable_values(self._variables.values())
            worth = np.array(result.dual_values([*covering, *self._cuts]))
            solution = Solution(np.maximum(values, 0.0), np.maximum(worth, 0.0))
            reduced = relaxation.reduced(self.rows, solution.worth)
            known = relaxation.least(np.where(self._free, reduced, 0.0))
            held = (relaxation.square >= 0) & ~self._free
            gaining = np.flatnonzero(held & (reduced < known[relaxation.square] - margin))
            if not len(gaining):
                return solution
            self._release(gaining)
        return None

    def change_cuts(self, solution: Solution, new: Sequence[CoverRow]) -> None:
        """Add cuts, and remove those that are slack in a solution."""
        worth = solution.worth[len(self.relaxation.covering) :].tolist()
        kept: list[CoverRow] = []
        constraints: list[mathopt.LinearConstraint] = []
        for cut, constraint, value in zip(self.cuts, self._cuts, worth, strict=True):
            if value > 0 or cut.slack(solution.values) < TIGHT:
                kept.append(cut)
                constraints.append(constraint)
            else:
                self._model.delete_linear_constraint(constraint)
        self.cuts = [*kept, *new]
        self._cuts = [*constraints, *(self._constraint(row) for row in new)]

    def _build(self) -> None:
        from ortools.math_opt.python import mathopt

        relaxation = self.relaxation
        self._model = model = mathopt.Model()
        self._variables: dict[int, mathopt.Variable] = {}
        self._add_variables(self._free)
        rows = (*relaxation.covering, *relaxation.linking)
        self._fixed = [self._constraint(row) for row in rows]
        for constraint in self._fixed[: len(relaxation.covering)]:
            absent = model.add_variable(lb=0.0)
            model.objective.set_linear_coefficient(absent, self._dearest)
            constraint.set_coefficient(absent, 1.0)
        algorithm = mathopt.LPAlgorithm.DUAL_SIMPLEX
        self._program = LinearProgram(model, lp_algorithm=algorithm)

    def _add_variables(self, columns: Bools) -> None:
        """Add the variables of the marked columns, without their coefficients in rows."""
        objective = self._model.objective
        for number in np.flatnonzero(columns).tolist():
            variable = self._variables[number] = self._model.add_variable(lb=0.0)
            objective.set_linear_coefficient(variable, float(self.relaxation.cost[number]))

    def _constraint(self, row: CoverRow) -> mathopt.LinearConstraint:
        constraint = self._model.add_linear_constraint(lb=float(row.least))
        self._fill(constraint, row, self._free)
        return constraint

    def _fill(self, constraint: mathopt.LinearConstraint, row: CoverRow, columns: Bools) -> None:
        """Set the coefficients of a row in the marked columns."""
        marked = columns[row.variable]
        pairs = zip(row.variable[marked].tolist(), row.weight[marked].tolist(), strict=True)
        for number, weight in pairs:
            constraint.set_coefficient(self._variables[number], float(weight))

    def _release(self, columns: Int64s) -> None:
        """Add columns and the shares of their hops."""
        freed = np.zeros(len(self._free), dtype=bool)
        freed[columns] = True
        freed |= freed[self.relaxation.owner]
        freed &= ~self._free
        self._free |= freed
        self._add_variables(freed)
        rows = (*self.relaxation.covering, *self.relaxation.linking, *self.cuts)
        for row, constraint in zip(rows, (*self._fixed, *self._cuts), strict=True):
            self._fill(constraint, row, freed)
