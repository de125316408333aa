"""Counting of shortest tours, and of the tours of a whole board."""

from __future__ import annotations

from rookery.engine.drive import counted_by, mapped
from rookery.engine.lanes import Check, in_thread
from rookery.engine.partial import Partial
from rookery.engine.run import FullError, Run, Steps
from rookery.errors import LimitError
from rookery.results.methods import Method
from rookery.tour.exact import NO_TOUR, grow, worth_kernels
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.hamiltonian.impossible import why_none
from rookery.tour.hamiltonian.paths import walks
from rookery.tour.layers import BitsetLayers
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour
from rookery.tour.shortest import ShortestTours

MANY_COUNTED = 1 << 20  # states; from here on kernels repay their loading time in counts
SWEPT_SQUARES = 4  # squares; tours of smaller boards are counted one by one


def count(tour: Tour, run: Run) -> Steps:
    """Count the shortest tours from their layers. A step is a layer.

    The note of a stopped count has the least number of moves and the number of prefixes counted.

    Raises
    ------
    LimitError
        If the layers need more than 2 GiB of memory.
    """
    plan = TourPlan.of(tour, run.check_deadline)
    if not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    plan = plan.essential()

    def noted(grown: Partial) -> Partial:
        # A bound on the moves is no bound on the value of a count, the number of tours.
        if grown.bound is None:
            return grown
        return grown._replace(bound=None, note=f"no tour has fewer than {grown.bound} moves")

    growing = grow(plan, run, worth_kernels(tour, MANY_COUNTED))
    layers = yield from mapped(growing, noted)
    if not layers.done:
        return Partial(why_none=NO_TOUR, note="")
    counting = ShortestTours(plan, layers) if isinstance(layers, BitsetLayers) else layers
    totals = counting.totals(run.check_deadline)
    least, tours = layers.least_moves, 0
    for moves, tours in enumerate(totals):
        note = f"shortest tours have {least} moves; prefixes of {moves} moves: {tours}"
        yield Partial(
            share=moves / max(1, least), done=moves, total=least, stage="count", note=note
        )
    return Partial(value=tours, note="")


def sweep(tour: Tour, run: Run) -> Steps:
    """Count the tours of a whole board by a sweep over it; see `rookery.tour.hamiltonian.frontier`.

    Tours are counted as sequences: a path and its reverse count as two unless the start is given,
    and so do the two directions of a closed tour. A step is a square. If some moves are not
    reversible, tours are counted one by one. If no tour visits every square once and repetition
    is allowed, the shortest tours are counted by layers.
    """
    if len(tour.free_squares()) < SWEPT_SQUARES:
        return (yield from walk(tour, run))
    try:
        swept = yield from in_thread(lambda check: _swept(tour, check), run)
    except LimitError as error:
        run.take(Partial(note=str(error)))
        raise FullError from error
    if swept is None and tour.once:
        return (yield from walk(tour, run))
    return swept if swept and (swept.value or tour.once) else (yield from count(tour, run))


def _swept(tour: Tour, check: Check) -> Steps:
    """Count the tours without repeated squares; return None if some moves are not reversible."""
    from rookery.tour.hamiltonian.frontier import CycleGraph, cycles

    graph = MoveGraph.of(tour, check)
    if not graph.is_reversible:
        return None
    if why := why_none(graph, tour.mover, check):
        return Partial(value=0, why_none=why)
    return Partial(value=(yield from cycles(CycleGraph.of(graph), check)), note="")


def walk(tour: Tour, run: Run) -> Steps:
    """Count the tours of a whole board one by one. A step is a tour.

    If no tour visits every square once and repetition is allowed, the shortest tours are counted
    by layers.
    """
    graph = MoveGraph.of(tour, run.check_deadline)
    tours = 0
    for path in walks(graph, run.check_deadline):
        if tour.turn is None or not tour.check(graph.answer(path)):
            tours += 1
            yield Partial(value=tours, steps=1)
    return Partial(value=tours) if tours or tour.once else (yield from count(tour, run))


COUNTERS: tuple[Method, ...] = (
    Method(
        "sweep",
        counted_by(sweep),
        "the count of tours of a whole board",
        fits=lambda tour: tour.is_whole and tour.turn is None,
    ),
    Method(
        "layers",
        counted_by(count),
        "the count of shortest tours",
        fits=lambda tour: not tour.once,
    ),
    Method(
        "walks",
        counted_by(walk),
        "the count of tours of a whole board, one by one; if stopped, the number found so far",
        fits=lambda tour: tour.is_whole,
    ),
)
