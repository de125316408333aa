"""Lower bounds for tours that visit the squares they pass over: immediate, and by lines.

The lines bound covers the targets by lines, of which every move uses one.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Square
from rookery.engine import cpsat
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps
from rookery.tour.moves import square_of
from rookery.tour.plan import NOT_FIRST, TourPlan, visiting
from rookery.tour.puzzle import OVER, Tour

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SquareSet = frozenset[int]

NO_START = "no square is free to start from"  # reason why a tour does not exist
LINEAR = 2  # CP-SAT's linearization level with cuts: seconds instead of minutes
ROUNDING = 1e-6  # error allowed for in CP-SAT's floating-point bound


def immediate_bounds(tour: Tour, plan: TourPlan | None) -> Steps:
    """Yield the bounds that need no search; return the outcome if they settle the tour.

    Parameters
    ----------
    tour
        The tour.
    plan
        The plan of the tour; None if it may start anywhere.
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


def prove_by_lines(tour: Tour, plan: TourPlan, run: Run) -> Steps:
    """Prove a lower bound by CP-SAT: the lines used must cover all targets.

    The moves are at least as many as the lines used. If h of these are parallel, another move
    lies between any two moves along them, so the moves number at least 2 h - 1, or 2 h for a
    closed tour. Some line contains the goal and, if all moves are along runs, some the start.
    """
    cp_model = yield from cpsat.loaded(run)
    model = _lines_model(cp_model.CpModel(), tour, plan, int(run.bound or 0))
    solved = yield from cpsat.solve(
        model, lambda value: Partial(), run, rounded_up, linearization_level=LINEAR
    )
    return solved.found


def _lines_model(
    model: cp_model.CpModel, tour: Tour, plan: TourPlan, least: int
) -> cp_model.CpModel:
    """Add the lines used by a tour to a model that minimises the number of moves."""
    # Every move visits squares of a single line: a run, which also contains the start of its moves,
    # or the squares of a move that follows no run.
    runs = [frozenset(run) for run in plan.moves.runs]
    beside = _largest(_beside(plan, runs))
    lines = [*runs, *beside]
    used = [model.new_bool_var("") for _ in lines]
    at_square: dict[int, list[Any]] = {}
    for squares, line in zip(lines, used, strict=True):
        for square in squares:
            at_square.setdefault(square, []).append(line)
    groups = [target for target in plan.targets if plan.start not in target]
    if not beside:
        groups.append([plan.start])
    for group in (plan.goal, *groups):
        holding = {line.index: line for square in group for line in at_square.get(square, ())}
        model.add_bool_or(holding.values())
    moves = model.new_int_var(least, max(least, 2 * len(used)), "")
    model.add(moves >= sum(used))
    for parallel in _parallels(plan):
        model.add(moves >= 2 * sum(used[line] for line in parallel) - (0 if tour.closed else 1))
    model.minimize(moves)
    return model


def _beside(plan: TourPlan, runs: list[SquareSet]) -> set[SquareSet]:
    """Return the sets of squares visited by moves that do not follow a run."""
    at_square: dict[int, list[SquareSet]] = {}
    for run in runs:
        for square in run:
            at_square.setdefault(square, []).append(run)
    sets = set()
    for square, rides in (plan.rides or {}).items():
        leaps = ([end] for end in plan.moves.destinations(square))
        for ride in map(frozenset, (*rides, *leaps)):
            if not any(ride <= run for run in at_square.get(square, ())):
                sets.add(ride)
    return sets


def _largest(sets: set[SquareSet]) -> list[SquareSet]:
    """Return the maximal sets, in a reproducible order."""
    at_square: dict[int, list[SquareSet]] = {}
    kept = []
    for squares in sorted(sets, key=lambda squares: (-len(squares), sorted(squares))):
        if not any(squares <= larger for larger in at_square.get(min(squares), ())):
            kept.append(squares)
            for square in squares:
                at_square.setdefault(square, []).append(squares)
    return kept


def _parallels(plan: TourPlan) -> list[list[int]]:
    """Return the indices of disjoint runs, grouped by direction."""
    parallels: dict[tuple[int, int], list[int]] = {}
    held: dict[tuple[int, int], set[int]] = {}
    for at, run in enumerate(plan.moves.runs):
        (row, column), (to_row, to_column) = (square_of(plan.board, s) for s in run[:2])
        direction = (to_row - row, to_column - column)
        if held.setdefault(direction, set()).isdisjoint(run):
            held[direction].update(run)
            parallels.setdefault(direction, []).append(at)
    return list(parallels.values())
