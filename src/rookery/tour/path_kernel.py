"""The kernel that anneals a path move by move, where targets may be missing for a while.

A path of k moves costs k, and `missing` for every target that it does not visit and for not
ending where it may. A trial puts another square in place of one of its own, puts one between two,
takes one out, or reverses a stretch; squares that follow each other must be a move apart::

    ... p(i-1)   p(i)   p(i+1) ...        replace, put in, take out at i
    ... p(i-1)  [p(i) ... p(j)]  p(j+1)   reverse

It suits movers with many moves, such as the queen: they seldom need squares only to get on.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.compiled import kernels
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL, random_below, random_fraction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]
    Flags = NDArray[np.uint8]


NOWHERE = -1

# places in `Path.state`
LENGTH, LEFT, BEST = range(3)

REPLACE, PUT_IN, TAKE_OUT, REVERSE, TRIALS = range(5)


class Ground(NamedTuple):
    """What does not change; squares are numbered from 0."""

    near: Flags  # [from, to] whether a move leads there
    ends_start: Ints  # [square] into ends
    ends: Ints  # where moves lead
    visited_start: Ints  # [square] into visited
    visited: Ints  # the targets visited on each square
    goal: Flags  # [square] whether the path may end there
    missing: float  # the cost of a target that is not visited, in moves


class Path(NamedTuple):
    """What annealing changes."""

    squares: Ints  # [position]
    best: Ints  # [position]
    times: Ints  # [target] how often it is visited
    state: NDArray[np.int64]
    random: NDArray[np.uint64]  # state of the generator


@njit(**INLINE)
def _gone(ground, path, square):
    """Take a square's visits away; return how many targets are missing then that were not."""
    new = 0
    for at in range(ground.visited_start[square], ground.visited_start[square + 1]):
        target = ground.visited[at]
        path.times[target] -= 1
        if path.times[target] == 0:
            new += 1
    return new


@njit(**INLINE)
def _come(ground, path, square):
    """Add a square's visits; return how many targets are no longer missing."""
    found = 0
    for at in range(ground.visited_start[square], ground.visited_start[square + 1]):
        target = ground.visited[at]
        if path.times[target] == 0:
            found += 1
        path.times[target] += 1
    return found


@njit(**INLINE)
def _end_of_move(ground, path, square):
    """Return a random square that a move leads to, or NOWHERE."""
    begin, end = ground.ends_start[square], ground.ends_start[square + 1]
    if begin == end:
        return NOWHERE
    return ground.ends[begin + random_below(path.random, end - begin)]


@njit(**INLINE)
def _accepted(path, worse, heat):
    return worse <= 0 or random_fraction(path.random) < math.exp(-worse / heat)


@njit(**INLINE)
def _misses_goal(ground, square):
    return 0 if ground.goal[square] else 1


@njit(**INLINE)
def _replace(ground, path, heat):
    squares, last = path.squares, path.state[LENGTH]
    place = 1 + random_below(path.random, last)
    old = squares[place]
    new = _end_of_move(ground, path, squares[place - 1])
    if new == NOWHERE or new == old:  # noqa: PLR1714 - a kernel has no tuples of two types
        return
    if place < last and not ground.near[new, squares[place + 1]]:
        return
    worse = _gone(ground, path, old) - _come(ground, path, new)
    ending = 0
    if place == last:
        ending = _misses_goal(ground, new) - _misses_goal(ground, old)
    if _accepted(path, ground.missing * (worse + ending), heat):
        squares[place] = new
        path.state[LEFT] += worse
    else:
        _gone(ground, path, new)
        _come(ground, path, old)


@njit(**INLINE)
def _put_in(ground, path, heat):
    squares, last = path.squares, path.state[LENGTH]
    if last + 2 > len(squares):
        return
    place = 1 + random_below(path.random, last + 1)
    new = _end_of_move(ground, path, squares[place - 1])
    if new == NOWHERE or (place <= last and not ground.near[new, squares[place]]):
        return
    worse = -_come(ground, path, new)
    ending = 0
    if place > last:
        ending = _misses_goal(ground, new) - _misses_goal(ground, squares[last])
    if _accepted(path, 1 + ground.missing * (worse + ending), heat):
        for at in range(last, place - 1, -1):
            squares[at + 1] = squares[at]
        squares[place] = new
        path.state[LENGTH] = last + 1
        path.state[LEFT] += worse
    else:
        _gone(ground, path, new)


@njit(**INLINE)
def _take_out(ground, path, heat):
    squares, last = path.squares, path.state[LENGTH]
    if last < 2:
        return
    place = 1 + random_below(path.random, last)
    if place < last:
        before, after = squares[place - 1], squares[place + 1]
        if before == after or not ground.near[before, after]:
            return
    old = squares[place]
    worse = _gone(ground, path, old)
    ending = 0
    if place == last:
        ending = _misses_goal(ground, squares[last - 1]) - _misses_goal(ground, old)
    if _accepted(path, -1 + ground.missing * (worse + ending), heat):
        for at in range(place, last):
            squares[at] = squares[at + 1]
        path.state[LENGTH] = last - 1
        path.state[LEFT] += worse
    else:
        _come(ground, path, old)


@njit(**INLINE)
def _reverse(ground, path, heat):
    squares, last = path.squares, path.state[LENGTH]
    if last < 2:
        return
    low = 1 + random_below(path.random, last - 1)
    high = low + 1 + random_below(path.random, last - low)
    if not ground.near[squares[low - 1], squares[high]]:
        return
    for at in range(low, high):
        if not ground.near[squares[at + 1], squares[at]]:
            return
    ending = 0
    if high == last:
        ending = _misses_goal(ground, squares[low]) - _misses_goal(ground, squares[high])
    elif not ground.near[squares[low], squares[high + 1]]:
        return
    if _accepted(path, ground.missing * ending, heat):
        while low < high:
            squares[low], squares[high] = squares[high], squares[low]
            low += 1
            high -= 1


@cached(kernels)
@njit(**KERNEL)
def anneal_path(ground, path, steps, hot, cold):
    """Try changes of the path, as the temperature falls evenly from `hot` to `cold`."""
    for step in range(steps):
        heat = hot + (cold - hot) * step / steps
        trial = random_below(path.random, TRIALS)
        if trial == REPLACE:
            _replace(ground, path, heat)
        elif trial == PUT_IN:
            _put_in(ground, path, heat)
        elif trial == TAKE_OUT:
            _take_out(ground, path, heat)
        else:
            _reverse(ground, path, heat)
        last = path.state[LENGTH]
        if path.state[LEFT] == 0 and last < path.state[BEST] and ground.goal[path.squares[last]]:
            path.state[BEST] = last
            for at in range(last + 1):
                path.best[at] = path.squares[at]
