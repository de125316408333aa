"""What the annealing kernels work on: the rules of a board, and the position on it.

Squares are numbered row * columns + column, targets as in `Cover.targets`. Every *axis* (a
step and its opposite) cuts the board into runs without walls; the obstacles of a run, kings
and pieces, are the bits of one word::

    squares of the run     0  1  2  3  4  5  6  7
    on the board           _  R  _  #  _  p  _  #
    bits of its mask       0  1  0  1  0  .  0  1

Direction 2 * axis goes along the axis' step, 2 * axis + 1 against it. Kinds are first the
pieces that may be placed, then those that stand already, and last the king, which attacks
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rookery.compiled.kernels import INLINE, KERNEL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Shorts = NDArray[np.int32]
    Floats = NDArray[np.float64]

FAST_KERNEL = KERNEL | {"fastmath": True}
FAST_INLINE = INLINE | {"fastmath": True}

EMPTY = -1
WORD = 62  # bits used of a word in `able`
AIM_WORD = 32  # bits used of a word in `aims`

# places in State.tally
UNCOVERED, PLACED, CHANGES, MOVES, FOUND = range(5)
TALLIES = 5
# places in State.energy
ENERGY, COST, BEST = range(3)
ENERGIES = 3


class Rules(NamedTuple):
    """What does not change: the board's lines, the pieces, the candidates."""

    columns: int  # of the board
    step: Ints  # [axis] difference of square numbers
    run: Shorts  # [square, axis] number of the run
    spot: Ints  # [square, axis] bit of the square in the run's mask
    edge: Shorts  # [square, direction] squares to the end of the run
    hops: Ints  # [axis] whether any kind hops along it
    moves: Ints  # [kind, axis] 1 where the kind rides or hops along it, else 0
    ride_reach: Ints  # [kind, direction] greatest distance, 0 for none
    hop_reach: Ints  # [kind, direction] greatest distance, 0 for none
    hop_beyond: Ints  # [kind, direction] greatest distance from hurdle to target
    leap_start: Shorts  # [kind * squares + square] into leap_target
    leap_target: Shorts
    target_at: Shorts  # [square] number of the target, or -1
    target_square: Shorts  # [target]
    place: NDArray[np.bool_]  # [square] whether a piece may be placed there
    price: Floats  # [kind]
    stock: Ints  # [kind that may be placed] how many at most
    kind: Shorts  # [candidate], those of least reduced price first
    square: Shorts  # [candidate]
    reduced: Floats  # [candidate] reduced price
    worth: Floats  # [target] what covering it is worth by the duals
    of_target_start: Shorts  # [target] into of_target
    of_target: Shorts  # candidates of each target, in order
    aims: Ints  # [candidate, word] bits of the targets it may cover
    able: Ints  # [target, word] bits of the candidates that may cover it
    guarded: int  # whether there are targets that are no kings
    heaviest: float  # no weight grows beyond it
    growth: float  # factor of the weights of uncovered targets every WEIGH_EVERY moves
    least: Floats  # [target] weight at first
    fade: float  # factor of the weights of covered targets every WEIGH_EVERY moves
    hurdle_share: float  # of the moves for an uncovered target that set a hurdle


class State(NamedTuple):
    """What a move changes."""

    kind_on: Shorts  # [square] kind of what stands there, or EMPTY
    mask: Ints  # [run] obstacles
    movers: Ints  # [run] those of them that ride or hop along it
    covers: Shorts  # [target] attacks on it, and one more where a guarded square is occupied
    weight: Floats  # [target] price of leaving it uncovered
    uncovered: Shorts  # the targets without cover, first UNCOVERED entries
    uncovered_at: Shorts  # [target] where it stands in `uncovered`
    placed: Shorts  # the squares of the pieces placed, first PLACED entries
    placed_at: Shorts  # [square] where it stands in `placed`
    number: Ints  # [kind] how many are placed
    match: Ints  # [word] bits of candidates under consideration
    matched: Shorts  # their numbers
    change: Shorts  # the changes of the move under way
    tally: Ints
    energy: Floats
    best: Shorts  # [square] the best cover found
    random: NDArray[np.uint64]  # state of the generator
