"""The shortest tours in lexicographic order, and those of a whole board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rookery.boards.board import Square
from rookery.engine.listing import Listing, of_blocks
from rookery.errors import LimitError, PuzzleError, shown
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.tour.exact import NO_TOUR
from rookery.tour.growing import Growing, plan_within, worth_kernels
from rookery.tour.hamiltonian.graph import Graph
from rookery.tour.hamiltonian.walks import walks
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour
from rookery.tour.shortest import Shortest

NO_TOUR_ONCE = "no tour stands on every square just once"


def tours(tour: Tour, settings: Settings) -> Iterator[tuple[Square, ...]]:
    """Yield the shortest tours in lexicographic order, each when asked for.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB of memory, or when the time is up before the last
        tour.
    """
    if tour.once:
        yield from _whole_tours(tour, settings)
        return
    plan = plan_within(tour, settings)
    if isinstance(plan, Result):
        if plan.reason is Reason.INTERRUPTED:
            raise KeyboardInterrupt
        raise _late(settings, 0)
    if not plan.possible:
        return
    plan = plan.essential()
    growing = Growing(plan, settings, worth_kernels(tour))
    ended = growing.grow()
    if ended is Reason.INTERRUPTED:
        raise KeyboardInterrupt
    if ended is Reason.PROVED:
        return
    found = 0
    if ended is None:
        for path in Shortest(plan, growing.layers).tours():
            if not settings.clock.left():
                break
            found += 1
            yield path
        else:
            return
    raise _late(settings, found)


def _whole_tours(tour: Tour, settings: Settings) -> Iterator[tuple[Square, ...]]:
    """Yield the tours of a whole board, in lexicographic order."""
    if not tour.is_whole:
        raise PuzzleError(expected="a tour of all squares to list those with once", found="another")
    found = 0

    def look() -> None:
        if not settings.clock.left():
            raise _late(settings, found)

    graph = Graph.of(tour, look)
    for path in walks(graph, look):
        look()
        answer = graph.answer(path)
        if tour.turn is None or not tour.check(answer):
            found += 1
            yield answer


def _late(settings: Settings, found: int) -> LimitError:
    return LimitError(f"the limit of {settings.limits.seconds:g} s came after {found} tours")


def listing(
    puzzle: Tour, settings: Settings, start: Any = None, first: int | None = None
) -> Listing:
    """Return the listing of the shortest tours, each a block of its own.

    Raises
    ------
    PuzzleError
        When there is a start: shortest tours are listed from the first.
    LimitError
        When it is iterated over, and the layers need more than 2 GiB of memory.
    """
    if start is not None:
        raise PuzzleError(expected="no start for the tours of a puzzle", found=shown(start))
    found = ([path] for path in tours(puzzle, settings))
    return Listing(of_blocks(found), settings, partial(_concluded, puzzle), first)


def _concluded(tour: Tour, listed: Listing) -> Result:
    """Return a result whose value is the moves of each tour listed; without any, why."""
    reason = listed.reason
    if listed.found:
        moves = len(listed.last) - 1
        return Result(tour, None, moves, moves, Status.OPTIMAL, reason)
    if reason is Reason.PROVED and tour.once:
        return Result.impossible(tour, NO_TOUR_ONCE)
    if reason is Reason.PROVED:
        plan = Plan.of(tour)
        return Result.impossible(tour, NO_TOUR if plan.possible else plan.why_impossible(tour))
    return Result(tour, None, None, None, Status.UNKNOWN, reason)
