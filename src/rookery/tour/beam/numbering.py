"""Numbering of a tour's squares, rides and targets for beam search."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rookery.boards.board import Square
from rookery.tour.moves import square_of
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour

FAR = 1 << 20  # moves to an unreachable goal
NOWHERE = -1  # no square


@dataclass(frozen=True)
class BeamNumbering:
    """The reachable squares, numbered from 0 in lexicographic order, with rides and targets.

    Attributes
    ----------
    squares
        The squares as (row, column).
    starts
        The squares where the tour may start.
    home
        The start of a closed tour, else NOWHERE.
    rides
        The rides from each square; a ride lists the squares it may end on, nearest first, and
        visits all of them up to its end. If only the end is visited, a ride is a single square.
    visited
        The numbers of the targets visited on each square.
    targets
        The number of targets.
    to_goal
        The least number of moves from each square to a valid end, or FAR.
    """

    squares: list[Square]
    starts: list[int]
    home: int
    rides: list[list[list[int]]]
    visited: list[list[int]]
    targets: int
    to_goal: list[int]

    @classmethod
    def of(cls, tour: Tour, plan: TourPlan) -> BeamNumbering:
        """Return the numbering of a tour; the plan of a tour without a start has some start."""
        squares = sorted(plan.moves.reached)
        place = {square: at for at, square in enumerate(squares)}
        onward = [[place[end] for end in plan.moves.destinations(square)] for square in squares]
        visited: list[list[int]] = [[] for _ in squares]
        for at, target in enumerate(plan.targets):
            for square in target:
                visited[place[square]].append(at)
        rides = plan.rides or {}
        return cls(
            [square_of(tour.board, square) for square in squares],
            list(range(len(squares))) if tour.start is None else [place[plan.start]],
            place[plan.start] if tour.closed else NOWHERE,
            [_rides(rides.get(square, []), place, onward[place[square]]) for square in squares],
            visited,
            len(plan.targets),
            _moves_to([place[square] for square in plan.goal], onward),
        )


def _rides(rides: list[list[int]], place: dict[int, int], ends: list[int]) -> list[list[int]]:
    """Return the rides from a square, and a one-square ride for every other end of a move."""
    found = [[place[end] for end in ride] for ride in rides]
    ridden = {end for ride in found for end in ride}
    return found + [[end] for end in ends if end not in ridden]


def _moves_to(goal: Collection[int], onward: list[list[int]]) -> list[int]:
    """Return the least number of moves from every square to a goal, or FAR."""
    back: list[list[int]] = [[] for _ in onward]
    for square, ends in enumerate(onward):
        for end in ends:
            back[end].append(square)
    found = [FAR] * len(onward)
    wave, moves = set(goal), 0
    while wave:
        for square in wave:
            found[square] = moves
        moves += 1
        wave = {other for square in wave for other in back[square] if found[other] == FAR}
    return found
