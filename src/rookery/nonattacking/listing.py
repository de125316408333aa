"""All placements in lexicographic order: listed, and drawn from as they pass by."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from rookery.engine.listing import Listing, by_number
from rookery.engine.run import Partial, Run, Steps, run_to_limit
from rookery.errors import LimitError, PuzzleError
from rookery.nonattacking import exact
from rookery.nonattacking.graph import graph_of
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.search import Search
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
    begin = () if start is None else given_of(start, puzzle.board, len(puzzle.pieces))

    def why_none() -> str:
        return graph_of(puzzle).why_none or exact.why_none(puzzle)

    def list_all(run: Run) -> Steps:
        graph = graph_of(puzzle, run.check_deadline)
        group = symmetries(graph, run.check_deadline)[1:] if fundamental else ()
        search = Search(graph)
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
    for chosen in Search(graph).placements() if k else ():
        if chosen is None:
            yield Partial()
            continue
        passed += 1
        for at in range(k):
            if random.random() * passed < 1:
                drawn[at] = chosen
    if k and not passed:
        raise PuzzleError(expected="a puzzle with a placement", found="one with none")
    return Partial([graph.placement(chosen) for chosen in drawn], value=k)
