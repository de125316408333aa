"""Counting placements with one piece in every row, row by row, by depth-first search.

Its cost is that of the search tree: it serves long reach, as of queens on a torus and superqueens.
"""

from __future__ import annotations

from rookery.nonattacking.counting.by_number import is_by_number
from rookery.nonattacking.counting.one_a_row import ridden
from rookery.nonattacking.puzzle import NonAttacking


def suits_rows(puzzle: NonAttacking) -> bool:
    """Return whether no formula and no counting in layers serves better.

    Pieces that attack along rows and columns only are rooks; those that ride along no other lines
    than rows have few states in layers.
    """
    if not is_by_number(puzzle):
        return True
    steps = {one.step for one in puzzle.pieces[0].motions if one.captures}
    return any(down and right for down, right in steps) and any(down for down, _ in ridden(puzzle))
