"""The kernel that anneals a path move by move, with a penalty for missing targets.

A path of k moves costs k, plus `missing` for every unvisited target and for an invalid end. A step
replaces a square of the path, inserts one, removes one, or reverses a stretch. Consecutive squares
must be a move apart::

    ... p(i-1)   p(i)   p(i+1) ...        replace, insert, remove at i
    ... p(i-1)  [p(i) ... p(j)]  p(j+1)   reverse

The kernel suits pieces with many moves, such as the queen, which seldom need intermediate squares.

docs/methods/tour.md explains the search.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from rookery.compiled.arrays import Int32s, Int64s, UInt8s, UInt64s
from rookery.compiled.kernels import inlined, kernel, random_below, random_fraction

NOWHERE = -1  # no square

LENGTH, LEFT, BEST = range(3)  # indices of `PathState.state`

REPLACE, INSERT, REMOVE, REVERSE, CHANGES = range(5)  # kinds of changes, and their number


class PathTables(NamedTuple):
    """Constant tables; squares are numbered from 0."""

    near: UInt8s  # [from, to] whether a move leads there
    ends_start: Int32s  # [square] into ends
    ends: Int32s  # ends of moves
    visited_start: Int32s  # [square] into visited
    visited: Int32s  # targets visited on each square
    goal: UInt8s  # [square] whether the path may end there
    missing: float  # penalty of an unvisited target, in moves


class PathState(NamedTuple):
    """The state of the annealing."""

    squares: Int32s  # [position]
    best: Int32s  # [position]
    times: Int32s  # [target] number of visits
    state: Int64s
    random: UInt64s  # state of the generator


@inlined
def _remove_visits(tables, path, square):
    """Remove a square's visits; return the number of targets newly missing."""
    new = 0
    for at in range(tables.visited_start[square], tables.visited_start[square + 1]):
        target = tables.visited[at]
        path.times[target] -= 1
        if path.times[target] == 0:
            new += 1
    return new


@inlined
def _add_visits(tables, path, square):
    """Add a square's visits; return the number of targets no longer missing."""
    new = 0
    for at in range(tables.visited_start[square], tables.visited_start[square + 1]):
        target = tables.visited[at]
        if path.times[target] == 0:
            new += 1
        path.times[target] += 1
    return new


@inlined
def _end_of_move(tables, path, square):
    """Return the end of a random move, or NOWHERE."""
    begin, end = tables.ends_start[square], tables.ends_start[square + 1]
    if begin == end:
        return NOWHERE
    return tables.ends[begin + random_below(path.random, end - begin)]


@inlined
def _accepted(path, worse, heat):
    return worse <= 0 or random_fraction(path.random) < math.exp(-worse / heat)


@inlined
def _misses_goal(tables, square):
    return 0 if tables.goal[square] else 1


@inlined
def _change(tables, path, place, leaves, new, heat):
    """Try to replace the square at a position, if it `leaves`, by a new one, unless NOWHERE."""
    squares, last, onward = path.squares, path.state[LENGTH], place + leaves
    tail = squares[place - 1] if new == NOWHERE else new
    worse = ending = 0
    if onward > last:
        ending = _misses_goal(tables, tail) - _misses_goal(tables, squares[last])
    elif not tables.near[tail, squares[onward]]:
        return
    old = squares[place] if leaves else NOWHERE
    if old != NOWHERE:
        worse += _remove_visits(tables, path, old)
    if new != NOWHERE:
        worse -= _add_visits(tables, path, new)
    longer = (new != NOWHERE) - leaves
    if _accepted(path, longer + tables.missing * (worse + ending), heat):
        if longer > 0:
            for at in range(last, place - 1, -1):
                squares[at + 1] = squares[at]
        elif longer < 0:
            for at in range(place, last):
                squares[at] = squares[at + 1]
        if new != NOWHERE:
            squares[place] = new
        path.state[LENGTH] = last + longer
        path.state[LEFT] += worse
    else:
        if new != NOWHERE:
            _remove_visits(tables, path, new)
        if old != NOWHERE:
            _add_visits(tables, path, old)


@inlined
def _edit(tables, path, kind, heat):
    """Try to replace, insert or remove a square at a random position."""
    last, new = path.state[LENGTH], NOWHERE
    if (kind == INSERT and last + 2 > len(path.squares)) or (kind == REMOVE and last < 2):
        return
    place = 1 + random_below(path.random, last + (kind == INSERT))
    if kind != REMOVE:
        new = _end_of_move(tables, path, path.squares[place - 1])
        if new == NOWHERE:
            return
    _change(tables, path, place, int(kind != INSERT), new, heat)


@inlined
def _reverse(tables, path, heat):
    squares, last = path.squares, path.state[LENGTH]
    if last < 2:
        return
    low = 1 + random_below(path.random, last - 1)
    high = low + 1 + random_below(path.random, last - low)
    if not tables.near[squares[low - 1], squares[high]]:
        return
    for at in range(low, high):
        if not tables.near[squares[at + 1], squares[at]]:
            return
    ending = 0
    if high == last:
        ending = _misses_goal(tables, squares[low]) - _misses_goal(tables, squares[high])
    elif not tables.near[squares[low], squares[high + 1]]:
        return
    if _accepted(path, tables.missing * ending, heat):
        while low < high:
            squares[low], squares[high] = squares[high], squares[low]
            low += 1
            high -= 1


@kernel
def anneal_path(tables, path, steps, hot, cold):
    """Try changes of the path while the temperature falls linearly from `hot` to `cold`."""
    for step in range(steps):
        heat = hot + (cold - hot) * step / steps
        change = random_below(path.random, CHANGES)
        if change == REVERSE:
            _reverse(tables, path, heat)
        else:
            _edit(tables, path, change, heat)
        last = path.state[LENGTH]
        if path.state[LEFT] == 0 and last < path.state[BEST] and tables.goal[path.squares[last]]:
            path.state[BEST] = last
            for at in range(last + 1):
                path.best[at] = path.squares[at]
