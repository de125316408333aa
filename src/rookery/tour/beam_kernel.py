"""Kernels of the beam search for tours: expansion of a level, and selection of the next.

A state is the piece's square and the set of targets seen; with `once` also the set of squares
stood on. Its cost is the sum of the weights of the unseen targets. A state has a child for every
square of every ride. Walking along the ride subtracts the weights of the targets that it passes::

    state   ride . . . o . o .      a child at each square; o is an unseen target
            cost 9 9 9 7 7 4 4

Most children are never built: only their costs and keys are stored until the best are known.

docs/methods/tour.md explains the search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import Float32s, Int32s, Int64s, UInt64s
from rookery.compiled.kernels import inlined, kernel, random_fraction

WORD_BITS = 6  # low bits of an index that select a bit within a word
BIT_MASK = 63  # mask of these low bits
ONE = np.uint64(1)


class BeamTables(NamedTuple):
    """Constant tables of a run; squares are numbered from 0 without gaps."""

    rides_start: Int32s  # [square] into ride_start
    ride_start: Int32s  # [ride] into ends
    ends: Int32s  # squares of rides, nearest first
    visited_start: Int32s  # [square] into visited
    visited: Int32s  # targets visited on each square
    to_goal: Int32s  # [square] lower bound on the moves to a valid end
    weights: Float32s  # [target]
    keys: UInt64s  # random keys of targets, of current squares, and of squares stood on
    noise: float  # random addition to a cost, at most
    once: bool  # whether no square may be repeated
    home: int  # start of a closed tour, which it repeats at its end; else NOWHERE


class States(NamedTuple):
    """The states of a level, the cheapest first."""

    square: Int32s
    seen: UInt64s  # [state, word] bits of targets
    stood: UInt64s  # [state, word] bits of squares; no words without `once`
    left: Int32s  # number of unseen targets
    cost: Float32s
    key: UInt64s  # hash of the targets seen and the squares stood on
    parent: Int32s  # index in the previous level


class Children(NamedTuple):
    """The children of a level's states, in order of the states."""

    cost: Float32s
    key: UInt64s  # hash of the whole state
    parent: Int32s
    ride: Int32s
    place: Int32s  # index of its last square in `ends`
    marks: Int64s  # [target] the last ride that saw it, or -1


@inlined
def _has(words, row, bit):
    return (words[row, bit >> WORD_BITS] >> np.uint64(bit & BIT_MASK)) & ONE != 0


@inlined
def _add(words, row, bit):
    words[row, bit >> WORD_BITS] |= ONE << np.uint64(bit & BIT_MASK)


@inlined
def _may_end(tables, states, state, square, left, moves_left):
    """Return whether a child may stand on a square, given the targets and moves left."""
    if max(tables.to_goal[square], 1 if left > 0 else 0) > moves_left:
        return False
    if tables.once and _has(states.stood, state, square):
        return left == 0 and square == tables.home
    return True


@inlined
def _see(tables, states, row, square):
    """Add the targets of a square to a state."""
    for at in range(tables.visited_start[square], tables.visited_start[square + 1]):
        target = tables.visited[at]
        if not _has(states.seen, row, target):
            _add(states.seen, row, target)
            states.cost[row] -= tables.weights[target]
            states.key[row] ^= tables.keys[target]
            states.left[row] -= 1


@inlined
def _stand(tables, states, row, square):
    """Move a state to a square."""
    states.square[row] = square
    if tables.once:
        _add(states.stood, row, square)
        states.key[row] ^= tables.keys[len(tables.weights) + len(tables.to_goal) + square]


@kernel
def begin(tables, starts, states):
    """Write the states of the first level, one per start, into zeroed arrays."""
    for row in range(len(starts)):
        for target in range(len(tables.weights)):
            states.cost[row] += tables.weights[target]
        states.left[row] = len(tables.weights)
        _see(tables, states, row, starts[row])
        _stand(tables, states, row, starts[row])


@kernel
def expand(tables, states, begin, end, children, filled, moves_left, random):
    """Append the children of states after the `filled` ones; return the new number.

    `moves_left` is the number of further moves that a child may make.
    """
    targets, squares = len(tables.weights), len(tables.to_goal)
    for state in range(begin, end):
        start = states.square[state]
        for ride in range(tables.rides_start[start], tables.rides_start[start + 1]):
            cost, key, left = states.cost[state], states.key[state], states.left[state]
            stamp = ride + state * len(tables.ride_start)
            for place in range(tables.ride_start[ride], tables.ride_start[ride + 1]):
                square = tables.ends[place]
                for at in range(tables.visited_start[square], tables.visited_start[square + 1]):
                    target = tables.visited[at]
                    if children.marks[target] != stamp and not _has(states.seen, state, target):
                        children.marks[target] = stamp
                        cost -= tables.weights[target]
                        key ^= tables.keys[target]
                        left -= 1
                if not _may_end(tables, states, state, square, left, moves_left):
                    continue
                children.cost[filled] = cost + tables.noise * random_fraction(random)
                children.key[filled] = key ^ tables.keys[targets + square]
                if tables.once:
                    children.key[filled] ^= tables.keys[targets + squares + square]
                children.parent[filled] = state
                children.ride[filled] = ride
                children.place[filled] = place
                filled += 1
    return filled


@inlined
def _build(tables, states, children, child, built, row):
    """Write a child's state into a row of the new level."""
    parent = children.parent[child]
    for word in range(states.seen.shape[1]):
        built.seen[row, word] = states.seen[parent, word]
    for word in range(states.stood.shape[1]):
        built.stood[row, word] = states.stood[parent, word]
    built.left[row] = states.left[parent]
    built.cost[row] = states.cost[parent]
    built.key[row] = states.key[parent]
    built.parent[row] = parent
    for place in range(tables.ride_start[children.ride[child]], children.place[child] + 1):
        _see(tables, built, row, tables.ends[place])
    _stand(tables, built, row, tables.ends[children.place[child]])


@kernel
def build(tables, states, children, chosen, built, filled, table):
    """Append the distinct states of chosen children after the `filled` ones.

    Return the new number, at most the number of rows. `table` is a hash table of the keys built,
    with 0 for an empty place; its length is a power of two above the number of rows.
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
            _build(tables, states, children, chosen[at], built, filled)
            filled += 1
    return filled
