"""The growth of a tour's layers, with kernels where they are there or worth loading."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from rookery.engine.run import Partial, Run
from rookery.tour import layers, memory
from rookery.tour.layers import Layers
from rookery.tour.plan import Plan
from rookery.tour.puzzle import OVER, Tour

if TYPE_CHECKING:
    from rookery.tour.words import Words

    Grown = Layers | Words
    Growing = Generator[Partial, None, Grown]

MANY_STATES = 1 << 28  # from here on kernels are worth the time it takes to load them


def worth_kernels(tour: Tour, many: int = MANY_STATES) -> int | None:
    """Return from how many states on kernels are worth it; None where there are none that do.

    Kernels grow no layers of tours that visit what they pass over.
    """
    return None if tour.visit == OVER else many


def grow(plan: Plan, run: Run, many: int | None) -> Growing:
    """Grow layers until they hold a tour, or no layer to come would hold more.

    While kernels that are worth it are being compiled, integers do; the words then begin anew. A
    step is a layer; bounds are those of the moves.

    Parameters
    ----------
    plan
        Of a `possible` tour.
    many
        How many states are worth kernels: 0 for words only, None for integers only.

    Returns
    -------
    Layers or Words
        Those that are not `done` hold no tour, because there is none.

    Raises
    ------
    LimitError
        When they need more than 2 GiB of memory.
    """
    integers = _grown(Layers, plan, run)
    is_worth = many is not None and len(plan.moves.reached) << len(plan.targets) >= many
    if many is None or not (is_worth or "numba" in sys.modules):
        return (yield from integers)
    from rookery.tour.kernel_sets import LAYERS

    meanwhile = integers if many else None
    head_start = 0 if is_worth else sys.maxsize
    grown = yield from run.kernels(LAYERS, meanwhile=meanwhile, head_start=head_start)
    if grown is not None:
        return grown
    from rookery.tour.words import Words

    return (yield from _grown(Words, plan, run))


def _grown(kind: Callable[[Plan], Grown], plan: Plan, run: Run) -> Growing:
    found = kind(plan)
    each = memory.layer_bytes(len(plan.moves.reached), len(plan.targets))
    a_slice = max(1, layers.QUICK_BYTES // each)
    work = run.settings.limits.work
    most = None if work is None else work + 1
    while not found.done:
        before = found.grown
        for _ in range(run.steps(a_slice)):
            if not found.grow(most, run.check_deadline) or found.done:
                return found
        yield Partial(bound=found.least_moves, steps=found.grown - before, stage="layers")
    return found
