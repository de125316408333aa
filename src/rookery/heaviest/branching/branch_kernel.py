"""The branch-and-bound kernel: depth-first search of a tree of linear programs.

At a node the linear program is re-optimised by pivots (`simplex_kernel`). Integers then bound its
loss and close squares by reduced cost (`bound_kernel`), and a variable is chosen
(`choice_kernel`). The first branch on a square places its queen and closes the squares it
attacks; the second closes the square. The first branch on a diagonal closes all its squares; the
second requires a queen on it. See `branch_state` for the tableau.
"""

from __future__ import annotations

from numba import njit

from rookery.compiled import kernels
from rookery.compiled.kept import cached
from rookery.heaviest.branching import bound_kernel, branch_state, choice_kernel, simplex_kernel
from rookery.heaviest.branching.bound_kernel import (
    bound_of,
    close_by_reduced_cost,
    write_dual_shifts,
)
from rookery.heaviest.branching.branch_state import (
    BRANCH_KERNEL,
    BRANCH_PART,
    EFFORT,
    FOUND,
    IMPOSSIBLE,
    LEFT,
    NODES,
    NONE,
    attack,
    copy,
    is_on,
)
from rookery.heaviest.branching.choice_kernel import branching_variable
from rookery.heaviest.branching.simplex_kernel import copy_open, drop, reoptimise

FARTHEST = 1e6  # greatest distance along a ray


@cached(kernels, branch_state, simplex_kernel, bound_kernel, choice_kernel)
@njit(**BRANCH_KERNEL)
def explore(squares, tableau, start, levels, scratch, tally, step, nodes, effort):
    """Search the placements on open squares with a loss of at most ``tally.limit``.

    The search is depth first: the branch where the variable is 1, then the branch where it is 0.
    It writes all placements found, and the nodes left open once the node count or the effort is
    used up. Every placement within the final limit is found, or lies in an open node.

    Parameters
    ----------
    squares, tableau : BranchSquares, Tableau
        The whole board.
    start : bool array of shape (squares + lines,)
        The open variables.
    levels, scratch : Levels, Scratch
        Working arrays. `levels.bound[0]` is a known lower bound.
    tally : BranchTally
        The results; counts continue from their current values.
    step : int
        A placement found lowers the limit to its loss minus this.
    nodes, effort : int
        Counts of nodes and tableau entries at which to stop.
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


@njit(**BRANCH_PART)
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


@njit(**BRANCH_PART)
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


@njit(**BRANCH_PART)
def _close_branch(squares, levels, level):
    """Close the branch's variable after all placements where it is 1."""
    branch = levels.branch[level]
    levels.open[level, branch] = False
    for column in range(levels.width[level]):
        if branch < squares.loss.size and levels.nonbasic[level, column] == branch:
            drop(levels, level, column)
            return


@njit(**BRANCH_PART)
def _hand_back(levels, level, tally):
    """Write the level's node to the open nodes."""
    number = tally.counts[LEFT]
    copy(levels.open[level], tally.left[number])
    tally.left_bound[number] = levels.bound[level]
    tally.counts[LEFT] = number + 1
