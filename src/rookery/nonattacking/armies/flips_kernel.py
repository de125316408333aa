"""Annealing of peaceable armies: a step changes the colour of one line.

A square whose four lines are white can hold a white queen, one whose lines are black a black one.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from rookery.compiled.arrays import Int64s, UInt64s
from rookery.compiled.kernels import inlined, kernel, random_below, random_fraction

ALL_LINES = 4
LARGER = 0.25  # weight of a queen of the larger army; one of the smaller weighs 1


class Flips(NamedTuple):
    """Colours of all lines: rows, columns, rising and falling diagonals."""

    squares: Int64s  # [line, place] the open squares of a line
    many: Int64s  # [line] how many these are
    colour: Int64s  # [line] 1 is white
    white_lines: Int64s  # [square] how many of its lines are white
    armies: Int64s  # [2] black and white squares
    best: Int64s  # [line] the best colours so far
    best_size: Int64s  # [1]
    random: UInt64s  # [1]


@kernel
def flip(state, moves, hot, cold):
    """Try a number of flips while the temperature falls; keep the best colours met."""
    cooling = (cold / hot) ** (1.0 / moves)
    temperature = hot
    value = _value(state)
    for _ in range(moves):
        temperature *= cooling
        line = random_below(state.random, len(state.colour))
        _flip(state, line)
        after = _value(state)
        if after < value and random_fraction(state.random) >= math.exp(
            (after - value) / temperature
        ):
            _flip(state, line)
            continue
        value = after
        size = min(state.armies[0], state.armies[1])
        if size > state.best_size[0]:
            state.best_size[0] = size
            for other in range(len(state.colour)):
                state.best[other] = state.colour[other]


@inlined
def _value(state):
    black, white = state.armies[0], state.armies[1]
    return min(black, white) + LARGER * max(black, white)


@inlined
def _flip(state, line):
    """Give a line the other colour."""
    change = 1 - 2 * state.colour[line]
    state.colour[line] += change
    for place in range(state.many[line]):
        square = state.squares[line, place]
        before = state.white_lines[square]
        state.white_lines[square] = before + change
        if before == 0:
            state.armies[0] -= 1
        elif before == ALL_LINES:
            state.armies[1] -= 1
        if before + change == 0:
            state.armies[0] += 1
        elif before + change == ALL_LINES:
            state.armies[1] += 1
