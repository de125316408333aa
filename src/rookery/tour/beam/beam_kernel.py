"""The kernels of a beam of tours: what one more move makes of each, and the best of these.

A state is where the piece stands and what it has seen; with `once` also where it has stood. Its
cost is the sum of the weights of the targets that it has not seen. From a state a child is made
for every square of every ride, by walking along the ride and taking away the weights of what
comes in sight::

    state   ride . . . o . o .      a child at each square; o is a target not seen before
            cost 9 9 9 7 7 4 4

Most children are never built: only their cost and key are kept until the best are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.compiled import kernels
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL, random_fraction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]
    Floats = NDArray[np.float32]
    Words = NDArray[np.uint64]

WORD_BITS = 6
BIT_MASK = 63
ONE = np.uint64(1)


class Fixed(NamedTuple):
    """What does not change in a run; squares are numbered from 0 without gaps."""

    rides_start: Ints  # [square] into ride_start
    ride_start: Ints  # [ride] into ends
    ends: Ints  # the squares of rides, nearest first
    visited_start: Ints  # [square] into visited
    visited: Ints  # the targets visited on each square
    to_goal: Ints  # [square] moves from there to where the tour may end, at least
    weights: Floats  # [target]
    keys: Words  # random: of targets, of squares stood on last, of squares stood on
    noise: float  # added to costs, at random up to so much
    once: bool  # whether no square is stood on twice
    home: int  # of a closed tour its start, on which it ends nevertheless; else NOWHERE


class States(NamedTuple):
    """The states of a level, the cheapest first."""

    square: Ints
    seen: Words  # [state, word] bits of targets
    stood: Words  # [state, word] bits of squares; no words when that does not matter
    left: Ints  # targets not seen
    cost: Floats
    key: Words  # of what is seen, and stood on
    parent: Ints  # in the level before


class Children(NamedTuple):
    """What states become by one move, in order of the states."""

    cost: Floats
    key: Words  # of the whole state
    parent: Ints
    ride: Ints
    place: Ints  # of its last square in `ends`
    marks: NDArray[np.int64]  # [target] the last ride that saw it; -1 before any did


@njit(**INLINE)
def _has(words, row, bit):
    return (words[row, bit >> WORD_BITS] >> np.uint64(bit & BIT_MASK)) & ONE != 0


@njit(**INLINE)
def _add(words, row, bit):
    words[row, bit >> WORD_BITS] |= ONE << np.uint64(bit & BIT_MASK)


@njit(**INLINE)
def _may_end(fixed, states, state, square, left, moves_left):
    """Return whether a child may stand on a square with so many targets and moves left."""
    if max(fixed.to_goal[square], 1 if left > 0 else 0) > moves_left:
        return False
    if fixed.once and _has(states.stood, state, square):
        return left == 0 and square == fixed.home
    return True


@njit(**INLINE)
def _see(fixed, states, row, square):
    """Let a state see the targets of a square."""
    for at in range(fixed.visited_start[square], fixed.visited_start[square + 1]):
        target = fixed.visited[at]
        if not _has(states.seen, row, target):
            _add(states.seen, row, target)
            states.cost[row] -= fixed.weights[target]
            states.key[row] ^= fixed.keys[target]
            states.left[row] -= 1


@njit(**INLINE)
def _stand(fixed, states, row, square):
    """Let a state stand on a square."""
    states.square[row] = square
    if fixed.once:
        _add(states.stood, row, square)
        states.key[row] ^= fixed.keys[len(fixed.weights) + len(fixed.to_goal) + square]


@cached(kernels)
@njit(**KERNEL)
def begin(fixed, starts, states):
    """Write the states of no moves, one for each start, into empty ones."""
    for row in range(len(starts)):
        for target in range(len(fixed.weights)):
            states.cost[row] += fixed.weights[target]
        states.left[row] = len(fixed.weights)
        _see(fixed, states, row, starts[row])
        _stand(fixed, states, row, starts[row])


@cached(kernels)
@njit(**KERNEL)
def expand(fixed, states, begin, end, children, filled, moves_left, random):
    """Write the children of some states behind those that are `filled`; return how many are then.

    `moves_left` is what a child has left of the moves that a tour may have.
    """
    targets, squares = len(fixed.weights), len(fixed.to_goal)
    for state in range(begin, end):
        start = states.square[state]
        for ride in range(fixed.rides_start[start], fixed.rides_start[start + 1]):
            cost, key, left = states.cost[state], states.key[state], states.left[state]
            stamp = ride + state * len(fixed.ride_start)
            for place in range(fixed.ride_start[ride], fixed.ride_start[ride + 1]):
                square = fixed.ends[place]
                for at in range(fixed.visited_start[square], fixed.visited_start[square + 1]):
                    target = fixed.visited[at]
                    if children.marks[target] != stamp and not _has(states.seen, state, target):
                        children.marks[target] = stamp
                        cost -= fixed.weights[target]
                        key ^= fixed.keys[target]
                        left -= 1
                if not _may_end(fixed, states, state, square, left, moves_left):
                    continue
                children.cost[filled] = cost + fixed.noise * random_fraction(random)
                children.key[filled] = key ^ fixed.keys[targets + square]
                if fixed.once:
                    children.key[filled] ^= fixed.keys[targets + squares + square]
                children.parent[filled] = state
                children.ride[filled] = ride
                children.place[filled] = place
                filled += 1
    return filled


@njit(**INLINE)
def _build(fixed, states, children, child, built, row):
    """Write a child's state into a row of the level that is built."""
    parent = children.parent[child]
    for word in range(states.seen.shape[1]):
        built.seen[row, word] = states.seen[parent, word]
    for word in range(states.stood.shape[1]):
        built.stood[row, word] = states.stood[parent, word]
    built.left[row] = states.left[parent]
    built.cost[row] = states.cost[parent]
    built.key[row] = states.key[parent]
    built.parent[row] = parent
    for place in range(fixed.ride_start[children.ride[child]], children.place[child] + 1):
        _see(fixed, built, row, fixed.ends[place])
    _stand(fixed, built, row, fixed.ends[children.place[child]])


@cached(kernels)
@njit(**KERNEL)
def build(fixed, states, children, chosen, built, filled, table):
    """Build the states of chosen children, each once, behind those that are `filled`.

    Returns how many are then, as many as there is room for. `table` holds the keys of those
    built, with 0 for an empty place; its length is a power of two, and more than there are rows.
    """
    mask = np.uint64(len(table) - 1)
    for at in range(len(chosen)):
        if filled == len(built.square):
            break
        key = children.key[chosen[at]] | ONE
        place = key & mask
        while table[place] != 0 and table[place] != key:
            place = (place + ONE) & mask
        if table[place] == 0:
            table[place] = key
            _build(fixed, states, children, chosen[at], built, filled)
            filled += 1
    return filled
