"""Re-optimisation of a few neighbouring pieces, by depth-first search under the true rules.

The search removes the pieces of a *window*. It branches on the candidates of the uncovered target
that has the fewest, in order of reduced cost. The duals of the uncovered targets estimate the cost
of covering them, so a branch ends as soon as cost plus estimate exceed the limit. A window takes
some microseconds (large neighbourhood search: P. Shaw, CP 1998).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.compiled import bits, kernels
from rookery.compiled.kept import cached
from rookery.compiled.kernels import random_below, random_fraction
from rookery.cover.annealing import anneal_kernel, anneal_state, changes_kernel
from rookery.cover.annealing.anneal_kernel import aims_at, keep, rarest
from rookery.cover.annealing.anneal_state import (
    CHANGES,
    COST,
    EMPTY,
    FAST_INLINE,
    FAST_KERNEL,
    PLACED,
    UNCOVERED,
)
from rookery.cover.annealing.changes_kernel import change_covers, set_square

if TYPE_CHECKING:
    from rookery.cover.annealing.anneal_state import Floats, Ints

DEEPEST = 10
MOST_NODES = 300
LINE_SQUARES, LINE_STEP = 3.0, 0.25  # squares, plus step * distance: limit of distances on a line
BLUR = 2.0  # squares of random noise in distances
NO_DEARER = 0.25  # tolerance in comparisons of integer costs
TAKE_OFF, LOOK, BRANCH, PUT_BACK = range(4)


class Window(NamedTuple):
    """The removed pieces of a window, and the branches of the search."""

    off_square: Ints  # [piece taken off]
    off_kind: Ints  # [piece taken off]
    target: Ints  # [depth] the target to be covered
    entry: Ints  # [depth] into Rules.of_target: the candidate to be tried next
    square: Ints  # [depth] of the piece that covers it, or EMPTY
    kind: Ints  # [depth]
    distance: Floats  # [piece placed]


def window_of(squares: int) -> Window:
    """Return the arrays for windows on a board with a number of squares."""
    return Window(
        off_square=np.zeros(squares, dtype=np.int64),
        off_kind=np.zeros(squares, dtype=np.int64),
        target=np.zeros(DEEPEST, dtype=np.int64),
        entry=np.zeros(DEEPEST, dtype=np.int64),
        square=np.zeros(DEEPEST, dtype=np.int64),
        kind=np.zeros(DEEPEST, dtype=np.int64),
        distance=np.zeros(squares),
    )


@njit(**FAST_INLINE)
def _choose_window(rules, state, window, size):
    """List at most `size` pieces, a random one and its nearest; return their number."""
    count = state.tally[PLACED]
    size = min(size, count)
    centre = random_below(state.random, count)
    row, column = divmod(state.placed[centre], rules.columns)
    for place in range(count):
        other_row, other_column = divmod(state.placed[place], rules.columns)
        down, right = abs(other_row - row), abs(other_column - column)
        distance = float(max(down, right))
        if down * right * (down - right) == 0:
            distance = min(distance, LINE_SQUARES + LINE_STEP * distance)
        window.distance[place] = distance + BLUR * random_fraction(state.random)
    window.distance[centre] = -1.0
    for piece in range(size):
        nearest = 0
        for place in range(1, count):
            if window.distance[place] < window.distance[nearest]:
                nearest = place
        window.distance[nearest] = np.inf
        window.off_square[piece] = state.placed[nearest]
        window.off_kind[piece] = state.kind_on[state.placed[nearest]]
    return size


@njit(**FAST_INLINE)
def _still_to_pay(rules, state):
    """Return the sum of the duals of the uncovered targets."""
    worth = 0.0
    for entry in range(state.tally[UNCOVERED]):
        worth += rules.worth[state.uncovered[entry]]
    return worth


@njit(**FAST_INLINE)
def _rise(rules, state, candidate):
    """Return a candidate's cost minus the duals of the uncovered targets that it can cover."""
    rise = rules.price[rules.kind[candidate]]
    for entry in range(state.tally[UNCOVERED]):
        target = state.uncovered[entry]
        if aims_at(rules, candidate, target):
            rise -= rules.worth[target]
    return rise


@njit(**FAST_INLINE)
def _next_candidate(rules, state, window, node, room):
    """Return the next candidate of a branch that fits, or -1 for none.

    `room` is how much cost plus duals may rise. The piece at the window's centre does not return to
    its square, so the search finds a different cover.
    """
    end = rules.of_target_start[window.target[node] + 1]
    while window.entry[node] < end:
        candidate = rules.of_target[window.entry[node]]
        if rules.reduced[candidate] > room:  # sorted: later candidates cost at least as much
            return -1
        window.entry[node] += 1
        square, kind = rules.square[candidate], rules.kind[candidate]
        if state.kind_on[square] != EMPTY or state.number[kind] >= rules.stock[kind]:
            continue
        if square == window.off_square[0] and kind == window.off_kind[0]:
            continue
        if _rise(rules, state, candidate) <= room:
            return candidate
    return -1


@njit(**FAST_INLINE)
def _branch_on(rules, state, window, node):
    """Begin a branch for the uncovered target with the fewest candidates."""
    target = rarest(rules, state, state.tally[UNCOVERED])
    window.target[node], window.square[node] = target, EMPTY
    window.entry[node] = rules.of_target_start[target]


@njit(**FAST_INLINE)
def _solve(rules, state, window, size, limit):
    """Search for a cover without the window's pieces; return whether it costs at most `limit`.

    On success the new cover is on the board, otherwise the old one.
    """
    depth = taken = nodes = 0
    phase = TAKE_OFF
    while True:  # the only exchange is at the end of the loop, which keeps compiling short
        square, kind, comes = np.int64(EMPTY), np.int64(0), 0
        if phase == TAKE_OFF:
            if taken < size:
                square, kind = window.off_square[taken], window.off_kind[taken]
                taken += 1
            else:
                phase = LOOK
        if phase == LOOK:
            cost, uncovered = state.energy[COST], state.tally[UNCOVERED]
            if uncovered == 0:
                if cost <= limit and state.tally[PLACED] > 0:
                    return True
            elif depth < DEEPEST and cost + _still_to_pay(rules, state) <= limit:
                _branch_on(rules, state, window, depth)
                depth += 1
            phase = BRANCH
        if phase == BRANCH:
            node = depth - 1
            if depth == 0:
                phase = PUT_BACK
            elif window.square[node] != EMPTY:
                square, kind = window.square[node], window.kind[node]
                window.square[node] = EMPTY
            else:
                room = limit - state.energy[COST] - _still_to_pay(rules, state)
                candidate = np.int64(-1)
                if nodes < MOST_NODES:
                    candidate = np.int64(_next_candidate(rules, state, window, node, room))
                if candidate < 0:
                    depth -= 1
                    continue
                nodes += 1
                square, kind = np.int64(rules.square[candidate]), np.int64(rules.kind[candidate])
                window.square[node], window.kind[node] = square, kind
                comes, phase = 1, LOOK
        if phase == PUT_BACK:
            if taken == 0:
                return False
            taken -= 1
            square, kind, comes = window.off_square[taken], window.off_kind[taken], 1
        state.tally[CHANGES] = 0
        change_covers(rules, state, square, kind, comes)
        set_square(rules, state, square, kind, comes)


@cached(bits, kernels, anneal_state, changes_kernel, anneal_kernel)
@njit(**FAST_KERNEL)
def go_back(rules, state):
    """Restore the best cover on the board."""
    for comes in range(2):
        for square in range(len(state.kind_on)):
            kind = state.best[square] if comes else state.kind_on[square]
            if state.kind_on[square] != state.best[square] and kind != EMPTY:
                state.tally[CHANGES] = 0
                change_covers(rules, state, np.int64(square), np.int64(kind), comes)
                set_square(rules, state, np.int64(square), np.int64(kind), comes)


@cached(bits, kernels, anneal_state, changes_kernel, anneal_kernel)
@njit(**FAST_KERNEL)
def solve_windows(rules, state, window, number, smallest, largest):
    """Solve `number` windows of random sizes from `smallest` to `largest`, starting at a cover.

    The cover changes whenever its cost does not rise.
    """
    for _ in range(number):
        size = smallest + random_below(state.random, largest - smallest + 1)
        size = _choose_window(rules, state, window, size)
        if _solve(rules, state, window, size, state.energy[COST] + NO_DEARER):
            keep(state)
