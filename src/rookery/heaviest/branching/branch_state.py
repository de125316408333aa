"""What the parts of the branch-and-bound kernel work on: the board, a tree of tableaus, room.

The squares that are still open are the variables of a linear program: losses are minimised,
every row and column holds one queen, a diagonal at most one and pays its dual while it is
idle, without a queen. A *tableau* holds an optimal basis of it, solved for the basic variables::

                   nonbasic variables    value
    basic       |  T[r, 0] ... T[r, w-1]  T[r, w]
    variables   |  ...
    cost        |  reduced costs          less the loss

Variables are the squares 0 ... Q-1, then Q + line for every line: its slack, 1 while the line is
idle. Only what is *open* may exceed 0: squares not yet closed, and diagonals that may be idle.
The slacks of rows, columns and the other diagonals stay 0; they are there because their reduced
costs are the duals of the lines.
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

# Sums may be reordered, but NaN and infinity stay what they are: rounding duals looks for them.
FAST = {"fastmath": {"reassoc", "contract", "arcp", "nsz"}}
BRANCH_KERNEL = KERNEL | FAST
# Inlining is left to the compiler: forced everywhere, it costs 5 % of the time at n = 24.
BRANCH_PART = INLINE | FAST | {"forceinline": False}

PIVOTAL = 1e-7  # an entry below is no pivot
NO_RATIO = 1e30
HUGE = 1 << 62
NONE = -1

# how a re-optimisation ends
OPTIMAL, ABOVE, IMPOSSIBLE, STALLED = range(4)
# places in Tally.counts
NODES, EFFORT, LEFT, FOUND, PIVOTS = range(5)
COUNTS = 5


class Squares(NamedTuple):
    """The squares that may hold a queen, the duals of the lines and the cuts; not changed.

    A cut says that what the squares of a placement add to it is at most its side.
    """

    lines: Ints  # [square, 4]: its column, n + row, 2n + rising, 4n - 1 + falling diagonal
    loss: Ints  # [square]
    idle: Ints  # [line] the dual of a diagonal; 0 for rows and columns
    cuts: Ints  # [cut, square]
    sides: Ints  # [cut]
    n: int
    scale: float  # losses that make 1 in a tableau


class Tableau(NamedTuple):
    """The tableau of the whole board; not changed."""

    entries: Floats  # [basic + 1, nonbasic + 1]
    basic: Ints
    nonbasic: Ints


class Levels(NamedTuple):
    """The nodes on the way down: a level for every queen that the search placed."""

    entries: Floats  # [level, basic + 1, nonbasic + 1]
    basic: Ints  # [level, basic]
    nonbasic: Ints  # [level, nonbasic]
    width: Ints  # [level] number of nonbasic variables
    open: Flags  # [level, variable] whether it may exceed 0
    bound: Ints  # [level]
    branch: Ints  # [level] the variable that is 1 on the levels below


class Scratch(NamedTuple):
    """Room for one node."""

    shift: Ints  # [line] what its rounded dual is above the root's
    dear: Ints  # [cut] its rounded dual
    least: Ints  # [column] least loss of an open square against the shifted duals
    share: Floats  # [square] its value in the linear program
    penalty: Floats  # [square] what closing it costs at least
    closing: Floats  # [line] what its queens on closed squares cost at least
    choices: Ints  # [column] open squares
    chosen: Ints  # [column]
    pivots: Floats  # [nonbasic + 1]


class Tally(NamedTuple):
    """What comes out."""

    counts: Ints
    limit: Ints  # [1] no placement that loses more is looked for
    left: Flags  # [number, variable] what is open in nodes left
    left_bound: Ints
    found: Ints  # [number, column] square of its queen
    found_loss: Ints


@njit(**BRANCH_PART)
def attack(squares, a, b):
    """Return whether two squares lie on one line, or are the same."""
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
    """Copy an array; an assignment of slices would need Numba's memory management."""
    for place in range(source.size):
        target[place] = source[place]
