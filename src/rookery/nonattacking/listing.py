"""All placements in lexicographic order, and random samples of them.

A compiled search lists them if there is one. With one piece in each row it finds them in order.
Maximal placements are found in another order: a block holds the placements that begin with the same
candidates, a *prefix*, sorted; a prefix with too many placements is divided into longer ones.

A sample settles square after square by counts of the placements with a piece there and without.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

from rookery.boards.answers import pieces_in
from rookery.engine.drive import Listing, by_number, expect_end, mapped
from rookery.engine.run import Partial, Run, Steps
from rookery.errors import PuzzleError
from rookery.nonattacking.counting.fits import fits_maximal, has_one_a_row
from rookery.nonattacking.counting.maximal_sets import CompiledCovers, CoverTable
from rookery.nonattacking.graph import Graph, bits, graph_of, why_none
from rookery.nonattacking.kernel_sets import MAXIMAL, ROWS
from rookery.nonattacking.methods import COUNTERS
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.search import SetSearch
from rookery.nonattacking.symmetry import is_first, symmetries
from rookery.nonattacking.validation import PlacedPiece, given_of
from rookery.results.limits import Limits
from rookery.results.methods import choose
from rookery.results.settings import Settings

Placement = tuple[PlacedPiece, ...]

LARGEST_BLOCK = 1 << 12  # placements
LISTED = 1 << 12  # placements, at most, that a sample lists instead of settling a square
WORDS_A_BLOCK = 1 << 22  # words that the search of a block reads, at least
HEAD_START = 4  # ticks in plain Python, some 0.1 s, before kernels are loaded

Blocks = Generator[list[int], None, None]
"""Sets of candidates in ascending order; an empty block after a slice of work without any."""


def listing(
    puzzle: NonAttacking,
    settings: Settings,
    start: Any = None,
    first: int | None = None,
    fundamental: bool = False,
) -> Listing:
    """Return a listing of all placements in lexicographic order, from a given one or the first.

    A `fundamental` listing has only the first of placements that are images of each other.
    """
    kinds = len(puzzle.pieces)
    begin: tuple[PlacedPiece, ...] = ()
    if start is not None:
        begin = given_of(pieces_in(start, puzzle.board, kinds), puzzle.board, kinds)

    def list_all(run: Run) -> Steps:
        graph = graph_of(puzzle, run.check_deadline)
        group = symmetries(graph, run.check_deadline)[1:] if fundamental else ()

        def placed(partial: Partial) -> Partial:
            found = [chosen for chosen in partial.block if not group or is_first(group, chosen)]
            return Partial(block=[graph.placement(chosen) for chosen in found])

        return (yield from mapped(list_sets(graph, begin, run), placed))

    conclude = by_number(
        puzzle, None if start is not None else lambda: graph_of(puzzle).why_none or why_none(puzzle)
    )
    return Listing(list_all, settings, conclude, first)


def sample(puzzle: NonAttacking, k: int, settings: Settings) -> list[Placement]:
    """Draw placements; raise a `LimitError` if time ends before all are drawn.

    A number is drawn for each, its rank in an order of all placements. (A. Nijenhuis and H. S.
    Wilf, "Combinatorial Algorithms", 1978, draw combinatorial objects so.)
    """
    settings = replace(settings, limits=Limits(seconds=settings.limits.seconds))
    total = _count(puzzle, settings) if k else 0
    if k and not total:
        raise PuzzleError(expected="a puzzle with a placement", found="one with none")
    random = Random(settings.seed)
    ranks = [random.randrange(total) for _ in range(k)]
    found = dict(_placements_at(set(ranks), puzzle, total, settings))
    return [found[rank] for rank in ranks]


def _placements_at(
    ranks: Collection[int], puzzle: NonAttacking, total: int, settings: Settings
) -> Iterator[tuple[int, Placement]]:
    """Yield ranks and their placements, of `total` in all.

    The placements with a piece on a square come before those without; few are listed.
    """
    # for each part: its first rank, the number of its placements, and ranks that may be among them
    parts = [(puzzle, 0, total, ranks)]
    while parts:
        part, first, number, among = parts.pop()
        wanted = {rank for rank in among if first <= rank < first + number}
        if not wanted:
            continue
        if number <= LISTED or part.maximal:
            listed = listing(part, settings)
            for rank, placement in enumerate(chain.from_iterable(listed), first):
                if rank in wanted:
                    yield rank, placement
            expect_end(listed, "sample", settings)
            continue
        settled = {one[1:] for one in part.given}
        unsettled = [one for one in graph_of(part).candidates if one[1:] not in settled]
        square = unsettled[0][1:]
        for one in unsettled:
            if one[1:] == square:
                with_one = replace(part, given=(*part.given, one))
                many = _count(with_one, settings)
                parts.append((with_one, first, many, wanted))
                first, number = first + many, number - many
        parts.append((replace(part, blocked=part.blocked | {square}), first, number, wanted))


def _count(puzzle: NonAttacking, settings: Settings) -> int:
    counted = choose(COUNTERS, "auto", puzzle).run(puzzle, settings)
    expect_end(counted, "sample", settings)
    return int(counted.value or 0)


def list_sets(graph: Graph, begin: Sequence[PlacedPiece], run: Run) -> Steps:
    """List the placements of a graph from a given one, as blocks of sets of candidates."""
    if graph.why_none:
        return None
    latest: list[int] = []

    def list_plainly() -> Steps:
        block: list[int] = []
        listed = 0
        for chosen in chain(SetSearch(graph).placements(begin), [None]):
            if chosen is not None:
                block.append(chosen)
            if chosen is None or len(block) > listed:  # the first at once, then ever longer blocks
                latest[:] = block[-1:] or latest
                listed += len(block)
                yield Partial(block=block)
                block = []
        return Partial()

    if fits_maximal(graph.puzzle):
        kernels, compiled = MAXIMAL, _maximal_blocks
    elif has_one_a_row(graph.puzzle):
        kernels, compiled = ROWS, _row_blocks
    else:
        return (yield from list_plainly())
    with closing(list_plainly()) as meanwhile:
        if ended := (yield from run.kernels(kernels, meanwhile=meanwhile, head_start=HEAD_START)):
            return ended
    start = graph.placement(latest[0]) if latest else tuple(begin)
    with closing(compiled(graph, start, run)) as blocks:
        for block in blocks:
            yield Partial(block=[chosen for chosen in block if chosen not in latest])
    return None


def _row_blocks(graph: Graph, start: Placement, run: Run) -> Blocks:
    from rookery.nonattacking.counting.row_search import masks_of
    from rookery.nonattacking.counting.sets import RowLister

    number = {candidate: at for at, candidate in enumerate(graph.candidates)}
    lister = RowLister(masks_of(graph.puzzle, run.check_deadline), start, LARGEST_BLOCK)
    for block in lister.run():
        rows = [enumerate(columns) for columns in block]
        yield [sum(1 << number[0, row, at] for row, at in one) for one in rows]


def _maximal_blocks(graph: Graph, start: Placement, run: Run) -> Blocks:
    table = CoverTable(graph, run.check_deadline)
    room = max(1, min(LARGEST_BLOCK, WORDS_A_BLOCK // max(1, table.words.size)))
    prefixes: list[tuple[int, ...]] = [()]
    while prefixes:
        prefix = prefixes.pop()
        if graph.placement(sum(1 << at for at in prefix)) < start[: len(prefix)]:
            continue
        node = table.starting(prefix)
        search = CompiledCovers(table, node, room)
        for _ in search.run():
            if search.is_full:
                prefixes += [(*prefix, at) for at in reversed(list(bits(node.allowed)))]
                break
            yield []
        else:
            found = sorted(search.found(), key=lambda chosen: list(bits(chosen)))
            yield [chosen for chosen in found if graph.placement(chosen) >= start]
