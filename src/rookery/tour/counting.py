"""Counting of shortest tours."""

from __future__ import annotations

from rookery.engine.drive import mapped
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.tour.exact import NO_TOUR
from rookery.tour.layer_growth import grow, worth_kernels
from rookery.tour.layers import BitsetLayers
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour
from rookery.tour.shortest import ShortestTours

MANY_COUNTED = 1 << 20  # states; from here on kernels pay when tours are counted


def count(tour: Tour, run: Run) -> Steps:
    """Count the shortest tours from their layers. A step is a layer.

    A count that is stopped has a note with the least number of moves and the number of prefixes
    counted.

    Raises
    ------
    LimitError
        If the layers need more than 2 GiB of memory.
    """
    plan = TourPlan.of(tour, run.check_deadline)
    if not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    plan = plan.essential()
    growing = grow(plan, run, worth_kernels(tour, MANY_COUNTED))
    layers = yield from mapped(growing, _of_moves)
    if not layers.done:
        return Partial(why_none=NO_TOUR, note="")
    if isinstance(layers, BitsetLayers):
        totals = ShortestTours(plan, layers).totals(run.check_deadline)
    else:
        from rookery.tour.shortest_arrays import ShortestArrays

        totals = ShortestArrays(plan, layers).totals(run.check_deadline)
    least, found = layers.least_moves, 0
    for moves, found in enumerate(totals):
        note = f"shortest tours have {least} moves; prefixes of {moves} moves: {found}"
        yield Partial(
            share=moves / max(1, least), done=moves, total=least, stage="count", note=note
        )
    return Partial(value=found, note="")


def _of_moves(grown: Partial) -> Partial:
    """Move the bound on the moves into the note: the value of a count is a number of tours."""
    if grown.bound is None:
        return grown
    return grown._replace(bound=None, note=f"no tour has fewer than {grown.bound} moves")
