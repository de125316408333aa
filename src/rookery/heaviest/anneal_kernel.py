"""The annealing kernel: one queen per row and column, with prices on diagonal conflicts.

A move swaps the rows of two columns' queens. A placement costs the prices of its squares plus,
for every diagonal, the diagonal's price for each queen beyond the first::

    columns  0 1 2 3        0 and 2 swapped
    row 0    . . Q .        Q . . .          rising diagonal   row + column
    row 1    Q . . .   ->   . . Q .          falling diagonal  row - column + n - 1
    row 2    . . . Q        . . . Q
    row 3    . Q . .        . Q . .

docs/methods/heaviest.md explains the search that it starts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from rookery.compiled.arrays import Float64s, Int64s, UInt64s
from rookery.compiled.kernels import INLINE, kernel_with, random_bits

FAST = {"reassoc", "contract", "arcp", "nsz"}  # costs may be infinite
inlined = njit(**INLINE, fastmath=FAST)

COOL_EVERY = 256  # moves between two changes of the temperature
BITS = 26  # bits of a random word that choose a column
HALF_WORD = np.uint64((1 << BITS) - 1)
PATIENCE_BITS = 12  # bits of a random word that choose an entry of PATIENCE
# Quantiles of the exponential distribution: the cost increases accepted at temperature 1.
PATIENCE = -np.log((np.arange(1 << PATIENCE_BITS) + 0.5) / (1 << PATIENCE_BITS))


class Anneal(NamedTuple):
    """The state of an annealing run.

    Diagonals are numbered by row + column and row - column + n - 1.
    """

    price: Float64s  # [column, row]
    barred: Int64s  # [column, row] 1 where no queen may stand
    rising: Float64s  # [diagonal] price of a queen beyond the first
    falling: Float64s  # [diagonal]
    rows: Int64s  # [column] row of its queen
    on_rising: Int64s  # [diagonal] queens
    on_falling: Int64s  # [diagonal]
    best: Int64s  # [column] the cheapest legal placement so far
    cost: Float64s  # [2] of the current squares, and of `best`
    faults: Int64s  # [1] queens beyond the first on diagonals, and on barred squares
    random: UInt64s  # [1]


@inlined
def _take(state, column, row):
    """Remove a queen from its diagonals; return the cost saved and the faults removed."""
    up, down = row + column, row - column + state.rows.size - 1
    cost, faults = 0.0, state.barred[column, row]
    state.on_rising[up] -= 1
    if state.on_rising[up]:
        cost += state.rising[up]
        faults += 1
    state.on_falling[down] -= 1
    if state.on_falling[down]:
        cost += state.falling[down]
        faults += 1
    return cost, faults


@inlined
def _put(state, column, row):
    """Put a queen on its diagonals; return the cost and the faults added."""
    up, down = row + column, row - column + state.rows.size - 1
    cost, faults = 0.0, state.barred[column, row]
    if state.on_rising[up]:
        cost += state.rising[up]
        faults += 1
    state.on_rising[up] += 1
    if state.on_falling[down]:
        cost += state.falling[down]
        faults += 1
    state.on_falling[down] += 1
    return cost, faults


@inlined
def _conflicts(state, column, row):
    """Return an upper bound on the cost saved by removing a queen from its diagonals."""
    up, down = row + column, row - column + state.rows.size - 1
    cost = 0.0
    if state.on_rising[up] > 1:
        cost += state.rising[up]
    if state.on_falling[down] > 1:
        cost += state.falling[down]
    return cost


@inlined
def _keep(state):
    if state.faults[0] == 0 and state.cost[0] < state.cost[1]:
        state.cost[1] = state.cost[0]
        for column in range(state.rows.size):
            state.best[column] = state.rows[column]


@kernel_with(fastmath=FAST)
def anneal(state, moves, hot, cold):
    """Try moves while the temperature, in the unit of the prices, falls from `hot` to `cold`."""
    n = state.rows.size
    cooling = (cold / hot) ** (COOL_EVERY / moves)
    heat = hot / cooling
    _keep(state)
    for move in range(moves):
        if move % COOL_EVERY == 0:
            heat *= cooling
        word = random_bits(state.random)
        left = np.int64((word & HALF_WORD) * np.uint64(n) >> np.uint64(BITS))
        right = np.int64((word >> np.uint64(BITS) & HALF_WORD) * np.uint64(n) >> np.uint64(BITS))
        if left == right:
            continue
        above, below = state.rows[left], state.rows[right]
        price = state.price
        more = price[left, below] + price[right, above] - price[left, above] - price[right, below]
        allowed = heat * PATIENCE[word >> np.uint64(64 - PATIENCE_BITS)]
        if more > allowed + _conflicts(state, left, above) + _conflicts(state, right, below):
            continue
        gone_left, faults_left = _take(state, left, above)
        gone_right, faults_right = _take(state, right, below)
        come_left, faulty_left = _put(state, left, below)
        come_right, faulty_right = _put(state, right, above)
        paid = come_left + come_right - gone_left - gone_right
        if more + paid <= allowed:
            state.rows[left], state.rows[right] = below, above
            state.cost[0] += more
            state.faults[0] += faulty_left + faulty_right - faults_left - faults_right
            _keep(state)
        else:
            _take(state, left, below)
            _take(state, right, above)
            _put(state, left, above)
            _put(state, right, below)
