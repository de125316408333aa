"""Tours with too many targets for exact layers: a good tour, a bound, and the gap.

Turns at the tour (annealing of the order of the targets, then exact layers over windows of the
path) alternate with turns at the bound (`rookery.tour.bounds`), whichever has had less time, until
they meet or a limit ends it. See `rookery.tour.turns`, which needs kernels; until these are
compiled there is the tour that goes on to the nearest target.
"""

from __future__ import annotations

from dataclasses import replace

from rookery.compiled.sets import LOADING_SECONDS
from rookery.results.limits import LateError
from rookery.results.result import Reason, Result
from rookery.results.settings import Settings
from rookery.tour import memory
from rookery.tour.growing import plan_within
from rookery.tour.incumbent import TourIncumbent
from rookery.tour.kernel_sets import LAYERS, ORDERS
from rookery.tour.nearest import farthest_target, nearest_first
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour

DISTANCE_BYTES = 4  # of the moves between two squares
MANY_SQUARES = 2000
"""Of so many, the distances between all take seconds, or more time than there is."""


def run_search(tour: Tour, settings: Settings, bound: int = 0, plan: Plan | None = None) -> Result:
    """Return a good tour, and a bound: no tour has fewer moves; `bound` is known before.

    One unit of work is one step of the annealing; with a limit of work the same seed gives the
    same tour, and the bound is that of one turn.

    Returns
    -------
    Result
        OPTIMAL when tour and bound meet: then no tour is shorter, but others that are as
        short may come before it in lexicographic order. INFEASIBLE only when a target is out of
        reach. Where the distances between all squares do not fit in memory, the tour that goes on
        to the nearest target, and a bound.
    """
    prepared = plan or plan_within(tour, settings)
    if isinstance(prepared, Result):
        return prepared
    plan = prepared
    if not plan.possible:
        return Result.impossible(tour, plan.why_impossible(tour))
    essential = plan.essential()
    plan = essential if essential.targets else plan
    incumbent = TourIncumbent(tour, plan, settings)
    incumbent.prove(bound, "layers")
    reason = Reason.WORK
    try:
        if DISTANCE_BYTES * len(plan.moves.reached) ** 2 > memory.MOST_BYTES:
            _begin_without(plan, incumbent)
            reason = Reason.MEMORY
        elif _kernels_are_there(plan, incumbent):
            from rookery.tour.turns import take_turns

            take_turns(plan, incumbent)
    except LateError:
        pass
    except KeyboardInterrupt:
        incumbent.interrupted = True
    return incumbent.result(reason)


def _kernels_are_there(plan: Plan, incumbent: TourIncumbent) -> bool:
    """Wait for the kernels, with a first tour and bound in hand where it takes long."""
    settings = incumbent.settings
    both = LAYERS, ORDERS
    if settings.limits.work is None:
        for kernels in both:
            kernels.begin()
        for kernels in both:
            kernels.load(min(LOADING_SECONDS, incumbent.clock.left() / 4))
        is_large = len(plan.moves.reached) >= MANY_SQUARES
        if is_large or not all(kernels.is_ready for kernels in both):
            _begin_without(plan, incumbent)
    within = replace(settings, clock=incumbent.clock)
    return all(within.wait_for(kernels) for kernels in both)


def _begin_without(plan: Plan, incumbent: TourIncumbent) -> None:
    """Find a first tour and bound without kernels, and without the distances of all squares."""

    def look() -> None:
        if not incumbent.in_time():
            raise LateError

    path = nearest_first(plan, look)
    if path is not None:
        incumbent.offer_path(path, "nearest")
    incumbent.prove(farthest_target(plan, look), "farthest")
