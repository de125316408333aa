"""Lower bounds on the cost of a cover, and the duals that guide the search.

All bounds relax the rules: a candidate attacks all it may attack at best (see `attacks`), and every
target must be covered at least once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.bounds.steps import (
    INERTIA,
    MOST_WORTH,
    PATIENCE,
    ROUNDING,
    SHRINK,
    SMALLEST_STEP,
    TINY,
)
from rookery.cover.model.attacks import ANY_NUMBER, Candidates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

ROUNDS = 400  # see `lagrangian` for what they gain
SAFETY = 1e-9  # relative: taken off a bound before it is rounded up


@dataclass(frozen=True, slots=True)
class Duals:
    """A proved bound with the multipliers that prove it.

    Attributes
    ----------
    bound
        No cover costs less.
    worth : float64 array of shape (targets,)
        What covering each target is worth.
    reduced : float64 array of shape (candidates,)
        Price of each candidate less the worth of what it attacks at best, and less its
        square's credit.
    toll : float64 array of shape (hops,)
        What each hop pays for a hurdle; empty when hurdles are not counted.
    credit : float64 array
        The tolls of the hops that pass each square; squares past its end have none.
    """

    bound: float
    worth: Floats
    reduced: Floats
    toll: Floats = field(default_factory=lambda: np.zeros(0))
    credit: Floats = field(default_factory=lambda: np.zeros(0))


def round_up(bound: float, prices: tuple[int, ...]) -> int:
    """Return the least multiple of the prices' greatest common divisor not below a bound.

    Every cost is such a multiple. The bound is first lowered by one part in 10^9, so that
    rounding errors of the sums that led to it prove nothing too much.

    >>> round_up(7.2, (4, 6)), round_up(8.0000000001, (4, 6))
    (8, 8)
    """
    unit = reduce(math.gcd, prices)
    return max(min(prices), math.ceil((bound - SAFETY * abs(bound)) / unit) * unit)


def lagrangian(
    table: Candidates,
    targets: int,
    aim: float,
    rounds: int = ROUNDS,
    go_on: Callable[[], bool] = lambda: True,
    worth: Floats | None = None,
) -> Duals:
    """Return a bound and duals by subgradient steps on the covering relaxation.

    For multipliers u >= 0 of the targets, ``sum(u) + sum over squares of the least reduced
    cost, if below 0`` is a bound, because at most one piece stands on a square. Of a kind of
    which there are only k, the k least reduced costs below 0 are taken instead. The steps
    are Polyak's, towards `aim`, the cost of a known cover, along directions that keep
    some of the last ones, longer for targets that are dear to cover (M. Held, P. Wolfe,
    H. Crowder, "Validation of subgradient optimization", Mathematical Programming 6, 1974).

    Parameters
    ----------
    table
        The candidates; every target must occur.
    targets
        How many targets there are.
    aim
        The cost of a known cover.
    rounds
        Steps at most.
    go_on
        Asked before each step.
    worth
        Multipliers to start from, of an earlier call.

    Notes
    -----
    Proved: the bound, rounding errors included: a multiplier that the relaxation leaves free to
    grow ends at `MOST_WORTH` times the aim, so that sums keep their digits. Its distance from the
    LP's value is only known by experience: two per cent on the mean after 200 rounds, one
    after 400. Cost: a pass over all attacks a round.
    """
    if targets == 0:
        return Duals(0.0, np.zeros(0), table.price.astype(np.float64))
    relaxation = _Relaxation(table, targets)
    worth = first_guess(table, targets) if worth is None else worth
    best = Duals(-math.inf, worth, np.zeros(len(table)))
    direction = np.zeros(targets)
    spread = np.sqrt(np.maximum(first_guess(table, targets), TINY))
    scale, idle = 1.0, 0
    for _ in range(rounds):
        bound, reduced, slack = relaxation.evaluate(worth)
        idle = 0 if bound > best.bound + 1e-4 * abs(bound) else idle + 1
        if bound > best.bound:
            best = Duals(bound, worth.copy(), reduced)
        if idle > PATIENCE:
            scale, idle = scale * SHRINK, 0
        direction = INERTIA * direction + (1 - INERTIA) * slack
        direction[(worth <= 0) & (direction < 0)] = 0
        norm = float(direction @ (spread * direction))
        if norm < TINY or scale < SMALLEST_STEP or not go_on():
            break
        step = scale * max(aim - bound, 0.01 * aim) / norm
        worth = np.clip(worth + step * spread * direction, 0.0, MOST_WORTH * aim)
    return best


def first_guess(table: Candidates, targets: int) -> Floats:
    """Return for each target the least price per target among the pieces that may cover it."""
    owner, target = table.pairs()
    share = table.price / np.maximum(1, np.bincount(owner, minlength=len(table)))
    worth = np.full(targets, np.inf)
    np.minimum.at(worth, target, share[owner])
    return worth


class _Relaxation:
    """The covering relaxation of a table of candidates, as arrays to sum over."""

    def __init__(self, table: Candidates, targets: int) -> None:
        self.table = table
        self.targets = targets
        self.price = table.price.astype(np.float64)
        self.limited = table.limited
        self.scarce = [
            (np.flatnonzero(table.kind == kind), int(number))
            for kind, number in enumerate(table.stock.tolist())
            if 0 < number < ANY_NUMBER
        ]
        changes = np.flatnonzero(np.diff(table.square)) + 1
        self.starts = np.concatenate([np.zeros(1, np.int64), changes])
        self.group = np.repeat(
            np.arange(len(self.starts)), np.diff(np.append(self.starts, len(table)))
        )
        self.owner_start = np.searchsorted(table.owner, np.arange(len(table) + 1))

    def evaluate(self, worth: Floats) -> tuple[float, Floats, Floats]:
        """Return the bound for these multipliers, the reduced costs, and 1 - coverage."""
        table, size = self.table, len(self.table)
        padded = np.append(worth, -1.0)
        near, far = padded[table.hop_near], padded[table.hop_far]
        reduced = self.price - np.bincount(table.owner, worth[table.king], size)
        reduced -= np.bincount(table.hop_owner, np.maximum(near, far), size)
        free = np.where(self.limited, np.inf, reduced)
        least = np.minimum.reduceat(free, self.starts)
        chosen = self._chosen(free, least)
        for own, number in self.scarce:
            chosen[own[np.argsort(reduced[own], kind="stable")[:number]]] = True
        chosen &= reduced < 0
        worths, gains = float(worth @ table.demand), float(reduced[chosen].sum())
        bound = worths + gains - ROUNDING * (worths - gains)
        slack = table.demand.astype(np.float64)
        attacked = chosen[table.owner]
        slack -= np.bincount(table.king[attacked], minlength=self.targets)
        hopping = chosen[table.hop_owner]
        hop_target = np.where(near >= far, table.hop_near, table.hop_far)[hopping]
        slack -= np.bincount(hop_target, minlength=self.targets)
        return bound, reduced, slack

    def _chosen(self, reduced: Floats, least: Floats) -> NDArray[np.bool_]:
        """Return which candidates the relaxation takes: one a square where it gains."""
        gains = np.flatnonzero((reduced <= least[self.group]) & (reduced < 0))
        _, first = np.unique(self.group[gains], return_index=True)
        chosen = np.zeros(len(reduced), dtype=bool)
        chosen[gains[first]] = True
        return chosen


def uncheckable(table: Candidates, targets: int) -> list[int]:
    """Return the numbers of the targets that no candidate can cover."""
    _, target = table.pairs()
    return [int(k) for k in np.flatnonzero(np.bincount(target, minlength=targets) == 0)]
