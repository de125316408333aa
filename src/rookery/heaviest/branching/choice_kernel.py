"""The branching rule of the branch-and-bound kernel, and placements from integral solutions.

See `branch_state` for the tableau, and docs/methods/heaviest.md for the method.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rookery.heaviest.branching.branch_state import (
    BRANCH_PART,
    FOUND,
    NO_RATIO,
    NONE,
    OPTIMAL,
    PIVOTAL,
    attack,
    copy,
)

INTEGRAL = 1e-6  # distance from 0 or 1 of an integral value, at most
MOST_PENALTY = 1e6  # penalty of a branch, at most
LEAST_PENALTY = 1e-6  # penalty of a branch on a square, at least
LEAST_IDLE_PENALTY = 1e-1  # penalty of a branch on a diagonal; decides if squares cost nothing


@njit(**BRANCH_PART)
def branching_variable(squares, levels, level, state, scratch, tally, step):
    """Return the square or slack to branch on; NONE if the node holds no further placement."""
    is_open, choices = levels.open[level], scratch.choices
    widest = np.argmax(choices)
    if state == OPTIMAL or choices[widest] == 1:
        _read_solution(squares, levels, level, scratch)
        branch = NONE
        if choices[widest] > 1:
            branch = _fractional(squares, levels, level, scratch)
        if branch != NONE:
            return branch
        _record_placement(squares, is_open, scratch, tally, step)
        if choices[widest] == 1:
            return NONE
    else:
        scratch.share[:] = 0.0
    chosen = NONE
    for square in range(squares.loss.size):
        if is_open[square] and squares.lines[square, 0] == widest:
            if chosen == NONE or scratch.share[square] > scratch.share[chosen]:
                chosen = square
    return chosen


@njit(**BRANCH_PART)
def _read_solution(squares, levels, level, scratch):
    """Write every square's value, and the cost of closing it bounded by its best pivot."""
    # The penalties are those of N. J. Driebeek, Management Science 12, 1966.
    entries, basic = levels.entries[level], levels.basic[level]
    width, many = levels.width[level], squares.loss.size
    scratch.share[:] = 0.0
    scratch.penalty[:] = 0.0
    scratch.closing[:] = 0.0
    for row in range(basic.size):
        square, value = basic[row], entries[row, width]
        if square < many and value > INTEGRAL:
            penalty = min(value * _least_ratio(levels, level, row, 1.0), MOST_PENALTY)
            scratch.share[square] = value
            scratch.penalty[square] = penalty
            for way in range(4):
                scratch.closing[squares.lines[square, way]] += penalty


@njit(**BRANCH_PART)
def _least_ratio(levels, level, row, sign):
    """Return the least cost per unit by which a basic variable falls (`sign` 1) or rises (-1)."""
    entries, nonbasic, is_open = levels.entries[level], levels.nonbasic[level], levels.open[level]
    line, costs, least = entries[row], entries[entries.shape[0] - 1], NO_RATIO
    for column in range(levels.width[level]):
        pivot = sign * line[column]
        if pivot > PIVOTAL and is_open[nonbasic[column]]:
            least = min(least, max(costs[column], 0.0) / pivot)
    return least


@njit(**BRANCH_PART)
def _fractional(squares, levels, level, scratch):
    """Return the fractional variable with the greatest product of penalties, or NONE."""
    # A queen on a square closes the squares it attacks, and an idle diagonal closes its squares.
    # The sum of their penalties estimates the cost of the branch.
    entries, basic, is_open = levels.entries[level], levels.basic[level], levels.open[level]
    width, many = levels.width[level], squares.loss.size
    closing, penalty = scratch.closing, scratch.penalty
    chosen, best = NONE, 0.0
    for row in range(basic.size):
        variable, value = basic[row], entries[row, width]
        is_cut = variable >= many + squares.idle.size
        if is_cut or not is_open[variable] or value <= INTEGRAL or value >= 1.0 - INTEGRAL:
            continue
        if variable < many:
            if scratch.choices[squares.lines[variable, 0]] == 1:
                continue
            least, zero, one = LEAST_PENALTY, penalty[variable], -4.0 * penalty[variable]
            for way in range(4):
                one += closing[squares.lines[variable, way]]
        else:
            least = LEAST_IDLE_PENALTY * (1.0 + _share_of_duals(squares, variable - many))
            zero = value * _least_ratio(levels, level, row, 1.0)
            one = (1.0 - value) * _least_ratio(levels, level, row, -1.0)
            one = max(one, closing[variable - many])
        score = max(min(zero, MOST_PENALTY), least) * max(min(one, MOST_PENALTY), least)
        if score > best:
            chosen, best = variable, score
    return chosen


@njit(**BRANCH_PART)
def _share_of_duals(squares, line):
    """Return the fraction of the total dual held by the diagonals parallel to this one."""
    first, diagonals = 2 * squares.n, 2 * squares.n - 1
    rising, falling = 1.0, 1.0
    for other in range(first, first + diagonals):
        rising += squares.idle[other]
        falling += squares.idle[other + diagonals]
    return (rising if line < first + diagonals else falling) / (rising + falling)


@njit(**BRANCH_PART)
def _record_placement(squares, is_open, scratch, tally, step):
    """Record the placement of each column's greatest value if it is legal and within the limit."""
    n, chosen = squares.n, scratch.chosen
    chosen[:] = NONE
    for square in range(squares.loss.size):
        if is_open[square]:
            column = squares.lines[square, 0]
            best = chosen[column]
            if best == NONE or scratch.share[square] > scratch.share[best]:
                chosen[column] = square
    loss = 0
    for line in range(2 * n, squares.idle.size):
        loss += squares.idle[line]
    for column in range(n):
        square = chosen[column]
        loss += squares.loss[square]
        loss -= squares.idle[squares.lines[square, 2]] + squares.idle[squares.lines[square, 3]]
        for before in range(column):
            if attack(squares, square, chosen[before]):
                return
    if loss <= tally.limit[0]:
        number = tally.counts[FOUND]
        copy(chosen, tally.found[number])
        tally.found_loss[number] = loss
        tally.counts[FOUND] = number + 1
        tally.limit[0] = min(tally.limit[0], loss - step)
