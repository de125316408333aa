"""The methods ``layers`` and ``words``: exact shortest tours from breadth-first layers.

Layers grow with compiled kernels if they are loaded or worth loading.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.tour import layers, memory
from rookery.tour.layers import BitsetLayers, ShortestTours
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import OVER, Tour

if TYPE_CHECKING:
    from rookery.tour.compiled_layers import CompiledLayers

    Grown = BitsetLayers | CompiledLayers
    Growing = Generator[Partial, None, Grown]

MANY_STATES = 1 << 28  # states; from here on kernels repay their loading time
NO_TOUR = "every target can be reached, but no tour visits them all and ends at the goal"


def by_layers(tour: Tour, run: Run) -> Steps:
    """Find the lexicographically first shortest tour, or prove that none exists.

    A step is a layer. A `LimitError` is raised if the layers need more than 2 GiB of memory.
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
    answer = next(ShortestTours(grown).tours())
    return Partial(answer, len(answer) - 1)


def worth_kernels(tour: Tour, many: int = MANY_STATES) -> int | None:
    """Return the number of states from which kernels pay, or None if no kernel fits the tour.

    Kernels do not support tours that visit the squares they pass over.
    """
    return None if tour.visit == OVER else many


def grow(plan: TourPlan, run: Run, many: int | None) -> Growing:
    """Grow layers until they contain a tour, or gain no further states.

    Python integers are used until the compiled kernels are available; compiled layers then start
    from layer 0. A step is a layer; bounds are numbers of moves. `many` is the number of states
    from which kernels pay: 0 for kernels only, None for integers only.

    Return the layers; if they are not `done`, the tour does not exist. A `LimitError` is raised if
    they need more than 2 GiB of memory.
    """
    integers = _grown(BitsetLayers, plan, run)
    is_worth = many is not None and len(plan.moves.reached) << len(plan.targets) >= many
    if many is None or not (is_worth or "numba" in sys.modules):
        return (yield from integers)
    from rookery.tour.kernel_sets import LAYERS

    meanwhile = integers if many else None
    head_start = 0 if is_worth else sys.maxsize
    grown = yield from run.kernels(LAYERS, meanwhile=meanwhile, head_start=head_start)
    if grown is not None:
        return grown
    from rookery.tour.compiled_layers import CompiledLayers

    return (yield from _grown(CompiledLayers, plan, run))


def _grown(kind: Callable[[TourPlan], Grown], plan: TourPlan, run: Run) -> Growing:
    grown = kind(plan)
    each = memory.layer_bytes(len(plan.moves.reached), len(plan.targets))
    a_slice = max(1, layers.QUICK_BYTES // each)
    work = run.settings.limits.work
    most = None if work is None else work + 1
    while not grown.done:
        before = grown.grown
        for _ in range(run.steps(a_slice)):
            if not grown.grow(most, run.check_deadline) or grown.done:
                return grown
        yield Partial(bound=grown.least_moves, steps=grown.grown - before, stage="layers")
    return grown
