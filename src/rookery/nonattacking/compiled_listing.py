"""Placements listed in lexicographic order by compiled searches, where there is one.

Of rows that hold one piece each, the search comes upon them in that order. Those to which no piece
can be added it finds in an order of its own: a block holds those that begin with some candidates,
a *prefix*, sorted; a prefix of too many is cut into those of one candidate more.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing

from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.nonattacking.counting.fits import fits_maximal, has_one_a_row
from rookery.nonattacking.counting.maximal_sets import CompiledCovers, CoverTable
from rookery.nonattacking.graph import Graph, bits
from rookery.nonattacking.kernel_sets import MAXIMAL, ROWS
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.search import SetSearch
from rookery.nonattacking.validation import PlacedPiece

LARGEST_BLOCK = 1 << 12  # placements
WORDS_A_BLOCK = 1 << 22  # that the search of a block looks at for its placements, at least
HEAD_START = 4  # ticks in plain Python, some 0.1 s, before kernels are loaded

Start = tuple[PlacedPiece, ...]
Blocks = Generator[list[int], None, None]
"""Sets of candidates in ascending order; an empty block after a slice of work without any."""


def has_compiled_listing(puzzle: NonAttacking) -> bool:
    """Return whether a compiled search lists the placements."""
    return fits_maximal(puzzle) or has_one_a_row(puzzle)


def list_sets(graph: Graph, begin: Sequence[PlacedPiece], run: Run) -> Steps:
    """List the placements of a graph from one on, as blocks of sets of candidates.

    Its puzzle has a compiled listing.
    """
    if graph.why_none:
        return None
    is_maximal = fits_maximal(graph.puzzle)
    latest: list[int] = []

    def list_plainly() -> Steps:
        search = SetSearch(graph)
        for chosen in search.placements(search.path_from(begin)):
            if chosen is None:
                yield Partial()
            else:
                latest[:] = [chosen]
                yield Partial(block=[chosen])
        return Partial()

    kernels = MAXIMAL if is_maximal else ROWS
    with closing(list_plainly()) as meanwhile:
        if ended := (yield from run.kernels(kernels, meanwhile=meanwhile, head_start=HEAD_START)):
            return ended
    start = graph.placement(latest[0]) if latest else tuple(begin)
    with closing((_maximal_blocks if is_maximal else _row_blocks)(graph, start, run)) as blocks:
        for block in blocks:
            yield Partial(block=[chosen for chosen in block if chosen not in latest])
    return None


def _row_blocks(graph: Graph, start: Start, run: Run) -> Blocks:
    from rookery.nonattacking.counting.row_masks import masks_of
    from rookery.nonattacking.counting.row_search import RowLister

    number = {candidate: at for at, candidate in enumerate(graph.candidates)}
    lister = RowLister(masks_of(graph.puzzle, run.check_deadline), start, LARGEST_BLOCK)
    for block in lister.run():
        rows = [enumerate(columns) for columns in block]
        yield [sum(1 << number[0, row, at] for row, at in one) for one in rows]


def _maximal_blocks(graph: Graph, start: Start, run: Run) -> Blocks:
    table = CoverTable(graph, run.check_deadline)
    room = max(1, min(LARGEST_BLOCK, WORDS_A_BLOCK // max(1, table.words.size)))
    prefixes: list[tuple[int, ...]] = [()]
    while prefixes:
        prefix = prefixes.pop()
        if graph.placement(sum(1 << at for at in prefix)) < start[: len(prefix)]:
            continue
        node = table.starting(prefix)
        found = yield from _all_of(CompiledCovers(table, node, room))
        if found is None:
            prefixes += [(*prefix, at) for at in reversed(list(bits(node.allowed)))]
        else:
            found.sort(key=lambda chosen: list(bits(chosen)))
            yield [chosen for chosen in found if graph.placement(chosen) >= start]


def _all_of(search: CompiledCovers) -> Generator[list[int], None, list[int] | None]:
    """Return the placements of a search; None when they are too many for a block."""
    for _ in search.run():
        if search.is_full:
            return None
        yield []
    return list(search.found())
