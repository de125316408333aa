"""What a piece that comes or goes changes, kept as a list that can be undone.

Seen from square p (bit 5)::

    on the board           _  R  _  #  _  p  _  #
    bits of the run        0  1  0  1  0  .  0  1

the first obstacle forward is the lowest bit above it, at distance 2, the first two backward
are the highest bits below it, at distances 2 and 4. From these four obstacles follows every
attack that begins or ends when a piece comes to or leaves p; each is appended to a list of
changes as ``2 * target + (1 if it begins else 0)``. A rejected move reads the list backwards.

Whatever stands first on a line is attacked, whoever it is, so that attacks on a guarded square
stay the same when a piece comes to stand there.
"""

from __future__ import annotations

from numba import njit

from rookery.compiled.bits import highest_bit, lowest_bit
from rookery.cover.annealing.anneal_state import (
    CHANGES,
    COST,
    EMPTY,
    ENERGY,
    FAST_INLINE,
    FAST_KERNEL,
    PLACED,
    UNCOVERED,
)


@njit(**FAST_INLINE)
def _note(state, target, begins):
    count = state.tally[CHANGES]
    state.change[count] = 2 * target + begins
    state.tally[CHANGES] = count + 1


@njit(**FAST_INLINE)
def _note_side(rules, state, kind, comes, heading, near, near_kind, far, far_kind, back,
               back_kind, back_far, back_far_kind, near_target, far_target, hops):  # fmt: skip
    """Note the attacks on obstacles that change on one side of a square.

    `near` and `far` are the distances of the obstacles on this side, `back` and `back_far`
    those behind, 0 for none; `heading` is the direction from behind to this side.
    """
    goes = 1 - comes
    if near_target >= 0:
        if rules.ride_reach[kind, heading] >= near:
            _note(state, near_target, comes)
        if back > 0 and rules.ride_reach[back_kind, heading] >= back + near:
            _note(state, near_target, goes)
    if not hops:
        return
    if near_target >= 0 and back > 0:
        over_me = rules.hop_beyond[back_kind, heading] >= near
        if over_me and rules.hop_reach[back_kind, heading] >= back + near:
            _note(state, near_target, comes)
        if back_far > 0:
            over_back = rules.hop_beyond[back_far_kind, heading] >= back + near
            if over_back and rules.hop_reach[back_far_kind, heading] >= back_far + near:
                _note(state, near_target, goes)
    if far_target >= 0:
        between = far - near
        mine = rules.hop_beyond[kind, heading] >= between
        if mine and rules.hop_reach[kind, heading] >= far:
            _note(state, far_target, comes)
        if back > 0:
            over_near = rules.hop_beyond[back_kind, heading] >= between
            if over_near and rules.hop_reach[back_kind, heading] >= back + far:
                _note(state, far_target, goes)


@njit(**FAST_INLINE)
def _note_span(rules, state, square, step, first, last, begins):
    """Note the attacks on the guarded squares at distances from first to last."""
    for distance in range(first, last + 1):
        target = rules.target_at[square + step * distance]
        if target >= 0:
            _note(state, target, begins)


@njit(**FAST_INLINE)
def _note_guarded(rules, state, square, kind, comes, heading, near, far,
                  back, back_kind, back_far, back_far_kind, hops):  # fmt: skip
    """Note the attacks on empty guarded squares that change on one side of a square.

    Distances and heading as in `_note_side`. The empty squares are those before the near
    obstacle, and those between the near and the far one.
    """
    goes = 1 - comes
    step = rules.step[heading >> 1]
    if heading & 1:
        step = -step
    edge = rules.edge[square, heading]
    open_near = near - 1 if near > 0 else edge
    open_far = far - 1 if far > 0 else edge
    last = min(open_near, rules.ride_reach[kind, heading])
    _note_span(rules, state, square, step, 1, last, comes)
    if back > 0:
        last = min(open_near, rules.ride_reach[back_kind, heading] - back)
        _note_span(rules, state, square, step, 1, last, goes)
    if not hops:
        return
    if near > 0:
        last = min(rules.hop_reach[kind, heading], near + rules.hop_beyond[kind, heading])
        _note_span(rules, state, square, step, near + 1, min(open_far, last), comes)
    if back > 0:
        reach, beyond = rules.hop_reach[back_kind, heading], rules.hop_beyond[back_kind, heading]
        last = min(open_near, reach - back, beyond)  # over me
        _note_span(rules, state, square, step, 1, last, comes)
        if near > 0:
            last = min(open_far, reach - back, near + beyond)  # over the near one
            _note_span(rules, state, square, step, near + 1, last, goes)
    if back_far > 0:
        reach = rules.hop_reach[back_far_kind, heading] - back_far
        last = min(open_near, reach, rules.hop_beyond[back_far_kind, heading] - back)
        _note_span(rules, state, square, step, 1, last, goes)


@njit(**FAST_INLINE)
def _note_changes(rules, state, square, kind, comes):
    """Note every attack that begins or ends when a piece comes to a square or leaves it."""
    for axis in range(len(rules.step)):
        run = rules.run[square, axis]
        if rules.moves[kind, axis] == 0 and state.movers[run] == 0:
            continue
        mask = state.mask[run]
        spot = rules.spot[square, axis]
        step = rules.step[axis]
        hops = rules.hops[axis] > 0
        up = mask >> (spot + 1)
        down = mask & ((1 << spot) - 1)
        near = far = back = back_far = 0
        near_kind = far_kind = back_kind = back_far_kind = 0
        near_target = far_target = back_target = back_far_target = -1
        if up:
            near = lowest_bit(up) + 1
            at = square + step * near
            near_kind, near_target = state.kind_on[at], rules.target_at[at]
            up &= up - 1
            if hops and up:
                far = lowest_bit(up) + 1
                at = square + step * far
                far_kind, far_target = state.kind_on[at], rules.target_at[at]
        if down:
            top = highest_bit(down)
            back = spot - top
            at = square - step * back
            back_kind, back_target = state.kind_on[at], rules.target_at[at]
            down ^= 1 << top
            if hops and down:
                back_far = spot - highest_bit(down)
                at = square - step * back_far
                back_far_kind, back_far_target = state.kind_on[at], rules.target_at[at]
        ahead, behind = 2 * axis, 2 * axis + 1
        _note_side(rules, state, kind, comes, ahead, near, near_kind, far, far_kind, back,
                   back_kind, back_far, back_far_kind, near_target, far_target, hops)  # fmt: skip
        _note_side(rules, state, kind, comes, behind, back, back_kind, back_far, back_far_kind,
                   near, near_kind, far, far_kind, back_target, back_far_target, hops)  # fmt: skip
        if rules.guarded:
            _note_guarded(rules, state, square, kind, comes, ahead, near, far,
                          back, back_kind, back_far, back_far_kind, hops)  # fmt: skip
            _note_guarded(rules, state, square, kind, comes, behind, back, back_far,
                          near, near_kind, far, far_kind, hops)  # fmt: skip
    start = kind * len(state.kind_on) + square
    for entry in range(rules.leap_start[start], rules.leap_start[start + 1]):
        _note(state, rules.leap_target[entry], comes)
    if rules.target_at[square] >= 0:
        _note(state, rules.target_at[square], comes)


@njit(**FAST_INLINE)
def _change(state, target, begins):
    """Let one attack on a target begin or end."""
    if begins:
        if state.covers[target] == 0:
            state.energy[ENERGY] -= state.weight[target]
            last = state.tally[UNCOVERED] - 1
            place, other = state.uncovered_at[target], state.uncovered[last]
            state.uncovered[place] = other
            state.uncovered_at[other] = place
            state.tally[UNCOVERED] = last
        state.covers[target] += 1
    else:
        state.covers[target] -= 1
        if state.covers[target] == 0:
            state.energy[ENERGY] += state.weight[target]
            last = state.tally[UNCOVERED]
            state.uncovered[last] = target
            state.uncovered_at[target] = last
            state.tally[UNCOVERED] = last + 1


@njit(**FAST_INLINE)
def set_square(rules, state, square, kind, comes):
    """Put a piece on a square or take it off, without looking at its attacks."""
    for axis in range(len(rules.step)):
        run, spot = rules.run[square, axis], rules.spot[square, axis]
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


@njit(**FAST_INLINE)
def change_covers(rules, state, square, kind, comes):
    """Bring all covers up to date for a piece that comes or goes; the board stays as it is."""
    first = state.tally[CHANGES]
    _note_changes(rules, state, square, kind, comes)
    for entry in range(first, state.tally[CHANGES]):
        change = state.change[entry]
        _change(state, change >> 1, change & 1)


@njit(no_cfunc_wrapper=True, **FAST_KERNEL)
def exchange(rules, state, square, kind, comes):
    """Put a piece on an empty square, or take it off, and bring all covers up to date."""
    change_covers(rules, state, square, kind, comes)
    set_square(rules, state, square, kind, comes)


@njit(**FAST_INLINE)
def replay(state):
    """Undo all noted changes, the last first."""
    for entry in range(state.tally[CHANGES] - 1, -1, -1):
        change = state.change[entry]
        _change(state, change >> 1, 1 - (change & 1))
