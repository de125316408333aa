"""The kernels of the layers of a tour: sets of missing targets as bits of 64-bit words.

Row s of a layer holds, for square s, one bit for each set m of missing targets, bit m % 64 of
word m // 64, so that a target of number 6 or more is a bit of the word's index, and one of a
lower number a bit of the place within the word::

    m   =  8 7 6 | 5 4 3 2 1 0       of 9 targets
           word    place in it

*Visiting* (see `rookery.tour.layers`): what is good enough with m missing before the mover
arrives is what is good enough with m less the targets visited there. So word w of the
arriving row is the standing row's word w less the high bits visited, and within a word the bits
of places that lack a low target are copied to the places that have it.

*Moving* ORs whole rows, word by word: a layer grows in blocks of words that stay in the cache.
Layers hold more and more, so a block of a row that did not change in the layer before has
nothing new to pass on: only *active* rows move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.compiled import kernels
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Shorts = NDArray[np.int32]
    Bits = NDArray[np.uint64]
    Flags = NDArray[np.uint8]


LOW_TARGETS = 6
PLACES = (1 << LOW_TARGETS) - 1
BLOCK = 32
"""So many words of every row grow at a time: 16 KiB for the squares of a chessboard."""

NOWHERE = -1

# places in `Growth.state`
GROWN, NEXT_BLOCK, CHANGED, IDLE = range(4)
STATES = 4
# what `grow` returns
GOES_ON, REACHED, STUCK, FULL = range(4)

LACKING = np.array(
    [sum(1 << place for place in range(64) if not place >> target & 1) for target in range(6)],
    dtype=np.uint64,
)
"""For each low target the places of a word that lack it."""


class Field(NamedTuple):
    """What does not change: the moves, and what is visited from where.

    Squares have their numbers of `rookery.tour.moves`; only those that can be reached have
    rows that mean anything.
    """

    squares: Shorts  # the reached squares, in order
    run_start: Shorts  # [run] into run_square
    run_square: Shorts
    jump_start: Shorts  # [square] into jump_square; empty when there are no jumps
    jump_square: Shorts
    goal: Shorts  # the squares that may be the last
    visited: Ints  # [square] the targets visited there, as bits
    cost: Ints  # [square] of arriving there, in layers, at least 1
    start: int
    missing: int  # at the start, as bits


class Growth(NamedTuple):
    """What changes as layers grow."""

    layers: Bits  # [layer modulo those kept, square, word]
    changed: Flags  # [layer modulo those kept, square, block] from the layer before
    arriving: Bits  # [square, word of a block]
    active: Flags  # [square] whether its arriving block has anything new
    touched: Flags  # [square] whether the block got anything
    gathered: Bits  # [word of a block]
    state: Ints


@njit(**INLINE)
def _has(row, missing):
    """Return whether a row holds a set of missing targets."""
    return (row[missing >> LOW_TARGETS] >> np.uint64(missing & PLACES)) & np.uint64(1) != 0


@njit(**INLINE)
def _arrive(source, visited, first, arriving, count):
    """Write a block of the arriving row of a square."""
    high = visited >> LOW_TARGETS
    for word in range(count):
        arriving[word] = source[(first + word) & ~high]
    for target in range(LOW_TARGETS):
        if visited >> target & 1:
            lacking, shift = LACKING[target], np.uint64(1 << target)
            for word in range(count):
                bits = arriving[word] & lacking
                arriving[word] = bits | (bits << shift)


@njit(**INLINE)
def _arrive_all(field, growth, number, first, count):
    """Write the arriving blocks of the squares that have anything new; tell which they are."""
    layers, kept = growth.layers, len(growth.layers)
    some = False
    for square in field.squares:
        arrived = number - field.cost[square]
        visited = field.visited[square]
        block = (first & ~(visited >> LOW_TARGETS)) // BLOCK
        new = arrived >= 0 and growth.changed[arrived % kept, square, block] != 0
        growth.active[square] = new
        growth.touched[square] = 0
        if new:
            some = True
            _arrive(layers[arrived % kept, square], visited, first, growth.arriving[square], count)
    return some


@njit(**INLINE)
def _move(field, growth, target, first, count):
    """Add to a block of every row what is good enough after a move to an active square."""
    arriving, active, gathered = growth.arriving, growth.active, growth.gathered
    for run in range(len(field.run_start) - 1):
        begin, end = field.run_start[run], field.run_start[run + 1]
        some = False
        for at in range(begin, end):
            square = field.run_square[at]
            if active[square]:
                row = arriving[square]
                if some:
                    for word in range(count):
                        gathered[word] |= row[word]
                else:
                    for word in range(count):
                        gathered[word] = row[word]
                    some = True
        if some:
            for at in range(begin, end):
                square = field.run_square[at]
                row = target[square]
                growth.touched[square] = 1
                for word in range(count):
                    row[first + word] |= gathered[word]
    if len(field.jump_start):
        for square in field.squares:
            row = target[square]
            for at in range(field.jump_start[square], field.jump_start[square + 1]):
                end_square = field.jump_square[at]
                if active[end_square]:
                    growth.touched[square] = 1
                    end_row = arriving[end_square]
                    for word in range(count):
                        row[first + word] |= end_row[word]


@njit(**INLINE)
def _grow_block(field, growth, number, first, count):
    """Write a block of layer `number`; return whether it differs from the layer before."""
    kept = len(growth.layers)
    before, target = growth.layers[(number - 1) % kept], growth.layers[number % kept]
    for square in field.squares:
        for word in range(first, first + count):
            target[square, word] = before[square, word]
    if _arrive_all(field, growth, number, first, count):
        _move(field, growth, target, first, count)
    some = False
    for square in field.squares:
        differs = np.uint64(0)
        if growth.touched[square]:
            for word in range(first, first + count):
                differs |= target[square, word] ^ before[square, word]
        growth.changed[number % kept, square, first // BLOCK] = differs != 0
        some |= differs != 0
    return some


@njit(**INLINE)
def _next(field, layer, square, missing):
    """Return the first square that a move leads to from which a layer is enough, or NOWHERE."""
    best = NOWHERE
    for run in range(len(field.run_start) - 1):
        begin, end = field.run_start[run], field.run_start[run + 1]
        on_run = False
        for at in range(begin, end):
            on_run |= field.run_square[at] == square
        if on_run:
            for at in range(begin, end):
                other = field.run_square[at]
                if (
                    other != square
                    and (best == NOWHERE or other < best)
                    and _has(layer[other], missing & ~field.visited[other])
                ):
                    best = other
    if len(field.jump_start):
        for at in range(field.jump_start[square], field.jump_start[square + 1]):
            other = field.jump_square[at]
            if (best == NOWHERE or other < best) and _has(
                layer[other], missing & ~field.visited[other]
            ):
                best = other
    return best


@njit(**INLINE)
def _begin(field, growth):
    """Write layer 0: nothing missing on the goal squares."""
    for square in field.squares:
        growth.layers[0, square] = np.uint64(0)
        growth.changed[0, square] = 0
    for square in field.goal:
        growth.layers[0, square, 0] = np.uint64(1)
        growth.changed[0, square, 0] = 1
    growth.state[GROWN] = 1


@cached(kernels)
@njit(**KERNEL)
def grow(field, growth, most, blocks, priced):
    """Grow layers block by block.

    Parameters
    ----------
    field, growth
        The tour and its layers so far.
    most
        Layers there may be in all.
    blocks
        To grow before it returns.
    priced
        The greatest cost of an arrival where costs differ: then a layer reaches the start when
        it holds it. Else 0: a layer reaches the start when a move from there leads into it.

    Returns
    -------
    int
        GOES_ON, REACHED (by the last layer), STUCK (no layer to come holds more) or FULL.
    """
    layers, state = growth.layers, growth.state
    kept, words = len(layers), layers.shape[2]
    if state[GROWN] == 0:
        _begin(field, growth)
    while True:
        if state[NEXT_BLOCK] == 0:
            last = layers[(state[GROWN] - 1) % kept]
            if priced:
                reached = _has(last[field.start], field.missing)
            else:
                reached = _next(field, last, field.start, field.missing) != NOWHERE
            if reached:
                return REACHED
            if state[IDLE] >= max(priced, 1):
                return STUCK
            if state[GROWN] >= most:
                return FULL
        if blocks <= 0:
            return GOES_ON
        blocks -= 1
        first = state[NEXT_BLOCK] * BLOCK
        count = min(BLOCK, words - first)
        if count == BLOCK:  # known to the compiler, which unrolls the loops over words
            state[CHANGED] |= _grow_block(field, growth, state[GROWN], first, BLOCK)
        else:
            state[CHANGED] |= _grow_block(field, growth, state[GROWN], first, count)
        state[NEXT_BLOCK] += 1
        if first + count == words:
            state[IDLE] = 0 if state[CHANGED] else state[IDLE] + 1
            state[GROWN] += 1
            state[NEXT_BLOCK] = state[CHANGED] = 0


@cached(kernels)
@njit(**KERNEL)
def walk(field, growth, path):
    """Write the first of the shortest tours, when the layers hold one.

    `path` has a place for every square of a shortest tour.
    """
    square, missing = field.start, field.missing
    path[0] = square
    for step in range(1, len(path)):
        square = _next(field, growth.layers[len(path) - 1 - step], square, missing)
        missing &= ~field.visited[square]
        path[step] = square
