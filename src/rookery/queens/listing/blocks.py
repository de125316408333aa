"""Listings of placements: blocks in lexicographic order, from plain Python, then from kernels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from math import inf
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex, Union

from rookery.boards.answers import rows_in
from rookery.compiled.sets import KernelSet
from rookery.engine.drive import Listing, by_number, mapped
from rookery.engine.run import FullError, Partial, Run, Steps, advance
from rookery.errors import LimitError, PuzzleError, shown
from rookery.numbers import integer
from rookery.queens.listing.listed import MOST_BYTES, Listed, Placements
from rookery.queens.listing.plain import LARGEST_SIDE, nodes_a_tick, open_rows, search
from rookery.queens.puzzle import Placement, Queens, expect_open, why_none
from rookery.queens.symmetry import ANY, FUNDAMENTAL, having
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.queens.listing.chunks import Chunk

    Block = Union[list[Placement], Chunk]  # noqa: UP007 - Chunk is known to type checkers only


CHUNK = 1 << 16  # placements per array
LARGEST_WORD = 62  # rows that fit a kernel's word; larger boards are listed in plain Python
STAGE = "search"
LEAST_SEARCHED = 18  # rows of the smallest board whose placements are listed by search alone
LEAST_JOINED = 11  # rows of the smallest board whose placements are listed by joining halves
PLAIN_TICKS = 50  # ticks (0.1 s) before kernels are loaded; enough for every board up to 11x11
_TOO_LARGE = f"a board of more than {LARGEST_SIDE:,} rows gets one placement"
_TOO_MANY = "the placements exceed 1 GiB of memory; rookery.placement_chunks lists them all"


def _run_lists() -> None:
    from rookery.queens.listing.chunks import slices

    for rows in LEAST_JOINED, LEAST_SEARCHED:
        next(slices(Queens(rows), size=1))


LISTS = KernelSet("queens-lists", "queens: listing placements", _run_lists)


def placement_chunks(
    puzzle: Queens, size: int = CHUNK, start: Iterable[SupportsIndex] | None = None
) -> Iterator[Chunk]:
    """Yield the placements of a puzzle as arrays; see `rookery.placement_chunks`."""
    check_listable(puzzle)
    number = integer(size, "a size of at least 1 placement", 1)
    begin = None if start is None else checked_start(puzzle, start)

    def chunks() -> Iterator[Chunk]:
        LISTS.wait(inf)
        from rookery.queens.listing.chunks import slices

        yield from filter(len, slices(puzzle, number, begin))

    return chunks()


def blocks(puzzle: Queens, run: Run, start: Placement | None = None) -> Steps:
    """List the placements in lexicographic order; each partial has the block of one slice.

    A block is a list of tuples, or an array of shape (k, n): the row from 0 of the queen in each
    column. A slice takes at most about a tenth of a second. Plain Python searches the first slices,
    so small boards, and a few placements of large ones, need no kernels. Boards have at most 1,000
    rows. Placements before `start`, rows of all columns, are left out.
    """
    last: list[Placement] = []
    plain = plain_blocks(puzzle, start, last)
    for _ in range(PLAIN_TICKS):
        if ended := (yield from advance(plain)):
            return ended
    if puzzle.n <= LARGEST_WORD and (ended := (yield from run.kernels(LISTS, meanwhile=plain))):
        return ended
    from rookery.queens.listing.chunks import slices

    for chunk in slices(puzzle, CHUNK, last[0] if last else start):
        is_repeated = last and len(chunk)  # plain Python has listed the first placement
        yield Partial(block=chunk[1:] if is_repeated else chunk, stage=STAGE)
        last = [] if is_repeated else last
    return None


def plain_blocks(
    puzzle: Queens, start: Placement | None = None, last: list[Placement] | None = None
) -> Steps:
    """List placements as `blocks` does, in plain Python, by nodes; `last` receives the last one."""
    nodes = nodes_a_tick(puzzle.n, bool(puzzle.blocked))
    block: list[Placement] = []
    for placement in search(open_rows(puzzle), bool(puzzle.blocked), start):
        if placement is not None:
            block.append(placement)
            continue
        if last is not None and block:
            last[:] = block[-1:]
        yield Partial(block=block, steps=nodes, stage=STAGE)
        block = []
    return Partial(block=block, stage=STAGE)


def check_listable(puzzle: Queens) -> None:
    """Raise a `LimitError` if the board is too large for a listing."""
    if puzzle.n > LARGEST_SIDE:
        raise LimitError(
            f"listing placements needs a board of up to {LARGEST_SIDE:,} rows, "
            f"got {puzzle.n:,}; rookery.placement finds one on a larger board"
        )


def checked_start(puzzle: Queens, start: object) -> Placement:
    """Return the placement to start from: as an `int`, a row of the board for each column."""
    try:
        rows = tuple(index(row) for row in rows_in(start, puzzle.n, "start"))
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


def listing(
    puzzle: Queens,
    settings: Settings,
    start: Any = None,
    first: int | None = None,
    fundamental: bool = False,
) -> Listing:
    """Return the listing of the placements, in blocks as `blocks` yields them.

    The listing stops after `first` placements. If `fundamental`, it has the first placement of each
    orbit. A `PuzzleError` is raised if `start` is not a row of the board for each column, or
    `fundamental` is set for a board with given or blocked squares; a `LimitError`, if the board has
    more than 1,000 rows.
    """
    if fundamental:
        expect_open(puzzle)
    check_listable(puzzle)
    begin = None if start is None else checked_start(puzzle, start)
    conclude = by_number(puzzle, partial(why_none, puzzle) if start is None else None)
    select = partial(having, symmetry=FUNDAMENTAL if fundamental else ANY)
    return Listing(partial(blocks, puzzle, start=begin), settings, conclude, first, select)


def list_plainly(puzzle: Queens, run: Run) -> Steps:
    """List all placements in plain Python; a step is a node."""
    return (yield from _kept(plain_blocks(puzzle), puzzle, run))


def list_all(puzzle: Queens, run: Run) -> Steps:
    """List all placements by kernels, or in plain Python under a work limit."""
    run.check_deadline()
    is_plain = run.settings.limits.work is not None
    steps = plain_blocks(puzzle) if is_plain else blocks(puzzle, run)
    return (yield from _kept(steps, puzzle, run))


def list_one(puzzle: Queens, run: Run) -> Steps:
    """Find one placement of a board too large for a listing."""
    from rookery.queens.placing import find_one

    placed = yield from find_one(puzzle, run)
    if placed is None or placed.answer is None:
        return placed
    return Partial(Placements([[placed.answer]]), note=_TOO_LARGE)


def _kept(steps: Steps, puzzle: Queens, run: Run) -> Steps:
    """Check and keep the listed placements, up to 1 GiB of them (reached from n = 17 on)."""
    listed = Listed(puzzle)

    def keep(partial: Partial) -> Partial:
        listed.add(partial.block)
        if listed.bytes > MOST_BYTES:
            run.take(Partial(note=_TOO_MANY))
            raise FullError
        return partial._replace(block=(), value=listed.number or None)

    try:
        yield from mapped(steps, keep)
    except BaseException:  # a stopped listing still returns its placements
        so_far = listed.answer(is_whole=False) or None
        run.take(Partial(so_far, share=listed.share(), refines=True))
        raise
    answer = listed.answer(is_whole=True)
    if not answer:
        return Partial(why_none=why_none(puzzle))
    return Partial(answer, bound=len(answer), refines=True)
