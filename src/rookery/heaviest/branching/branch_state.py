"""Arrays of the branch-and-bound kernel: the board, a stack of tableaux, working arrays.

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
lines. docs/methods/heaviest.md explains the method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from rookery.compiled.kernels import INLINE, KERNEL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]

# Sums may be reordered, but NaN and infinity must survive: the rounding of duals tests for them.
FAST = {"fastmath": {"reassoc", "contract", "arcp", "nsz"}}
BRANCH_KERNEL = KERNEL | FAST
# The compiler decides what to inline: forced inlining takes 5 % more time at n = 24.
BRANCH_PART = INLINE | FAST | {"forceinline": False}

PIVOTAL = 1e-7  # absolute value of the smallest pivot
NO_RATIO = 1e30  # above every ratio
HUGE = 1 << 62  # loss of an infeasible node
NONE = -1  # no row, column or variable

OPTIMAL, ABOVE, IMPOSSIBLE, STALLED = range(4)  # outcomes of a re-optimisation
NODES, EFFORT, LEFT, FOUND, PIVOTS = range(5)  # indices of BranchTally.counts
COUNTS = 5


class BranchSquares(NamedTuple):
    """The squares that may hold a queen, the duals of the lines, and the cuts; constant.

    A cut states that its coefficients, summed over a placement's squares, are at most its side.
    """

    lines: Ints  # [square, 4] its column, n + row, 2n + rising, 4n - 1 + falling diagonal
    loss: Ints  # [square]
    idle: Ints  # [line] the dual of a diagonal; 0 for rows and columns
    cuts: Ints  # [cut, square]
    sides: Ints  # [cut]
    n: int
    scale: float  # loss equal to 1 in a tableau


class Tableau(NamedTuple):
    """The tableau of the whole board; constant."""

    entries: Floats  # [basic + 1, nonbasic + 1]
    basic: Ints
    nonbasic: Ints


class Levels(NamedTuple):
    """The stack of nodes, one level per branch taken."""

    entries: Floats  # [level, basic + 1, nonbasic + 1]
    basic: Ints  # [level, basic]
    nonbasic: Ints  # [level, nonbasic]
    width: Ints  # [level] number of nonbasic variables
    open: Flags  # [level, variable] whether it may exceed 0
    bound: Ints  # [level]
    branch: Ints  # [level] the variable that is 1 on the levels below


class Scratch(NamedTuple):
    """Working arrays of one node."""

    shift: Ints  # [line] rounded dual minus the root's
    cut_dual: Ints  # [cut] rounded dual
    least: Ints  # [column] least loss of an open square against the shifted duals
    share: Floats  # [square] value in the linear program
    penalty: Floats  # [square] lower bound on the cost of closing it
    closing: Floats  # [line] lower bound on the cost of closing its squares
    choices: Ints  # [column] number of open squares
    chosen: Ints  # [column] square of its queen
    pivots: Floats  # [nonbasic + 1]


class BranchTally(NamedTuple):
    """The results of the kernel."""

    counts: Ints
    limit: Ints  # [1] greatest loss of a placement
    left: Flags  # [number, variable] open variables of the nodes left
    left_bound: Ints
    found: Ints  # [number, column] square of its queen
    found_loss: Ints


@njit(**BRANCH_PART)
def attack(squares, a, b):
    """Return whether two squares share a line or are equal."""
    lines = squares.lines
    return (
        lines[a, 0] == lines[b, 0]
        or lines[a, 1] == lines[b, 1]
        or lines[a, 2] == lines[b, 2]
        or lines[a, 3] == lines[b, 3]
    )


@njit(**BRANCH_PART)
def is_on(squares, square, line):
    """Return whether a square lies on a line."""
    lines = squares.lines
    return (
        lines[square, 0] == line
        or lines[square, 1] == line
        or lines[square, 2] == line
        or lines[square, 3] == line
    )


@njit(**BRANCH_PART)
def copy(source, target):
    """Copy an array; a slice assignment would need Numba's memory management."""
    for place in range(source.size):
        target[place] = source[place]
