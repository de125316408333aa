"""The first shortest tour from layers, which are grown until one of them holds it."""

from __future__ import annotations

from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.tour.growing import Growing, plan_within
from rookery.tour.puzzle import Tour

NO_TOUR = "no order of the targets can be toured to the end"


def run_layers(tour: Tour, settings: Settings) -> Result:
    """Return the lexicographically first shortest tour, proved, or that there is none.

    When a limit ends the search before, the result has no answer but a bound: no tour has
    fewer moves. One unit of work is one layer.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB of memory.
    """
    return _run(tour, settings, many=None)


def run_words(tour: Tour, settings: Settings) -> Result:
    """Do what `run_layers` does with compiled kernels, which takes less time and memory."""
    return _run(tour, settings, many=0)


def _run(tour: Tour, settings: Settings, many: int | None) -> Result:
    """Return what layers tell; `many` is how many states are worth kernels."""
    plan = plan_within(tour, settings)
    if isinstance(plan, Result):
        return plan
    if not plan.possible:
        return Result.impossible(tour, plan.why_impossible(tour))
    return grown(tour, Growing(plan.essential(), settings, many))


def grown(tour: Tour, growing: Growing) -> Result:
    """Return the first shortest tour from layers that are grown under limits.

    Without it, that there is none, or the moves that a tour has at least.
    """
    ended = growing.grow()
    layers = growing.layers
    if ended is Reason.PROVED:
        return Result.impossible(tour, NO_TOUR)
    if ended is not None:
        return Result(tour, None, None, layers.least_moves, Status.UNKNOWN, ended)
    answer = layers.tour()
    return Result.proved(tour, answer, len(answer) - 1)
