"""Bounds on the moves of tours that visit what they pass over."""

from __future__ import annotations

from typing import Any

from rookery.boards.board import Square
from rookery.results.incumbent import Incumbent
from rookery.tour.circuit.model import visiting
from rookery.tour.moves import square_of
from rookery.tour.plan import Plan
from rookery.tour.puzzle import OVER, Tour

NO_START = "no square is free to start from"


def prove_at_once(tour: Tour, plan: Plan | None, incumbent: Incumbent[Any]) -> bool:
    """Prove what takes no search; return whether one is needed.

    Parameters
    ----------
    plan
        Of the tour, if it starts somewhere.
    incumbent
        Takes the bounds, a tour of no moves, or why there is none.
    """
    incumbent.prove(straight_moves(tour), "straight moves")
    why_none = ""
    if tour.start is None:
        why_none = "" if set(tour.free_squares()) - tour.obstacles else NO_START
    elif plan is not None and not plan.possible:
        why_none = plan.why_impossible(tour)
    elif plan is not None:
        incumbent.prove(most_a_move(plan), "most a move")
    if why_none:
        incumbent.impossible, incumbent.why_none = True, why_none
        return False
    square = without_a_move(tour)
    if square is None:
        return True
    incumbent.offer((square,), "start")
    incumbent.prove(0, "start")
    return False


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
