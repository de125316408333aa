"""The method ``circuit``: tours by CP-SAT, with a lower bound if the model is exact.

The model of a tour without repeated squares is a circuit with optional squares. Bounds that need no
search come first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Board, Square
from rookery.engine import cpsat
from rookery.engine.run import Partial, Run, Steps
from rookery.tour.moves import ends_of_moves, number, square_of, squares_in
from rookery.tour.plan import NOT_FIRST, TourPlan, maximal_sets, rides_of, visiting
from rookery.tour.puzzle import OVER, Tour

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

NO_TOUR = "no tour visits every target without repeating a square"
NO_START = "no square is free to start from"  # reason why a tour does not exist
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
    circuits = CircuitModel.of(tour)
    model, moves = circuits.model, sum(circuits.moves.values())
    model.add(moves >= max(1, int(run.bound or 0)))
    if run.value is not None:
        model.add(moves < int(run.value))
    model.minimize(moves)
    solved = yield from cpsat.solve(model, circuits.answer, run, rounded_up if tour.once else None)
    if solved.status != "INFEASIBLE" or not tour.once:
        return solved.found
    return Partial(why_none=NO_TOUR) if run.value is None else Partial(bound=run.value)


@dataclass(frozen=True)
class CircuitModel:
    """The model of the tours of at least one move that repeat no square."""

    board: Board
    model: cp_model.CpModel
    moves: dict[tuple[int, int], Any]  # variable of each move (from, to), by square numbers
    # The variable of each square where an open tour may start; of a closed tour, the start.
    first: dict[int, Any]

    @classmethod
    def of(cls, tour: Tour) -> CircuitModel:
        """Return the model of a tour: a circuit with a loop at every unused square.

        An open tour is closed by an extra node before its first and after its last square.
        """
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        ends = ends_of_moves(tour.board, tour.mover, tour.obstacles)
        index = {square: node for node, square in enumerate(ends)}
        outside = len(index)
        moves = {
            (square, end): model.new_bool_var("")
            for square, onward in ends.items()
            for end in onward
        }
        stood = {square: model.new_bool_var("") for square in ends}
        arcs: list[tuple[int, int, Any]] = [
            (index[square], index[end], made) for (square, end), made in moves.items()
        ]
        arcs += [(node, node, stood[square].negated()) for square, node in index.items()]
        starts = list(ends) if tour.start is None else [number(tour.board, tour.start)]
        if tour.closed:
            first = {start: stood[start] for start in starts}
            model.add_bool_and(first.values())
        else:
            first = {square: model.new_bool_var("") for square in starts}
            arcs += [(outside, index[square], begins) for square, begins in first.items()]
            lasts = ends if tour.goal is None else visiting(tour, tour.goal)
            arcs += [(index[s], outside, model.new_bool_var("")) for s in lasts if s in ends]
        model.add_circuit(arcs)
        passing = _passing(model, tour, ends, moves) if tour.visit == OVER else {}
        for target in tour.targets:
            squares = [square for square in visiting(tour, target) if square in stood]
            visits = [stood[square] for square in squares]
            visits += [made for square in squares for made in passing.get(square, ())]
            model.add_bool_or(visits)
        return cls(tour.board, model, moves, first)

    def answer(self, value: Callable[[Any], int]) -> Partial:
        """Return the tour of a solution, which gives the value of each variable."""
        onward = {start: end for (start, end), made in self.moves.items() if value(made)}
        first = next(square for square, starts in self.first.items() if value(starts))
        path = [first]
        while path[-1] in onward and (len(path) == 1 or path[-1] != first):
            path.append(onward[path[-1]])
        squares = tuple(square_of(self.board, square) for square in path)
        return Partial(squares, note=NOT_FIRST)


def _passing(
    model: cp_model.CpModel,
    tour: Tour,
    ends: Mapping[int, Sequence[int]],
    moves: dict[tuple[int, int], Any],
) -> dict[int, list[Any]]:
    """Return the variables of the moves, or of their routes, that pass over each square."""
    passed_by_move: dict[tuple[int, int], list[int]] = {}
    for start, rides in rides_of(tour, ends).items():
        for ride in rides:
            passed = 0  # squares, as bits
            for end in ride:
                passed_by_move.setdefault((start, end), []).append(passed)
                passed |= 1 << end
    variables_at: dict[int, list[Any]] = {}
    for move, passes in passed_by_move.items():
        ways, goes = maximal_sets(passes), [moves[move]]
        if len(ways) > 1:
            goes = [model.new_bool_var("") for _ in ways]
            model.add(sum(goes) == moves[move])
        for way, gone in zip(ways, goes, strict=True):
            for square in squares_in(way):
                variables_at.setdefault(square, []).append(gone)
    return variables_at


def immediate_bounds(tour: Tour, plan: TourPlan | None) -> Steps:
    """Yield the bounds that need no search; return the outcome if they settle the tour.

    The plan is None if the tour may start anywhere.
    """
    yield Partial(bound=straight_moves(tour), stage="straight moves")
    if plan is None:
        if not set(tour.free_squares()) - tour.obstacles:
            return Partial(why_none=NO_START)
    elif not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    else:
        yield Partial(bound=most_a_move(plan), stage="targets per move")
    square = without_a_move(tour)
    return None if square is None else Partial((square,), bound=0, note=NOT_FIRST)


def without_a_move(tour: Tour) -> Square | None:
    """Return the first square from which everything is visited without a move, or None.

    >>> from rookery.boards.board import Board
    >>> without_a_move(Tour(Board(2), None, ["a1", ["a1", "b2"]], visit="on", once=True))
    (1, 0)
    """
    groups = tour.targets if tour.goal is None else (*tour.targets, tour.goal)
    common = set(visiting(tour, groups[0]))
    for group in groups:
        common = common and common.intersection(visiting(tour, group))
    squares = (square_of(tour.board, square) for square in sorted(common))
    return next((square for square in squares if not tour.check([square])), None)


def straight_moves(tour: Tour) -> int:
    """Return a lower bound on the straight moves that pass over all squares of a rectangle.

    Suppose r of the R rows and c of the C columns have no move along them. If r = 0, every row
    has a move, and between moves along two rows lies another move: 2 R - 1 in all. Likewise
    c = 0 gives 2 C - 1. Otherwise only slanted moves pass over the crossings of these rows and
    columns, and each passes over the rim of the crossings at most twice. So at least r + c - 2
    moves are slanted, and R - r + C - c go along rows and columns. (For squares see M. S.
    Klamkin, "Polygonal path covering of a square lattice", American Mathematical Monthly 62, 1955.)

    >>> from rookery.boards.board import Board
    >>> straight_moves(Tour(Board(8), "a1", "all", visit="over"))
    14
    """
    board = tour.board
    is_plain = not (board.walls or board.wrap or tour.pawns)
    if tour.visit != OVER or not tour.covers_all or not is_plain:
        return 0
    rows, columns = board.rows, board.columns
    return max(0, min(2 * rows - 1, 2 * columns - 1, rows + columns - 2))


def most_a_move(plan: TourPlan) -> int:
    """Return a lower bound: the missing targets divided by the most that one move visits."""
    visited = plan.visited()
    missing = len(plan.targets) - visited[plan.start].bit_count()
    most = max(
        (
            seen.bit_count()
            for square in plan.moves.reached
            for _, seen in plan.arrivals(square, visited)
        ),
        default=0,
    )
    return -(-missing // most) if most else 0


def rounded_up(bound: float) -> int:
    """Round CP-SAT's bound up to a number of moves, with a tolerance."""
    return math.ceil(bound - ROUNDING)
