"""Counting of the tours of a whole board."""

from __future__ import annotations

from rookery.engine.lanes import Check, in_thread
from rookery.engine.partial import Partial
from rookery.engine.run import FullError, Run, Steps
from rookery.errors import LimitError
from rookery.tour.counting import count
from rookery.tour.hamiltonian.backtracking import walks
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.hamiltonian.impossible import why_none
from rookery.tour.puzzle import Tour

SWEPT_SQUARES = 4  # squares; tours of smaller boards are counted one by one


def sweep(tour: Tour, run: Run) -> Steps:
    """Count the tours of a whole board by a sweep over it; see `rookery.tour.hamiltonian.frontier`.

    Tours are counted as sequences: a path and its reverse count as two unless the start is given,
    and so do the two directions of a closed tour. A step is a square. If some moves are not
    reversible, tours are counted one by one. If no tour visits every square once and repetition
    is allowed, the shortest tours are counted by layers.
    """
    if len(tour.free_squares()) < SWEPT_SQUARES:
        return (yield from walk(tour, run))
    try:
        swept = yield from in_thread(lambda check: _swept(tour, check), run)
    except LimitError as error:
        run.take(Partial(note=str(error)))
        raise FullError from error
    if swept is None and tour.once:
        return (yield from walk(tour, run))
    return swept if swept and (swept.value or tour.once) else (yield from count(tour, run))


def _swept(tour: Tour, check: Check) -> Steps:
    """Count the tours without repeated squares; return None if some moves are not reversible."""
    from rookery.tour.hamiltonian.frontier import CycleGraph, cycles

    graph = MoveGraph.of(tour, check)
    if not graph.is_reversible:
        return None
    if why := why_none(graph, tour.mover, check):
        return Partial(value=0, why_none=why)
    return Partial(value=(yield from cycles(CycleGraph.of(graph), check)), note="")


def walk(tour: Tour, run: Run) -> Steps:
    """Count the tours of a whole board one by one. A step is a tour.

    If no tour visits every square once and repetition is allowed, the shortest tours are counted
    by layers.
    """
    graph = MoveGraph.of(tour, run.check_deadline)
    found = 0
    for path in walks(graph, run.check_deadline):
        if tour.turn is None or not tour.check(graph.answer(path)):
            found += 1
            yield Partial(value=found, steps=1)
    return Partial(value=found) if found or tour.once else (yield from count(tour, run))
