"""The method ``hamiltonian``: a tour of a whole board, found or proved impossible."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any

from rookery.engine import cpsat
from rookery.engine.lanes import called
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.hamiltonian.impossible import why_none
from rookery.tour.hamiltonian.symmetric import BoardTurn, symmetric
from rookery.tour.plan import NOT_FIRST
from rookery.tour.puzzle import Tour

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


FIRST_PATHS = 20  # paths tried before CP-SAT runs; four times as many in each later round
FIRST_SECONDS = 2.0  # seconds of CP-SAT's first run; four times as many in each later round
SEARCHED = "an exhaustive search found no tour"  # reason given after CP-SAT's proof

Found = list[int] | str  # a tour as vertices, or the reason why none exists
Arc = tuple[int, int, Any]


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
    reversible = yield from called(lambda check: graph.is_reversible, run)
    from rookery.tour.hamiltonian.rotations import find_by_rotations, walked

    paths, seconds = run.settings.limits.work or FIRST_PATHS, FIRST_SECONDS
    while True:
        yield Partial(stage="rotations")
        path, seed, check = None, run.seed + paths, run.check_deadline
        if turn is None:
            path = (find_by_rotations if reversible else walked)(graph, seed, paths, check)
        elif reversible:
            path = symmetric(turn, seed, paths, check)
        if path is not None:
            return path
        yield Partial(steps=paths, stage="circuit")
        image = None if turn is None else turn.image
        found = yield from run.within(1.0, circuit(graph, run, image), seconds)
        if found is not None:
            return found
        paths, seconds = 4 * paths, 4 * seconds


def circuit(
    graph: MoveGraph, run: Run, image: Sequence[int] | None = None
) -> Generator[Partial, None, Found]:
    """Find a tour with CP-SAT, beginning with its start, or prove that none exists.

    The graph may be directed. An open tour is closed by an extra vertex between its possible ends
    and starts. `image` is the image of each vertex under a turn that must preserve the tour.
    """
    cp_model = yield from cpsat.loaded(run)
    model, arcs = _model(cp_model.CpModel(), graph, image)
    found: list[list[int]] = []

    def read(value: Callable[[Any], int]) -> Partial:
        onward = {tail: head for tail, head, arc in arcs if value(arc)}
        path = [(graph.start or 0) if graph.closed else onward[len(graph)]]
        while len(path) < len(graph):
            path.append(onward[path[-1]])
        found.append(path)
        return Partial()

    yield from cpsat.solve(model, read, run)
    return found[-1] if found else SEARCHED


def _model(
    model: cp_model.CpModel, graph: MoveGraph, image: Sequence[int] | None
) -> tuple[cp_model.CpModel, list[Arc]]:
    outside = len(graph)
    pairs = [(vertex, end) for vertex, ends in enumerate(graph.ends) for end in ends]
    if not graph.closed:
        starts = range(outside) if graph.start is None else [graph.start]
        lasts = range(outside) if graph.last is None else sorted(graph.last)
        pairs += [(outside, start) for start in starts] + [(last, outside) for last in lasts]
    arcs = [(*pair, model.new_bool_var("")) for pair in pairs]
    model.add_circuit(arcs)
    if image:
        # The tour has moves between two vertices exactly if it has moves between their images.
        between: dict[frozenset[int], list[Any]] = {}
        for tail, head, arc in arcs:
            between.setdefault(frozenset((tail, head)), []).append(arc)
        for ends, made in between.items():
            turned = between.get(frozenset(image[end] for end in ends), [])
            model.add(sum(made) == sum(turned))
    return model, arcs
