"""Placements in lexicographic order: the first in plain Python, many by the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from operator import index
from typing import TYPE_CHECKING, SupportsIndex, Union

from rookery.errors import LimitError, PuzzleError, shown
from rookery.numbers import integer
from rookery.queens.kernel_sets import LISTS
from rookery.queens.listing.plain import LARGEST_SIDE, REMEMBERED_SIDE, Placement, open_rows, search
from rookery.queens.puzzle import Queens

if TYPE_CHECKING:
    from rookery.queens.listing.chunks import Chunk

    Block = Union[list[Placement], Chunk]  # noqa: UP007 - Chunk is known to type checkers only

CHUNK = 1 << 16  # placements in an array
LARGEST_WORD = 62  # rows that fit into a word of the kernels; larger boards need none
LOOK_SECONDS = 0.05  # between two looks at whether kernels are loaded
LOADING_LOOKS = 60  # three seconds in all
PLAIN_TICKS = 50  # a tenth of a second; enough for every board up to 11 x 11


def placement_chunks(
    puzzle: Queens, size: int = CHUNK, start: Iterable[SupportsIndex] | None = None
) -> Iterator[Chunk]:
    """Yield the placements of a puzzle as arrays; see `rookery.placement_chunks`."""
    check_listable(puzzle)
    number = integer(size, "a size of at least 1 placement", 1)
    return _chunks(puzzle, number, None if start is None else checked_start(puzzle, start))


def _chunks(puzzle: Queens, size: int, start: Placement | None) -> Iterator[Chunk]:
    LISTS.wait(inf)
    from rookery.queens.listing.chunks import slices

    for chunk in slices(puzzle, size, start):
        if len(chunk):
            yield chunk


def blocks(puzzle: Queens, start: Iterable[SupportsIndex] | None = None) -> Iterator[Block]:
    """Yield the placements that each slice of work found, perhaps none, in lexicographic order.

    A slice takes about a tenth of a second at most. The first ones are searched in plain
    Python, so that small boards and a few placements of large ones need no kernels.

    Parameters
    ----------
    puzzle
        What to place.
    start
        Rows of all columns from 0; placements before it are left out.

    Returns
    -------
    iterator of list of tuple, or of array of shape (k, n)
        The rows from 0 of the queens in each column.

    Raises
    ------
    PuzzleError
        When `start` is not a row of the board for each column.
    LimitError
        When the board has more than 1,000 rows.
    """
    check_listable(puzzle)
    return _blocks(puzzle, None if start is None else checked_start(puzzle, start))


def _blocks(puzzle: Queens, start: Placement | None) -> Iterator[Block]:
    found: list[Placement] = []
    last = None
    ticks = 0
    for placement in search(open_rows(puzzle), bool(puzzle.blocked), start):
        if placement is not None:
            found.append(placement)
            continue
        yield found
        ticks += 1
        last = found[-1] if found else last
        found = []
        if ticks < PLAIN_TICKS or not puzzle.n > REMEMBERED_SIDE:
            continue
        if puzzle.n > LARGEST_WORD or LISTS.is_ready:
            yield from _blocks_after(puzzle, last, start)
            return
        if ticks == PLAIN_TICKS:
            yield from _loading()
    yield found


def _loading() -> Iterator[list[Placement]]:
    """Yield nothing from time to time while kernels that are kept are loaded."""
    for _ in range(LOADING_LOOKS):
        if LISTS.load(LOOK_SECONDS):
            return
        yield []


def _blocks_after(
    puzzle: Queens, last: Placement | None, start: Placement | None
) -> Iterator[Chunk]:
    """Yield what follows the last placement found, or all from `start` on if none was."""
    from rookery.queens.listing.chunks import slices

    for chunk in slices(puzzle, CHUNK, start if last is None else last):
        rest = chunk
        if last is not None and len(chunk):
            rest, last = chunk[1:], None
        yield rest


def check_listable(puzzle: Queens) -> None:
    """Raise a `LimitError` when the board is too large for its placements to be listed."""
    if puzzle.n > LARGEST_SIDE:
        raise LimitError(
            f"listing placements takes boards of up to {LARGEST_SIDE:,} rows, got {puzzle.n:,}; "
            "one placement is found on any board"
        )


def checked_start(puzzle: Queens, start: object) -> Placement:
    """Return the placement to start from as a tuple of `int`.

    Raises
    ------
    PuzzleError
        When it is not a row of the board for each column.
    """
    try:
        rows = tuple(index(row) for row in start)  # type: ignore[attr-defined]
    except TypeError:
        rows = ()
    if len(rows) != puzzle.n:
        raise PuzzleError(expected=f"{puzzle.n} rows to start from", found=shown(start))
    for column, row in enumerate(rows):
        if not 0 <= row < puzzle.n:
            raise PuzzleError(
                expected=f"a row from 0 to {puzzle.n - 1} in column {column} to start from",
                found=f"{row}",
            )
    return rows
