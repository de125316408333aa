"""The Lagrangian bound with hurdles: the covering relaxation, evaluated by a kernel.

There are two kinds of multipliers: the *worth* of each target, and the *toll* of each hop that
needs one of our pieces as its hurdle. A hop gains its near king's worth minus the toll, or its far
king's worth, or 0. docs/methods/cover-bounds.md explains the bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import Float64s, Int64s
from rookery.compiled.kernels import inlined, kernel
from rookery.cover.bounds.duals import ROUNDING, TINY, Duals, ascend, first_guess
from rookery.cover.model.candidates import Candidates

ROUNDS = 1200  # subgradient steps, at most
TOLL_STRIDE = 0.3  # step length of a toll, relative to the mean of the targets' multipliers


class HurdleRelaxation(NamedTuple):
    """The relaxation over the squares in use, numbered from 0; hops are sorted by candidate."""

    price: Float64s  # [candidate]
    candidate_start: Int64s  # [square] into the candidates, which are sorted by square
    target_start: Int64s  # [candidate] into target
    target: Int64s
    hop_start: Int64s  # [candidate] into the hops
    near: Int64s  # [hop] king or -1
    far: Int64s  # [hop] king or -1
    passed_start: Int64s  # [hop] into passed
    passed: Int64s  # squares between a hop's start and its near king
    hurdle: Float64s  # [square] price of an idle hurdle, infinite where no hop passes
    reduced: Float64s  # [candidate] set by `evaluate`: its reduced cost
    credit: Float64s  # [square] set by `evaluate`: sum of the tolls of the hops that pass it
    taken: Float64s  # [square] set by `evaluate`: 1 where the relaxation places a piece


@inlined
def _gain(relaxed, worth, toll, hop):
    """Return the gain of a hop, and whether the hop attacks its near king."""
    near = far = 0.0
    if relaxed.near[hop] >= 0:
        near = worth[relaxed.near[hop]] - toll[hop]
    if relaxed.far[hop] >= 0:
        far = worth[relaxed.far[hop]]
    return max(near, far, 0.0), near > 0.0 and near >= far


@inlined
def _reduce(relaxed, worth, toll, square):
    """Set the reduced costs on a square; return the least and its candidate, or 0 and -1."""
    least, chosen = 0.0, -1
    for candidate in range(relaxed.candidate_start[square], relaxed.candidate_start[square + 1]):
        price = relaxed.price[candidate] - relaxed.credit[square]
        for entry in range(relaxed.target_start[candidate], relaxed.target_start[candidate + 1]):
            price -= worth[relaxed.target[entry]]
        for hop in range(relaxed.hop_start[candidate], relaxed.hop_start[candidate + 1]):
            gain, _ = _gain(relaxed, worth, toll, hop)
            price -= gain
        relaxed.reduced[candidate] = price
        if price < least:
            least, chosen = price, candidate
    return least, chosen


@inlined
def _place(relaxed, worth, toll, slack, excess, chosen):
    """Subtract the attacks of a placed candidate from slack, and add its hops to excess."""
    for entry in range(relaxed.target_start[chosen], relaxed.target_start[chosen + 1]):
        slack[relaxed.target[entry]] -= 1.0
    for hop in range(relaxed.hop_start[chosen], relaxed.hop_start[chosen + 1]):
        gain, is_near = _gain(relaxed, worth, toll, hop)
        if is_near:
            slack[relaxed.near[hop]] -= 1.0
            excess[hop] += 1.0
        elif gain > 0.0:
            slack[relaxed.far[hop]] -= 1.0


@kernel
def evaluate(relaxed, worth, toll, slack, excess):
    """Return the bound of multipliers; set the reduced costs, the credits and the slopes.

    The slope of a worth is the target's slack, 1 minus the attacks on it. That of a toll is the
    hop's excess: 1 if it attacks its near king, minus the pieces that it passes.
    """
    relaxed.credit[:] = 0.0
    for hop in range(len(toll)):
        excess[hop] = 0.0
        if toll[hop] > 0.0:
            for entry in range(relaxed.passed_start[hop], relaxed.passed_start[hop + 1]):
                relaxed.credit[relaxed.passed[entry]] += toll[hop]
    bound = size = 0.0
    for target in range(len(worth)):
        slack[target] = 1.0
        bound += worth[target]
        size += worth[target]
    for square in range(len(relaxed.taken)):
        least, chosen = _reduce(relaxed, worth, toll, square)
        hurdle = relaxed.hurdle[square] - relaxed.credit[square]
        if hurdle < least:
            least, chosen = hurdle, -1
        bound += least
        size -= least
        relaxed.taken[square] = 1.0 if least < 0.0 else 0.0
        if chosen >= 0:
            _place(relaxed, worth, toll, slack, excess, chosen)
    for hop in range(len(toll)):
        for entry in range(relaxed.passed_start[hop], relaxed.passed_start[hop + 1]):
            excess[hop] -= relaxed.taken[relaxed.passed[entry]]
    return bound - ROUNDING * size


def hurdle_bound(
    table: Candidates,
    cheapest: int,
    aim: float,
    rounds: int = ROUNDS,
    go_on: Callable[[], bool] = lambda: True,
) -> Duals:
    """Return a bound and duals that count the hurdles of hops, by an ascent.

    `cheapest` is the least price of a piece, the cost of a hurdle that attacks nothing. Every
    target of the table must have a candidate. The bound is proved, as that of `lagrangian` is. By
    experience, it reaches on average 99.8 per cent of the LP's value after some 500 rounds.
    """
    squares, relaxed = _relaxed(table, cheapest)
    targets = len(table.needed)

    def evaluated(multipliers: Float64s) -> tuple[float, Float64s, Float64s]:
        slope = np.zeros(len(multipliers))
        worth, toll = multipliers[:targets], multipliers[targets:]
        bound = evaluate(relaxed, worth, toll, slope[:targets], slope[targets:])
        return bound, relaxed.reduced, slope

    guess = first_guess(table)
    of_toll = TOLL_STRIDE * math.sqrt(max(guess.mean(), TINY)) if targets else 0.0
    found = ascend(
        evaluated,
        np.append(guess, np.zeros(len(relaxed.near))),
        np.append(np.sqrt(np.maximum(guess, TINY)), np.where(relaxed.near >= 0, of_toll, 0.0)),
        aim,
        rounds,
        go_on,
    )
    bound, reduced, _ = evaluated(found)
    credit = np.zeros(int(squares.max(initial=-1)) + 1)
    credit[squares] = relaxed.credit
    return Duals(bound, found[:targets], reduced, found[targets:], credit)


def _relaxed(table: Candidates, cheapest: int) -> tuple[Int64s, HurdleRelaxation]:
    """Return the squares in use, and the relaxation over them."""
    hop, passed = table.passages()
    squares = np.unique(np.concatenate([table.square, passed]))
    numbers = np.searchsorted(squares, passed)
    hurdle = np.full(len(squares), math.inf)
    hurdle[numbers] = cheapest
    ends = np.arange(len(table) + 1)
    last = np.append(squares, squares.max(initial=0) + 1)
    return squares, HurdleRelaxation(
        price=table.price.astype(np.float64),
        candidate_start=np.searchsorted(table.square, last),
        target_start=np.searchsorted(table.owner, ends),
        target=table.king,
        hop_start=np.searchsorted(table.hop_owner, ends),
        near=table.hop_near,
        far=table.hop_far,
        passed_start=np.searchsorted(hop, np.arange(len(table.hop_near) + 1)),
        passed=numbers,
        hurdle=hurdle,
        reduced=np.zeros(len(table)),
        credit=np.zeros(len(squares)),
        taken=np.zeros(len(squares)),
    )
