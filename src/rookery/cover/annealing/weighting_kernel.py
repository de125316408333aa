"""Row weighting: local search for smaller covers by pieces of equal price (compiled).

The board holds fewer pieces than the best cover. Each round removes one or two pieces of least
*loss* (the weights of the targets that only this piece attacks), and adds pieces of greatest *gain*
(C. Gao, X. Yao, T. Weise, J. Li, "An efficient local search heuristic with row weighting for the
unicost set covering problem", European Journal of Operational Research 246, 2015). Here gains
follow the true rules and include blocked attacks.

The only attacker of a target is found without a list of attackers: the kernel keeps the xor of
their squares, which for a single attacker is its square. A piece that attacks a target in two ways
cancels out of the xor, and has no loss by this target.

If pieces must keep apart, only squares of uncovered targets get a piece. This suffices on boards
with a target on every square, for pieces that attack back whatever attacks them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import Float64s, Int64s
from rookery.compiled.kernels import random_below, random_fraction
from rookery.cover.annealing.anneal_kernel import keep, most_gain
from rookery.cover.annealing.changes_kernel import (
    BEST,
    CHANGES,
    COST,
    EMPTY,
    MOVES,
    PLACED,
    UNCOVERED,
    count_attack,
    fast_inlined,
    fast_kernel,
    note_changes,
    parts_of,
    set_square,
)

COME_IN = 3  # pieces added per round, at most
SECOND_SHARE = 0.5  # share of the rounds that remove two pieces
SECOND_STRIDE = 3  # the second removed piece is chosen from every third piece
NEVER = -10


class Weighting(NamedTuple):
    """The state of row weighting, in addition to the position."""

    attackers: Int64s  # [target] xor of the squares of its attackers
    loss: Float64s  # [square] weights of the targets that only the piece there attacks
    came: Int64s  # [square] round in which its piece was added
    left: Int64s  # [kind, square] round in which this piece was last removed
    apart: bool  # whether no piece may attack another


@fast_inlined
def _change(state, weighting, target, attacker, comes):
    """Begin or end an attack on a target, and update the loss of its only attacker."""
    weight = state.weight[target]
    if state.covers[target] == 1:
        weighting.loss[weighting.attackers[target]] -= weight
    weighting.attackers[target] ^= attacker
    count_attack(state, target, comes)
    if state.covers[target] == 1:
        weighting.loss[weighting.attackers[target]] += weight


@fast_inlined
def _exchange(rules, state, weighting, square, kind, comes):
    """Place a piece on a square or remove it, and update all losses."""
    state.tally[CHANGES] = 0
    note_changes(rules, state, square, kind, comes)
    for entry in range(state.tally[CHANGES]):
        attacker, target, begins = parts_of(state.change[entry])
        _change(state, weighting, target, attacker, begins)
    set_square(rules, state, square, kind, comes)
    if comes:
        weighting.came[square] = state.tally[MOVES]
    else:
        weighting.loss[square] = 0.0  # clear rounding errors
        weighting.left[kind, square] = state.tally[MOVES]


@fast_inlined
def _gain(rules, state, square, kind):
    """Return the weights of the targets that a piece covers minus those that it uncovers."""
    state.tally[CHANGES] = 0
    note_changes(rules, state, square, kind, 1)
    gain = 0.0
    for entry in range(state.tally[CHANGES]):
        _, target, begins = parts_of(state.change[entry])
        if begins:
            gain += state.weight[target] if state.covers[target] == 0 else 0.0
            state.covers[target] += 1
        else:
            state.covers[target] -= 1
            gain -= state.weight[target] if state.covers[target] == 0 else 0.0
    for entry in range(state.tally[CHANGES]):
        _, target, begins = parts_of(state.change[entry])
        state.covers[target] += 1 - 2 * begins
    return gain


@fast_inlined
def _to_go_out(state, weighting, first, stride):
    """Return the square of the piece of least loss among every `stride`-th, or -1 for none."""
    now = state.tally[MOVES]
    chosen, least, oldest = np.int64(-1), np.inf, now
    for place in range(first, state.tally[PLACED], stride):
        square = np.int64(state.placed[place])
        loss, came = weighting.loss[square], weighting.came[square]
        if came < now - 1 and (loss < least or (loss == least and came < oldest)):
            chosen, least, oldest = square, loss, came
    return chosen


@fast_inlined
def _to_come_in(rules, state, weighting):
    """Return the affordable candidate of greatest gain for a random uncovered target, or -1."""
    now = state.tally[MOVES]
    room = state.energy[BEST] - state.energy[COST] - 0.5
    target = state.uncovered[random_below(state.random, state.tally[UNCOVERED])]
    chosen, greatest, oldest = np.int64(-1), 0.0, now
    for entry in range(rules.of_target_start[target], rules.of_target_start[target + 1]):
        candidate = np.int64(rules.of_target[entry])
        square, kind = np.int64(rules.square[candidate]), np.int64(rules.kind[candidate])
        left = weighting.left[kind, square]
        if state.kind_on[square] != EMPTY or left == now or rules.price[kind] > room:
            continue
        if state.number[kind] >= rules.stock[kind]:
            continue
        if weighting.apart and state.covers[rules.target_at[square]] > 0:
            continue
        most = most_gain(rules, state, candidate)
        if most < greatest or (most == greatest and left >= oldest):
            continue
        gain = _gain(rules, state, square, kind)
        if gain > greatest or (gain == greatest and left < oldest and chosen >= 0):
            chosen, greatest, oldest = candidate, gain, left
    return chosen


@fast_kernel
def put_on(rules, state, weighting, kind_on):
    """Place the given kind, or `EMPTY`, on every square of an empty board."""
    for square in range(len(kind_on)):
        if kind_on[square] != EMPTY and state.kind_on[square] == EMPTY:
            _exchange(rules, state, weighting, np.int64(square), np.int64(kind_on[square]), 1)
            weighting.came[square] = NEVER
    keep(state)


@fast_kernel
def weigh(rules, state, weighting, rounds):
    """Exchange pieces for a number of rounds, and keep the best cover."""
    for _ in range(rounds):
        state.tally[MOVES] += 1
        for part in range(2 + COME_IN):  # one call site of the exchange keeps compiling short
            square, kind, comes = np.int64(-1), np.int64(0), 0
            if part == 0:
                square = _to_go_out(state, weighting, 0, 1)
            elif part == 1:
                if random_fraction(state.random) < SECOND_SHARE:
                    first = random_below(state.random, SECOND_STRIDE)
                    square = _to_go_out(state, weighting, first, SECOND_STRIDE)
            elif state.tally[UNCOVERED] > 0:
                candidate = _to_come_in(rules, state, weighting)
                if candidate >= 0:
                    square, comes = np.int64(rules.square[candidate]), 1
                    kind = np.int64(rules.kind[candidate])
            if square >= 0:
                if comes == 0:
                    kind = np.int64(state.kind_on[square])
                _exchange(rules, state, weighting, square, kind, comes)
        keep(state)
        for entry in range(state.tally[UNCOVERED]):
            target = state.uncovered[entry]
            state.weight[target] += 1.0
