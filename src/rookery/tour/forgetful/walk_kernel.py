"""The kernels of forgetful walks: the richest walk of so many moves, state by state.

A state of a square is a set of the targets remembered there, as bits, numbered on each square anew.
Onward tells for each state and each step, a move or none, what is still remembered behind it::

    square s remembers   a  b  c        state 0b101: a and c are visited
    square e remembers   b  c  d        onward[s, 0b101, s -> e] = 0b010: of these it knows c

The targets visited on a square are the first remembered there, so that their bits are known.
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

    Ints = NDArray[np.int32]
    Longs = NDArray[np.int64]

NONE = -1
"""In place of a reward: no walk leads there."""


class Steps(NamedTuple):
    """What does not change; squares are numbered from 0."""

    start: int
    goal: NDArray[np.uint8]  # [square] whether a walk may end there
    first: Ints  # [square] into end
    end: Ints  # [step] where it leads
    visits: Ints  # [square] how many targets are visited there, the first remembered


class Memory(NamedTuple):
    """What is remembered where."""

    targets: Ints  # [square, bit] the target remembered
    place: Ints  # [square, target] its bit, NONE when it is not remembered there
    size: Ints  # [square] how many are
    state: Longs  # [square] the number of its first state
    first: Longs  # [square] into onward
    onward: Ints  # [square, state, step of the square] what is still remembered, one after another


@cached(kernels)
@njit(**KERNEL)
def fill_onward(steps, memory):
    """Write for each step and state what is remembered behind it."""
    for square in range(len(memory.size)):
        begin, first = steps.first[square], memory.first[square]
        count = steps.first[square + 1] - begin
        for step in range(count):
            end = steps.end[begin + step]
            memory.onward[first + step] = 0
            for bit in range(memory.size[square]):
                place = memory.place[end, memory.targets[square, bit]]
                kept = 0 if place == NONE else 1 << place
                for state in range(1 << bit):
                    known = memory.onward[first + state * count + step] | kept
                    memory.onward[first + ((1 << bit) + state) * count + step] = known


@cached(kernels)
@njit(**KERNEL)
def fill_gains(steps, memory, rewards, gains):
    """Write for each state of each square what a walk collects by coming there."""
    for square in range(len(memory.size)):
        for state in range(1 << memory.size[square]):
            gain = 0
            for bit in range(steps.visits[square]):
                if not state >> bit & 1:
                    gain += rewards[memory.targets[square, bit]]
            gains[memory.state[square] + state] = gain


@njit(**INLINE)
def _worth_of(memory, rewards, square, state):
    """Return the rewards of the targets that a state of a square remembers."""
    worth = 0
    for bit in range(memory.size[square]):
        if state >> bit & 1:
            worth += rewards[memory.targets[square, bit]]
    return worth


@njit(**INLINE)
def _leave_out_dominated(memory, rewards, square, states):
    """Take out the states that are no better than the richest; return whether there are any.

    What only the richest remembers can be collected once more from another state, at most.
    """
    richest = 0
    for state in range(1, len(states)):
        if states[state] > states[richest]:
            richest = state
    if states[richest] == NONE:
        return False
    for state in range(len(states)):
        if state != richest and states[state] != NONE:
            more = _worth_of(memory, rewards, square, richest & ~state)
            if states[state] + more <= states[richest]:
                states[state] = NONE
    return True


@cached(kernels)
@njit(**KERNEL)
def walk_on(steps, memory, rewards, gains, richest, begin, end):
    """Write the rewards of the richest walks of `begin` + 1 to `end` moves, state by state.

    With `begin` 0 those of no move come first. States from which no walk goes on to collect more
    than from another are left out.
    """
    if begin == 0:
        richest[0, :] = NONE
        first = memory.state[steps.start]
        richest[0, first + (1 << steps.visits[steps.start]) - 1] = gains[first]
    for moves in range(begin, end):
        here, there = richest[moves], richest[moves + 1]
        there[:] = NONE
        for square in range(len(memory.size)):
            states = here[memory.state[square] : memory.state[square + 1]]
            if not _leave_out_dominated(memory, rewards, square, states):
                continue
            begin_step = steps.first[square]
            count = steps.first[square + 1] - begin_step
            for state in range(len(states)):
                if states[state] == NONE:
                    continue
                onward = memory.onward[memory.first[square] + state * count :]
                for step in range(count):
                    landing, known = steps.end[begin_step + step], onward[step]
                    first, visited = memory.state[landing], (1 << steps.visits[landing]) - 1
                    reward = states[state] + gains[first + known]
                    place = first + (known | visited)
                    there[place] = max(there[place], reward)


@cached(kernels)
@njit(**KERNEL)
def trace_back(steps, memory, gains, richest, path):
    """Write the squares of the richest walk to a goal; return its reward, NONE if there is none."""
    moves = len(path) - 1
    best, square, place = np.int32(NONE), 0, np.int64(0)
    for last in range(len(memory.size)):
        if steps.goal[last]:
            for state in range(memory.state[last], memory.state[last + 1]):
                if richest[moves, state] > best:
                    best, square, place = richest[moves, state], last, state
    if best == NONE:
        return best
    path[moves] = square
    for moves_before in range(moves - 1, -1, -1):
        reward = richest[moves_before + 1, place]
        square, place = _before(steps, memory, gains, richest[moves_before], square, place, reward)
        path[moves_before] = square
    return best


@njit(**INLINE)
def _before(steps, memory, gains, here, landing, place, reward):
    """Return a square, and its state, from which one step collects the reward of a state."""
    first, visited = memory.state[landing], (1 << steps.visits[landing]) - 1
    for square in range(len(memory.size)):
        count = steps.first[square + 1] - steps.first[square]
        for step in range(count):
            if steps.end[steps.first[square] + step] == landing:
                for state in range(1 << memory.size[square]):
                    before = memory.state[square] + state
                    known = memory.onward[memory.first[square] + state * count + step]
                    if (
                        here[before] != NONE
                        and first + (known | visited) == place
                        and here[before] + gains[first + known] == reward
                    ):
                        return square, before
    return NONE, np.int64(NONE)
