"""The tour of a whole board: found, or proved impossible."""

from __future__ import annotations

from collections.abc import Callable, Generator

from rookery.engine.lanes import called
from rookery.engine.run import Partial, Run, Steps
from rookery.tour.found import NOT_FIRST
from rookery.tour.hamiltonian.circuit import circuit
from rookery.tour.hamiltonian.graph import Graph
from rookery.tour.hamiltonian.impossible import why_none
from rookery.tour.hamiltonian.symmetric import Turn, symmetric
from rookery.tour.hamiltonian.warnsdorff import walked
from rookery.tour.puzzle import Tour

FIRST_PATHS = 20  # begun before CP-SAT is asked; four times as many before each time more
FIRST_SECONDS = 2.0  # of CP-SAT's first turn; four times as many each time
SEARCHED = "an exhaustive search finds none"

Found = list[int] | str
"""A tour as vertices, or why there is none."""


def hamiltonian(tour: Tour, run: Run) -> Steps:
    """Find a tour that stands on every free square once, or prove that there is none.

    Such a tour has as few moves as any that visits all squares; of those it need not be the first.
    Paths that are repaired take turns with CP-SAT, which is not asked under a limit of work: a step
    is a path that is begun. Where squares may be stood on again, no such tour is a bound.
    """
    squares = len(tour.free_squares())
    moves = squares if tour.closed and squares > 1 else squares - 1
    yield Partial(bound=moves)
    graph = yield from called(lambda check: Graph.of(tour, check), run)
    found = yield from _found(tour, graph, run)
    if isinstance(found, list):
        return Partial(graph.answer(found), moves, note=NOT_FIRST)
    return Partial(why_none=found) if tour.once else Partial(bound=moves + 1, note=found)


def _found(tour: Tour, graph: Graph, run: Run) -> Generator[Partial, None, Found]:
    if len(graph) == 1:
        return [0]
    why = yield from called(lambda check: why_none(graph, tour.mover, check), run)
    turn = None if why or tour.turn is None else Turn.of(graph, tour.turn)
    if isinstance(turn, Turn):
        why = turn.why_none()
    if why is not None or isinstance(turn, str):
        return why or str(turn)
    yield from called(lambda check: graph.goes_back, run)
    paths, seconds = run.settings.limits.work or FIRST_PATHS, FIRST_SECONDS
    while True:
        yield Partial(stage="rotations")
        path = _begun(graph, turn, run.seed + paths, paths, run.check_deadline)
        if path is not None:
            return path
        yield Partial(steps=paths, stage="circuit")
        found = yield from run.within(1.0, _asked(graph, turn, run), seconds)
        if found is not None:
            return found
        paths, seconds = 4 * paths, 4 * seconds


def _begun(
    graph: Graph, turn: Turn | None, seed: int, paths: int, check: Callable[[], object]
) -> list[int] | None:
    if turn is not None:
        return symmetric(turn, seed, paths, check) if graph.goes_back else None
    if not graph.goes_back:
        return walked(graph, seed, paths, check)
    from rookery.tour.hamiltonian.rotations import rotated

    return rotated(graph, seed, paths, check)


def _asked(graph: Graph, turn: Turn | None, run: Run) -> Generator[Partial, None, Found]:
    """Ask CP-SAT."""
    path = yield from circuit(graph, run, None if turn is None else turn.image)
    return SEARCHED if path is None else path
