"""Kernels of the ng-route relaxation: the richest walk of k moves, by dynamic programming.

A state (label) of a square is the set of visited targets among those remembered there, as bits
numbered per square. `onward` gives for each state and each step, a move or none, the targets
still remembered behind it::

    square s remembers   a  b  c        state 0b101: a and c are visited
    square e remembers   b  c  d        onward[s, 0b101, s -> e] = 0b010: e remembers c of these

The targets visited on a square are the first remembered there, so their bits are known.

docs/methods/tour.md explains the bound.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import Int32s, Int64s, UInt8s
from rookery.compiled.kernels import inlined, kernel

NONE = -1  # reward of an unreachable state


class RouteMoves(NamedTuple):
    """Constant tables of the moves; squares are numbered from 0."""

    start: int
    goal: UInt8s  # [square] whether a walk may end there
    first: Int32s  # [square] into end
    end: Int32s  # [step] its end
    visits: Int32s  # [square] number of targets visited there, the first remembered


class RouteMemory(NamedTuple):
    """The targets remembered on each square (the ng-sets), and the transitions they imply."""

    targets: Int32s  # [square, bit] target remembered
    place: Int32s  # [square, target] its bit, or NONE
    size: Int32s  # [square] number of targets remembered
    state: Int64s  # [square] number of its first state
    first: Int64s  # [square] into onward
    onward: Int32s  # [square, state, step of the square], flattened: targets still remembered


@kernel
def fill_onward(steps, memory):
    """Write the targets still remembered after each step from each state."""
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


@kernel
def fill_gains(steps, memory, rewards, gains):
    """Write the reward that a walk collects by arriving in each state of each square."""
    for square in range(len(memory.size)):
        for state in range(1 << memory.size[square]):
            gain = 0
            for bit in range(steps.visits[square]):
                if not state >> bit & 1:
                    gain += rewards[memory.targets[square, bit]]
            gains[memory.state[square] + state] = gain


@inlined
def _reward_of(memory, rewards, square, state):
    """Return the sum of the rewards of the targets in a state of a square."""
    total = 0
    for bit in range(memory.size[square]):
        if state >> bit & 1:
            total += rewards[memory.targets[square, bit]]
    return total


@inlined
def _drop_dominated(memory, rewards, square, states):
    """Remove the states dominated by the richest; return whether any state is reachable."""
    # Another state can gain at most the rewards of the targets that only the richest remembers.
    richest = 0
    for state in range(1, len(states)):
        if states[state] > states[richest]:
            richest = state
    if states[richest] == NONE:
        return False
    for state in range(len(states)):
        if state != richest and states[state] != NONE:
            more = _reward_of(memory, rewards, square, richest & ~state)
            if states[state] + more <= states[richest]:
                states[state] = NONE
    return True


@kernel
def extend_walks(steps, memory, rewards, gains, richest, begin, end):
    """Write the rewards of the richest walks of `begin` + 1 to `end` moves, state by state.

    If `begin` is 0, the state of the walk without moves is written first. Dominated states are
    removed.
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
            if not _drop_dominated(memory, rewards, square, states):
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


@kernel
def trace_back(steps, memory, gains, richest, path):
    """Write the squares of the richest walk to a goal; return its reward, or NONE."""
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


@inlined
def _before(steps, memory, gains, here, landing, place, reward):
    """Return a square and state whose step into the given state explains its reward."""
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
