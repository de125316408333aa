"""The method ``auto``: layers where they fit in memory and time, else a search."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from rookery.errors import LimitError
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.tour import memory
from rookery.tour.exact import grown
from rookery.tour.growing import Growing, plan_within, worth_kernels
from rookery.tour.plan import Plan
from rookery.tour.puzzle import OVER, Tour

BYTES_A_SECOND = 1 << 28
"""Of layers that surely grow in a second, kernels loaded."""

SMALL_BYTES = 1 << 24
"""Layers of this size are grown whatever the time limit."""

EXACT_PART = 0.7
"""Of the time, for exact layers, before a search without them."""

WHOLE_PART = 0.5
"""Of the time of a search, to look for a tour of the whole board that stands on no square twice."""

SEARCH_SECONDS = 10.0
"""What a search takes when neither time nor work is limited."""


def run_auto(tour: Tour, settings: Settings) -> Result:
    """Return the first shortest tour where its layers fit in memory and time, else search.

    The layers are integers, or words where those are already loaded or worth it. Whole boards
    whose layers do not fit, and tours with `once`, are left to the methods for them.
    """
    if tour.once:
        return _once(tour, settings)
    plan = plan_within(tour, settings)
    if isinstance(plan, Result):
        return plan
    if not plan.possible:
        return Result.impossible(tour, plan.why_impossible(tour))
    plan = plan.essential()
    size = len(plan.moves.reached), len(plan.targets)
    needed = memory.needed(*size)
    if needed <= memory.MOST_BYTES and settings.is_default:
        settings = settings.stopping(None)
    if settings.on_progress is not None:
        settings.tell(stage=memory.told(*size))
    seconds, bound, told = settings.limits.seconds, 0, ""
    if seconds is None and needed <= memory.MOST_BYTES:
        try:
            return grown(tour, Growing(plan, settings, worth_kernels(tour)))
        except LimitError as error:
            told = str(error)
            settings = replace(settings, clock=settings.clock.allowing(SEARCH_SECONDS))
    elif seconds is not None and needed <= _bytes_within(seconds):
        part = settings.clock.allowing(EXACT_PART * settings.clock.left())
        growing = Growing(plan, replace(settings, clock=part), worth_kernels(tour))
        with suppress(LimitError):
            found = grown(tour, growing)
            if found.reason is not Reason.TIME:
                return found
        bound = growing.layers.least_moves
    return _searched(tour, plan, settings, bound, told or memory.told(*size))


def _once(tour: Tour, settings: Settings) -> Result:
    """Return what the method for tours of this kind finds that stand on no square twice."""
    if tour.is_whole:
        return run_hamiltonian(tour, settings)
    return (run_beam if tour.visit == OVER else run_circuit)(tour, settings)


def _bytes_within(seconds: float) -> float:
    """Return how large layers are grown within a time limit."""
    return max(SMALL_BYTES, min(memory.MOST_BYTES, seconds * BYTES_A_SECOND))


def _searched(tour: Tour, plan: Plan, settings: Settings, bound: int, told: str) -> Result:
    """Return what the search for tours of this kind finds, and what exact layers would need."""
    if tour.visit == OVER:
        found = run_beam(tour, settings, bound, plan)
    else:
        found = _whole_first(tour, settings) or run_search(tour, settings, bound, plan)
    if found.status is Status.INFEASIBLE:
        return found
    return replace(found, note="; ".join(filter(None, (found.note, told))))


def _whole_first(tour: Tour, settings: Settings) -> Result | None:
    """Return a tour that stands on every square once, if one is soon found."""
    if not tour.is_whole:
        return None
    part = settings.clock.allowing(min(SEARCH_SECONDS, settings.clock.left()) * WHOLE_PART)
    found = run_hamiltonian(tour, replace(settings, clock=part))
    is_over = found.status is Status.OPTIMAL or found.reason is Reason.INTERRUPTED
    return found if is_over else None


def run_hamiltonian(tour: Tour, settings: Settings) -> Result:
    """Stand on every free square once; see `rookery.tour.hamiltonian.solving`."""
    from rookery.tour.hamiltonian import solving

    return solving.run_hamiltonian(tour, settings)


def run_circuit(tour: Tour, settings: Settings) -> Result:
    """Stand on no square twice; see `rookery.tour.circuit.solving`."""
    from rookery.tour.circuit import solving

    return solving.run_circuit(tour, settings)


def run_beam(tour: Tour, settings: Settings, bound: int = 0, plan: Plan | None = None) -> Result:
    """Visit what moves pass over; see `rookery.tour.over.solving`."""
    from rookery.tour.over import solving

    return solving.run_beam(tour, settings, bound, plan)


def run_search(tour: Tour, settings: Settings, bound: int = 0, plan: Plan | None = None) -> Result:
    """Return a good tour and a bound; see `rookery.tour.search`."""
    from rookery.tour import search

    return search.run_search(tour, settings, bound, plan)
