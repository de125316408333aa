"""The arrays of the annealing kernels: the rules of a board, and the position on it.

Squares are numbered row * columns + column, targets as in `Cover.targets`. Every *axis* (a step and
its opposite) divides the board into runs without walls. The obstacles of a run (kings and pieces)
are the bits of one word::

    squares of the run     0  1  2  3  4  5  6  7
    on the board           _  R  _  #  _  p  _  #
    bits of its mask       0  1  0  1  0  .  0  1

Direction 2 * axis follows the step of the axis, 2 * axis + 1 its opposite. Kinds are numbered in
this order: pieces to be placed, standing pieces, and the king, which attacks nothing.
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
WORD = 32  # bits used of a word in `aims`

# places in State.tally
UNCOVERED, PLACED, CHANGES, MOVES, FOUND = range(5)
TALLIES = 5
# places in State.energy
ENERGY, COST, BEST = range(3)
ENERGIES = 3


class Rules(NamedTuple):
    """The fixed arrays: the board's lines, the pieces, the candidates."""

    columns: int  # of the board
    step: Ints  # [axis] difference of square numbers
    run: Shorts  # [square, axis] number of the run
    spot: Ints  # [square, axis] bit of the square in the run's mask
    edge: Shorts  # [square, direction] squares to the end of the run
    hops: Ints  # [axis] whether any kind hops along it
    moves: Ints  # [kind, axis] 1 where the kind rides or hops along it, else 0
    ride_reach: Ints  # [kind, direction] greatest distance, 0 if it does not ride
    hop_reach: Ints  # [kind, direction] greatest distance, 0 if it does not hop
    hop_beyond: Ints  # [kind, direction] greatest distance from hurdle to target
    leap_start: Shorts  # [kind * squares + square] into leap_target
    leap_target: Shorts
    target_at: Shorts  # [square] number of the target, or -1
    target_square: Shorts  # [target]
    place: NDArray[np.bool_]  # [square] whether a piece may be placed there
    price: Floats  # [kind]
    stock: Ints  # [kind to be placed] maximum number
    kind: Shorts  # [candidate] in order of reduced price
    square: Shorts  # [candidate]
    of_target_start: Shorts  # [target] into of_target
    of_target: Shorts  # candidates of each target, in order of reduced price
    aims: Ints  # [candidate, word] bits of the targets that it can cover
    guarded: int  # 1 if some targets are not kings
    heaviest: float  # maximum weight
    growth: float  # factor of the weights of uncovered targets every WEIGH_EVERY moves
    least: Floats  # [target] initial weight
    fade: float  # factor of the weights of covered targets every WEIGH_EVERY moves
    hurdle_share: float  # share of moves for an uncovered target that place a hurdle


class State(NamedTuple):
    """The position: arrays that a move changes."""

    kind_on: Shorts  # [square] kind of the piece or king, or EMPTY
    mask: Ints  # [run] bits of the obstacles
    movers: Ints  # [run] bits of the obstacles that ride or hop along it
    covers: Shorts  # [target] attacks on it, plus 1 if it is an occupied guarded square
    weight: Floats  # [target] penalty for leaving it uncovered
    uncovered: Shorts  # uncovered targets in the first UNCOVERED entries
    uncovered_at: Shorts  # [target] index in `uncovered`
    placed: Shorts  # squares of placed pieces in the first PLACED entries
    placed_at: Shorts  # [square] index in `placed`
    number: Ints  # [kind] number of placed pieces
    change: Shorts  # changes of the current move
    tally: Ints
    energy: Floats
    best: Shorts  # [square] the best cover found
    random: NDArray[np.uint64]  # state of the generator
