"""All placements in lexicographic order: listed, and drawn from as they pass by."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from random import Random
from typing import Any

from rookery.boards.answers import pieces_in
from rookery.engine.drive import mapped, run_to_limit
from rookery.engine.listing import Listing, by_number
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.errors import LimitError, PuzzleError
from rookery.nonattacking import exact
from rookery.nonattacking.compiled_listing import has_compiled_listing, list_sets
from rookery.nonattacking.graph import Graph, graph_of
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.search import SetSearch
from rookery.nonattacking.symmetry import is_first, symmetries
from rookery.nonattacking.validation import PlacedPiece, given_of
from rookery.results.limits import Limits
from rookery.results.settings import Settings

Placement = tuple[PlacedPiece, ...]


def listing(
    puzzle: NonAttacking,
    settings: Settings,
    start: Any = None,
    first: int | None = None,
    fundamental: bool = False,
) -> Listing:
    """Return a listing of all placements in lexicographic order, from one on or from the first.

    Parameters
    ----------
    fundamental
        Whether of placements that are images of each other only the first comes out.
    """
    kinds = len(puzzle.pieces)
    begin: tuple[PlacedPiece, ...] = ()
    if start is not None:
        begin = given_of(pieces_in(start, puzzle.board, kinds), puzzle.board, kinds)

    def why_none() -> str:
        return graph_of(puzzle).why_none or exact.why_none(puzzle)

    def list_all(run: Run) -> Steps:
        graph = graph_of(puzzle, run.check_deadline)
        group = symmetries(graph, run.check_deadline)[1:] if fundamental else ()
        if has_compiled_listing(puzzle):

            def placed(partial: Partial) -> Partial:
                firsts = [chosen for chosen in partial.block if is_first(group, chosen)]
                return partial._replace(block=[graph.placement(chosen) for chosen in firsts])

            return (yield from mapped(list_sets(graph, begin, run), placed))
        search = SetSearch(graph)
        for chosen in search.placements(search.path_from(begin)):
            if chosen is None:
                yield Partial(block=[])
            elif is_first(group, chosen):
                yield Partial(block=[graph.placement(chosen)])
        return None

    conclude = by_number(puzzle, why_none if start is None else None)
    return Listing(list_all, settings, conclude, first)


def sample(puzzle: NonAttacking, k: int, settings: Settings) -> list[Placement]:
    """Draw placements from all of them; see `rookery.sample`.

    Raises
    ------
    LimitError
        When the time is over before all have passed by.
    """
    run = Run(puzzle, replace(settings, limits=Limits(seconds=settings.limits.seconds)))
    if run_to_limit(_draw(puzzle, k, run), run):
        raise LimitError(f"no sample within {settings.limits.seconds:g} s")
    drawn: list[Placement] = run.answer
    return drawn


def _draw(puzzle: NonAttacking, k: int, run: Run) -> Steps:
    """Draw placements from all of them as they pass by: each draw keeps one of those so far.

    Of the placements that passed, a draw keeps the i-th with the probability 1 / i, and so in
    the end each with the same (J. S. Vitter, "Random sampling with a reservoir", ACM TOMS 11,
    1985, with a reservoir of one for each draw).
    """
    random = Random(run.seed)
    graph = graph_of(puzzle, run.check_deadline)
    drawn = [0] * k
    passed = 0
    steps = list_sets(graph, (), run) if has_compiled_listing(puzzle) else _in_batches(graph)
    with closing(steps):
        for partial in steps if k else ():
            for chosen in partial.block:
                passed += 1
                for at in range(k):
                    if random.random() * passed < 1:
                        drawn[at] = chosen
            yield Partial()
    if k and not passed:
        raise PuzzleError(expected="a puzzle with a placement", found="one with none")
    return Partial([graph.placement(chosen) for chosen in drawn], value=k)


def _in_batches(graph: Graph) -> Steps:
    """List the sets that are placements, those of a tick at once."""
    batch: list[int] = []
    for chosen in SetSearch(graph).placements():
        if chosen is None:
            yield Partial(block=batch)
            batch = []
        else:
            batch.append(chosen)
    yield Partial(block=batch)
    return None
