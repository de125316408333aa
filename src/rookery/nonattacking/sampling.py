"""Random placements, all with the same probability, by counts of placements that begin alike."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain
from random import Random

from rookery.errors import LimitError, PuzzleError
from rookery.nonattacking.graph import graph_of
from rookery.nonattacking.listing import Placement, listing
from rookery.nonattacking.methods import COUNTERS
from rookery.nonattacking.puzzle import NonAttacking
from rookery.results.methods import choose
from rookery.results.result import Reason
from rookery.results.settings import Settings

LISTED = 1 << 12  # placements, at most, that are listed instead of divided by a square


def sample(puzzle: NonAttacking, k: int, settings: Settings) -> list[Placement]:
    """Draw placements; raise a `LimitError` if time ends before all are drawn.

    A number is drawn for each, its rank in an order of all placements. (A. Nijenhuis and H. S.
    Wilf, "Combinatorial Algorithms", 1978, draw combinatorial objects so.)
    """
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
    # parts of the placements: the rank of the first, their number, and ranks from all around
    parts = [(puzzle, 0, total, ranks)]
    while parts:
        part, first, number, around = parts.pop()
        wanted = {rank for rank in around if first <= rank < first + number}
        if not wanted:
            continue
        if number <= LISTED or part.maximal:
            listed = listing(part, settings)
            for rank, placement in enumerate(chain.from_iterable(listed), first):
                if rank in wanted:
                    yield rank, placement
            _expect_end(listed.reason, settings)
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
    _expect_end(counted.reason, settings)
    return int(counted.value or 0)


def _expect_end(reason: Reason, settings: Settings) -> None:
    """Raise what ended a count or a listing before its end."""
    if reason is Reason.INTERRUPTED:
        raise KeyboardInterrupt
    if reason is Reason.MEMORY:
        raise LimitError("no sample, because counting would exceed the memory limit")
    if reason is not Reason.PROVED:
        raise LimitError(f"no sample within {settings.limits.seconds:g} s")
