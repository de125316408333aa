"""A few neighbouring pieces of a cover chosen anew, by depth-first search under the true rules.

The pieces of a *window* are taken off. The search covers the target with fewest candidates by
each of them in turn, in order of reduced cost, and goes on with the targets left. What these are
worth by the duals of the bound is what covering them is expected to cost at least, so that a
branch ends as soon as the cover would be too dear. A window takes some microseconds
(large neighbourhood search: P. Shaw, CP 1998).
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
LINE_SQUARES, LINE_STEP = 3.0, 0.25  # distances on a line count as if it were shorter
BLUR = 2.0  # squares by which distances are changed at random
NO_DEARER = 0.25  # costs are integers
TAKE_OFF, LOOK, BRANCH, PUT_BACK = range(4)


class Window(NamedTuple):
    """The pieces of a window, and the branches of the search."""

    off_square: Ints  # [piece taken off]
    off_kind: Ints  # [piece taken off]
    target: Ints  # [depth] the target to be covered
    entry: Ints  # [depth] into Rules.of_target: the candidate to be tried next
    square: Ints  # [depth] of the piece that covers it, or EMPTY
    kind: Ints  # [depth]
    distance: Floats  # [piece placed]


def window_of(squares: int) -> Window:
    """Return the arrays for windows on a board of so many squares."""
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
    """Note so many pieces at most, a random one first and then those near it; return how many."""
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
    """Return what covering the uncovered targets is worth."""
    worth = 0.0
    for entry in range(state.tally[UNCOVERED]):
        worth += rules.worth[state.uncovered[entry]]
    return worth


@njit(**FAST_INLINE)
def _rise(rules, state, candidate):
    """Return its cost less the worth of the uncovered targets that it covers at best."""
    rise = rules.price[rules.kind[candidate]]
    for entry in range(state.tally[UNCOVERED]):
        target = state.uncovered[entry]
        if aims_at(rules, candidate, target):
            rise -= rules.worth[target]
    return rise


@njit(**FAST_INLINE)
def _next_candidate(rules, state, window, node, room):
    """Return the next candidate that fits for a branch, -1 for none.

    `room` is how much cost and worth may rise. The piece around which the window was chosen does
    not come back to its square, so that what is found is another cover.
    """
    end = rules.of_target_start[window.target[node] + 1]
    while window.entry[node] < end:
        candidate = rules.of_target[window.entry[node]]
        if rules.reduced[candidate] > room:  # those that follow cost as much or more
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
    """Begin a branch for the uncovered target that the fewest candidates may cover."""
    target = rarest(rules, state, state.tally[UNCOVERED])
    window.target[node], window.square[node] = target, EMPTY
    window.entry[node] = rules.of_target_start[target]


@njit(**FAST_INLINE)
def _solve(rules, state, window, size, limit):
    """Cover anew what the window's pieces cover; return whether for the limit at most.

    If so, that cover stands on the board, else what stood before.
    """
    depth = taken = nodes = 0
    phase = TAKE_OFF
    while True:  # every exchange is made at its end: one place to compile
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
    """Let the best cover stand on the board again."""
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
    """Solve windows of some pieces one after the other on a board with a cover.

    The cover changes whenever it gets no dearer. Windows are of all sizes between the two.
    """
    for _ in range(number):
        size = smallest + random_below(state.random, largest - smallest + 1)
        size = _choose_window(rules, state, window, size)
        if _solve(rules, state, window, size, state.energy[COST] + NO_DEARER):
            keep(state)
