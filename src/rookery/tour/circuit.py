"""The method ``circuit``: tours by CP-SAT, with a lower bound if the model is exact.

The model of a tour without repeated squares is a circuit with optional squares.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Square
from rookery.engine import cpsat
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.tour.moves import ends_of_moves, number, square_of, squares_in
from rookery.tour.over.bounds import immediate_bounds, rounded_up
from rookery.tour.plan import NOT_FIRST, TourPlan, maximal_sets, visiting
from rookery.tour.puzzle import OVER, Tour

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

NO_TOUR = "no tour visits every target without repeating a square"


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
    most = None if run.value is None else int(run.value) - 1
    model = model_of(tour, max(1, int(run.bound or 0)), most)

    def read(value: Callable[[Any], int]) -> Partial:
        return Partial(model.path(value, tour), note=NOT_FIRST)

    solved = yield from cpsat.solve(model.model, read, run, rounded_up if tour.once else None)
    if solved.status != "INFEASIBLE" or not tour.once:
        return solved.found
    return Partial(why_none=NO_TOUR) if run.value is None else Partial(bound=run.value)


@dataclass(frozen=True)
class CircuitModel:
    """The circuit model of a tour.

    Attributes
    ----------
    model
        The CP-SAT model; it minimises the number of moves.
    moves
        The variable of each move (from, to), by square numbers.
    first
        The variable of each square where an open tour may start; of a closed tour, the start.
    """

    model: cp_model.CpModel
    moves: dict[tuple[int, int], Any]
    first: dict[int, Any]

    def path(self, is_true: Any, tour: Tour) -> tuple[Square, ...]:
        """Return the squares of a solution; `is_true` evaluates a variable."""
        onward = {start: end for (start, end), made in self.moves.items() if is_true(made)}
        square = next(square for square, starts in self.first.items() if is_true(starts))
        path = [square]
        while path[-1] in onward and (len(path) == 1 or path[-1] != square):
            path.append(onward[path[-1]])
        return tuple(square_of(tour.board, square) for square in path)


def model_of(tour: Tour, least: int, most: int | None = None) -> CircuitModel:
    """Return the model of a tour of at least one move.

    An unused square is a loop. An open tour is closed by an extra node before its first and after
    its last square.

    Parameters
    ----------
    tour
        The tour.
    least
        A known lower bound on the moves.
    most
        An upper bound on the moves, or None.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    ends = ends_of_moves(tour.board, tour.mover, tour.obstacles)
    index = {square: node for node, square in enumerate(ends)}
    outside = len(index)
    moves = {
        (square, end): model.new_bool_var("") for square, onward in ends.items() for end in onward
    }
    stood = {square: model.new_bool_var("") for square in ends}
    arcs: list[tuple[int, int, Any]] = [
        (index[square], index[end], made) for (square, end), made in moves.items()
    ]
    arcs += [(node, node, stood[square].negated()) for square, node in index.items()]
    if tour.closed:
        first = {start: stood[start] for start in _starts(tour, [])}
        model.add_bool_and(first.values())
    else:
        first = {square: model.new_bool_var("") for square in _starts(tour, list(ends))}
        arcs += [(outside, index[square], starts) for square, starts in first.items()]
        lasts = ends if tour.goal is None else visiting(tour, tour.goal)
        arcs += [(index[s], outside, model.new_bool_var("")) for s in lasts if s in ends]
    model.add_circuit(arcs)
    passing = _passing(model, tour, moves) if tour.visit == OVER else {}
    for target in tour.targets:
        squares = [square for square in visiting(tour, target) if square in stood]
        visits = [stood[square] for square in squares]
        visits += [made for square in squares for made in passing.get(square, ())]
        model.add_bool_or(visits)
    model.add(sum(moves.values()) >= least)
    if most is not None:
        model.add(sum(moves.values()) <= most)
    model.minimize(sum(moves.values()))
    return CircuitModel(model, moves, first)


def _starts(tour: Tour, free: list[int]) -> list[int]:
    return free if tour.start is None else [number(tour.board, tour.start)]


def _passing(
    model: cp_model.CpModel, tour: Tour, moves: dict[tuple[int, int], Any]
) -> dict[int, list[Any]]:
    """Return the variables of the moves, or of their routes, that pass over each square."""
    variables_at: dict[int, list[Any]] = {}
    for move, ways in _ways(tour).items():
        goes = [moves[move]]
        if len(ways) > 1:
            goes = [model.new_bool_var("") for _ in ways]
            model.add(sum(goes) == moves[move])
        for way, gone in zip(ways, goes, strict=True):
            for square in squares_in(way):
                variables_at.setdefault(square, []).append(gone)
    return variables_at


def _ways(tour: Tour) -> dict[tuple[int, int], list[int]]:
    """Return the maximal sets of squares, as bits, that each ride can pass over."""
    board, obstacles = tour.board, tour.obstacles
    passed_by_move: dict[tuple[int, int], list[int]] = {}
    for motion in tour.mover.motions:
        if not motion.moves or motion.hop:
            continue
        for start in tour.free_squares():
            passed = 0
            for square in motion.squares(board, start, obstacles):
                if square in obstacles:
                    break
                end = number(board, square)
                passed_by_move.setdefault((number(board, start), end), []).append(passed)
                passed |= 1 << end
    return {move: maximal_sets(ways) for move, ways in passed_by_move.items()}
