"""The method ``hamiltonian``: a tour of a whole board, found or proved impossible."""

from __future__ import annotations

from collections.abc import Callable, Generator

from rookery.engine.lanes import called
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.tour.hamiltonian.circuit import circuit
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.hamiltonian.impossible import why_none
from rookery.tour.hamiltonian.symmetric import BoardTurn, symmetric
from rookery.tour.hamiltonian.warnsdorff import walked
from rookery.tour.partial_tour import NOT_FIRST
from rookery.tour.puzzle import Tour

FIRST_PATHS = 20  # paths tried before CP-SAT runs; four times as many in each later round
FIRST_SECONDS = 2.0  # seconds of CP-SAT's first run; four times as many in each later round
SEARCHED = "an exhaustive search found no tour"  # reason given after CP-SAT's proof

Found = list[int] | str  # a tour as vertices, or the reason why none exists


def hamiltonian(tour: Tour, run: Run) -> Steps:
    """Find a tour that stands on every free square once, or prove that none exists.

    Such a tour has the fewest moves, but is not necessarily the lexicographically first. Rounds of
    repaired paths alternate with CP-SAT, which does not run under a work limit. A step is a path.
    If squares may be repeated, a proof that no such tour exists raises the lower bound.
    """
    squares = len(tour.free_squares())
    moves = squares if tour.closed and squares > 1 else squares - 1
    yield Partial(bound=moves)
    graph = yield from called(lambda check: MoveGraph.of(tour, check), run)
    found = yield from _found(tour, graph, run)
    if isinstance(found, list):
        return Partial(graph.answer(found), moves, note=NOT_FIRST)
    return Partial(why_none=found) if tour.once else Partial(bound=moves + 1, note=found)


def _found(tour: Tour, graph: MoveGraph, run: Run) -> Generator[Partial, None, Found]:
    if len(graph) == 1:
        return [0]
    why = yield from called(lambda check: why_none(graph, tour.mover, check), run)
    turn = None if why or tour.turn is None else BoardTurn.of(graph, tour.turn)
    if isinstance(turn, BoardTurn):
        why = turn.why_none()
    if why is not None or isinstance(turn, str):
        return why or str(turn)
    yield from called(lambda check: graph.is_reversible, run)
    paths, seconds = run.settings.limits.work or FIRST_PATHS, FIRST_SECONDS
    while True:
        yield Partial(stage="rotations")
        path = _begun(graph, turn, run.seed + paths, paths, run.check_deadline)
        if path is not None:
            return path
        yield Partial(steps=paths, stage="circuit")
        found = yield from run.within(1.0, _searched(graph, turn, run), seconds)
        if found is not None:
            return found
        paths, seconds = 4 * paths, 4 * seconds


def _begun(
    graph: MoveGraph, turn: BoardTurn | None, seed: int, paths: int, check: Callable[[], object]
) -> list[int] | None:
    if turn is not None:
        return symmetric(turn, seed, paths, check) if graph.is_reversible else None
    if not graph.is_reversible:
        return walked(graph, seed, paths, check)
    from rookery.tour.hamiltonian.rotations import find_by_rotations

    return find_by_rotations(graph, seed, paths, check)


def _searched(
    graph: MoveGraph, turn: BoardTurn | None, run: Run
) -> Generator[Partial, None, Found]:
    """Search with CP-SAT."""
    path = yield from circuit(graph, run, None if turn is None else turn.image)
    return SEARCHED if path is None else path
