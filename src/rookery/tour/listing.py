"""Listing of shortest tours, and of tours of a whole board, in lexicographic order."""

from __future__ import annotations

from functools import partial
from typing import Any

from rookery.engine.drive import Listing
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.errors import PuzzleError, shown
from rookery.results.result import Result, Status
from rookery.results.settings import Settings
from rookery.tour.exact import NO_TOUR, grow, worth_kernels
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.hamiltonian.paths import walks
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour
from rookery.tour.shortest import ShortestTours

NO_TOUR_ONCE = "no tour visits every square exactly once"


def _shortest(tour: Tour, run: Run) -> Steps:
    """List the shortest tours, one per block."""
    plan = TourPlan.of(tour, run.check_deadline)
    if not plan.possible:
        return None
    plan = plan.essential()
    layers = yield from grow(plan, run, worth_kernels(tour))
    if layers.done:
        for path in ShortestTours(plan, layers).tours():
            yield Partial(block=[path])
    return None


def _whole(tour: Tour, run: Run) -> Steps:
    """List the tours of a whole board, one per block."""
    if not tour.is_whole:
        raise PuzzleError(
            expected="a tour of a whole board, the only kind listed with 'once'",
            found="another kind of tour",
        )
    graph = MoveGraph.of(tour, run.check_deadline)
    for path in walks(graph, run.check_deadline):
        answer = graph.answer(path)
        if tour.turn is None or not tour.check(answer):
            yield Partial(block=[answer])
    return None


def listing(
    puzzle: Tour, settings: Settings, start: Any = None, first: int | None = None
) -> Listing:
    """Return the listing of the shortest tours, one per block.

    Raises
    ------
    PuzzleError
        If `start` is given: tours are always listed from the first.
    LimitError
        During iteration, if the layers need more than 2 GiB of memory.
    """
    if start is not None:
        raise PuzzleError(
            expected="no start, because tours are listed from the first", found=shown(start)
        )
    method = _whole if puzzle.once else _shortest
    return Listing(partial(method, puzzle), settings, partial(_concluded, puzzle), first)


def _concluded(tour: Tour, listed: Listing) -> Result:
    """Return a result with the moves of the listed tours, or the reason why none exists."""
    if listed.found:
        moves = len(listed.last) - 1
        return Result(tour, None, moves, moves, Status.OPTIMAL, listed.reason)
    if not listed.is_complete:
        return Result(tour, None, None, None, Status.UNKNOWN, listed.reason)
    if tour.once:
        return Result.impossible(tour, NO_TOUR_ONCE)
    plan = TourPlan.of(tour)
    return Result.impossible(tour, NO_TOUR if plan.possible else plan.why_impossible(tour))
