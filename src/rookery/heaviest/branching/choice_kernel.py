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


@njit(**BRANCH_PART)
def branching_square(squares, levels, level, state, scratch, tally, step):
    """Return the square to branch on; NONE when the node holds no further placement."""
    is_open, choices = levels.open[level], scratch.choices
    widest = np.argmax(choices)
    if state == OPTIMAL or choices[widest] == 1:
        _read_solution(squares, levels, level, scratch)
        square = NONE
        if choices[widest] > 1:
            square = _fractional(squares, levels.basic[level], is_open, scratch)
        if square != NONE and choices[squares.lines[square, 0]] > 1:
            return square
        _note(squares, is_open, scratch, tally, step)
        if choices[widest] == 1:
            return NONE
    else:
        scratch.share[:] = 0.0
    chosen = NONE
    for square in range(is_open.size):
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
    nonbasic, width = levels.nonbasic[level], levels.width[level]
    many, costs = scratch.share.size, entries[basic.size]
    scratch.share[:] = 0.0
    scratch.penalty[:] = 0.0
    for row in range(basic.size):
        square, value = basic[row], entries[row, width]
        if square < many and value > WHOLE:
            least, line = NO_RATIO, entries[row]
            for column in range(width):
                pivot, variable = line[column], nonbasic[column]
                if pivot > PIVOTAL and (variable < many or variable >= many + 2 * squares.n):
                    least = min(least, max(costs[column], 0.0) / pivot)
            scratch.share[square] = value
            scratch.penalty[square] = min(value * least, MOST_PENALTY)


@njit(**BRANCH_PART)
def _fractional(squares, basic, is_open, scratch):
    """Return the square of a fractional queen whose both branches cost most; NONE if whole.

    A queen on a square closes all it attacks: their penalties add up to an estimate.
    """
    chosen, best, many = NONE, 0.0, is_open.size
    share, penalty = scratch.share, scratch.penalty
    for square in basic:
        if square < many and is_open[square] and WHOLE < share[square] < 1.0 - WHOLE:
            placed = 0.0
            for other in basic:
                if other < many and penalty[other] > 0.0 and other != square:
                    if attack(squares, square, other):
                        placed += penalty[other]
            score = max(penalty[square], LEAST_PENALTY) * max(placed, LEAST_PENALTY)
            if score > best:
                chosen, best = square, score
    return chosen


@njit(**BRANCH_PART)
def _note(squares, is_open, scratch, tally, step):
    """Write the placement of the squares with the greatest shares, if it is one.

    It counts when it loses at most the limit, which then is lowered to its loss less `step`.
    """
    n, chosen = squares.n, scratch.chosen
    chosen[:] = NONE
    for square in range(is_open.size):
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
