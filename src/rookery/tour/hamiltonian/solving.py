"""The method ``hamiltonian``: a tour of a whole board, found or proved impossible."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from rookery.engine import cpsat
from rookery.engine.lanes import called
from rookery.engine.run import Partial, Run, Steps
from rookery.tour.circuit import CircuitModel
from rookery.tour.hamiltonian.graph import MoveGraph
from rookery.tour.hamiltonian.impossible import why_none
from rookery.tour.hamiltonian.symmetric import BoardTurn, symmetric
from rookery.tour.plan import NOT_FIRST
from rookery.tour.puzzle import Tour

FIRST_PATHS = 20  # paths tried before CP-SAT runs; four times as many in each later round
FIRST_SECONDS = 2.0  # seconds of CP-SAT's first run; four times as many in each later round
SEARCHED = "an exhaustive search found no tour"  # reason given after CP-SAT's proof


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
    if tour.once or not found.why_none:
        return found
    return Partial(bound=moves + 1, note=found.why_none)


def _found(tour: Tour, graph: MoveGraph, run: Run) -> Generator[Partial, None, Partial]:
    """Return a tour, or the reason why none exists."""
    if len(graph) == 1:
        return Partial(graph.answer([0]), note=NOT_FIRST)
    why = yield from called(lambda check: why_none(graph, tour.mover, check), run)
    turn = None if why or tour.turn is None else BoardTurn.of(graph, tour.turn)
    if isinstance(turn, BoardTurn):
        why = turn.why_none()
    if why is not None or isinstance(turn, str):
        return Partial(why_none=why or str(turn))
    reversible = yield from called(lambda check: graph.is_reversible, run)
    from rookery.tour.hamiltonian.rotations import find_by_rotations

    paths, seconds = run.settings.limits.work or FIRST_PATHS, FIRST_SECONDS
    while True:
        yield Partial(stage="rotations")
        path, seed, check = None, run.seed + paths, run.check_deadline
        if turn is None:
            path = find_by_rotations(graph, seed, paths, check)
        elif reversible:
            path = symmetric(turn, seed, paths, check)
        if path is not None:
            return Partial(graph.answer(path), note=NOT_FIRST)
        yield Partial(steps=paths, stage="circuit")
        found = yield from run.within(1.0, circuit(tour, run, turn), seconds)
        if found is not None:
            return found
        paths, seconds = 4 * paths, 4 * seconds


def circuit(
    tour: Tour, run: Run, turn: BoardTurn | None = None
) -> Generator[Partial, None, Partial]:
    """Find a tour with CP-SAT, symmetric under a given turn, or prove that none exists."""
    yield from cpsat.loaded(run)
    circuits = CircuitModel.of(tour)
    if turn is not None:
        # The tour has moves between two squares exactly if it has moves between their images.
        squares = turn.graph.squares
        image = {square: squares[at] for square, at in zip(squares, turn.image, strict=True)}
        between: dict[frozenset[int], list[Any]] = {}
        for move, made in circuits.moves.items():
            between.setdefault(frozenset(move), []).append(made)
        for pair, made in between.items():
            turned = between.get(frozenset(image[end] for end in pair), [])
            circuits.model.add(sum(made) == sum(turned))
    solved = yield from cpsat.solve(circuits.model, circuits.answer, run)
    return solved.found or Partial(why_none=SEARCHED)
