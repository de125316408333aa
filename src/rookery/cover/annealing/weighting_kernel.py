"""Covers of equal pieces: pieces go out and in by the weights of the targets.

Where every piece costs the same, a cheaper cover has one piece fewer. So the board holds fewer
pieces than the best cover, and some targets stay uncovered. In each round one or two pieces go out
whose *loss* is least, the weights of the targets that they alone attack, and others come in for a
random uncovered target, whose *gain* is greatest. Then the weights of the targets still uncovered
grow by 1, so that no target stays uncovered for long. A piece does not go out in the round after
it came in, and of equal pieces the one that has not moved for longest goes out or comes in
(row weighting: C. Gao, X. Yao, T. Weise, J. Li, "An efficient local search heuristic with row
weighting for the unicost set covering problem", European Journal of Operational Research 246,
2015). Here gains are those under the true rules, pieces that come into the way of others included.

Which piece attacks a target alone is told without a list of attackers. The squares of all that
attack it are added up modulo 2, bit by bit; of one attacker the sum is its square::

    a rook on 5 attacks it                         sum 00101
    a queen on 9 comes                             sum 01100
    the rook leaves: 1 attack, by the piece on     sum 01001 = 9

A piece that attacks a target in two ways at once is left out of the sum, and has no loss by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.compiled import bits, kernels
from rookery.compiled.kept import cached
from rookery.compiled.kernels import random_below, random_fraction
from rookery.cover.annealing import anneal_kernel, anneal_state, changes_kernel
from rookery.cover.annealing.anneal_kernel import keep
from rookery.cover.annealing.anneal_state import (
    BEST,
    CHANGES,
    COST,
    EMPTY,
    FAST_INLINE,
    FAST_KERNEL,
    MOVES,
    PLACED,
    UNCOVERED,
)
from rookery.cover.annealing.changes_kernel import (
    attacker_of,
    begins,
    note_changes,
    set_square,
    target_of,
)

if TYPE_CHECKING:
    from rookery.cover.annealing.anneal_state import Floats, Ints

COME_IN = 3  # pieces a round at most
SECOND_SHARE = 0.5  # of the rounds in which two pieces go out
SECOND_STRIDE = 3  # the second is chosen from every third piece
NEVER = -10


class Weighting(NamedTuple):
    """What rounds need besides the position."""

    attackers: Ints  # [target] squares of its attackers, added up modulo 2
    loss: Floats  # [square] weights of the targets that the piece there attacks alone
    came: Ints  # [square] round in which its piece came in
    left: Ints  # [kind, square] round in which this piece last went out


def weighting_of(attackers: Ints, kinds: int, squares: int) -> Weighting:
    """Return the arrays for a board without pieces of ours."""
    return Weighting(
        attackers=attackers,
        loss=np.zeros(squares),
        came=np.full(squares, NEVER, dtype=np.int64),
        left=np.full((kinds, squares), NEVER, dtype=np.int64),
    )


@njit(**FAST_INLINE)
def _change(state, weighting, target, attacker, comes):
    """Let an attack on a target begin or end, and its weight go to who attacks it alone."""
    before = state.covers[target]
    weight = state.weight[target]
    if before == 1:
        weighting.loss[weighting.attackers[target]] -= weight
    weighting.attackers[target] ^= attacker
    state.covers[target] = before + 1 if comes else before - 1
    if state.covers[target] == 1:
        weighting.loss[weighting.attackers[target]] += weight
    if before == 0:
        last = state.tally[UNCOVERED] - 1
        place, other = state.uncovered_at[target], state.uncovered[last]
        state.uncovered[place] = other
        state.uncovered_at[other] = place
        state.tally[UNCOVERED] = last
    elif state.covers[target] == 0:
        last = state.tally[UNCOVERED]
        state.uncovered[last] = target
        state.uncovered_at[target] = last
        state.tally[UNCOVERED] = last + 1


@njit(**FAST_INLINE)
def _exchange(rules, state, weighting, square, kind, comes):
    """Put a piece on a square, or take it off."""
    state.tally[CHANGES] = 0
    note_changes(rules, state, square, kind, comes)
    for entry in range(state.tally[CHANGES]):
        change = state.change[entry]
        _change(state, weighting, target_of(change), attacker_of(change), begins(change))
    set_square(rules, state, square, kind, comes)
    if comes:
        weighting.came[square] = state.tally[MOVES]
    else:
        weighting.loss[square] = 0.0  # of what rounding leaves
        weighting.left[kind, square] = state.tally[MOVES]


@njit(**FAST_INLINE)
def _gain(rules, state, square, kind):
    """Return the weights of the targets that a piece covers, less those that it uncovers."""
    state.tally[CHANGES] = 0
    note_changes(rules, state, square, kind, 1)
    gain = 0.0
    for entry in range(state.tally[CHANGES]):
        target = target_of(state.change[entry])
        if begins(state.change[entry]):
            gain += state.weight[target] if state.covers[target] == 0 else 0.0
            state.covers[target] += 1
        else:
            state.covers[target] -= 1
            gain -= state.weight[target] if state.covers[target] == 0 else 0.0
    for entry in range(state.tally[CHANGES]):
        state.covers[target_of(state.change[entry])] += 1 - 2 * begins(state.change[entry])
    return gain


@njit(**FAST_INLINE)
def _most_gain(rules, state, candidate):
    """Return the weights of the uncovered targets that a candidate covers at best."""
    gain = 0.0
    for entry in range(state.tally[UNCOVERED]):
        target = state.uncovered[entry]
        if anneal_kernel.aims_at(rules, candidate, target):
            gain += state.weight[target]
    return gain


@njit(**FAST_INLINE)
def _to_go_out(state, weighting, first, stride):
    """Return the square of the piece of least loss, of one in so many, or -1 for none."""
    now = state.tally[MOVES]
    chosen, least, oldest = np.int64(-1), np.inf, now
    for place in range(first, state.tally[PLACED], stride):
        square = np.int64(state.placed[place])
        loss, came = weighting.loss[square], weighting.came[square]
        if came < now - 1 and (loss < least or (loss == least and came < oldest)):
            chosen, least, oldest = square, loss, came
    return chosen


@njit(**FAST_INLINE)
def _to_come_in(rules, state, weighting):
    """Return the candidate of greatest gain for a random uncovered target, or -1 for none.

    With it the cover still costs less than the best.
    """
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
        most = _most_gain(rules, state, candidate)
        if most < greatest or (most == greatest and left >= oldest):
            continue
        gain = _gain(rules, state, square, kind)
        if gain > greatest or (gain == greatest and left < oldest and chosen >= 0):
            chosen, greatest, oldest = candidate, gain, left
    return chosen


@cached(bits, kernels, anneal_state, changes_kernel, anneal_kernel)
@njit(**FAST_KERNEL)
def put_on(rules, state, weighting, kind_on):
    """Put pieces on a board without any: on every square the kind given, or `EMPTY`."""
    for square in range(len(kind_on)):
        if kind_on[square] != EMPTY and state.kind_on[square] == EMPTY:
            _exchange(rules, state, weighting, np.int64(square), np.int64(kind_on[square]), 1)
            weighting.came[square] = NEVER
    keep(state)


@cached(bits, kernels, anneal_state, changes_kernel, anneal_kernel)
@njit(**FAST_KERNEL)
def weigh(rules, state, weighting, rounds):
    """Let pieces go out and in for so many rounds; the best cover is kept."""
    for _ in range(rounds):
        state.tally[MOVES] += 1
        for part in range(2 + COME_IN):  # the exchange stands at one place, to compile
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
