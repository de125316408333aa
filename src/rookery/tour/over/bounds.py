"""Bounds on the moves of tours that visit what they pass over."""

from __future__ import annotations

from typing import Any

from rookery.results.incumbent import Incumbent
from rookery.tour.plan import Plan
from rookery.tour.puzzle import OVER, Tour


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
    if plan is None or tour.start is None:
        return True
    if not plan.possible:
        incumbent.impossible, incumbent.why_none = True, plan.why_impossible(tour)
        return False
    incumbent.prove(most_a_move(plan), "most a move")
    if tour.check([tour.start]):
        return True
    incumbent.offer((tour.start,), "start")
    incumbent.prove(0, "start")
    return False


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
