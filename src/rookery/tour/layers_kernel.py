"""Kernels of the breadth-first layers of a tour, with bitsets in 64-bit words.

Row s of a layer holds, for square s, one bit per set m of missing targets: bit m % 64 of word
m // 64. Targets numbered 6 or more select the word, and lower targets the place within it::

    m   =  8 7 6 | 5 4 3 2 1 0       of 9 targets
           word    place in it

Only words that changed in the previous layer have something new to propagate: layers grow in blocks
of words that fit the cache, and only *active* rows move.

docs/methods/tour.md explains the method.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import Int32s, Int64s, UInt8s, UInt64s
from rookery.compiled.kernels import inlined, kernel

LOW_TARGETS = 6  # targets that select a bit within a word
PLACES = (1 << LOW_TARGETS) - 1  # mask of the place within a word
BLOCK = 32  # words of a row that grow together: 16 KiB for the squares of a chessboard

GROWN, NEXT_BLOCK, CHANGED, IDLE = range(4)  # indices of `LayerStore.state`
STATES = 4  # length of `LayerStore.state`
GROWING, REACHED, STUCK, FULL = range(4)  # return values of `grow`

# The places of a word that lack each low target.
LACKING = np.array(
    [sum(1 << place for place in range(64) if not place >> target & 1) for target in range(6)],
    dtype=np.uint64,
)


class LayerTables(NamedTuple):
    """Constant tables of the moves and of the targets visited on each square.

    Squares are numbered as in `rookery.tour.moves`; only reachable squares have meaningful rows.
    """

    squares: Int32s  # the reachable squares, in order
    run_start: Int32s  # [run] into run_square
    run_square: Int32s
    jump_start: Int32s  # [square] into jump_square; empty without jumps
    jump_square: Int32s
    goal: Int32s  # squares that may be the last
    visited: Int64s  # [square] targets visited there, as bits
    start: int
    missing: int  # targets missing at the start, as bits


class LayerStore(NamedTuple):
    """The layers, and the working arrays of their growth."""

    layers: UInt64s  # [layer, square, word]
    changed: UInt8s  # [layer, square, block] whether the previous layer differs
    arriving: UInt64s  # [square, word of a block]
    active: UInt8s  # [square] whether its arriving block is new
    touched: UInt8s  # [square] whether the block received bits
    gathered: UInt64s  # [word of a block]
    state: Int64s


@inlined
def _has(row, missing):
    """Return whether a row holds a set of missing targets."""
    return (row[missing >> LOW_TARGETS] >> np.uint64(missing & PLACES)) & np.uint64(1) != 0


@inlined
def _arrive(source, visited, first, arriving, count):
    """Write a block of a square's arriving row."""
    high = visited >> LOW_TARGETS
    for word in range(count):
        arriving[word] = source[(first + word) & ~high]
    for target in range(LOW_TARGETS):
        if visited >> target & 1:
            lacking, shift = LACKING[target], np.uint64(1 << target)
            for word in range(count):
                bits = arriving[word] & lacking
                arriving[word] = bits | (bits << shift)


@inlined
def _arrive_all(tables, store, number, first, count):
    """Write the arriving blocks of the active squares; return whether any square is active."""
    standing, changed = store.layers[number - 1], store.changed[number - 1]
    some = False
    for square in tables.squares:
        visited = tables.visited[square]
        new = changed[square, (first & ~(visited >> LOW_TARGETS)) // BLOCK] != 0
        store.active[square] = new
        store.touched[square] = 0
        if new:
            some = True
            _arrive(standing[square], visited, first, store.arriving[square], count)
    return some


@inlined
def _move(tables, store, target, first, count):
    """OR the arriving blocks of active squares into the rows that move there."""
    arriving, active, gathered = store.arriving, store.active, store.gathered
    for run in range(len(tables.run_start) - 1):
        begin, end = tables.run_start[run], tables.run_start[run + 1]
        some = False
        for at in range(begin, end):
            square = tables.run_square[at]
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
                square = tables.run_square[at]
                row = target[square]
                store.touched[square] = 1
                for word in range(count):
                    row[first + word] |= gathered[word]
    if len(tables.jump_start):
        for square in tables.squares:
            row = target[square]
            for at in range(tables.jump_start[square], tables.jump_start[square + 1]):
                end_square = tables.jump_square[at]
                if active[end_square]:
                    store.touched[square] = 1
                    end_row = arriving[end_square]
                    for word in range(count):
                        row[first + word] |= end_row[word]


@inlined
def _grow_block(tables, store, number, first, count):
    """Write a block of layer `number`; return whether it differs from the previous layer."""
    before, target = store.layers[number - 1], store.layers[number]
    for square in tables.squares:
        for word in range(first, first + count):
            target[square, word] = before[square, word]
    if _arrive_all(tables, store, number, first, count):
        _move(tables, store, target, first, count)
    some = False
    for square in tables.squares:
        differs = np.uint64(0)
        if store.touched[square]:
            for word in range(first, first + count):
                differs |= target[square, word] ^ before[square, word]
        store.changed[number, square, first // BLOCK] = differs != 0
        some |= differs != 0
    return some


@inlined
def _leads_into(tables, layer):
    """Return whether a first move leads to a state that a layer holds."""
    square, missing = tables.start, tables.missing
    for run in range(len(tables.run_start) - 1):
        begin, end = tables.run_start[run], tables.run_start[run + 1]
        on_run = False
        for at in range(begin, end):
            on_run |= tables.run_square[at] == square
        if on_run:
            for at in range(begin, end):
                other = tables.run_square[at]
                if other != square and _has(layer[other], missing & ~tables.visited[other]):
                    return True
    if len(tables.jump_start):
        for at in range(tables.jump_start[square], tables.jump_start[square + 1]):
            other = tables.jump_square[at]
            if _has(layer[other], missing & ~tables.visited[other]):
                return True
    return False


@kernel
def grow(tables, store, most, blocks):
    """Grow up to `blocks` blocks of layers, to `most` layers in all.

    Return GROWING, REACHED (a move of the start leads into the last layer), STUCK (no later layer
    holds more) or FULL.
    """
    layers, state = store.layers, store.state
    words = layers.shape[2]
    if state[GROWN] == 0:  # layer 0: no target missing on the goal squares
        for square in tables.squares:
            layers[0, square] = np.uint64(0)
            store.changed[0, square] = 0
        for square in tables.goal:
            layers[0, square, 0] = np.uint64(1)
            store.changed[0, square, 0] = 1
        state[GROWN] = 1
    while True:
        if state[NEXT_BLOCK] == 0:
            if _leads_into(tables, layers[state[GROWN] - 1]):
                return REACHED
            if state[IDLE]:
                return STUCK
            if state[GROWN] >= most:
                return FULL
        if blocks <= 0:
            return GROWING
        blocks -= 1
        first = state[NEXT_BLOCK] * BLOCK
        count = min(BLOCK, words - first)
        if count == BLOCK:  # a constant count lets the compiler unroll the loops over words
            state[CHANGED] |= _grow_block(tables, store, state[GROWN], first, BLOCK)
        else:
            state[CHANGED] |= _grow_block(tables, store, state[GROWN], first, count)
        state[NEXT_BLOCK] += 1
        if first + count == words:
            state[IDLE] = not state[CHANGED]
            state[GROWN] += 1
            state[NEXT_BLOCK] = state[CHANGED] = 0
