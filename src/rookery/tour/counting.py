"""How many shortest tours there are."""

from __future__ import annotations

from rookery.engine.run import Partial, Run, Steps, mapped
from rookery.tour.exact import NO_TOUR
from rookery.tour.growing import grow, worth_kernels
from rookery.tour.layers import Layers
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour
from rookery.tour.shortest import Shortest

MANY_COUNTED = 1 << 20  # states that are worth kernels where tours are counted, state by state


def count(tour: Tour, run: Run) -> Steps:
    """Count the shortest tours from the layers that hold them; a step is a layer.

    A limit before the end leaves a note: how many moves the tours have, at least, and how many
    beginnings of them were followed.

    Raises
    ------
    LimitError
        When the layers need more than 2 GiB of memory.
    """
    plan = Plan.of(tour, run.check_deadline)
    if not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    plan = plan.essential()
    growing = grow(plan, run, worth_kernels(tour, MANY_COUNTED))
    layers = yield from mapped(growing, _of_moves)
    if not layers.done:
        return Partial(why_none=NO_TOUR, note="")
    if isinstance(layers, Layers):
        totals = Shortest(plan, layers).totals(run.check_deadline)
    else:
        from rookery.tour.waves import Waves

        totals = Waves(plan, layers).totals(run.check_deadline)
    least, found = layers.least_moves, 0
    for moves, found in enumerate(totals):
        note = f"shortest tours have {least} moves; beginnings of {moves} moves: {found}"
        yield Partial(
            share=moves / max(1, least), done=moves, total=least, stage="count", note=note
        )
    return Partial(value=found, note="")


def _of_moves(grown: Partial) -> Partial:
    """Return what growing layers tell where the moves are not what is asked for."""
    if grown.bound is None:
        return grown
    return grown._replace(bound=None, note=f"no tour has fewer than {grown.bound} moves")
