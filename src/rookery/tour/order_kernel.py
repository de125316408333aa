"""Kernels of the search: distances in moves, and annealing of the order of the targets.

A tour is here an *order* of the targets. For an order the cheapest walk that stands on a square
of each target's group in turn is found exactly, target by target: ``forward[p, s]`` is the fewest
moves from the start to square s of the group at position p, ``backward[p, s]`` the fewest from
there to the end. A trial changes the order between positions i and j; its cost is that of the
walk from ``forward[i - 1]`` through the changed part to ``backward[j + 1]``::

    forward --> i - 1 | i  (changed)  j | j + 1 <-- backward

The tour that visits the targets first in a given order is never longer than that walk, and the
shortest tour is the walk of the order in which it visits them: nothing is lost.
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


FAR = 1 << 20
"""More moves than any tour has: no way there."""

LONGEST_SPAN = 40  # positions that a trial changes, at most
LONGEST_TURN = 3  # targets that a trial moves on together, at most

# places in `Order.cost`
COST, BEST = range(2)


class Groups(NamedTuple):
    """What does not change; squares are numbered as `distance` is."""

    distance: Ints  # [from, to] in moves, FAR where there is no way
    first: Ints  # [target] into square
    square: Ints  # the squares of each target's group
    to_goal: Ints  # [square] moves to the nearest goal square
    start: int


class Order(NamedTuple):
    """What annealing changes."""

    order: Ints  # [position] target
    trial: Ints  # [position] target
    best: Ints  # [position] target
    forward: Ints  # [position, square of the group]
    backward: Ints  # [position, square of the group]
    here: Ints  # [square of a group]
    there: Ints  # [square of a group]
    cost: NDArray[np.int64]
    random: NDArray[np.uint64]  # state of the generator


@cached(kernels)
@njit(**KERNEL)
def all_distances(ends_start, ends, queue, distance):
    """Write the moves from every square to every other, by a breadth-first search from each."""
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


@njit(**INLINE)
def _from_start(groups, target, costs):
    for at in range(groups.first[target], groups.first[target + 1]):
        costs[at - groups.first[target]] = groups.distance[groups.start, groups.square[at]]


@njit(**INLINE)
def _step(groups, distance, target, costs, onward, reached):
    """Write the costs at the group `onward` from those at the group `target`.

    With the distances transposed the walk goes backwards: costs to the end.
    """
    first, begin = groups.first[target], groups.first[onward]
    for there in range(begin, groups.first[onward + 1]):
        least = np.int32(FAR)
        for at in range(first, groups.first[target + 1]):
            cost = costs[at - first] + distance[groups.square[at], groups.square[there]]
            least = min(least, cost)
        reached[there - begin] = least


@njit(**INLINE)
def _refill(groups, order, low, high):
    """Recompute `forward` from position `low` on and `backward` from `high` down."""
    last = len(order.order) - 1
    forth, back = groups.distance, groups.distance.T
    for position in range(low, last + 1):
        target = order.order[position]
        if position == 0:
            _from_start(groups, target, order.forward[0])
        else:
            before, costs = order.order[position - 1], order.forward[position - 1]
            _step(groups, forth, before, costs, target, order.forward[position])
    for position in range(high, -1, -1):
        target = order.order[position]
        if position == last:
            for at in range(groups.first[target], groups.first[target + 1]):
                here = at - groups.first[target]
                order.backward[last, here] = groups.to_goal[groups.square[at]]
        else:
            after, costs = order.order[position + 1], order.backward[position + 1]
            _step(groups, back, after, costs, target, order.backward[position])


@njit(**INLINE)
def _joined(groups, order, position):
    """Return the cost of the walk, read off at a position."""
    target = order.order[position]
    least = np.int64(FAR)
    for slot in range(groups.first[target + 1] - groups.first[target]):
        cost = np.int64(order.forward[position, slot]) + order.backward[position, slot]
        least = min(least, cost)
    return least


@njit(**INLINE)
def _trial_cost(groups, order, low, high):
    """Return the cost of the walk with `trial` in place of `order` from `low` to `high`."""
    here, there = order.here, order.there
    target = order.trial[low]
    if low == 0:
        _from_start(groups, target, here)
    else:
        before = order.order[low - 1]
        _step(groups, groups.distance, before, order.forward[low - 1], target, here)
    for position in range(low + 1, high + 1):
        onward = order.trial[position]
        _step(groups, groups.distance, target, here, onward, there)
        here, there = there, here
        target = onward
    if high + 1 < len(order.order):
        onward = order.order[high + 1]
        _step(groups, groups.distance, target, here, onward, there)
        least = np.int64(FAR)
        for slot in range(groups.first[onward + 1] - groups.first[onward]):
            cost = np.int64(there[slot]) + order.backward[high + 1, slot]
            least = min(least, cost)
        return least
    least = np.int64(FAR)
    for at in range(groups.first[target], groups.first[target + 1]):
        cost = np.int64(here[at - groups.first[target]]) + groups.to_goal[groups.square[at]]
        least = min(least, cost)
    return least


@njit(**INLINE)
def _write_trial(order, low, high, kind, turn):
    """Write the order from `low` to `high` reversed, or turned to the left or to the right."""
    length = high - low + 1
    for offset in range(length):
        if kind == 0:
            place = length - 1 - offset
        elif kind == 1:
            place = (offset + turn) % length
        else:
            place = (offset + length - turn) % length
        order.trial[low + offset] = order.order[low + place]


@njit(**INLINE)
def _copy(source, target):
    for position in range(len(source)):
        target[position] = source[position]


@cached(kernels)
@njit(**KERNEL)
def begin(groups, order):
    """Fill the tables for the order as it stands, and take it as the best."""
    last = len(order.order) - 1
    _refill(groups, order, 0, last)
    order.cost[COST] = order.cost[BEST] = _joined(groups, order, 0)
    _copy(order.order, order.best)


@cached(kernels)
@njit(**KERNEL)
def anneal(groups, order, steps, hot, cold):
    """Try changes of the order, as the temperature falls evenly from `hot` to `cold`.

    A change reverses a stretch (2-opt) or moves up to three targets along one (or-opt).
    """
    targets = len(order.order)
    if targets < 2:
        return
    for step in range(steps):
        low = random_below(order.random, targets - 1)
        high = min(targets - 1, low + 1 + random_below(order.random, LONGEST_SPAN))
        kind = random_below(order.random, 3)
        turn = 1 + random_below(order.random, min(LONGEST_TURN, high - low))
        _write_trial(order, low, high, kind, turn)
        cost = _trial_cost(groups, order, low, high)
        worse = cost - order.cost[COST]
        if worse > 0:
            heat = hot + (cold - hot) * step / steps
            if random_fraction(order.random) >= math.exp(-worse / heat):
                continue
        for position in range(low, high + 1):
            order.order[position] = order.trial[position]
        _refill(groups, order, low, high)
        order.cost[COST] = cost
        if cost < order.cost[BEST]:
            order.cost[BEST] = cost
            _copy(order.order, order.best)


@cached(kernels)
@njit(**KERNEL)
def choose_squares(groups, order, squares):
    """Write the squares of the best order's walk, one for each position; refill its tables."""
    last = len(order.order) - 1
    _copy(order.best, order.order)
    order.cost[COST] = order.cost[BEST]
    _refill(groups, order, 0, last)
    square = groups.start
    for position in range(last + 1):
        target = order.order[position]
        least = np.int64(2 * FAR)
        chosen = square
        for at in range(groups.first[target], groups.first[target + 1]):
            there = groups.square[at]
            slot = at - groups.first[target]
            cost = np.int64(groups.distance[square, there]) + order.backward[position, slot]
            if cost < least:
                least = cost
                chosen = there
        squares[position] = chosen
        square = chosen
