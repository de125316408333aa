"""All placements in lexicographic order: listed, and drawn from as they pass by."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rookery.engine.listing import Listing, by_number, of_blocks
from rookery.errors import LimitError, PuzzleError
from rookery.nonattacking import exact
from rookery.nonattacking.graph import graph_of
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.search import Search
from rookery.nonattacking.symmetry import is_first, symmetries
from rookery.nonattacking.validation import PlacedPiece, given_of
from rookery.results.limits import LateError
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

    each = _each(puzzle, settings, begin, fundamental)
    blocks = ([] if one is None else [one] for one in each)
    conclude = by_number(puzzle, why_none if start is None else None)
    return Listing(of_blocks(blocks), settings, conclude, first)


def _each(
    puzzle: NonAttacking, settings: Settings, begin: Placement, fundamental: bool
) -> Iterator[Placement | None]:
    """Yield the placements that are not before some pieces in order, and None now and then."""
    look = settings.clock.look
    try:
        graph = graph_of(puzzle, look)
        group = symmetries(graph, look)[1:] if fundamental else ()
    except LateError:
        yield None  # after which the listing sees that the time is over
        return
    search = Search(graph)
    for chosen in search.placements(search.path_from(begin)):
        if chosen is None:
            yield None
        elif is_first(group, chosen):
            yield graph.placement(chosen)


def sample(puzzle: NonAttacking, k: int, settings: Settings) -> list[Placement]:
    """Draw placements from all of them as they pass by: each draw keeps one of those so far.

    Of the placements that passed, a draw keeps the i-th with the probability 1 / i, and so in
    the end each with the same (J. S. Vitter, "Random sampling with a reservoir", ACM TOMS 11,
    1985, with a reservoir of one for each draw).
    """
    random = Random(settings.seed)
    try:
        graph = graph_of(puzzle, settings.clock.look)
    except LateError:
        raise LimitError(f"no sample within {settings.limits.seconds:g} s") from None
    drawn = [0] * k
    passed = 0
    for chosen in Search(graph).placements() if k else ():
        if chosen is None:
            if settings.clock.left() <= 0:
                raise LimitError(f"no sample within {settings.limits.seconds:g} s")
            continue
        passed += 1
        for at in range(k):
            if random.random() * passed < 1:
                drawn[at] = chosen
    if k and not passed:
        raise PuzzleError(expected="a puzzle with a placement", found="one with none")
    return [graph.placement(chosen) for chosen in drawn]
