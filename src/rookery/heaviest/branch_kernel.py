"""The branch-and-bound kernel: depth-first search of a tree of linear programs.

At a node the linear program is re-optimised by pivots (`simplex_kernel`). Integers then bound its
loss and close squares by reduced cost, and a variable is chosen::

    variable            first branch: it is 1                  second branch: it is 0
    a square            a queen there; her attacks closed      the square closed
    a diagonal's slack  the diagonal idle; its squares closed  a queen on the diagonal

Bounds are integers; floating point only proposes the duals. The duals of rows and diagonals are
rounded to integers, and every column contributes the least loss of its open squares against them.
If the program is infeasible, its duals are moved far along the ray that proves it, then rounded, so
integers prove this too.

See `simplex_kernel` for the tableau, and docs/methods/heaviest.md for the method.
"""

from __future__ import annotations

import numpy as np

from rookery.compiled.kernels import kernel_with
from rookery.heaviest.simplex_kernel import (
    EFFORT,
    FAST,
    FOUND,
    HUGE,
    IMPOSSIBLE,
    LEFT,
    NO_RATIO,
    NODES,
    NONE,
    OPTIMAL,
    PIVOTAL,
    attack,
    branch_part,
    copy,
    copy_open,
    drop,
    is_on,
    reoptimise,
)

FARTHEST = 1e6  # greatest distance along a ray
MOST_SHIFT = float(1 << 48)  # largest rounded dual; sums with losses do not overflow
INTEGRAL = 1e-6  # distance from 0 or 1 of an integral value, at most
MOST_PENALTY = 1e6  # penalty of a branch, at most
LEAST_PENALTY = 1e-6  # penalty of a branch on a square, at least
LEAST_IDLE_PENALTY = 1e-1  # penalty of a branch on a diagonal; decides if squares cost nothing


@kernel_with(fastmath=FAST)
def explore(squares, tableau, start, levels, scratch, tally, step, nodes, effort):
    """Search the placements on open squares with a loss of at most ``tally.limit``.

    The search is depth first: the branch where the variable is 1, then the branch where it is 0. It
    writes all placements found, and the nodes left open once the node count or the effort (tableau
    entries) is used up. Every placement within the final limit is found, or lies in an open node.

    `start` flags the open variables, and `levels.bound[0]` is a known lower bound. Counts of the
    tally continue from their current values. A placement found lowers the limit to its loss minus
    `step`.
    """
    rows, level = tableau.basic.size, 0
    copy(start, levels.open[0])
    copy(tableau.basic, levels.basic[0])
    levels.width[0] = copy_open(
        tableau.entries,
        tableau.nonbasic,
        tableau.nonbasic.size,
        start,
        squares.loss.size,
        levels.entries[0],
        levels.nonbasic[0],
    )
    tally.counts[EFFORT] += rows
    deepest, room = levels.width.size - 1, levels.width.size + 1
    while level >= 0:
        full = (
            tally.counts[LEFT] + room > tally.left_bound.size
            or tally.counts[FOUND] == tally.found_loss.size
        )
        if full or tally.counts[NODES] >= nodes or tally.counts[EFFORT] >= effort:
            _hand_back(levels, level, tally)
            for above in range(level):
                _close_branch(squares, levels, above)
                _hand_back(levels, above, tally)
            return
        tally.counts[NODES] += 1
        if _bound_node(squares, levels, level, scratch, tally, step):
            if level < deepest:
                _descend(squares, levels, level)
                level += 1
                continue
            _hand_back(levels, level, tally)
        level -= 1
        if level >= 0:
            _close_branch(squares, levels, level)


@branch_part
def _bound_node(squares, levels, level, scratch, tally, step):
    """Bound a node, close variables, choose the branch; return whether to branch."""
    limit, is_open = tally.limit[0], levels.open[level]
    noise = 8 * squares.n
    above = (limit + noise) / squares.scale
    state, row = reoptimise(squares, levels, level, above, scratch, tally)
    distance = 0.0
    if state == IMPOSSIBLE:
        entries, width = levels.entries[level], levels.width[level]
        far = 2.0 * (above + entries[entries.shape[0] - 1, width] + 1.0)
        distance = max(-FARTHEST, min(FARTHEST, -far / entries[row, width]))
    write_dual_shifts(squares, levels, level, row, distance, scratch)
    own = bound_of(squares, is_open, scratch)
    bound = max(levels.bound[level], own)
    levels.bound[level] = bound
    if bound > limit:
        return False
    close_by_reduced_cost(squares, levels, level, own, limit, scratch)
    branch = branching_variable(squares, levels, level, state, scratch, tally, step)
    levels.branch[level] = branch
    return branch != NONE and bound <= tally.limit[0]


@branch_part
def _descend(squares, levels, level):
    """Set up the next level: close the squares the branch's queen attacks, or its diagonal."""
    branch, many = levels.branch[level], squares.loss.size
    is_open, below = levels.open[level], levels.open[level + 1]
    copy(is_open, below)
    for square in range(many):
        if branch < many:
            below[square] &= square == branch or not attack(squares, square, branch)
        else:
            below[square] &= not is_on(squares, square, branch - many)
    copy(levels.basic[level], levels.basic[level + 1])
    levels.bound[level + 1] = levels.bound[level]
    levels.width[level + 1] = copy_open(
        levels.entries[level],
        levels.nonbasic[level],
        levels.width[level],
        below,
        many,
        levels.entries[level + 1],
        levels.nonbasic[level + 1],
    )


@branch_part
def _close_branch(squares, levels, level):
    """Close the branch's variable after all placements where it is 1."""
    branch = levels.branch[level]
    levels.open[level, branch] = False
    for column in range(levels.width[level]):
        if branch < squares.loss.size and levels.nonbasic[level, column] == branch:
            drop(levels, level, column)
            return


@branch_part
def _hand_back(levels, level, tally):
    """Write the level's node to the open nodes."""
    number = tally.counts[LEFT]
    copy(levels.open[level], tally.left[number])
    tally.left_bound[number] = levels.bound[level]
    tally.counts[LEFT] = number + 1


@branch_part
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


@branch_part
def _dual_shift(squares, is_open, line, dual):
    """Return a rounded dual minus the root's; the dual is nonnegative if the line may be idle."""
    rounded = _integer_dual(dual, squares.scale)
    if is_open[squares.loss.size + line]:
        rounded = max(rounded, 0)
    return rounded - squares.idle[line]


@branch_part
def _cut_dual(squares, dual):
    """Return the rounded dual of a cut; the tableau divides its row by the board's area."""
    area = squares.n * squares.n
    return min(max(_integer_dual(dual, squares.scale / area), 0), np.int64(MOST_SHIFT) // area)


@branch_part
def _integer_dual(dual, scale):
    """Return a dual as an integer: NaN becomes 0, and large values are clipped."""
    # Safe, because any duals give a valid bound.
    value = dual * scale
    if value >= MOST_SHIFT:
        return np.int64(MOST_SHIFT)
    if value <= -MOST_SHIFT:
        return np.int64(-MOST_SHIFT)
    return np.int64(0) if np.isnan(value) else np.int64(value)


@branch_part
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


@branch_part
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


@branch_part
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


@branch_part
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


@branch_part
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


@branch_part
def _least_ratio(levels, level, row, sign):
    """Return the least cost per unit by which a basic variable falls (`sign` 1) or rises (-1)."""
    entries, nonbasic, is_open = levels.entries[level], levels.nonbasic[level], levels.open[level]
    line, costs, least = entries[row], entries[entries.shape[0] - 1], NO_RATIO
    for column in range(levels.width[level]):
        pivot = sign * line[column]
        if pivot > PIVOTAL and is_open[nonbasic[column]]:
            least = min(least, max(costs[column], 0.0) / pivot)
    return least


@branch_part
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


@branch_part
def _share_of_duals(squares, line):
    """Return the fraction of the total dual held by the diagonals parallel to this one."""
    first, diagonals = 2 * squares.n, 2 * squares.n - 1
    rising, falling = 1.0, 1.0
    for other in range(first, first + diagonals):
        rising += squares.idle[other]
        falling += squares.idle[other + diagonals]
    return (rising if line < first + diagonals else falling) / (rising + falling)


@branch_part
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
