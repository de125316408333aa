"""The kernel that counts completions, always in the column with the fewest open squares.

Columns whose queen is known are gone, as are their rows; what is left are as many open columns
as rows, at most 63. For every depth of the search there is a word for each open column whose
bit r says that its square in open row r can still hold a queen.
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

DEPTH, COUNTED = range(2)  # places in Search.state


class Search(NamedTuple):
    """Where a search stands; it can be gone on with."""

    attacked: Numbers  # [column, row, other column] the rows there that a queen attacks
    open_rows: Numbers  # [depth, column]
    columns: Numbers  # [depth] columns without a queen, as bits
    chosen: Numbers  # [depth] the column where a queen is put
    untried: Numbers  # [depth] its rows not yet tried, as bits
    state: Numbers  # [DEPTH] -1 when all is done, [COUNTED]


@cached(bits, kernels)
@njit(**KERNEL)
def choose(search, depth):
    """Choose the column of a depth; leave it nothing to try when some column or row is lost."""
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
def count_on(search, nodes):
    """Go on counting for about so many nodes, or to the end."""
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
