"""Depth-first count of completions, by the column with the fewest open squares (compiled).

The columns and rows of known queens are left out, so as many columns as rows remain, at most 63.
For every depth and column, a word holds the open squares: bit r is set if a queen can still stand
in row r::

    column 2    . . Q . . .      open_rows[depth, 3]   row  5 4 3 2 1 0
    column 3    . x x x . .                            bit  1 1 0 0 0 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from numba import njit

from rookery.compiled import bits, kernels
from rookery.compiled.bits import count_bits, lowest_bit
from rookery.compiled.kept import cached
from rookery.compiled.kernels import KERNEL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

DEPTH, COUNTED = range(2)  # indices of CompletionSearch.state


class CompletionSearch(NamedTuple):
    """The state of a resumable search."""

    attacked: Numbers  # [column, row, other column] rows there that a queen attacks, as bits
    open_rows: Numbers  # [depth, column] rows where a queen can still stand, as bits
    columns: Numbers  # [depth] columns without a queen, as bits
    chosen: Numbers  # [depth] column of the next queen
    untried: Numbers  # [depth] rows of that column not yet tried, as bits
    state: Numbers  # [DEPTH] -1 at the end, [COUNTED] completions so far


@cached(bits, kernels)
@njit(**KERNEL)
def choose(search, depth):
    """Choose the column of a depth and its rows to try: none if a column or row has no square."""
    fewest, reached = 64, 0
    columns = search.columns[depth]
    search.untried[depth] = 0
    left = columns
    while left:
        column = lowest_bit(left)
        left &= left - 1
        rows = search.open_rows[depth, column]
        reached |= rows
        number = count_bits(rows)
        if number < fewest:
            fewest = number
            search.chosen[depth] = column
    if count_bits(reached) == count_bits(columns):
        search.untried[depth] = search.open_rows[depth, search.chosen[depth]]


@cached(bits, kernels)
@njit(**KERNEL)
def resume_count(search, nodes):
    """Resume the count for about `nodes` nodes, or to its end."""
    state = search.state
    depth = state[DEPTH]
    while depth >= 0 and nodes > 0:
        if search.untried[depth] == 0:
            depth -= 1
            continue
        nodes -= 1
        row = lowest_bit(search.untried[depth])
        search.untried[depth] &= search.untried[depth] - 1
        queen = search.chosen[depth]
        left = search.columns[depth] & ~(1 << queen)
        if left == 0:
            state[COUNTED] += 1
            continue
        search.columns[depth + 1] = left
        while left:
            column = lowest_bit(left)
            left &= left - 1
            attacked = search.attacked[queen, row, column]
            search.open_rows[depth + 1, column] = search.open_rows[depth, column] & ~attacked
        depth += 1
        choose(search, depth)
    state[DEPTH] = depth
