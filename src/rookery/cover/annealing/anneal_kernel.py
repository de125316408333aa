"""The annealing kernel: moves under the true rules, with a penalty for uncovered targets.

A move either adds a piece for an uncovered target, or removes a piece and usually adds another for
the targets that this uncovers. docs/methods/cover.md explains the search.
"""

from __future__ import annotations

import numpy as np

from rookery.compiled.bits import highest_bit, lowest_bit
from rookery.compiled.kernels import random_below, random_fraction
from rookery.cover.annealing.changes_kernel import (
    BEST,
    CHANGES,
    COST,
    EMPTY,
    ENERGY,
    FOUND,
    MOVES,
    PLACED,
    UNCOVERED,
    WORD,
    change_covers,
    fast_inlined,
    fast_kernel,
    replay,
    set_square,
)

HEAT_EVERY = 128
WEIGH_EVERY = 2048
ARRIVAL_SHARE = 0.5
SWAP_SHARE = 0.7
TRIES = 8  # candidates for a replacement, one after the other from a random one
AIM_SHIFT, AIM_LAST = WORD.bit_length() - 1, WORD - 1
MOST_FORESEEN = 8


@fast_inlined
def _cheap(rules, state, target):
    """Return the places in `of_target` where a target's candidates begin and end, and a random one.

    The square of a random fraction favours low reduced prices.
    """
    start = np.int64(rules.of_target_start[target])
    end = np.int64(rules.of_target_start[target + 1])
    fraction = random_fraction(state.random)
    return start, end, start + np.int64(fraction * fraction * (end - start))


@fast_inlined
def _hurdle(rules, state, target):
    """Return a square between a target and one of our hoppers aimed at it, or -1."""
    axis = random_below(state.random, len(rules.step))
    square = rules.target_square[target]
    mask = state.mask[rules.run[square, axis]]
    spot = np.int64(rules.spot[square, axis])
    forward = random_below(state.random, 2)
    side = mask >> (spot + 1) if forward else mask & ((1 << spot) - 1)
    if side == 0:
        return -1
    distance = lowest_bit(side) + 1 if forward else spot - highest_bit(side)
    step = rules.step[axis] if forward else -rules.step[axis]
    standing = state.kind_on[square + step * distance]
    if distance < 2 or rules.hop_reach[standing, 2 * axis + forward] < distance:
        return -1
    chosen = square + step * (1 + random_below(state.random, distance - 1))
    return chosen if rules.place[chosen] else -1


@fast_inlined
def most_gain(rules, state, candidate):
    """Return the weight of the uncovered targets that a candidate covers if nothing blocks it."""
    gain = 0.0
    for entry in range(state.tally[UNCOVERED]):
        target = state.uncovered[entry]
        aims = rules.aims[candidate, target >> AIM_SHIFT] >> (target & AIM_LAST)
        gain += state.weight[target] * (aims & 1)
    return gain


@fast_inlined
def _arrival(rules, state):
    """Return square and kind of a piece for a random uncovered target; square -1 for none."""
    target = state.uncovered[random_below(state.random, state.tally[UNCOVERED])]
    if random_fraction(state.random) < rules.hurdle_share:
        square, kind = _hurdle(rules, state, target), random_below(state.random, len(rules.stock))
    else:
        start, end, place = _cheap(rules, state, target)
        if start == end:
            return -1, 0
        candidate = rules.of_target[place]
        square, kind = np.int64(rules.square[candidate]), np.int64(rules.kind[candidate])
    if square >= 0 and (state.kind_on[square] == kind or state.number[kind] >= rules.stock[kind]):
        square = -1
    return square, kind


@fast_inlined
def _rarest(rules, state, fresh):
    """Return, of the last `fresh` uncovered targets, the one with the fewest candidates."""
    found, fewest = np.int64(-1), np.int64(1 << 30)
    for entry in range(state.tally[UNCOVERED] - fresh, state.tally[UNCOVERED]):
        target = np.int64(state.uncovered[entry])
        count = np.int64(rules.of_target_start[target + 1] - rules.of_target_start[target])
        if count < fewest:
            found, fewest = target, count
    return found


@fast_inlined
def _replacement(rules, state, left, taken, fresh, allowed):
    """Return square and kind for a piece whose removal uncovers the last `fresh` targets, or -1."""
    # The piece, of kind `taken`, is still on square `left`; `allowed` is the energy accepted.
    start, end, place = _cheap(rules, state, _rarest(rules, state, fresh))
    room, most = allowed - state.energy[ENERGY], 0.0
    for entry in range(state.tally[UNCOVERED]):
        most += state.weight[state.uncovered[entry]]
    foreseen = 1 < state.tally[UNCOVERED] <= MOST_FORESEEN  # else too many to look at
    for _ in range(min(TRIES, end - start)):
        candidate = np.int64(rules.of_target[place])
        place = place + 1 if place + 1 < end else start
        square, kind = np.int64(rules.square[candidate]), np.int64(rules.kind[candidate])
        standing = state.kind_on[square]
        rise = rules.price[kind] - room
        if standing >= 0 and square != left:
            rise -= rules.price[standing]
        if rise > most or (foreseen and rise > most_gain(rules, state, candidate)):
            continue
        used = state.number[kind] - (kind == taken)
        if standing != kind and used < rules.stock[kind]:
            return square, kind
    return -1, 0


@fast_inlined
def _weigh(rules, state):
    """Increase the weights of uncovered targets, and decrease those of covered ones."""
    for target in range(len(state.covers)):
        if state.covers[target] > 0 and state.weight[target] > rules.least[target]:
            state.weight[target] = max(rules.least[target], state.weight[target] * rules.fade)
    for entry in range(state.tally[UNCOVERED]):
        target = state.uncovered[entry]
        if state.weight[target] < rules.heaviest:
            state.energy[ENERGY] += state.weight[target] * (rules.growth - 1)
            state.weight[target] *= rules.growth


@fast_inlined
def keep(state):
    """Save the cover on the board if it is the best so far."""
    if state.tally[UNCOVERED] == 0 and state.energy[COST] < state.energy[BEST] - 0.5:
        if state.tally[PLACED] > 0:
            state.energy[BEST] = state.energy[COST]
            state.tally[FOUND] += 1
            for square in range(len(state.kind_on)):
                state.best[square] = state.kind_on[square]


@fast_inlined
def _try_move(rules, state, tolerance):
    """Try a move; keep it and return True if the energy rises by at most `tolerance`."""
    before = state.energy[ENERGY]
    uncovered = state.tally[UNCOVERED]
    state.tally[CHANGES] = 0
    off = on = kind = np.int64(-1)
    taken = replaced = np.int64(EMPTY)
    if uncovered > 0 and random_fraction(state.random) < ARRIVAL_SHARE:
        on, kind = _arrival(rules, state)
        if on < 0:
            return False
    elif state.tally[PLACED] > 0:
        off = np.int64(state.placed[random_below(state.random, state.tally[PLACED])])
        taken = np.int64(state.kind_on[off])
    else:
        return False
    for part in range(3):  # remove, clear the square, add; one call site keeps compiling short
        square, standing, comes = off, taken, 0
        if part == 1:
            if off >= 0:
                rise = state.energy[ENERGY] - rules.price[taken] - before
                if rise > tolerance or (rise > 0 and random_fraction(state.random) < SWAP_SHARE):
                    fresh = max(1, state.tally[UNCOVERED] - uncovered)
                    allowed = before + tolerance + rules.price[taken]
                    on, kind = _replacement(rules, state, off, taken, fresh, allowed)
                if on < 0 and rise > tolerance:
                    replay(state)
                    state.energy[ENERGY] = before
                    return False
                set_square(rules, state, off, taken, 0)
            if on >= 0:
                replaced = np.int64(state.kind_on[on])
            square, standing = on, replaced
        elif part == 2:
            square, standing, comes = on, kind, 1
        if square >= 0 and standing >= 0:
            change_covers(rules, state, square, standing, comes)
            if part > 0:
                set_square(rules, state, square, standing, comes)
    if state.energy[ENERGY] - before <= tolerance:
        return True
    replay(state)
    for part in range(3):
        square, standing, comes = on, kind, 0
        if part == 1:
            standing, comes = replaced, 1
        elif part == 2:
            square, standing, comes = off, taken, 1
        if square >= 0 and standing >= 0:
            set_square(rules, state, square, standing, comes)
    state.energy[ENERGY] = before
    return False


@fast_kernel
def go_back(rules, state):
    """Restore the best cover on the board."""
    for comes in range(2):
        for square in range(len(state.kind_on)):
            kind = state.best[square] if comes else state.kind_on[square]
            if state.kind_on[square] != state.best[square] and kind != EMPTY:
                state.tally[CHANGES] = 0
                change_covers(rules, state, np.int64(square), np.int64(kind), comes)
                set_square(rules, state, np.int64(square), np.int64(kind), comes)


@fast_kernel
def anneal(rules, state, moves, hot, cold):
    """Make moves while the temperature falls from `hot` to `cold`.

    The energy is the cost of the pieces plus the weights of the uncovered targets. The rise that
    will be accepted is drawn before the move, so that hopeless moves end early.
    """
    cooling = np.log(cold / hot)
    temperature = hot
    for move in range(moves):
        if move % HEAT_EVERY == 0:
            temperature = hot * np.exp(cooling * move / moves)
        if state.tally[MOVES] % WEIGH_EVERY == 0:
            _weigh(rules, state)
        state.tally[MOVES] += 1
        tolerance = -temperature * np.log(1.0 - random_fraction(state.random))
        if _try_move(rules, state, tolerance):
            keep(state)
