"""Dual simplex pivots that re-optimise the linear program of a node in its tableau.

The program changes only by closing variables, so the basis stays dual feasible. A basic variable
leaves if it is negative, or closed and not 0.
"""

from __future__ import annotations

from numba import njit

from rookery.heaviest.branching.branch_state import (
    ABOVE,
    BRANCH_PART,
    EFFORT,
    IMPOSSIBLE,
    NO_RATIO,
    NONE,
    OPTIMAL,
    PIVOTAL,
    PIVOTS,
    STALLED,
)

FEASIBLE = 1e-7  # infeasibility treated as 0
NOISE = 1e-5  # infeasibility treated as a rounding error if no pivot removes it
CLEAN = 1e-11  # tableau entry treated as a rounding error
MOST_PIVOTS = 2000  # pivots per node, at most


@njit(**BRANCH_PART)
def reoptimise(squares, levels, level, above, scratch, tally):
    """Pivot until the program is optimal or costs more than `above`.

    Return the outcome and, for IMPOSSIBLE, the row that proves it.
    """
    entries, basic = levels.entries[level], levels.basic[level]
    nonbasic, is_open = levels.nonbasic[level], levels.open[level]
    rows, many = basic.size, squares.loss.size
    tally.counts[EFFORT] += rows * levels.width[level]
    for _ in range(MOST_PIVOTS):
        width = levels.width[level]
        if -entries[rows, width] > above:
            return ABOVE, NONE
        row = _leaving(entries, basic, width, is_open)
        if row == NONE:
            return OPTIMAL, NONE
        column = _entering(entries, nonbasic, width, row, is_open)
        if column == NONE:
            if abs(entries[row, width]) > NOISE:
                return IMPOSSIBLE, row
            entries[row, width] = 0.0
            continue
        _pivot(entries, width, row, column, scratch.pivots)
        tally.counts[PIVOTS] += 1
        tally.counts[EFFORT] += rows * width
        leaver = basic[row]
        basic[row] = nonbasic[column]
        nonbasic[column] = leaver
        if leaver < many + squares.n and (leaver >= many or not is_open[leaver]):
            drop(levels, level, column)
    return STALLED, NONE


@njit(**BRANCH_PART)
def _leaving(entries, basic, width, is_open):
    """Return the row of the leaving variable by steepest edge; NONE if all are feasible."""
    # J. J. Forrest, D. Goldfarb, Steepest-edge simplex algorithms, Math. Programming 57, 1992.
    chosen, best = NONE, 0.0
    for row in range(basic.size):
        value = entries[row, width]
        if value < -FEASIBLE or (value > FEASIBLE and not is_open[basic[row]]):
            line = entries[row]
            norm = 1.0
            for column in range(width):
                norm += line[column] * line[column]
            if value * value > best * norm:
                best = value * value / norm
                chosen = row
    return chosen


@njit(**BRANCH_PART)
def _entering(entries, nonbasic, width, row, is_open):
    """Return the column with the least ratio of reduced cost to pivot, or NONE."""
    line, costs = entries[row], entries[entries.shape[0] - 1]
    sign = 1.0 if line[width] > 0 else -1.0
    chosen, least, largest = NONE, NO_RATIO, 0.0
    for column in range(width):
        pivot = sign * line[column]
        if pivot > PIVOTAL and is_open[nonbasic[column]]:
            ratio = max(costs[column], 0.0) / pivot
            if ratio < least - CLEAN or (ratio <= least + CLEAN and pivot > largest):
                least, largest, chosen = min(ratio, least), pivot, column
    return chosen


@njit(**BRANCH_PART)
def _pivot(entries, width, row, column, pivots):
    """Exchange the variables of a row and a column; `pivots` is working space for a row."""
    leaving = entries[row]  # separate arrays of rows show the compiler that they do not alias
    inverse = 1.0 / leaving[column]
    for k in range(width + 1):
        pivots[k] = leaving[k] * inverse
    pivots[column] = inverse
    for r in range(entries.shape[0]):
        line = entries[r]
        factor = line[column]
        if r == row or factor == 0.0:
            continue
        line[column] = 0.0
        if abs(factor) < CLEAN:
            continue
        for k in range(width + 1):
            line[k] -= factor * pivots[k]
    for k in range(width + 1):
        leaving[k] = pivots[k]


@njit(**BRANCH_PART)
def drop(levels, level, column):
    """Remove a column by moving the last column to its place."""
    entries, nonbasic = levels.entries[level], levels.nonbasic[level]
    last = levels.width[level] - 1
    nonbasic[column] = nonbasic[last]
    for row in range(entries.shape[0]):
        entries[row, column] = entries[row, last]
        entries[row, last] = entries[row, last + 1]
    levels.width[level] = last


@njit(**BRANCH_PART)
def copy_open(entries, nonbasic, width, is_open, many, to_entries, to_nonbasic):
    """Copy a tableau without the columns of closed squares; return its width."""
    rows, kept = entries.shape[0], 0
    for column in range(width):
        variable = nonbasic[column]
        if variable >= many or is_open[variable]:
            for row in range(rows):
                to_entries[row, kept] = entries[row, column]
            to_nonbasic[kept] = variable
            kept += 1
    for row in range(rows):
        to_entries[row, kept] = entries[row, width]
    return kept
