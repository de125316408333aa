"""Counting by depth-first search: in plain Python, or compiled and column by column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.engine.partial import Partial
from rookery.engine.run import Steps
from rookery.queens.listing.plain import (
    nodes_a_tick,
    open_board,
    open_rows,
    search,
    share_before,
)
from rookery.queens.puzzle import Queens, why_none

if TYPE_CHECKING:
    from rookery.queens.counting.completions_kernel import CompletionSearch


STAGE = "search"
MOST_COLUMNS = 63  # open columns; the kernel packs them into a word
NODES_A_SLICE = 1 << 18  # nodes between two checks of the deadline


def count_plainly(puzzle: Queens, stage: str = STAGE) -> Steps:
    """Count the placements one by one; a step is a node.

    The share done assumes that all rows of the first column take equal time.
    """
    rows = open_rows(puzzle)
    weighted_rows = [(1, rows)]
    if not (puzzle.given or puzzle.blocked):
        half, odd = divmod(puzzle.n, 2)  # a first queen in the upper half has a mirror image
        weighted_rows = [(2, [(1 << half) - 1, *rows[1:]]), (1, [odd << half, *rows[1:]])]
    nodes = nodes_a_tick(puzzle.n, bool(puzzle.blocked))
    total = sum(rows[0].bit_count() for _, rows in weighted_rows)
    value = over = 0
    for weight, rows in weighted_rows:
        last = None
        for placement in search(rows, bool(puzzle.blocked)):
            if placement is None:
                share = (over + rows[0].bit_count() * share_before(rows, last)) / total
                yield Partial(value=value, share=share, steps=nodes, stage=stage)
            else:
                value += weight
                last = placement
        over += rows[0].bit_count()
    return counted(puzzle, value)


def counted(puzzle: Queens, value: int) -> Partial:
    """Return the last partial of a complete count, with the reason if it is 0."""
    return Partial(value=value, share=1.0, why_none="" if value else why_none(puzzle))


def open_columns(puzzle: Queens) -> int:
    """Return the number of columns with more than one open square."""
    return sum(rows.bit_count() > 1 for rows in open_rows(puzzle))


def count_completions(puzzle: Queens) -> Steps:
    """Count the placements by a search that fills the column with the fewest open squares first.

    Parameters
    ----------
    puzzle
        A puzzle with at most 63 `open_columns`.

    Notes
    -----
    The search backtracks if a column or row has no open square. Its cost depends on the number of
    open columns: milliseconds for 50 queens of which 30 are given.

    Examples
    --------
    >>> import rookery as rk
    >>> rk.count(Queens(8, given=["a1"]), method="completions").value
    4
    """
    from rookery.queens.counting import completions_kernel as kernel

    rows_of = open_rows(puzzle)
    if not all(rows_of):
        return counted(puzzle, 0)
    if all(rows.bit_count() == 1 for rows in rows_of):
        return counted(puzzle, 1)
    search = _search(rows_of)
    while True:
        kernel.resume_count(search, NODES_A_SLICE)
        value = int(search.state[kernel.COUNTED])
        if search.state[kernel.DEPTH] < 0:
            return counted(puzzle, value)
        yield Partial(value=value, share=_share(search), steps=NODES_A_SLICE, stage="count")


def _share(search: CompletionSearch) -> float:
    """Return the share done of the search, if all branches of a node take equal time."""
    from rookery.queens.counting.completions_kernel import DEPTH

    deepest = int(search.state[DEPTH])
    share, width = 0.0, 1.0
    for depth in range(deepest + 1):
        branches = int(search.open_rows[depth, search.chosen[depth]]).bit_count()
        over = branches - int(search.untried[depth]).bit_count() - (depth < deepest)
        width /= max(1, branches)
        share += over * width
    return share


def _search(rows_of: list[int]) -> CompletionSearch:
    """Return a new search over the columns and rows without a known queen."""
    import numpy as np

    from rookery.queens.counting.completions_kernel import CompletionSearch, choose

    board = open_board(rows_of)
    size = len(board.columns)
    depths = size + 1
    search = CompletionSearch(
        board.attacked,
        open_rows=np.zeros((depths, size), np.int64),
        columns=np.zeros(depths, np.int64),
        chosen=np.zeros(depths, np.int64),
        untried=np.zeros(depths, np.int64),
        state=np.zeros(2, np.int64),
    )
    search.columns[0] = (1 << size) - 1
    search.open_rows[0] = board.open_rows
    choose(search, 0)
    return search
