"""Tours by CP-SAT: a tour, and a bound where the model has one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from rookery.engine import cpsat
from rookery.engine.run import Partial, Run, Steps
from rookery.tour.found import NOT_FIRST
from rookery.tour.over.bounds import known_at_once
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour

NO_TOUR = "no tour visits every target and stands on no square twice"
ROUNDING = 1e-6  # what CP-SAT's bound, which it tells in floating point, may be too great


def circuit(tour: Tour, run: Run) -> Steps:
    """Find a tour that stands on no square twice, and a bound.

    The bound of the model is proved for a tour with `once` only: another might have fewer moves
    by standing on a square twice.
    """
    plan = None if tour.start is None else Plan.of(tour, run.check_deadline)
    if known := (yield from known_at_once(tour, plan)):
        return known
    return (yield from shorter_circuit(tour, run))


def shorter_circuit(tour: Tour, run: Run) -> Steps:
    """Find a tour, of a move or more, that is shorter than the incumbent; with `once` a bound."""
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
    """Return the fewest moves that CP-SAT's bound allows."""
    return math.ceil(bound - ROUNDING)
