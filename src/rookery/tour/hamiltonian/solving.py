"""The tour of a whole board: proved impossible, found, or unknown when a limit comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count

from rookery.results.limits import LateError
from rookery.results.progress import Progress
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.running.solvers import CP_SAT, watched
from rookery.tour.hamiltonian.graph import Graph
from rookery.tour.hamiltonian.impossible import why_none
from rookery.tour.hamiltonian.symmetric import Turn, symmetric
from rookery.tour.hamiltonian.warnsdorff import walked
from rookery.tour.puzzle import Tour

FIRST_PATHS = 20
"""So many paths are begun before CP-SAT is asked; four times as many before each time more."""

FIRST_SECONDS = 2.0
"""CP-SAT's, for its first turn; four times as many each time."""

NOT_FIRST = "not necessarily the first of its length"
SEARCHED = "an exhaustive search finds none"


def run_hamiltonian(tour: Tour, settings: Settings) -> Result:
    """Return a tour that stands on every free square once, or say that there is none.

    Such a tour has as few moves as any that visits all squares; of those it need not be the first.
    One unit of work is a path that is begun; with a limit of work CP-SAT is not asked.

    Returns
    -------
    Result
        INFEASIBLE only for a tour with `once`: else squares may be stood on again, and the status
        is UNKNOWN.
    """
    squares = len(tour.free_squares())
    moves = squares if tour.closed and squares > 1 else squares - 1
    reason, graph, look = Reason.TIME, None, settings.clock.look
    try:
        graph, _ = watched(partial(Graph.of, tour, look), None, look)
        found = _path(tour, graph, settings)
    except LateError:
        found = None
    except KeyboardInterrupt:
        found, reason = None, Reason.INTERRUPTED
    if isinstance(found, str) and tour.once:
        return Result.impossible(tour, found)
    if graph is not None and isinstance(found, list):
        return replace(Result.proved(tour, graph.answer(found), moves), note=NOT_FIRST)
    if settings.limits.work is not None and reason is Reason.TIME and settings.clock.left():
        reason = Reason.WORK
    note = found if isinstance(found, str) else ""
    bound = moves + 1 if note else moves
    return Result(tour, None, None, bound, Status.UNKNOWN, reason, note=note)


def _path(tour: Tour, graph: Graph, settings: Settings) -> list[int] | str | None:
    """Return a tour as vertices, or why there is none; None when the work is done before."""
    look = settings.clock.look
    if len(graph) == 1:
        return [0]
    why, _ = watched(partial(why_none, graph, tour.mover, look), None, look)
    turn = None if why or tour.turn is None else Turn.of(graph, tour.turn)
    if isinstance(turn, Turn):
        why = turn.why_none()
    if why is not None or isinstance(turn, str):
        return why or str(turn)
    watched(lambda: graph.goes_back, None, look)
    for paths, seconds in _turns(settings):
        settings.report(Progress(settings.clock.seconds(), bound=len(graph) - 1, stage="rotations"))
        path = _begun(graph, turn, settings.seed + paths, paths, look)
        if path is not None or not seconds:
            return path
        settings.report(Progress(settings.clock.seconds(), bound=len(graph) - 1, stage="circuit"))
        circuit = replace(settings, clock=settings.clock.allowing(seconds))
        found = _solved(graph, turn, circuit, look)
        if found is not None:
            return found
        look()
    return None


def _turns(settings: Settings) -> Iterator[tuple[int, float]]:
    """Yield how many paths to begin, and then for how many seconds to ask CP-SAT."""
    if settings.limits.work is not None:
        yield settings.limits.work, 0.0
        return
    for turn in count():
        yield FIRST_PATHS * 4**turn, FIRST_SECONDS * 4**turn


def _begun(
    graph: Graph, turn: Turn | None, seed: int, paths: int, look: Callable[[], object]
) -> list[int] | None:
    if turn is not None:
        return symmetric(turn, seed, paths, look) if graph.goes_back else None
    if not graph.goes_back:
        return walked(graph, seed, paths, look)
    from rookery.tour.hamiltonian.rotations import rotated

    return rotated(graph, seed, paths, look)


def _solved(
    graph: Graph, turn: Turn | None, settings: Settings, look: Callable[[], object]
) -> list[int] | str | None:
    """Return a tour, or that there is none, by CP-SAT; None when it did not end in time."""
    from rookery.tour.hamiltonian.circuit import NoTourError, circuit

    seconds = settings.clock.left()
    if not CP_SAT.wait(seconds):
        return None
    try:
        image = None if turn is None else turn.image
        path, interrupted = circuit(graph, seconds, settings.seed, look, image)
    except NoTourError:
        return SEARCHED
    if interrupted and path is None:
        raise KeyboardInterrupt
    return path
