"""The shortest tours in lexicographic order, and those of a whole board."""

from __future__ import annotations

from functools import partial
from typing import Any

from rookery.engine.listing import Listing
from rookery.engine.run import Partial, Run, Steps
from rookery.errors import PuzzleError, shown
from rookery.results.result import Result, Status
from rookery.results.settings import Settings
from rookery.tour.exact import NO_TOUR
from rookery.tour.growing import grow, worth_kernels
from rookery.tour.hamiltonian.graph import Graph
from rookery.tour.hamiltonian.walks import walks
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour
from rookery.tour.shortest import Shortest

NO_TOUR_ONCE = "no tour stands on every square just once"


def _shortest(tour: Tour, run: Run) -> Steps:
    """List the shortest tours, each a block."""
    plan = Plan.of(tour, run.check_deadline)
    if not plan.possible:
        return None
    plan = plan.essential()
    layers = yield from grow(plan, run, worth_kernels(tour))
    if layers.done:
        for path in Shortest(plan, layers).tours():
            yield Partial(block=[path])
    return None


def _whole(tour: Tour, run: Run) -> Steps:
    """List the tours of a whole board, each a block."""
    if not tour.is_whole:
        raise PuzzleError(expected="a tour of all squares to list those with once", found="another")
    graph = Graph.of(tour, run.check_deadline)
    for path in walks(graph, run.check_deadline):
        answer = graph.answer(path)
        if tour.turn is None or not tour.check(answer):
            yield Partial(block=[answer])
    return None


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
    method = _whole if puzzle.once else _shortest
    return Listing(partial(method, puzzle), settings, partial(_concluded, puzzle), first)


def _concluded(tour: Tour, listed: Listing) -> Result:
    """Return a result whose value is the moves of each tour listed; without any, why."""
    if listed.found:
        moves = len(listed.last) - 1
        return Result(tour, None, moves, moves, Status.OPTIMAL, listed.reason)
    if not listed.is_complete:
        return Result(tour, None, None, None, Status.UNKNOWN, listed.reason)
    if tour.once:
        return Result.impossible(tour, NO_TOUR_ONCE)
    plan = Plan.of(tour)
    return Result.impossible(tour, NO_TOUR if plan.possible else plan.why_impossible(tour))
