"""The annealing kernel: moves on the true rules, undone by replaying their changes.

Squares are numbered row * columns + column. Every *axis* (a step and its opposite) cuts the
board into runs without walls; the obstacles of a run, kings and our pieces, are the bits of
one word::

    squares of the run     0  1  2  3  4  5  6  7
    on the board           _  R  _  #  _  p  _  #
    bits of its mask       0  1  0  1  0  .  0  1

Seen from square p (bit 5), the first obstacle forward is the lowest bit above it, at
distance 2, the first two backward are the highest bits below it, at distances 2 and 4. From
these four obstacles follows every check that begins or ends when a piece comes to or leaves
p; each is appended to a list of changes as ``2 * king + (1 if it begins else 0)``. A rejected
move reads its part of the list backwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.bits import highest_bit, lowest_bit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Shorts = NDArray[np.int32]
    Floats = NDArray[np.float64]

# Kernels work on arrays made elsewhere. Reference counts, which tuples of arrays would touch
# at every field, would slow them down tenfold; `_nrt=False` leaves them out.
KERNEL = {"nogil": True, "fastmath": True, "error_model": "numpy", "_nrt": False}
INLINE = KERNEL | {
    "forceinline": True,
    "no_cpython_wrapper": True,  # called by kernels only: without wrappers they compile faster
    "no_cfunc_wrapper": True,
}

EMPTY = -1

# places in State.tally
UNCHECKED, STANDING, CHANGES, MOVES, FOUND = range(5)
TALLIES = 5
# places in State.energy
ENERGY, COST, BEST = range(3)
ENERGIES = 3

HEAT_EVERY = 128
WEIGH_EVERY = 2048
COVER_SHARE = 0.5
SWAP_SHARE = 0.7


class Rules(NamedTuple):
    """What does not change: the board's lines, the pieces, the candidates.

    Kinds are piece indices; the kind after the last stands for kings, which attack nothing.
    Direction 2 * axis goes along the axis' step, 2 * axis + 1 against it.
    """

    step: Ints  # [axis] difference of square numbers
    run: Shorts  # [square, axis] number of the run
    spot: Ints  # [square, axis] bit of the square in the run's mask
    hops: Ints  # [axis] whether any kind hops along it
    ride_reach: Ints  # [kind, direction] greatest distance, 0 for none
    hop_reach: Ints  # [kind, direction] greatest distance, 0 for none
    hop_beyond: Ints  # [kind, direction] greatest distance from hurdle to target
    leap_start: Shorts  # [kind * squares + square] into leap_king
    leap_king: Shorts
    king_at: Shorts  # [square] number of the king
    king_square: Shorts  # [king]
    price: Floats  # [kind]
    kind: Shorts  # [candidate]
    square: Shorts  # [candidate]
    of_king_start: Shorts  # [king] into of_king
    of_king: Shorts  # candidates of each king, best first
    aims_start: Shorts  # [candidate] into aims
    aims: Shorts  # kings each candidate may attack
    candidate_at: Shorts  # [kind, square]
    heaviest: float  # no weight grows beyond it
    growth: float  # factor of the weights of unchecked kings every WEIGH_EVERY moves
    hurdle_share: float  # of the moves for an unchecked king that set a hurdle


class State(NamedTuple):
    """What a move changes."""

    man: Shorts  # [square] kind of the piece, number of kinds for a king, or EMPTY
    mask: Ints  # [run] obstacles
    checks: Shorts  # [king] by how many pieces it is attacked
    weight: Floats  # [king] price of leaving it unchecked
    unchecked: Shorts  # the kings without check, first UNCHECKED entries
    unchecked_at: Shorts  # [king] where it stands in `unchecked`
    standing: Shorts  # the squares of our pieces, first STANDING entries
    standing_at: Shorts  # [square] where it stands in `standing`
    change: Shorts  # the changes of the move under way
    tally: Ints
    energy: Floats
    best: Shorts  # [square] the best cover found
    random: NDArray[np.uint64]  # state of the generator


@njit(**INLINE)
def _random(state):
    """Return 64 random bits (xorshift; G. Marsaglia, "Xorshift RNGs", 2003)."""
    word = state.random[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    state.random[0] = word
    return word


@njit(**INLINE)
def _fraction(state):
    """Return a random number from 0 to below 1."""
    return (_random(state) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@njit(**INLINE)
def _below(state, limit):
    """Return a random integer from 0 to limit - 1."""
    return np.int64(_fraction(state) * limit)


@njit(**INLINE)
def _note(state, king, begins):
    count = state.tally[CHANGES]
    state.change[count] = 2 * king + begins
    state.tally[CHANGES] = count + 1


@njit(**INLINE)
def _note_side(rules, state, kind, comes, heading, near, near_man, far, far_man,
               back, back_man, back_far, back_far_man, near_king, far_king, hops):  # fmt: skip
    """Note the checks that change on one side of a square when a piece comes or goes.

    `near` and `far` are the distances of the obstacles on this side, `back` and `back_far`
    those behind, 0 for none; `heading` is the direction from behind to this side.
    """
    goes = 1 - comes
    if near_king >= 0:
        if rules.ride_reach[kind, heading] >= near:
            _note(state, near_king, comes)
        if back > 0 and rules.ride_reach[back_man, heading] >= back + near:
            _note(state, near_king, goes)
    if not hops:
        return
    if near_king >= 0 and back > 0:
        over_me = rules.hop_beyond[back_man, heading] >= near
        if over_me and rules.hop_reach[back_man, heading] >= back + near:
            _note(state, near_king, comes)
        if back_far > 0:
            over_back = rules.hop_beyond[back_far_man, heading] >= back + near
            if over_back and rules.hop_reach[back_far_man, heading] >= back_far + near:
                _note(state, near_king, goes)
    if far_king >= 0:
        between = far - near
        mine = rules.hop_beyond[kind, heading] >= between
        if mine and rules.hop_reach[kind, heading] >= far:
            _note(state, far_king, comes)
        if back > 0:
            over_near = rules.hop_beyond[back_man, heading] >= between
            if over_near and rules.hop_reach[back_man, heading] >= back + far:
                _note(state, far_king, goes)


@njit(**INLINE)
def _note_changes(rules, state, square, kind, comes):
    """Note every check that begins or ends when a piece comes to a square or leaves it."""
    for axis in range(len(rules.step)):
        mask = state.mask[rules.run[square, axis]]
        spot = rules.spot[square, axis]
        step = rules.step[axis]
        hops = rules.hops[axis] > 0
        up = mask >> (spot + 1)
        down = mask & ((1 << spot) - 1)
        near = far = back = back_far = 0
        near_man = far_man = back_man = back_far_man = 0
        near_king = far_king = back_king = back_far_king = -1
        if up:
            near = lowest_bit(up) + 1
            at = square + step * near
            near_man, near_king = state.man[at], rules.king_at[at]
            up &= up - 1
            if hops and up:
                far = lowest_bit(up) + 1
                at = square + step * far
                far_man, far_king = state.man[at], rules.king_at[at]
        if down:
            top = highest_bit(down)
            back = spot - top
            at = square - step * back
            back_man, back_king = state.man[at], rules.king_at[at]
            down ^= 1 << top
            if hops and down:
                back_far = spot - highest_bit(down)
                at = square - step * back_far
                back_far_man, back_far_king = state.man[at], rules.king_at[at]
        _note_side(rules, state, kind, comes, 2 * axis, near, near_man, far, far_man,
                   back, back_man, back_far, back_far_man, near_king, far_king, hops)  # fmt: skip
        _note_side(rules, state, kind, comes, 2 * axis + 1, back, back_man, back_far, back_far_man,
                   near, near_man, far, far_man, back_king, back_far_king, hops)  # fmt: skip
    start = kind * len(state.man) + square
    for entry in range(rules.leap_start[start], rules.leap_start[start + 1]):
        _note(state, rules.leap_king[entry], comes)


@njit(**INLINE)
def _change(state, king, begins):
    """Let one check of a king begin or end."""
    if begins:
        if state.checks[king] == 0:
            state.energy[ENERGY] -= state.weight[king]
            last = state.tally[UNCHECKED] - 1
            place, other = state.unchecked_at[king], state.unchecked[last]
            state.unchecked[place] = other
            state.unchecked_at[other] = place
            state.tally[UNCHECKED] = last
        state.checks[king] += 1
    else:
        state.checks[king] -= 1
        if state.checks[king] == 0:
            state.energy[ENERGY] += state.weight[king]
            last = state.tally[UNCHECKED]
            state.unchecked[last] = king
            state.unchecked_at[king] = last
            state.tally[UNCHECKED] = last + 1


@njit(**INLINE)
def _set_square(rules, state, square, kind, comes):
    """Put a piece on a square or take it off, without looking at its checks."""
    for axis in range(len(rules.step)):
        state.mask[rules.run[square, axis]] ^= 1 << rules.spot[square, axis]
    if comes:
        last = state.tally[STANDING]
        state.man[square] = kind
        state.standing[last] = square
        state.standing_at[square] = last
        state.tally[STANDING] = last + 1
        state.energy[ENERGY] += rules.price[kind]
        state.energy[COST] += rules.price[kind]
    else:
        last = state.tally[STANDING] - 1
        place, other = state.standing_at[square], state.standing[last]
        state.man[square] = EMPTY
        state.standing[place] = other
        state.standing_at[other] = place
        state.tally[STANDING] = last
        state.energy[ENERGY] -= rules.price[kind]
        state.energy[COST] -= rules.price[kind]


@njit(forceinline=True, no_cfunc_wrapper=True, **KERNEL)
def exchange(rules, state, square, kind, comes):
    """Put a piece on an empty square, or take it off, and bring all checks up to date."""
    first = state.tally[CHANGES]
    _note_changes(rules, state, square, kind, comes)
    for entry in range(first, state.tally[CHANGES]):
        change = state.change[entry]
        _change(state, change >> 1, change & 1)
    _set_square(rules, state, square, kind, comes)


@njit(**INLINE)
def _replay(state):
    """Undo all noted changes, the last first."""
    for entry in range(state.tally[CHANGES] - 1, -1, -1):
        change = state.change[entry]
        _change(state, change >> 1, 1 - (change & 1))


@njit(**INLINE)
def _candidate(rules, state, king):
    """Return a candidate that may attack a king, the better the likelier.

    The square of a random fraction picks among them in order of reduced price: a bias,
    never a cut-off.
    """
    start = rules.of_king_start[king]
    fraction = _fraction(state)
    count = rules.of_king_start[king + 1] - start
    return rules.of_king[start + np.int64(fraction * fraction * count)]


@njit(**INLINE)
def _hurdle(rules, state, king):
    """Return a square between a king and a hopper of ours aimed at it, or -1."""
    axis = _below(state, len(rules.step))
    square = rules.king_square[king]
    mask = state.mask[rules.run[square, axis]]
    spot = rules.spot[square, axis]
    forward = _below(state, 2)
    side = mask >> (spot + 1) if forward else mask & ((1 << spot) - 1)
    if side == 0:
        return -1
    distance = lowest_bit(side) + 1 if forward else spot - highest_bit(side)
    step = rules.step[axis] if forward else -rules.step[axis]
    man = state.man[square + step * distance]
    if distance < 2 or rules.hop_reach[man, 2 * axis + forward] < distance:
        return -1
    return square + step * (1 + _below(state, distance - 1))


@njit(**INLINE)
def _propose(rules, state):
    """Return (square to clear or -1, square to set or -1, kind to set), or -2 first for none."""
    kinds = len(rules.price) - 1
    if state.tally[UNCHECKED] > 0 and _fraction(state) < COVER_SHARE:
        king = state.unchecked[_below(state, state.tally[UNCHECKED])]
        if _fraction(state) < rules.hurdle_share:
            square = _hurdle(rules, state, king)
            return (-1, square, _below(state, kinds)) if square >= 0 else (-2, -1, 0)
        candidate = _candidate(rules, state, king)
        square, kind = rules.square[candidate], rules.kind[candidate]
        return (-1, square, kind) if state.man[square] != kind else (-2, -1, 0)
    if state.tally[STANDING] == 0:
        return -2, -1, 0
    off = state.standing[_below(state, state.tally[STANDING])]
    if _fraction(state) >= SWAP_SHARE:
        return off, -1, 0
    old = rules.candidate_at[state.man[off], off]
    if old < 0:
        return off, -1, 0
    start = rules.aims_start[old]
    aim = rules.aims[start + _below(state, rules.aims_start[old + 1] - start)]
    candidate = _candidate(rules, state, aim)
    return (
        (off, rules.square[candidate], rules.kind[candidate]) if candidate != old else (-2, -1, 0)
    )


@njit(**INLINE)
def _weigh(rules, state):
    """Let the weights of the unchecked kings grow."""
    for entry in range(state.tally[UNCHECKED]):
        king = state.unchecked[entry]
        if state.weight[king] < rules.heaviest:
            state.energy[ENERGY] += state.weight[king] * (rules.growth - 1)
            state.weight[king] *= rules.growth


@njit(**INLINE)
def _keep(state):
    """Remember the cover on the board when it is the best so far."""
    if state.tally[UNCHECKED] == 0 and state.energy[COST] < state.energy[BEST] - 0.5:
        if state.tally[STANDING] > 0:
            state.energy[BEST] = state.energy[COST]
            state.tally[FOUND] += 1
            for square in range(len(state.man)):
                state.best[square] = state.man[square]


@njit(cache=True, **KERNEL)
def anneal(rules, state, moves, hot, cold):
    """Make moves while the temperature falls from `hot` to `cold`.

    The energy is the cost of the pieces and the weights of the unchecked kings; moves that
    raise it are accepted with probability exp(-rise / temperature) (S. Kirkpatrick,
    C. Gelatt, M. Vecchi, "Optimization by simulated annealing", Science 220, 1983).
    """
    cooling = np.log(cold / hot)
    temperature = hot
    for move in range(moves):
        if move % HEAT_EVERY == 0:
            temperature = hot * np.exp(cooling * move / moves)
        if state.tally[MOVES] % WEIGH_EVERY == 0:
            _weigh(rules, state)
        state.tally[MOVES] += 1
        off, on, kind = _propose(rules, state)
        if off == -2:
            continue
        before = state.energy[ENERGY]
        cost = state.energy[COST]
        state.tally[CHANGES] = 0
        replaced = EMPTY if on < 0 else state.man[on]
        taken = EMPTY if off < 0 or off == on else state.man[off]
        for part in range(3):
            square, man, comes = off, taken, 0
            if part == 1:
                square, man = on, replaced
            elif part == 2:
                square, man, comes = on, kind, 1
            if square >= 0 and man >= 0:
                exchange(rules, state, square, man, comes)
        rise = state.energy[ENERGY] - before
        if rise <= 0 or _fraction(state) < np.exp(-rise / temperature):
            _keep(state)
            continue
        _replay(state)
        for part in range(3):
            square, man, comes = on, kind, 0
            if part == 1:
                man, comes = replaced, 1
            elif part == 2:
                square, man, comes = off, taken, 1
            if square >= 0 and man >= 0:
                _set_square(rules, state, square, man, comes)
        state.energy[ENERGY] = before
        state.energy[COST] = cost
