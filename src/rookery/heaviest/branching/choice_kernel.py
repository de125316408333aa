"""Where the branch-and-bound kernel branches, and the placement of a whole solution."""

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

WHOLE = 1e-6  # a value so near to 0 or 1 is whole
MOST_PENALTY = 1e6
LEAST_PENALTY = 1e-6
LEAST_IDLE_PENALTY = 1e-1  # of diagonals: where squares cost nothing, these decide


@njit(**BRANCH_PART)
def branching_variable(squares, levels, level, state, scratch, tally, step):
    """Return the square or slack to branch on; NONE when the node holds no further placement."""
    is_open, choices = levels.open[level], scratch.choices
    widest = np.argmax(choices)
    if state == OPTIMAL or choices[widest] == 1:
        _read_solution(squares, levels, level, scratch)
        branch = NONE
        if choices[widest] > 1:
            branch = _fractional(squares, levels, level, scratch)
        if branch != NONE:
            return branch
        _note(squares, is_open, scratch, tally, step)
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
    """Write the share of every square, and what closing it costs at least by its best pivot.

    N. J. Driebeek, Management Science 12, 1966.
    """
    entries, basic = levels.entries[level], levels.basic[level]
    width, many = levels.width[level], squares.loss.size
    scratch.share[:] = 0.0
    scratch.penalty[:] = 0.0
    scratch.closing[:] = 0.0
    for row in range(basic.size):
        square, value = basic[row], entries[row, width]
        if square < many and value > WHOLE:
            penalty = min(value * _least_ratio(levels, level, row, 1.0), MOST_PENALTY)
            scratch.share[square] = value
            scratch.penalty[square] = penalty
            for way in range(4):
                scratch.closing[squares.lines[square, way]] += penalty


@njit(**BRANCH_PART)
def _least_ratio(levels, level, row, sign):
    """Return what the cost rises at least for each 1 that a basic variable falls, or rises."""
    entries, nonbasic, is_open = levels.entries[level], levels.nonbasic[level], levels.open[level]
    line, costs, least = entries[row], entries[entries.shape[0] - 1], NO_RATIO
    for column in range(levels.width[level]):
        pivot = sign * line[column]
        if pivot > PIVOTAL and is_open[nonbasic[column]]:
            least = min(least, max(costs[column], 0.0) / pivot)
    return least


@njit(**BRANCH_PART)
def _fractional(squares, levels, level, scratch):
    """Return the fractional variable both of whose branches cost most; NONE if all is whole.

    A queen on a square closes all it attacks, an idle diagonal all its squares: the penalties
    of these add up to an estimate.
    """
    entries, basic, is_open = levels.entries[level], levels.basic[level], levels.open[level]
    width, many = levels.width[level], squares.loss.size
    closing, penalty = scratch.closing, scratch.penalty
    chosen, best = NONE, 0.0
    for row in range(basic.size):
        variable, value = basic[row], entries[row, width]
        is_cut = variable >= many + squares.idle.size
        if is_cut or not is_open[variable] or value <= WHOLE or value >= 1.0 - WHOLE:
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
    """Return which part of all duals the diagonals parallel to this one have."""
    first, diagonals = 2 * squares.n, 2 * squares.n - 1
    rising, falling = 1.0, 1.0
    for other in range(first, first + diagonals):
        rising += squares.idle[other]
        falling += squares.idle[other + diagonals]
    return (rising if line < first + diagonals else falling) / (rising + falling)


@njit(**BRANCH_PART)
def _note(squares, is_open, scratch, tally, step):
    """Write the placement of the squares with the greatest shares, if it is one.

    It counts when it loses at most the limit, which then is lowered to its loss less `step`.
    """
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
