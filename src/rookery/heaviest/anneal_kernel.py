"""The annealing kernel: one queen a row and column, diagonals set right by a price.

A move lets the queens of two columns change rows. A placement costs its squares' prices and,
for every diagonal, the diagonal's price for each queen beyond the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.compiled import kernels
from rookery.compiled.kept import cached
from rookery.compiled.kernels import INLINE, KERNEL, random_bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

FAST = {"reassoc", "contract", "arcp", "nsz"}  # costs may be infinite
FAST_KERNEL = KERNEL | {"fastmath": FAST}
FAST_INLINE = INLINE | {"fastmath": FAST}

COOL_EVERY = 256
BITS = 26  # of a random word, for a column
HALF_WORD = np.uint64((1 << BITS) - 1)
PATIENCE_BITS = 12
# What a move may cost more at heat 1, equally likely each: exponentially distributed.
PATIENCE = -np.log((np.arange(1 << PATIENCE_BITS) + 0.5) / (1 << PATIENCE_BITS))


class Anneal(NamedTuple):
    """An annealing and where it stands.

    Diagonals are numbered by row + column and row - column + n - 1.
    """

    price: Floats  # [column, row]
    barred: Ints  # [column, row] 1 where no queen may stand
    rising: Floats  # [diagonal] price of a queen beyond the first
    falling: Floats  # [diagonal]
    rows: Ints  # [column] row of its queen
    on_rising: Ints  # [diagonal] queens
    on_falling: Ints  # [diagonal]
    best: Ints  # [column] the cheapest placement met without a fault
    cost: Floats  # [2] of the squares now, and of `best`
    faults: Ints  # [1] queens beyond the first on diagonals, and on barred squares
    random: NDArray[np.uint64]  # [1]


@njit(**FAST_INLINE)
def _take(state, column, row):
    """Take a queen off its diagonals; return what they cost less and the faults that go."""
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


@njit(**FAST_INLINE)
def _put(state, column, row):
    """Put a queen on its diagonals; return what they cost more and the faults that come."""
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


@njit(**FAST_INLINE)
def _conflicts(state, column, row):
    """Return at least what the diagonals of a queen cost less without it."""
    up, down = row + column, row - column + state.rows.size - 1
    cost = 0.0
    if state.on_rising[up] > 1:
        cost += state.rising[up]
    if state.on_falling[down] > 1:
        cost += state.falling[down]
    return cost


@njit(**FAST_INLINE)
def _keep(state):
    if state.faults[0] == 0 and state.cost[0] < state.cost[1]:
        state.cost[1] = state.cost[0]
        for column in range(state.rows.size):
            state.best[column] = state.rows[column]


@cached(kernels)
@njit(**FAST_KERNEL)
def anneal(state, moves, hot, cold):
    """Try moves while the temperature falls from `hot` to `cold`.

    Parameters
    ----------
    state : Anneal
    moves : int
    hot, cold : float
        In the unit of the prices, above 0.
    """
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
