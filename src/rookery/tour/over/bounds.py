"""Bounds on the moves of tours that visit what they pass over."""

from __future__ import annotations

from rookery.boards.board import Square
from rookery.engine.run import Partial, Steps
from rookery.tour.circuit.model import visiting
from rookery.tour.found import NOT_FIRST
from rookery.tour.moves import square_of
from rookery.tour.plan import Plan
from rookery.tour.puzzle import OVER, Tour

NO_START = "no square is free to start from"


def known_at_once(tour: Tour, plan: Plan | None) -> Steps:
    """Prove what takes no search; return the outcome if that is all.

    Parameters
    ----------
    plan
        Of the tour; None when it may start anywhere.
    """
    yield Partial(bound=straight_moves(tour), stage="straight moves")
    if plan is None:
        if not set(tour.free_squares()) - tour.obstacles:
            return Partial(why_none=NO_START)
    elif not plan.possible:
        return Partial(why_none=plan.why_impossible(tour))
    else:
        yield Partial(bound=most_a_move(plan), stage="most a move")
    square = without_a_move(tour)
    return None if square is None else Partial((square,), bound=0, note=NOT_FIRST)


def without_a_move(tour: Tour) -> Square | None:
    """Return the first square on which a piece need not move: all there is to visit is visited.

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
    """Return a bound on the moves past all squares of a rectangle, each move a straight line.

    Let no move go along r of the R rows, nor along c of the C columns. With r = 0 there are R
    moves along rows, and between moves along two rows one that is not: 2 R - 1 in all. So too
    with c = 0: 2 C - 1. Else the squares where such a row and such a column cross are passed by
    slanted moves only, of which each passes the rim of these crossings twice at most: there
    are r + c - 2 or more of them, and R - r + C - c along rows and columns. (For squares see M. S.
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


def most_a_move(plan: Plan) -> int:
    """Return a bound: all targets by what one move visits at most."""
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
