"""Integer bounds of the branch-and-bound kernel; floating point only proposes the duals.

The duals of rows and diagonals are rounded to integers, and every column contributes the least
loss of its open squares against them. If the program is infeasible, its duals are moved far along
the ray that proves it, then rounded, so integers prove this too.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rookery.heaviest.branching.branch_state import BRANCH_PART, HUGE, NONE
from rookery.heaviest.branching.simplex_kernel import copy_open

MOST_SHIFT = float(1 << 48)  # largest rounded dual; sums with losses do not overflow


@njit(**BRANCH_PART)
def write_dual_shifts(squares, levels, level, ray, distance, scratch):
    """Write the rounded duals of the level's tableau, moved along a ray, minus the root's."""
    shift, cut_dual = scratch.shift, scratch.cut_dual
    entries, nonbasic = levels.entries[level], levels.nonbasic[level]
    is_open, many, lines = levels.open[level], squares.loss.size, squares.idle.size
    cost = entries.shape[0] - 1
    for line in range(lines):
        shift[line] = -squares.idle[line]
    cut_dual[:] = 0
    for column in range(levels.width[level]):
        line = nonbasic[column] - many
        if line >= 0:
            dual = entries[cost, column]
            if ray != NONE:
                dual += distance * entries[ray, column]
            if line < lines:
                shift[line] = _dual_shift(squares, is_open, line, dual)
            else:
                cut_dual[line - lines] = _cut_dual(squares, dual)
    if ray != NONE and levels.basic[level, ray] >= many:
        line = levels.basic[level, ray] - many
        if line < lines:
            shift[line] = _dual_shift(squares, is_open, line, distance)
        else:
            cut_dual[line - lines] = _cut_dual(squares, distance)


@njit(**BRANCH_PART)
def _dual_shift(squares, is_open, line, dual):
    """Return a rounded dual minus the root's; the dual is nonnegative if the line may be idle."""
    rounded = _integer_dual(dual, squares.scale)
    if is_open[squares.loss.size + line]:
        rounded = max(rounded, 0)
    return rounded - squares.idle[line]


@njit(**BRANCH_PART)
def _cut_dual(squares, dual):
    """Return the rounded dual of a cut; the tableau divides its row by the board's area."""
    area = squares.n * squares.n
    return min(max(_integer_dual(dual, squares.scale / area), 0), np.int64(MOST_SHIFT) // area)


@njit(**BRANCH_PART)
def _integer_dual(dual, scale):
    """Return a dual as an integer: NaN becomes 0, and large values are clipped."""
    # Safe, because any duals give a valid bound.
    value = dual * scale
    if value >= MOST_SHIFT:
        return np.int64(MOST_SHIFT)
    if value <= -MOST_SHIFT:
        return np.int64(-MOST_SHIFT)
    return np.int64(0) if np.isnan(value) else np.int64(value)


@njit(**BRANCH_PART)
def bound_of(squares, is_open, scratch):
    """Return an integer lower bound on the loss of placements on open squares; HUGE if none exists.

    A placement pays the shifted losses of its squares and the shifted duals of its idle
    diagonals, which are nonnegative where a line may be idle. The shifts of all lines and the
    right-hand sides of the cuts are subtracted.
    """
    n, least = squares.n, scratch.least
    for column in range(n):
        least[column] = HUGE
        scratch.choices[column] = 0
    for square in range(squares.loss.size):
        if is_open[square]:
            column = squares.lines[square, 0]
            least[column] = min(least[column], _loss_beyond(squares, square, scratch))
            scratch.choices[column] += 1
    total = 0
    for column in range(n):
        if least[column] == HUGE:
            return HUGE
        total += least[column]
    for line in range(n, squares.idle.size):
        total -= scratch.shift[line]
    for cut in range(squares.sides.size):
        total -= scratch.cut_dual[cut] * squares.sides[cut]
    return total


@njit(**BRANCH_PART)
def _loss_beyond(squares, square, scratch):
    """Return the loss of a square plus the shifts of its row, diagonals and cuts."""
    lines, shift, in_cuts = squares.lines, scratch.shift, 0
    for cut in range(squares.sides.size):
        in_cuts += scratch.cut_dual[cut] * squares.cuts[cut, square]
    return (
        in_cuts
        + squares.loss[square]
        + shift[lines[square, 1]]
        + shift[lines[square, 2]]
        + shift[lines[square, 3]]
    )


@njit(**BRANCH_PART)
def close_by_reduced_cost(squares, levels, level, bound, limit, scratch):
    """Close the squares and slacks whose reduced cost raises the bound above the limit."""
    is_open, closed, many = levels.open[level], 0, squares.loss.size
    for line in range(2 * squares.n, squares.idle.size):
        if bound + squares.idle[line] + scratch.shift[line] > limit:
            is_open[many + line] = False
    for square in range(many):
        if is_open[square]:
            column = squares.lines[square, 0]
            more = _loss_beyond(squares, square, scratch) - scratch.least[column]
            if bound + more > limit:
                is_open[square] = False
                scratch.choices[column] -= 1
                closed += 1
    if closed:
        entries, nonbasic = levels.entries[level], levels.nonbasic[level]
        width = levels.width[level]
        levels.width[level] = copy_open(entries, nonbasic, width, is_open, many, entries, nonbasic)
