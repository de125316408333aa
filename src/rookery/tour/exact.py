"""The first shortest tour from layers, which are grown until one of them holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.engine.run import Partial, Run, Steps
from rookery.tour.growing import grow
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour

if TYPE_CHECKING:
    from rookery.tour.growing import Grown

NO_TOUR = "no order of the targets can be toured to the end"


def by_layers(tour: Tour, run: Run) -> Steps:
    """Find the lexicographically first shortest tour, or prove that there is none.

    A step is a layer.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB of memory.
    """
    return _exact(tour, run, many=None)


def by_words(tour: Tour, run: Run) -> Steps:
    """Do what `by_layers` does with compiled kernels, which takes less time and memory."""
    return _exact(tour, run, many=0)


def _exact(tour: Tour, run: Run, many: int | None) -> Steps:
    plan = Plan.of(tour, run.check_deadline)
    if not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    return first_shortest((yield from grow(plan.essential(), run, many)))


def first_shortest(grown: Grown) -> Partial:
    """Return the first shortest tour from grown layers, or that there is none."""
    if not grown.done:
        return Partial(why_none=NO_TOUR)
    answer = grown.tour()
    return Partial(answer, len(answer) - 1)
