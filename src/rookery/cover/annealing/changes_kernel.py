"""The arrays of the annealing kernels, and changes of attacks as pieces come and go.

Squares are numbered row * columns + column, targets as in `Cover.targets`. Kinds are numbered in
this order: pieces to be placed, standing pieces, and the king, which attacks nothing. Every *axis*
(a step and its opposite) divides the board into runs without walls; direction 2 * axis follows its
step, 2 * axis + 1 the opposite. The obstacles of a run (kings and pieces) are the bits of one
word::

    squares of the run     0  1  2  3  4  5  6  7
    on the board           _  R  _  #  _  p  _  #
    bits of its mask       0  1  0  1  0  .  0  1

Seen from square p (bit 5), the first obstacle forward is the lowest bit above bit 5, at distance 2;
the first two backward are the highest bits below it, at distances 2 and 4. The two nearest
obstacles on each side determine every attack that begins or ends when a piece is placed on p or
removed; axes along which neither that piece nor any of these moves are skipped. Each attack is
appended to a list of changes as a number, and `replay` undoes a rejected move by reading the list
backwards::

    bits        13 up: square of the attacker   1 to 12: target   0: 1 if the attack begins

The first obstacle on a line is attacked whatever it is. So the attacks on a guarded square do not
change when a piece is placed on it. Indices are unsigned, so that Numba need not expect negative
ones, which count from the end of an array: moves are then a tenth faster.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from rookery.compiled.arrays import Bools, Float64s, Int32s, Int64s, UInt8s, UInt32s, UInt64s
from rookery.compiled.bits import highest_bit, lowest_bit
from rookery.compiled.kernels import INLINE, kernel_with

fast_kernel = kernel_with(fastmath=True)
fast_inlined = njit(**INLINE, fastmath=True)

EMPTY = -1
WORD = 32  # bits used of a word in `aims`

# places in State.tally
UNCOVERED, PLACED, CHANGES, MOVES, FOUND = range(5)
TALLIES = 5
# places in State.energy
ENERGY, COST, BEST = range(3)
ENERGIES = 3

TARGET_BIT, ATTACKER_BIT = 1, 13
LAST_TARGET = (1 << (ATTACKER_BIT - TARGET_BIT)) - 1


class Rules(NamedTuple):
    """The fixed arrays: the board's lines, the pieces, the candidates."""

    columns: int  # of the board
    step: Int64s  # [axis] difference of square numbers
    run: UInt32s  # [square, axis] number of the run
    spot: UInt8s  # [square, axis] bit of the square in the run's mask
    edge: Int32s  # [square, direction] squares to the end of the run
    hops: Int64s  # [axis] whether any kind hops along it
    moves: Int64s  # [kind, axis] 1 where the kind rides or hops along it, else 0
    ride_reach: Int64s  # [kind, direction] greatest distance, 0 if it does not ride
    hop_reach: Int64s  # [kind, direction] greatest distance, 0 if it does not hop
    hop_beyond: Int64s  # [kind, direction] greatest distance from hurdle to target
    leap_start: UInt32s  # [kind * squares + square] into leap_target
    leap_target: UInt32s
    target_at: Int32s  # [square] number of the target, or -1
    target_square: UInt32s  # [target]
    place: Bools  # [square] whether a piece may be placed there
    price: Float64s  # [kind]
    stock: Int64s  # [kind to be placed] maximum number
    kind: UInt32s  # [candidate] in order of reduced price
    square: UInt32s  # [candidate]
    of_target_start: UInt32s  # [target] into of_target
    of_target: UInt32s  # candidates of each target, in order of reduced price
    aims: UInt32s  # [candidate, word] bits of the targets that it can cover
    guarded: int  # 1 if some targets are not kings
    heaviest: float  # maximum weight
    growth: float  # factor of the weights of uncovered targets every WEIGH_EVERY moves
    least: Float64s  # [target] initial weight
    fade: float  # factor of the weights of covered targets every WEIGH_EVERY moves
    hurdle_share: float  # share of moves for an uncovered target that place a hurdle


class State(NamedTuple):
    """The position: arrays that a move changes."""

    kind_on: Int32s  # [square] kind of the piece or king, or EMPTY
    mask: Int64s  # [run] bits of the obstacles
    movers: Int64s  # [run] bits of the obstacles that ride or hop along it
    covers: Int32s  # [target] attacks on it, plus 1 if it is an occupied guarded square
    weight: Float64s  # [target] penalty for leaving it uncovered
    uncovered: UInt32s  # uncovered targets in the first UNCOVERED entries
    uncovered_at: UInt32s  # [target] index in `uncovered`
    placed: UInt32s  # squares of placed pieces in the first PLACED entries
    placed_at: UInt32s  # [square] index in `placed`
    number: Int64s  # [kind] number of placed pieces
    change: Int32s  # changes of the current move
    tally: Int64s
    energy: Float64s
    best: Int32s  # [square] the best cover found
    random: UInt64s  # state of the generator


class Obstacle(NamedTuple):
    """An obstacle on a line and its distance; 0 if there is none."""

    distance: int
    square: int
    kind: int
    target: int  # its number, or -1


class Line(NamedTuple):
    """The obstacles around a square on an axis, as seen in one direction."""

    near: Obstacle
    far: Obstacle
    back: Obstacle
    back_far: Obstacle
    own: bool  # whether the piece on the square rides or hops along the axis
    others: bool  # whether any of the obstacles does


class Change(NamedTuple):
    """The changed square, the step on which attacks change, and whether they begin."""

    square: int
    step: int
    comes: int


@fast_inlined
def parts_of(change):
    """Return the attacker's square and the target of a change, and 1 if the attack begins."""
    return np.int64(change >> ATTACKER_BIT), (change >> TARGET_BIT) & LAST_TARGET, change & 1


@fast_inlined
def _obstacle(rules, state, square, axis, along):
    """Return the obstacle some squares along an axis, negative for backward, 0 for none."""
    at = np.uint64(square + rules.step[axis] * along)
    target = np.int64(rules.target_at[at]) if along != 0 else np.int64(-1)
    return Obstacle(abs(along), np.int64(at), np.uint64(state.kind_on[at]), target)


@fast_inlined
def _note(state, count, attacker, target, comes):
    """Record a changed attack after `count` others, and return their number."""
    state.change[count] = attacker << ATTACKER_BIT | target << TARGET_BIT | comes
    return count + 1


@fast_inlined
def _note_span(rules, state, count, attacker, change, first, last, most):
    """Record a changed attack on each target from one distance to another, `most` at most.

    If all targets are kings, only the obstacle at the end is looked at, and recorded in any case: a
    branch would often be guessed wrong.
    """
    if rules.guarded:
        for distance in range(first, min(last.distance, most) + 1):
            target = rules.target_at[change.square + change.step * distance]
            if target >= 0:
                count = _note(state, count, attacker, target, change.comes)
        return count
    _note(state, count, attacker, last.target, change.comes)
    return count + ((last.target >= 0) & (last.distance <= most))


@fast_inlined
def _note_side(rules, state, count, square, kind, comes, heading, line):
    """Record the changed attacks on one side of a square, up to the second obstacle."""
    ride, hop, beyond = rules.ride_reach, rules.hop_reach, rules.hop_beyond
    hops, back, far = rules.hops[heading >> 1] > 0, line.back, line.far
    step = -rules.step[heading >> 1] if heading & 1 else rules.step[heading >> 1]
    begins, ends = Change(square, step, comes), Change(square, step, 1 - comes)
    near, over = line.near, line.near.distance
    if rules.guarded:
        edge = Obstacle(np.int64(rules.edge[square, heading]), 0, np.uint64(0), np.int64(-1))
        if over == 0:
            near = edge
        elif far.distance == 0:
            far = edge
    if line.own:
        most = ride[kind, heading]
        count = _note_span(rules, state, count, square, begins, 1, near, most)
        if hops:
            most = min(hop[kind, heading], over + beyond[kind, heading])
            count = _note_span(rules, state, count, square, begins, over + 1, far, most)
    if line.others and back.distance > 0:
        most = ride[back.kind, heading] - back.distance
        count = _note_span(rules, state, count, back.square, ends, 1, near, most)
        if hops:
            reach = hop[back.kind, heading] - back.distance
            most = min(reach, beyond[back.kind, heading])
            count = _note_span(rules, state, count, back.square, begins, 1, near, most)
            most = min(reach, over + beyond[back.kind, heading])
            count = _note_span(rules, state, count, back.square, ends, over + 1, far, most)
            back_far = line.back_far
            if back_far.distance > 0:
                reach = hop[back_far.kind, heading] - back_far.distance
                most = min(reach, beyond[back_far.kind, heading] - back.distance)
                count = _note_span(rules, state, count, back_far.square, ends, 1, near, most)
    return count


@fast_inlined
def note_changes(rules, state, square, kind, comes):
    """Record every attack that begins or ends when a piece is placed on a square or removed."""
    count = state.tally[CHANGES]
    for axis in range(len(rules.step)):
        run, spot = np.int64(rules.run[square, axis]), np.int64(rules.spot[square, axis])
        up = state.mask[run] >> (spot + 1)
        down = state.mask[run] & ((1 << spot) - 1)
        ahead = lowest_bit(up) + 1 if up else 0
        behind = spot - highest_bit(down) if down else 0
        nearby = 1 << (spot + ahead) | 1 << (spot - behind)
        next_ahead = next_behind = 0
        if rules.hops[axis] > 0:
            up &= up - 1
            down &= (1 << (spot - behind)) - 1
            next_ahead = lowest_bit(up) + 1 if up else 0
            next_behind = spot - highest_bit(down) if down else 0
            nearby |= 1 << (spot + next_ahead) | 1 << (spot - next_behind)
        own, others = rules.moves[kind, axis] > 0, state.movers[run] & nearby != 0
        if not (own or others):
            continue
        near = _obstacle(rules, state, square, axis, ahead)
        far = _obstacle(rules, state, square, axis, next_ahead)
        back = _obstacle(rules, state, square, axis, -behind)
        back_far = _obstacle(rules, state, square, axis, -next_behind)
        line = Line(near, far, back, back_far, own, others)
        for heading in range(2 * axis, 2 * axis + 2):
            count = _note_side(rules, state, count, square, kind, comes, heading, line)
            line = Line(back, back_far, near, far, own, others)
    start = kind * len(state.kind_on) + square
    for entry in range(rules.leap_start[start], rules.leap_start[start + 1]):
        count = _note(state, count, square, rules.leap_target[entry], comes)
    if rules.target_at[square] >= 0:
        count = _note(state, count, square, rules.target_at[square], comes)
    state.tally[CHANGES] = count


@fast_inlined
def count_attack(state, target, comes):
    """Count one attack on a target more or less; list the target while it is uncovered.

    Return 1 if it is uncovered by this, -1 if covered, else 0.
    """
    before = state.covers[target]
    state.covers[target] = before + 1 if comes else before - 1
    if before == 0:
        last = state.tally[UNCOVERED] - 1
        place, other = state.uncovered_at[target], state.uncovered[last]
        state.uncovered[place] = other
        state.uncovered_at[other] = place
        state.tally[UNCOVERED] = last
        return -1
    if state.covers[target] == 0:
        last = state.tally[UNCOVERED]
        state.uncovered[last] = target
        state.uncovered_at[target] = last
        state.tally[UNCOVERED] = last + 1
        return 1
    return 0


@fast_inlined
def set_square(rules, state, square, kind, comes):
    """Place a piece on a square or remove it, without updating attacks."""
    for axis in range(len(rules.step)):
        run, spot = np.int64(rules.run[square, axis]), np.int64(rules.spot[square, axis])
        state.mask[run] ^= 1 << spot
        state.movers[run] ^= rules.moves[kind, axis] << spot
    if comes:
        last = state.tally[PLACED]
        state.kind_on[square] = kind
        state.placed[last] = square
        state.placed_at[square] = last
        state.tally[PLACED] = last + 1
        state.number[kind] += 1
        state.energy[ENERGY] += rules.price[kind]
        state.energy[COST] += rules.price[kind]
    else:
        last = state.tally[PLACED] - 1
        place, other = state.placed_at[square], state.placed[last]
        state.kind_on[square] = EMPTY
        state.placed[place] = other
        state.placed_at[other] = place
        state.tally[PLACED] = last
        state.number[kind] -= 1
        state.energy[ENERGY] -= rules.price[kind]
        state.energy[COST] -= rules.price[kind]


@fast_inlined
def change_covers(rules, state, square, kind, comes):
    """Update the covers for a piece that is placed or removed, without changing the board."""
    first = state.tally[CHANGES]
    note_changes(rules, state, square, kind, comes)
    for entry in range(first, state.tally[CHANGES]):
        _, target, begins = parts_of(state.change[entry])
        state.energy[ENERGY] += count_attack(state, target, begins) * state.weight[target]


@fast_inlined
def replay(state):
    """Undo all recorded changes, last first."""
    for entry in range(state.tally[CHANGES] - 1, -1, -1):
        _, target, begins = parts_of(state.change[entry])
        count_attack(state, target, 1 - begins)
