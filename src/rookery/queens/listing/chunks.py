"""Listing of placements by kernels, in slices: chunks of placements as arrays."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import numpy as np

from rookery.compiled.arrays import Int8s, Int16s
from rookery.compiled.lanes import lanes_named, widest
from rookery.queens.listing import walk_kernel as kernel
from rookery.queens.listing.plain import nodes_from, open_rows, search
from rookery.queens.listing.walk_kernel import MOST_RIGHT, SPARE, RightFillings, Walk
from rookery.queens.puzzle import Placement, Queens

Chunk = Int8s | Int16s
Filled = Callable[[Callable[[Chunk], int]], Chunk]  # a new chunk, filled by a function

STEPS_A_SLICE = 4_000_000  # steps: about a tenth of a second
LARGEST_MIRRORED = 15  # rows; half of the placements are kept to be mirrored, in 17 MB
FEWEST_JOINED = 11  # columns; on smaller boards the lists of fillings cost more than they save


def slices(puzzle: Queens, size: int, start: Placement | None = None) -> Iterator[Chunk]:
    """Yield the placements of each slice of work, perhaps none, in lexicographic order.

    A slice takes about a tenth of a second; Ctrl-C takes effect between two slices. An array has at
    most `size` placements: the row from 0 of the queen in each column, as int8 (int16 from n = 129
    on). Placements before `start`, rows of all columns, are left out.
    """
    rows = open_rows(puzzle)
    if not all(rows):
        return
    is_open = not (puzzle.given or puzzle.blocked)
    if not is_open or start is not None or puzzle.n > LARGEST_MIRRORED:
        yield from _slices(puzzle, rows, size, start)
        return
    half, odd = divmod(puzzle.n, 2)
    kept = []
    for chunk in _slices(puzzle, [(1 << half + odd) - 1, *rows[1:]], size, None):
        kept.append(chunk[: np.searchsorted(chunk[:, 0], half)].copy())
        yield chunk
    for chunk in reversed(kept):  # reflection upside down reverses the lexicographic order
        yield puzzle.n - 1 - chunk[::-1]


def _slices(puzzle: Queens, rows: list[int], size: int, start: Placement | None) -> Iterator[Chunk]:
    """Yield the placements on open rows, a slice at a time."""
    small = np.int8 if puzzle.n <= np.iinfo(np.int8).max + 1 else np.int16

    def filled(fill: Callable[[Chunk], int]) -> Chunk:
        room = np.empty((size, puzzle.n), small)
        count = fill(room)
        return room if count == size else room[:count].copy()

    if puzzle.n > kernel.LARGEST_SIDE:
        chunks = _plain_chunks(rows, start, size, small)
    elif FEWEST_JOINED <= puzzle.n <= kernel.LARGEST_JOINED:
        chunks = _joined_chunks(rows, start, filled)
    else:
        chunks = _walked_chunks(rows, bool(puzzle.given or puzzle.blocked), start, filled)
    for chunk in chunks:
        if start is not None:
            chunk = chunk[bisect_left(chunk, start, key=tuple) :]
            start = start if len(chunk) == 0 else None
        yield chunk


def _plain_chunks(
    rows: list[int], start: Placement | None, size: int, small: Any
) -> Iterator[Chunk]:
    """Search in plain Python, for boards wider than a kernel's word."""
    found: list[Placement] = []
    for placement in chain(search(rows, look_ahead=True, start=start), [None]):
        if placement is not None:
            found.append(placement)
        if placement is None or len(found) == size:
            yield np.array(found, small).reshape(-1, len(rows))
            found = []


def _walked_chunks(
    rows: list[int], look_ahead: bool, start: Placement | None, filled: Filled
) -> Iterator[Chunk]:
    """Search depth first by a kernel, on boards with too many fillings to list."""
    walk = new_walk(rows, start)
    while walk.column[0] >= 0:
        yield filled(lambda chunk: kernel.search(walk, look_ahead, chunk, STEPS_A_SLICE))


def _joined_chunks(rows: list[int], start: Placement | None, filled: Filled) -> Iterator[Chunk]:
    """Walk over the left columns, and join them with lists of right fillings."""
    lanes, first = lanes_named(widest()), right_columns_from(len(rows))
    walk = new_walk(rows, None if start is None else start[:first])
    fillings = list_fillings(rows, first)
    pending = np.zeros(kernel.PENDING, np.int64)
    while walk.column[0] >= 0 or pending[kernel.MATCHES]:
        yield filled(
            lambda chunk: kernel.join_columns(
                lanes, walk, first, fillings, pending, chunk, STEPS_A_SLICE
            )
        )


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
        kernel.count_fillings(walk, first, start[1:], STEPS_A_SLICE)
    np.cumsum(start, out=start)
    total = int(start[-1])
    fillings = RightFillings(start, np.zeros(total + SPARE, np.uint32), np.zeros(total, np.int64))
    end = start[:-1].copy()
    walk = new_walk(rows, first=first)
    while walk.column[0] >= first:
        kernel.list_fillings(walk, first, fillings, end, STEPS_A_SLICE)
    return fillings
