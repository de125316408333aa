"""Lagrangian lower bounds on the cost of a cover, and the duals that guide the search.

All bounds relax the rules: a candidate covers every target that it can attack in any position (see
`candidates`), and every target must be covered at least once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.model.candidates import ANY_NUMBER, Candidates
from rookery.cover.model.layout import changes
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from rookery.compiled.arrays import Float64s

    # of multipliers: their bound, the reduced costs, and the slope of the bound
    Evaluate = Callable[[Float64s], tuple[float, Float64s, Float64s]]

ROUNDS = 400  # subgradient steps; `lagrangian` says how close they come
GAIN = 1e-4  # least gain that counts, relative to the bound
PATIENCE = 6  # rounds without gain before steps are shortened
SHRINK = 0.8  # factor by which steps are shortened
SMALLEST_STEP = 2e-4  # step length relative to the first; an ascent ends below
INERTIA = 0.8  # weight of the previous direction in the next one
FIRST_STEP = 1.5  # times Polyak's; from 1, good aims led to poor bounds where prices differ much
MOST_WORTH = 16.0  # limit of a multiplier relative to the aim; above, sums lose their digits
ROUNDING = 1e-12  # relative rounding error of a sum
TINY = 1e-12  # replaces 0 as a divisor
SAFETY = 1e-9  # relative amount subtracted from a bound before it is rounded up


@dataclass(frozen=True, slots=True)
class Duals:
    """A proved lower bound with the Lagrange multipliers that prove it."""

    bound: float  # no cover costs less
    worth: Float64s  # [target] its multiplier
    # [candidate] its price, minus the worths of its targets, minus the credit of its square
    reduced: Float64s
    # [hop] multiplier of its hurdle; empty if the bound ignores hurdles
    toll: Float64s = field(default_factory=lambda: np.zeros(0))
    # [square] sum of the tolls of the hops that pass it; 0 for squares beyond the end
    credit: Float64s = field(default_factory=lambda: np.zeros(0))


def round_up(bound: float, prices: tuple[int, ...]) -> int:
    """Round a bound up to a multiple of the prices' greatest common divisor.

    Every cost is such a multiple. The bound is first lowered by one part in 10^9, to stay valid
    despite the rounding errors of its sum.

    >>> round_up(7.2, (4, 6)), round_up(8.0000000001, (4, 6))
    (8, 8)
    """
    unit = reduce(math.gcd, prices)
    return max(min(prices), math.ceil((bound - SAFETY * abs(bound)) / unit) * unit)


def ascend(
    evaluate: Evaluate,
    start: Float64s,
    stride: Float64s,
    aim: float,
    rounds: int,
    go_on: Callable[[], bool] = lambda: True,
) -> Float64s:
    """Return the multipliers of the best bound after at most `rounds` subgradient steps.

    The steps are Polyak's, towards `aim`, the cost of a known cover. Their directions are smoothed,
    and scaled by `stride` (M. Held, P. Wolfe, H. Crowder, "Validation of subgradient optimization",
    Mathematical Programming 6, 1974). `go_on` is called before each step; False ends the ascent.
    """
    best, found, multipliers = -math.inf, start, start
    direction = np.zeros(len(start))
    scale, idle = FIRST_STEP, 0
    for _ in range(rounds):
        bound, _, slope = evaluate(multipliers)
        idle = 0 if bound > best + GAIN * abs(bound) else idle + 1
        if bound > best:
            best, found = bound, multipliers
        if idle > PATIENCE:
            scale, idle = scale * SHRINK, 0
        direction = INERTIA * direction + (1 - INERTIA) * slope
        direction[(multipliers <= 0) & (direction < 0)] = 0
        norm = float(direction @ (stride * direction))
        if scale < SMALLEST_STEP or not go_on():
            break
        if norm < TINY:  # no way up from here
            multipliers, scale = found, scale * SHRINK
            continue
        step = scale * max(aim - bound, 0.01 * aim) / norm
        multipliers = np.clip(multipliers + step * stride * direction, 0.0, MOST_WORTH * aim)
    return found


def lagrangian(
    table: Candidates,
    aim: float,
    rounds: int = ROUNDS,
    go_on: Callable[[], bool] = lambda: True,
) -> Duals:
    """Return a bound and duals of the covering relaxation, by an ascent.

    docs/methods/cover-bounds.md explains the bound. For a kind with a stock of k pieces, its k
    least reduced costs below 0 count, whatever their squares. Every target of the table must have a
    candidate. The bound is proved, rounding errors included; by experience it is on average two per
    cent below the LP's value after 200 rounds, one after 400. A round is one pass over all attacks.
    """
    if not len(table.demand):
        return Duals(0.0, np.zeros(0), table.price.astype(np.float64))
    relaxation, guess = _LagrangianArrays(table), first_guess(table)
    stride = np.sqrt(np.maximum(guess, TINY))
    worth = ascend(relaxation.evaluate, guess, stride, aim, rounds, go_on)
    bound, reduced, _ = relaxation.evaluate(worth)
    return Duals(bound, worth, reduced)


def first_guess(table: Candidates) -> Float64s:
    """Return, for each target, the least price per covered target among its candidates."""
    owner, target = table.pairs()
    share = table.price / np.maximum(1, np.bincount(owner, minlength=len(table)))
    worth = np.full(len(table.demand), np.inf)
    np.minimum.at(worth, target, share[owner])
    return worth


class _LagrangianArrays:
    """The covering relaxation of a table of candidates, as arrays."""

    def __init__(self, table: Candidates) -> None:
        self.table = table
        self.price = table.price.astype(np.float64)
        self.limited = table.limited
        self.scarce = [
            (np.flatnonzero(table.kind == kind), int(number))
            for kind, number in enumerate(table.stock.tolist())
            if 0 < number < ANY_NUMBER
        ]
        first = changes(table.square)
        self.starts, self.group = np.flatnonzero(first), np.cumsum(first) - 1

    def evaluate(self, worth: Float64s) -> tuple[float, Float64s, Float64s]:
        """Return the bound of multipliers, the reduced costs, and demand minus coverage."""
        table, size = self.table, len(self.table)
        padded = np.append(worth, -1.0)
        near, far = padded[table.hop_near], padded[table.hop_far]
        reduced = self.price - np.bincount(table.owner, worth[table.king], size)
        reduced -= np.bincount(table.hop_owner, np.maximum(near, far), size)
        free = np.where(self.limited, np.inf, reduced)
        least = np.minimum.reduceat(free, self.starts)
        cheapest = np.flatnonzero((free <= least[self.group]) & (free < 0))
        _, first = np.unique(self.group[cheapest], return_index=True)  # one on each square
        chosen = np.zeros(size, dtype=bool)
        chosen[cheapest[first]] = True
        for own, number in self.scarce:
            chosen[own[np.argsort(reduced[own], kind="stable")[:number]]] = True
        chosen &= reduced < 0
        worths, gains = float(worth @ table.demand), float(reduced[chosen].sum())
        bound = worths + gains - ROUNDING * (worths - gains)
        slack = table.demand.astype(np.float64)
        attacked = chosen[table.owner]
        slack -= np.bincount(table.king[attacked], minlength=len(slack))
        hopping = chosen[table.hop_owner]
        hop_target = np.where(near >= far, table.hop_near, table.hop_far)[hopping]
        slack -= np.bincount(hop_target, minlength=len(slack))
        return bound, reduced, slack


def uncheckable(table: Candidates) -> list[int]:
    """Return the indices of the targets that no candidate can cover."""
    _, target = table.pairs()
    return [int(k) for k in np.flatnonzero(np.bincount(target, minlength=len(table.demand)) == 0)]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A puzzle with its candidates, and the duals of a bound."""

    puzzle: Cover
    table: Candidates
    duals: Duals
