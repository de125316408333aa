"""The method ``auto``: layers where they fit in memory and time, else a search."""

from __future__ import annotations

from contextlib import suppress

from rookery.engine.run import Partial, Run, Steps, mapped
from rookery.errors import LimitError
from rookery.tour import memory
from rookery.tour.exact import first_shortest
from rookery.tour.growing import grow, worth_kernels
from rookery.tour.plan import Plan
from rookery.tour.puzzle import OVER, Tour

BYTES_A_SECOND = 1 << 28  # of layers that surely grow in a second, kernels loaded
SMALL_BYTES = 1 << 24  # layers of this size are grown whatever the time limit
EXACT_PART = 0.7  # of the time, for exact layers, before a search without them
WHOLE_PART = 0.5  # of the time of a search, to look for a tour that stands on no square twice
SEARCH_SECONDS = 10.0  # of a search when neither time nor work is limited


def auto(tour: Tour, run: Run) -> Steps:
    """Find the first shortest tour where its layers fit in memory and time, else search.

    The layers are integers, or words where those are already loaded or worth it. Whole boards
    whose layers do not fit, and tours with `once`, are left to the methods for them.
    """
    if tour.once:
        return (yield from _once(tour, run))
    plan = Plan.of(tour, run.check_deadline)
    if not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    plan = plan.essential()
    size = len(plan.moves.reached), len(plan.targets)
    fits = memory.fits(*size)
    if fits and run.settings.is_default:
        run.allow(None)
    if run.is_heard:
        yield Partial(stage=memory.told(*size))
    seconds, why = run.settings.limits.seconds, ""
    if fits and seconds is None:
        try:
            return first_shortest((yield from grow(plan, run, worth_kernels(tour))))
        except LimitError as error:
            why = str(error)
            run.allow(SEARCH_SECONDS)
    elif seconds is not None and memory.needed(*size) <= _bytes_within(seconds):
        growing = grow(plan, run, worth_kernels(tour))
        with suppress(LimitError):
            layers = yield from run.within(EXACT_PART, growing)
            if layers is not None:
                return first_shortest(layers)
    return (yield from _searched(tour, plan, run, why or memory.told(*size)))


def _once(tour: Tour, run: Run) -> Steps:
    """Return the method for tours of this kind that stand on no square twice."""
    if tour.is_whole:
        return hamiltonian(tour, run)
    return (beam if tour.visit == OVER else circuit)(tour, run)


def _bytes_within(seconds: float) -> float:
    """Return how large layers are grown within a time limit."""
    return max(SMALL_BYTES, min(memory.MOST_BYTES, seconds * BYTES_A_SECOND))


def _searched(tour: Tour, plan: Plan, run: Run, told: str) -> Steps:
    """Find what the search for tours of this kind finds; the note tells what layers need, too."""

    def noted(found: Partial) -> Partial:
        return found._replace(note=f"{found.note}; {told}") if found.note else found

    yield Partial(note=told)
    if tour.visit == OVER:
        return (yield from mapped(beam(tour, run, plan), noted))
    if tour.is_whole:
        looking = mapped(hamiltonian(tour, run), noted)
        whole = yield from run.within(WHOLE_PART, looking, WHOLE_PART * SEARCH_SECONDS)
        if whole is not None and whole.answer is not None:
            return whole
        yield whole or Partial()
    return (yield from mapped(search(tour, run, plan), noted))


def hamiltonian(tour: Tour, run: Run) -> Steps:
    """Stand on every free square once; see `rookery.tour.hamiltonian.solving`."""
    from rookery.tour.hamiltonian import solving

    return solving.hamiltonian(tour, run)


def circuit(tour: Tour, run: Run) -> Steps:
    """Stand on no square twice; see `rookery.tour.circuit.solving`."""
    from rookery.tour.circuit import solving

    return solving.circuit(tour, run)


def beam(tour: Tour, run: Run, plan: Plan | None = None) -> Steps:
    """Visit what moves pass over; see `rookery.tour.over.solving`."""
    from rookery.tour.over import solving

    return solving.beam(tour, run, plan)


def search(tour: Tour, run: Run, plan: Plan | None = None) -> Steps:
    """Find a good tour and a bound; see `rookery.tour.search`."""
    from rookery.tour import search

    return search.search(tour, run, plan)
