"""The method ``circuit``: tours by CP-SAT, with a lower bound if the model is exact."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from rookery.engine import cpsat
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.tour.over.bounds import immediate_bounds
from rookery.tour.partial_tour import NOT_FIRST
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour

NO_TOUR = "no tour visits every target without repeating a square"
ROUNDING = 1e-6  # error allowed for in CP-SAT's floating-point bound


def circuit(tour: Tour, run: Run) -> Steps:
    """Find a tour without repeated squares, and a lower bound.

    The bound of the model holds only for tours with `once`; other tours might have fewer moves
    by repeating a square.
    """
    plan = None if tour.start is None else TourPlan.of(tour, run.check_deadline)
    if known := (yield from immediate_bounds(tour, plan)):
        return known
    return (yield from shorter_circuit(tour, run))


def shorter_circuit(tour: Tour, run: Run) -> Steps:
    """Find a tour shorter than the incumbent; with `once` also a lower bound."""
    yield from cpsat.loaded(run)
    from rookery.tour.circuit.model import model_of

    most = None if run.value is None else int(run.value) - 1
    model = model_of(tour, max(1, int(run.bound or 0)), most)

    def read(value: Callable[[Any], int]) -> Partial:
        return Partial(model.path(value, tour), note=NOT_FIRST)

    solved = yield from cpsat.solve(model.model, read, run, rounded_up if tour.once else None)
    if solved.status != "INFEASIBLE" or not tour.once:
        return solved.found
    return Partial(why_none=NO_TOUR) if run.value is None else Partial(bound=run.value)


def rounded_up(bound: float) -> int:
    """Round CP-SAT's bound up to a number of moves, with a tolerance."""
    return math.ceil(bound - ROUNDING)
