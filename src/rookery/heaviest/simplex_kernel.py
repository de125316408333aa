"""Arrays of the branch-and-bound kernel, and the dual simplex pivots that re-optimise a node.

The open squares are the variables of a linear program that minimises losses. Every row and column
holds one queen, and every diagonal at most one; an idle diagonal, without a queen, pays its dual.
A *tableau* holds an optimal basis, solved for the basic variables::

                   nonbasic variables    value
    basic       |  T[r, 0] ... T[r, w-1]  T[r, w]
    variables   |  ...
    cost        |  reduced costs          less the loss

Variables 0 ... Q-1 are the squares. Variable Q + line is the slack of a line, 1 if the line is
idle. Only *open* variables may exceed 0: squares not yet closed, and diagonals that may be idle.
The slacks of rows, columns and other diagonals stay 0; their reduced costs are the duals of the
lines.

At a node the program changes only by closing variables, so the basis stays dual feasible. A basic
variable leaves if it is negative, or closed and not 0.

docs/methods/heaviest.md explains the method.
"""

from __future__ import annotations

from typing import NamedTuple

from numba import njit

from rookery.compiled.arrays import Bools, Float64s, Int64s
from rookery.compiled.kernels import INLINE

# Sums may be reordered, but NaN and infinity must survive: the rounding of duals tests for them.
FAST = {"reassoc", "contract", "arcp", "nsz"}
# The compiler decides what to inline: forced inlining takes 5 % more time at n = 24.
branch_part = njit(**INLINE | {"fastmath": FAST, "forceinline": False})

PIVOTAL = 1e-7  # absolute value of the smallest pivot
NO_RATIO = 1e30  # above every ratio
HUGE = 1 << 62  # loss of an infeasible node
NONE = -1  # no row, column or variable

OPTIMAL, ABOVE, IMPOSSIBLE, STALLED = range(4)  # outcomes of a re-optimisation
NODES, EFFORT, LEFT, FOUND, PIVOTS = range(5)  # indices of BranchTally.counts
COUNTS = 5
FEASIBLE = 1e-7  # infeasibility treated as 0
NOISE = 1e-5  # infeasibility treated as a rounding error if no pivot removes it
CLEAN = 1e-11  # tableau entry treated as a rounding error
MOST_PIVOTS = 2000  # pivots per node, at most


class BranchSquares(NamedTuple):
    """The squares that may hold a queen, the duals of the lines, and the cuts; constant.

    A cut states that its coefficients, summed over a placement's squares, are at most its side.
    """

    lines: Int64s  # [square, 4] its column, n + row, 2n + rising, 4n - 1 + falling diagonal
    loss: Int64s  # [square]
    idle: Int64s  # [line] the dual of a diagonal; 0 for rows and columns
    cuts: Int64s  # [cut, square]
    sides: Int64s  # [cut]
    n: int
    scale: float  # loss equal to 1 in a tableau


class Tableau(NamedTuple):
    """The tableau of the whole board; constant."""

    entries: Float64s  # [basic + 1, nonbasic + 1]
    basic: Int64s
    nonbasic: Int64s


class Levels(NamedTuple):
    """The stack of nodes, one level per branch taken."""

    entries: Float64s  # [level, basic + 1, nonbasic + 1]
    basic: Int64s  # [level, basic]
    nonbasic: Int64s  # [level, nonbasic]
    width: Int64s  # [level] number of nonbasic variables
    open: Bools  # [level, variable] whether it may exceed 0
    bound: Int64s  # [level]
    branch: Int64s  # [level] the variable that is 1 on the levels below


class Scratch(NamedTuple):
    """Working arrays of one node."""

    shift: Int64s  # [line] rounded dual minus the root's
    cut_dual: Int64s  # [cut] rounded dual
    least: Int64s  # [column] least loss of an open square against the shifted duals
    share: Float64s  # [square] value in the linear program
    penalty: Float64s  # [square] lower bound on the cost of closing it
    closing: Float64s  # [line] lower bound on the cost of closing its squares
    choices: Int64s  # [column] number of open squares
    chosen: Int64s  # [column] square of its queen
    pivots: Float64s  # [nonbasic + 1]


class BranchTally(NamedTuple):
    """The results of the kernel."""

    counts: Int64s
    limit: Int64s  # [1] greatest loss of a placement
    left: Bools  # [number, variable] open variables of the nodes left
    left_bound: Int64s
    found: Int64s  # [number, column] square of its queen
    found_loss: Int64s


@branch_part
def attack(squares, a, b):
    """Return whether two squares share a line or are equal."""
    lines = squares.lines
    return (
        lines[a, 0] == lines[b, 0]
        or lines[a, 1] == lines[b, 1]
        or lines[a, 2] == lines[b, 2]
        or lines[a, 3] == lines[b, 3]
    )


@branch_part
def is_on(squares, square, line):
    """Return whether a square lies on a line."""
    lines = squares.lines
    return (
        lines[square, 0] == line
        or lines[square, 1] == line
        or lines[square, 2] == line
        or lines[square, 3] == line
    )


@branch_part
def copy(source, target):
    """Copy an array; a slice assignment would need Numba's memory management."""
    for place in range(source.size):
        target[place] = source[place]


@branch_part
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


@branch_part
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


@branch_part
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


@branch_part
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


@branch_part
def drop(levels, level, column):
    """Remove a column by moving the last column to its place."""
    entries, nonbasic = levels.entries[level], levels.nonbasic[level]
    last = levels.width[level] - 1
    nonbasic[column] = nonbasic[last]
    for row in range(entries.shape[0]):
        entries[row, column] = entries[row, last]
        entries[row, last] = entries[row, last + 1]
    levels.width[level] = last


@branch_part
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
