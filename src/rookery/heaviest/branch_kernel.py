"""The branch-and-bound kernel: linear programs re-optimised by pivots, bounds in integers.

The squares that are still open are the variables of a linear program: losses are minimised,
every row and column holds one queen, a diagonal at most one and pays its dual while it has
none. A *tableau* holds an optimal basis of it, solved for the basic variables::

                   nonbasic variables    value
    basic       |  T[r, 0] ... T[r, w-1]  T[r, w]
    variables   |  ...
    cost        |  reduced costs          less the loss

Variables are the squares 0 ... Q-1, then Q + line for every line: the slack of a diagonal, or
of a row or column, which must stay 0 and is there because its reduced cost is the line's dual.
The program only ever changes by closing squares, so that dual simplex pivots repair it: a
basic variable that is closed, or negative, leaves. A queen on a square closes all squares it
attacks.

Floating point only advises. A bound is what integers say: the duals of rows and diagonals are
rounded, and every column contributes the least loss of its open squares against them. So is a
program without solution: its duals are moved far along the ray that shows it, then rounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]

# Sums may be reordered, but NaN and infinity stay what they are: `_rounded` looks for them.
FAST = {"reassoc", "contract", "arcp", "nsz"}
KERNEL = {"nogil": True, "fastmath": FAST, "error_model": "numpy", "_nrt": False}
HELPER = KERNEL | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

FEASIBLE = 1e-7  # a value below is 0
PIVOTAL = 1e-7  # an entry below is no pivot
CLEAN = 1e-11  # an entry below is an error of rounding
WHOLE = 1e-6  # a value so near to 0 or 1 is whole
NO_RATIO = 1e30
FARTHEST = 1e6  # along a ray
MOST_PENALTY = 1e6
LEAST_PENALTY = 1e-6
MOST_PIVOTS = 2000
MOST_SHIFT = float(1 << 48)  # so that no sum of shifts and losses overflows
HUGE = 1 << 62
NONE = -1

# how a re-optimisation ends
OPTIMAL, ABOVE, IMPOSSIBLE, STALLED = range(4)
# places in Tally.counts
NODES, EFFORT, LEFT, FOUND, PIVOTS = range(5)
COUNTS = 5


class Squares(NamedTuple):
    """The squares that may hold a queen, and the duals of the lines; not changed."""

    lines: Ints  # [square, 4]: its column, n + row, 2n + rising, 4n - 1 + falling diagonal
    loss: Ints  # [square]
    idle: Ints  # [line] the dual of a diagonal; 0 for rows and columns
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
    open: Flags  # [level, square]
    bound: Ints  # [level]
    branch: Ints  # [level] the square that has its queen on the levels below


class Scratch(NamedTuple):
    """Room for one node."""

    shift: Ints  # [line] what its rounded dual is above the root's
    least: Ints  # [column] least loss of an open square against the shifted duals
    share: Floats  # [square] its value in the linear program
    penalty: Floats  # [square] what closing it costs at least
    choices: Ints  # [column] open squares
    chosen: Ints  # [column]
    pivots: Floats  # [nonbasic + 1]


class Tally(NamedTuple):
    """What comes out."""

    counts: Ints
    limit: Ints  # [1] no placement that loses more is looked for
    left: Flags  # [number, square] nodes left open
    left_bound: Ints
    found: Ints  # [number, column] square of its queen
    found_loss: Ints


@njit(**HELPER)
def _attack(squares, a, b):
    lines = squares.lines
    return (
        lines[a, 0] == lines[b, 0]
        or lines[a, 1] == lines[b, 1]
        or lines[a, 2] == lines[b, 2]
        or lines[a, 3] == lines[b, 3]
    )


@njit(**HELPER)
def _copy(source, target):
    """Copy an array; an assignment of slices would need Numba's memory management."""
    for place in range(source.size):
        target[place] = source[place]


@njit(**HELPER)
def _copy_open(entries, nonbasic, width, is_open, to_entries, to_nonbasic):
    """Copy a tableau without the columns of closed squares; return its width."""
    many, rows = is_open.size, entries.shape[0]
    kept = 0
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


@njit(**HELPER)
def _pivot(entries, width, row, column, pivots):
    """Exchange the variables of a row and a column; `pivots` is room for the row.

    Rows are taken out as arrays of their own, so that the compiler sees that they differ.
    """
    leaving = entries[row]
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


@njit(**HELPER)
def _leaving(squares, entries, basic, width, is_open):
    """Return the row whose variable leaves, by the steepest edge; NONE when all are right.

    J. J. Forrest, D. Goldfarb, Steepest-edge simplex algorithms, Math. Programming 57, 1992.
    """
    many = is_open.size
    chosen, best = NONE, 0.0
    for row in range(basic.size):
        value = entries[row, width]
        variable = basic[row]
        must_be_0 = variable < many + 2 * squares.n and (variable >= many or not is_open[variable])
        if value < -FEASIBLE or (must_be_0 and value > FEASIBLE):
            line = entries[row]
            norm = 1.0
            for column in range(width):
                norm += line[column] * line[column]
            if value * value > best * norm:
                best = value * value / norm
                chosen = row
    return chosen


@njit(**HELPER)
def _entering(squares, entries, nonbasic, width, row, many):
    """Return the column of the least ratio of reduced cost and pivot; NONE when there is none."""
    line, costs = entries[row], entries[entries.shape[0] - 1]
    sign = 1.0 if line[width] > 0 else -1.0
    chosen, least, largest = NONE, NO_RATIO, 0.0
    for column in range(width):
        pivot = sign * line[column]
        variable = nonbasic[column]
        if pivot > PIVOTAL and (variable < many or variable >= many + 2 * squares.n):
            ratio = max(costs[column], 0.0) / pivot
            if ratio < least - CLEAN or (ratio <= least + CLEAN and pivot > largest):
                least, largest, chosen = min(ratio, least), pivot, column
    return chosen


@njit(**HELPER)
def _reoptimise(squares, levels, level, above, scratch, tally):
    """Pivot until the program is optimal or costs more than `above`.

    Returns how it ended, and for IMPOSSIBLE the row that shows it.
    """
    entries, basic = levels.entries[level], levels.basic[level]
    nonbasic, is_open = levels.nonbasic[level], levels.open[level]
    rows, many = basic.size, is_open.size
    for _ in range(MOST_PIVOTS):
        width = levels.width[level]
        if -entries[rows, width] > above:
            return ABOVE, NONE
        row = _leaving(squares, entries, basic, width, is_open)
        if row == NONE:
            return OPTIMAL, NONE
        column = _entering(squares, entries, nonbasic, width, row, many)
        if column == NONE:
            return IMPOSSIBLE, row
        _pivot(entries, width, row, column, scratch.pivots)
        tally.counts[PIVOTS] += 1
        tally.counts[EFFORT] += rows * width
        leaver = basic[row]
        basic[row] = nonbasic[column]
        nonbasic[column] = leaver
        if leaver < many + squares.n and (leaver >= many or not is_open[leaver]):
            _drop(levels, level, column)
    return STALLED, NONE


@njit(**HELPER)
def _drop(levels, level, column):
    """Remove a column: the last takes its place."""
    entries, nonbasic = levels.entries[level], levels.nonbasic[level]
    last = levels.width[level] - 1
    nonbasic[column] = nonbasic[last]
    for row in range(entries.shape[0]):
        entries[row, column] = entries[row, last]
        entries[row, last] = entries[row, last + 1]
    levels.width[level] = last


@njit(**HELPER)
def _rounded(dual, scale):
    """Return a dual as an integer; 0 when it is no number, and never too large for sums.

    Any duals give a valid bound.
    """
    value = dual * scale
    if value >= MOST_SHIFT:
        return np.int64(MOST_SHIFT)
    if value <= -MOST_SHIFT:
        return np.int64(-MOST_SHIFT)
    return np.int64(0) if np.isnan(value) else np.int64(value)


@njit(**HELPER)
def _shifts(squares, levels, level, ray, distance, shift):
    """Write the rounded duals of the level's tableau, moved along a ray, less the root's."""
    entries, nonbasic = levels.entries[level], levels.nonbasic[level]
    many, lines = levels.open.shape[1], squares.idle.size
    cost = entries.shape[0] - 1
    for line in range(lines):
        shift[line] = -squares.idle[line]
    for column in range(levels.width[level]):
        line = nonbasic[column] - many
        if line >= 0:
            dual = entries[cost, column]
            if ray != NONE:
                dual += distance * entries[ray, column]
            rounded = _rounded(dual, squares.scale)
            if line >= 2 * squares.n:
                rounded = max(rounded, 0)
            shift[line] = rounded - squares.idle[line]
    if ray != NONE and levels.basic[level, ray] >= many:
        line = levels.basic[level, ray] - many
        rounded = _rounded(distance, squares.scale)
        if line >= 2 * squares.n:
            rounded = max(rounded, 0)
        shift[line] = rounded - squares.idle[line]


@njit(**HELPER)
def _loss_beyond(squares, square, scratch):
    """Return the loss of a square against the shifted duals of its row and diagonals."""
    lines, shift = squares.lines, scratch.shift
    return (
        squares.loss[square]
        + shift[lines[square, 1]]
        + shift[lines[square, 2]]
        + shift[lines[square, 3]]
    )


@njit(**HELPER)
def _bound(squares, is_open, scratch):
    """Return what any placement on open squares loses at least, in integers; HUGE if none can.

    The placement pays for its squares, with the shifts, and for every diagonal that it
    leaves idle; the shifts of all lines are given back. Idle diagonals pay 0 or more.
    """
    n, least = squares.n, scratch.least
    for column in range(n):
        least[column] = HUGE
        scratch.choices[column] = 0
    for square in range(is_open.size):
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
    return total


@njit(**HELPER)
def _close_dear(squares, levels, level, bound, limit, scratch):
    """Close the squares whose own loss lifts the bound of the same duals above the limit."""
    is_open, closed = levels.open[level], 0
    for square in range(is_open.size):
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
        levels.width[level] = _copy_open(entries, nonbasic, width, is_open, entries, nonbasic)


@njit(**HELPER)
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


@njit(**HELPER)
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
                    if _attack(squares, square, other):
                        placed += penalty[other]
            score = max(penalty[square], LEAST_PENALTY) * max(placed, LEAST_PENALTY)
            if score > best:
                chosen, best = square, score
    return chosen


@njit(**HELPER)
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
            if _attack(squares, square, chosen[before]):
                return
    if loss <= tally.limit[0]:
        number = tally.counts[FOUND]
        _copy(chosen, tally.found[number])
        tally.found_loss[number] = loss
        tally.counts[FOUND] = number + 1
        tally.limit[0] = min(tally.limit[0], loss - step)


@njit(**HELPER)
def _branching(squares, levels, level, state, scratch, tally, step):
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


@njit(**HELPER)
def _examine(squares, levels, level, scratch, tally, step):
    """Bound a node, close what is too dear, choose where to branch; return whether to."""
    limit, is_open = tally.limit[0], levels.open[level]
    noise = 8 * squares.n
    above = (limit + noise) / squares.scale
    state, row = _reoptimise(squares, levels, level, above, scratch, tally)
    distance = 0.0
    if state == IMPOSSIBLE:
        entries, width = levels.entries[level], levels.width[level]
        far = 2.0 * (above + entries[entries.shape[0] - 1, width] + 1.0)
        distance = max(-FARTHEST, min(FARTHEST, -far / entries[row, width]))
    _shifts(squares, levels, level, row, distance, scratch.shift)
    own = _bound(squares, is_open, scratch)
    bound = max(levels.bound[level], own)
    levels.bound[level] = bound
    if bound > limit:
        return False
    _close_dear(squares, levels, level, own, limit, scratch)
    square = _branching(squares, levels, level, state, scratch, tally, step)
    levels.branch[level] = square
    return square != NONE and bound <= tally.limit[0]


@njit(**HELPER)
def _descend(squares, levels, level):
    """Set up the next level: the branch's queen stands, all it attacks is closed."""
    queen = levels.branch[level]
    is_open, below = levels.open[level], levels.open[level + 1]
    for square in range(is_open.size):
        below[square] = is_open[square] and (square == queen or not _attack(squares, square, queen))
    _copy(levels.basic[level], levels.basic[level + 1])
    levels.bound[level + 1] = levels.bound[level]
    levels.width[level + 1] = _copy_open(
        levels.entries[level],
        levels.nonbasic[level],
        levels.width[level],
        below,
        levels.entries[level + 1],
        levels.nonbasic[level + 1],
    )


@njit(**HELPER)
def _retreat(levels, level):
    """Close the branch's square, now that all placements with it are done."""
    square = levels.branch[level]
    levels.open[level, square] = False
    for column in range(levels.width[level]):
        if levels.nonbasic[level, column] == square:
            _drop(levels, level, column)
            return


@njit(**HELPER)
def _leave(levels, level, tally):
    """Hand the level's node back, open as it is."""
    number = tally.counts[LEFT]
    _copy(levels.open[level], tally.left[number])
    tally.left_bound[number] = levels.bound[level]
    tally.counts[LEFT] = number + 1


@njit(cache=True, **KERNEL)
def explore(squares, tableau, start, levels, scratch, tally, step, nodes, effort):
    """Search the placements on some open squares that lose at most ``tally.limit``.

    Depth first; the queen on the branch's square first, then all placements without it. All
    placements met are written, as are the nodes that are left open when the nodes or the
    effort are used up. Every placement within the final limit is met or lies in such a node.

    Parameters
    ----------
    squares, tableau : Squares, Tableau
        Of the whole board.
    start : bool array of shape (squares,)
        Which squares are open.
    levels, scratch : Levels, Scratch
        Room. `levels.bound[0]` is what is known of the bound.
    tally : Tally
        What comes out. Its counts go on.
    step : int
        A placement met lowers the limit to its loss less this.
    nodes, effort : int
        Counts of nodes and tableau entries at which to stop.
    """
    rows, level = tableau.basic.size, 0
    _copy(start, levels.open[0])
    _copy(tableau.basic, levels.basic[0])
    levels.width[0] = _copy_open(
        tableau.entries,
        tableau.nonbasic,
        tableau.nonbasic.size,
        start,
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
            _leave(levels, level, tally)
            for above in range(level):
                _retreat(levels, above)
                _leave(levels, above, tally)
            return
        tally.counts[NODES] += 1
        if _examine(squares, levels, level, scratch, tally, step):
            if level < deepest:
                _descend(squares, levels, level)
                level += 1
                continue
            _leave(levels, level, tally)
        level -= 1
        if level >= 0:
            _retreat(levels, level)
