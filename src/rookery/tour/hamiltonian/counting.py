"""How many tours of a whole board there are."""

from __future__ import annotations

from rookery.engine.lanes import Check, in_thread
from rookery.engine.run import FullError, Partial, Run, Steps
from rookery.errors import LimitError
from rookery.tour.counting import count
from rookery.tour.hamiltonian.graph import Graph
from rookery.tour.hamiltonian.impossible import why_none
from rookery.tour.hamiltonian.walks import walks
from rookery.tour.puzzle import Tour

SWEPT_SQUARES = 4  # tours of fewer squares are counted one by one


def sweep(tour: Tour, run: Run) -> Steps:
    """Count the tours of a whole board by a sweep over it; see `rookery.tour.hamiltonian.frontier`.

    A tour is counted as it is written down: a path and its reverse are two, unless the start is
    given; so are the two ways round a closed tour. A step is a square. Where not every move can be
    taken back tours are counted one by one, and those that cannot but stand on squares again, where
    they may, by layers.
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
    """Count the tours that stand on no square twice; None if some moves cannot be taken back."""
    from rookery.tour.hamiltonian.frontier import Ring, cycles

    graph = Graph.of(tour, check)
    if not graph.goes_back:
        return None
    if why := why_none(graph, tour.mover, check):
        return Partial(value=0, why_none=why)
    return Partial(value=(yield from cycles(Ring.of(graph), check)), note="")


def walk(tour: Tour, run: Run) -> Steps:
    """Count the tours of a whole board one by one; a step is a tour.

    Those that cannot but stand on squares again, where they may, are counted by layers.
    """
    graph = Graph.of(tour, run.check_deadline)
    found = 0
    for path in walks(graph, run.check_deadline):
        if tour.turn is None or not tour.check(graph.answer(path)):
            found += 1
            yield Partial(value=found, steps=1)
    return Partial(value=found) if found or tour.once else (yield from count(tour, run))
