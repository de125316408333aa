"""Kernels of the search: distances in moves, and annealing of the order of the targets.

A tour is represented by an *order* of the targets, which begins with the start, a target of one
square whose number is the last. A dynamic program over the order finds its
cheapest walk through one square of each target's group: ``forward[p, s]`` is the least number of
moves from the start to square s of the group at position p, and ``backward[p, s]`` the least from
there to the end. A step changes the order between positions i and j. The cost of the candidate is
that of the walk from ``forward[i - 1]`` through the changed positions to ``backward[j + 1]``::

    forward --> i - 1 | i  (changed)  j | j + 1 <-- backward

No shortest tour is lost: it is the cheapest walk of the order in which it visits the targets.

docs/methods/tour.md explains the search.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import Int32s, Int64s, UInt64s
from rookery.compiled.kernels import inlined, kernel, random_below, random_fraction

FAR = 1 << 20  # moves between squares without a path; above the moves of any tour
LONGEST_SPAN = 40  # positions changed by a step, at most
LONGEST_SHIFT = 3  # targets moved together by a step, at most

COST, BEST = range(2)  # indices of `Order.cost`


class OrderTables(NamedTuple):
    """Constant tables; squares are numbered like the indices of `distance`."""

    distance: Int32s  # [from, to] in moves, or FAR
    first: Int32s  # [target] into square
    square: Int32s  # squares of each target's group
    to_goal: Int32s  # [square] moves to the nearest goal square


class Order(NamedTuple):
    """The state of the annealing; position 0 is the start."""

    order: Int32s  # [position] target
    candidate: Int32s  # [position] target
    best: Int32s  # [position] target
    forward: Int32s  # [position, square of the group]
    backward: Int32s  # [position, square of the group]
    here: Int32s  # [square of a group]
    there: Int32s  # [square of a group]
    cost: Int64s
    random: UInt64s  # state of the generator


@kernel
def all_distances(ends_start, ends, queue, distance):
    """Write the moves between all squares, by a breadth-first search from each."""
    for source in range(len(distance)):
        row = distance[source]
        row[:] = FAR
        row[source] = 0
        queue[0] = source
        head, tail = 0, 1
        while head < tail:
            square = queue[head]
            head += 1
            for at in range(ends_start[square], ends_start[square + 1]):
                end = ends[at]
                if row[end] == FAR:
                    row[end] = row[square] + 1
                    queue[tail] = end
                    tail += 1


@inlined
def _step(tables, distance, target, costs, onward, reached):
    """Write the costs at the group `onward`, given those at `target`, in either direction."""
    first, begin = tables.first[target], tables.first[onward]
    for there in range(begin, tables.first[onward + 1]):
        least = np.int32(FAR)
        for at in range(first, tables.first[target + 1]):
            cost = costs[at - first] + distance[tables.square[at], tables.square[there]]
            least = min(least, cost)
        reached[there - begin] = least


@inlined
def _update_tables(tables, order, low, high):
    """Recompute `forward` from position `low` on and `backward` from `high` down."""
    last = len(order.order) - 1
    forth, back = tables.distance, tables.distance.T
    for position in range(low, last + 1):
        before, costs = order.order[position - 1], order.forward[position - 1]
        _step(tables, forth, before, costs, order.order[position], order.forward[position])
    for position in range(high, -1, -1):
        target = order.order[position]
        if position == last:
            for at in range(tables.first[target], tables.first[target + 1]):
                here = at - tables.first[target]
                order.backward[last, here] = tables.to_goal[tables.square[at]]
        else:
            after, costs = order.order[position + 1], order.backward[position + 1]
            _step(tables, back, after, costs, target, order.backward[position])


@inlined
def _candidate_cost(tables, order, low, high):
    """Return the cost of the walk with `candidate` in place of `order` from `low` to `high`."""
    here, there = order.here, order.there
    before, target = order.order[low - 1], order.candidate[low]
    _step(tables, tables.distance, before, order.forward[low - 1], target, here)
    for position in range(low + 1, high + 1):
        onward = order.candidate[position]
        _step(tables, tables.distance, target, here, onward, there)
        here, there = there, here
        target = onward
    if high + 1 < len(order.order):
        onward = order.order[high + 1]
        _step(tables, tables.distance, target, here, onward, there)
        least = np.int64(FAR)
        for slot in range(tables.first[onward + 1] - tables.first[onward]):
            cost = np.int64(there[slot]) + order.backward[high + 1, slot]
            least = min(least, cost)
        return least
    least = np.int64(FAR)
    for at in range(tables.first[target], tables.first[target + 1]):
        cost = np.int64(here[at - tables.first[target]]) + tables.to_goal[tables.square[at]]
        least = min(least, cost)
    return least


@inlined
def _write_candidate(order, low, high, kind, shift):
    """Write the order from `low` to `high` reversed, or rotated to the left or to the right."""
    length = high - low + 1
    for offset in range(length):
        if kind == 0:
            place = length - 1 - offset
        elif kind == 1:
            place = (offset + shift) % length
        else:
            place = (offset + length - shift) % length
        order.candidate[low + offset] = order.order[low + place]


@inlined
def _copy(source, target):
    for position in range(len(source)):
        target[position] = source[position]


@kernel
def begin(tables, order):
    """Fill the tables for the current order, and make it the best."""
    order.forward[0, 0] = 0
    _update_tables(tables, order, 1, len(order.order) - 1)
    order.cost[COST] = order.cost[BEST] = order.backward[0, 0]
    _copy(order.order, order.best)


@kernel
def anneal(tables, order, steps, hot, cold):
    """Try changes of the order while the temperature falls linearly from `hot` to `cold`.

    A change reverses a stretch (2-opt), or moves up to three targets to its other end (or-opt).
    """
    last = len(order.order) - 1
    if last < 2:
        return
    for step in range(steps):
        low = 1 + random_below(order.random, last - 1)
        high = min(last, low + 1 + random_below(order.random, LONGEST_SPAN))
        kind = random_below(order.random, 3)
        shift = 1 + random_below(order.random, min(LONGEST_SHIFT, high - low))
        _write_candidate(order, low, high, kind, shift)
        cost = _candidate_cost(tables, order, low, high)
        worse = cost - order.cost[COST]
        if worse > 0:
            heat = hot + (cold - hot) * step / steps
            if random_fraction(order.random) >= math.exp(-worse / heat):
                continue
        for position in range(low, high + 1):
            order.order[position] = order.candidate[position]
        _update_tables(tables, order, low, high)
        order.cost[COST] = cost
        if cost < order.cost[BEST]:
            order.cost[BEST] = cost
            _copy(order.order, order.best)


@kernel
def choose_squares(tables, order, squares):
    """Write the squares of the best order's walk, one per position; refill its tables."""
    _copy(order.best, order.order)
    order.cost[COST] = order.cost[BEST]
    _update_tables(tables, order, 1, len(order.order) - 1)
    square = squares[0] = tables.square[tables.first[order.order[0]]]
    for position in range(1, len(order.order)):
        target = order.order[position]
        least = np.int64(2 * FAR)
        chosen = square
        for at in range(tables.first[target], tables.first[target + 1]):
            there = tables.square[at]
            slot = at - tables.first[target]
            cost = np.int64(tables.distance[square, there]) + order.backward[position, slot]
            if cost < least:
                least = cost
                chosen = there
        squares[position] = chosen
        square = chosen
