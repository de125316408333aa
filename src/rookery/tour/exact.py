"""The methods ``layers`` and ``words``: exact shortest tours from breadth-first layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.tour.layer_growth import grow
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour

if TYPE_CHECKING:
    from rookery.tour.layer_growth import Grown

NO_TOUR = "every target can be reached, but no tour visits them all and ends at the goal"


def by_layers(tour: Tour, run: Run) -> Steps:
    """Find the lexicographically first shortest tour, or prove that none exists.

    A step is a layer.

    Raises
    ------
    LimitError
        If the layers need more than 2 GiB of memory.
    """
    return _exact(tour, run, many=None)


def by_compiled_layers(tour: Tour, run: Run) -> Steps:
    """Find the same tour as `by_layers` with compiled kernels, in less time and memory."""
    return _exact(tour, run, many=0)


def _exact(tour: Tour, run: Run, many: int | None) -> Steps:
    plan = TourPlan.of(tour, run.check_deadline)
    if not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    return first_shortest((yield from grow(plan.essential(), run, many)))


def first_shortest(grown: Grown) -> Partial:
    """Return the first shortest tour of grown layers, or the reason why none exists."""
    if not grown.done:
        return Partial(why_none=NO_TOUR)
    answer = grown.tour()
    return Partial(answer, len(answer) - 1)
