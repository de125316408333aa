"""Listing of placements by kernels, in slices: chunks of placements as arrays."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

import numpy as np

from rookery.compiled.lanes import lanes_named, widest
from rookery.queens.listing import join_kernel, walk_kernel
from rookery.queens.listing.join_kernel import MATCHES, MOST_RIGHT, PENDING, SPARE, RightFillings
from rookery.queens.listing.plain import nodes_from, open_rows, search
from rookery.queens.listing.walk_kernel import Walk
from rookery.queens.puzzle import Placement, Queens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Chunk = NDArray[np.int8] | NDArray[np.int16]

STEPS_A_SLICE = 4_000_000  # steps: about a tenth of a second
LARGEST_MIRRORED = 15  # rows; half of the placements are kept to be mirrored, in 17 MB
FEWEST_JOINED = 11  # columns; on smaller boards the lists of fillings cost more than they save


class ChunkSource(Protocol):
    """A source of placements, a slice of work at a time."""

    def fill(self, chunk: Chunk) -> int:
        """Write the next placements of one slice into an array; return their number."""

    @property
    def is_over(self) -> bool:
        """Whether all placements are found."""


def slices(puzzle: Queens, size: int, start: Placement | None = None) -> Iterator[Chunk]:
    """Yield the placements of each slice of work, perhaps none, in lexicographic order.

    A slice takes about a tenth of a second; Ctrl-C takes effect between two slices.

    Parameters
    ----------
    size
        The most placements in one array.
    start
        Rows of all columns; placements before it are left out.

    Yields
    ------
    array of int8 (int16 from n = 129 on), shape (k, n) with k <= size
        The row from 0 of the queen in each column.
    """
    rows = open_rows(puzzle)
    if not all(rows):
        return
    is_open = not (puzzle.given or puzzle.blocked)
    if is_open and start is None and puzzle.n <= LARGEST_MIRRORED:
        yield from _with_mirror_images(puzzle, rows, size)
    else:
        yield from _slices(puzzle, rows, size, start)


def _with_mirror_images(puzzle: Queens, rows: list[int], size: int) -> Iterator[Chunk]:
    """Yield all placements of an open board, the second half as mirror images of the first."""
    half, odd = divmod(puzzle.n, 2)
    kept = []
    for chunk in _slices(puzzle, [(1 << half + odd) - 1, *rows[1:]], size, None):
        kept.append(chunk[: np.searchsorted(chunk[:, 0], half)].copy())
        yield chunk
    for chunk in reversed(kept):  # reflection upside down reverses the lexicographic order
        yield puzzle.n - 1 - chunk[::-1]


def _slices(puzzle: Queens, rows: list[int], size: int, start: Placement | None) -> Iterator[Chunk]:
    """Yield the placements on open rows, a slice at a time."""
    source: ChunkSource
    if puzzle.n > walk_kernel.LARGEST_SIDE:
        source = _Plain(rows, start)
    elif FEWEST_JOINED <= puzzle.n <= join_kernel.LARGEST_SIDE:
        source = _Join(rows, start)
    else:
        source = _KernelSearch(rows, bool(puzzle.given or puzzle.blocked), start)
    small = np.int8 if puzzle.n <= np.iinfo(np.int8).max + 1 else np.int16
    while not source.is_over:
        room = np.empty((size, puzzle.n), small)
        count = source.fill(room)
        chunk = room if count == size else room[:count].copy()
        if start is not None:
            chunk = chunk[bisect_left(chunk, start, key=tuple) :]
            start = start if len(chunk) == 0 else None
        yield chunk


class _Plain:
    """A search in plain Python, for boards wider than a kernel's word."""

    def __init__(self, rows: list[int], start: Placement | None) -> None:
        self._search = search(rows, look_ahead=True, start=start)
        self.is_over = False

    def fill(self, chunk: Chunk) -> int:
        count = 0
        for placement in self._search:
            if placement is None:
                return count
            chunk[count] = placement
            count += 1
            if count == len(chunk):
                return count
        self.is_over = True
        return count


class _KernelSearch:
    """A depth-first search by a kernel, for boards with too many fillings to list."""

    def __init__(self, rows: list[int], look_ahead: bool, start: Placement | None) -> None:
        self._walk = new_walk(rows, start)
        self._look_ahead = look_ahead

    @property
    def is_over(self) -> bool:
        return bool(self._walk.column[0] < 0)

    def fill(self, chunk: Chunk) -> int:
        count: int = walk_kernel.search(self._walk, self._look_ahead, chunk, 0, STEPS_A_SLICE)
        return count


class _Join:
    """A walk over the left columns, joined with lists of right fillings."""

    def __init__(self, rows: list[int], start: Placement | None) -> None:
        self._lanes = lanes_named(widest())
        self._first = right_columns_from(len(rows))
        self._walk = new_walk(rows, None if start is None else start[: self._first])
        self._pending = np.zeros(PENDING, np.int64)
        self._fillings = list_fillings(rows, self._first)

    @property
    def is_over(self) -> bool:
        return bool(self._walk.column[0] < 0 and not self._pending[MATCHES])

    def fill(self, chunk: Chunk) -> int:
        halves = (self._walk, self._first, self._fillings)
        count: int = join_kernel.join_columns(
            self._lanes, *halves, self._pending, chunk, 0, STEPS_A_SLICE
        )
        return count


def right_columns_from(n: int) -> int:
    """Return the first right column of a join; fewer than half of the columns are right columns."""
    return n - min((n - 1) // 2, MOST_RIGHT)


def new_walk(rows: list[int], start: Placement | None = None, first: int = 0) -> Walk:
    """Return a walk over the columns from `first` on; it begins at `start` if given."""
    columns = len(rows)
    walk = Walk(
        open=np.array(rows, np.int64),
        free=np.zeros(columns, np.int64),
        used=np.zeros(columns, np.int64),
        rising=np.zeros(columns, np.int64),
        falling=np.zeros(columns, np.int64),
        row=np.zeros(columns, np.int8),
        column=np.array([first], np.int64),
    )
    walk.free[first] = rows[first]
    if start is not None:
        board = (1 << columns) - 1
        nodes = nodes_from(rows, start)
        for column, (queens, free, used, rising, falling) in enumerate(nodes):
            walk.row[:column] = queens
            walk.free[column], walk.used[column] = free, used
            walk.rising[column], walk.falling[column] = rising, falling & board
        walk.column[0] = len(nodes) - 1
    return walk


def list_fillings(rows: list[int], first: int) -> RightFillings:
    """Return the fillings of the columns from `first` on, grouped by the rows they use."""
    # A first pass counts the fillings, to allocate the lists.
    start = np.zeros((1 << len(rows)) + 1, np.int32)
    walk = new_walk(rows, first=first)
    while walk.column[0] >= first:
        join_kernel.count_fillings(walk, first, start[1:], STEPS_A_SLICE)
    np.cumsum(start, out=start)
    total = int(start[-1])
    fillings = RightFillings(start, np.zeros(total + SPARE, np.uint32), np.zeros(total, np.int64))
    end = start[:-1].copy()
    walk = new_walk(rows, first=first)
    while walk.column[0] >= first:
        join_kernel.list_fillings(walk, first, fillings, end, STEPS_A_SLICE)
    return fillings
