"""Immediate lower bounds for tours that visit the squares they pass over."""

from __future__ import annotations

from rookery.boards.board import Square
from rookery.engine.partial import Partial
from rookery.engine.run import Steps
from rookery.tour.circuit.model import visiting
from rookery.tour.moves import square_of
from rookery.tour.partial_tour import NOT_FIRST
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import OVER, Tour

NO_START = "no square is free to start from"  # reason why a tour does not exist


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
    found = set(visiting(tour, groups[0]))
    for group in groups:
        found = found and found.intersection(visiting(tour, group))
    squares = (square_of(tour.board, square) for square in sorted(found))
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
