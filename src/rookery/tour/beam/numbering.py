"""The squares, rides and targets of a tour in numbers, for a beam."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rookery.boards.board import Square
from rookery.tour.moves import square_of
from rookery.tour.plan import Plan
from rookery.tour.puzzle import Tour

FAR = 1 << 20
"""Moves to the goal from where it cannot be reached."""

NOWHERE = -1


@dataclass(frozen=True)
class Numbering:
    """The squares that can be reached, numbered from 0 in lexicographic order, and what is there.

    Attributes
    ----------
    squares
        As (row, column).
    starts
        Where the tour may start.
    home
        The start of a closed tour, else NOWHERE.
    rides
        For each square its rides, each the squares it may end on, nearest first; it visits all up
        to its end. Where only the end is visited, each is one square.
    visited
        For each square the targets visited on it, by their numbers.
    targets
        How many there are.
    to_goal
        For each square the fewest moves to where the tour may end, or FAR.
    """

    squares: list[Square]
    starts: list[int]
    home: int
    rides: list[list[list[int]]]
    visited: list[list[int]]
    targets: int
    to_goal: list[int]

    @classmethod
    def of(cls, tour: Tour, plan: Plan) -> Numbering:
        """Return the numbering of a tour; where it starts anywhere, its plan starts somewhere."""
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
    """Return rides from a square, and for each other square a move leads to one of that alone."""
    found = [[place[end] for end in ride] for ride in rides]
    ridden = {end for ride in found for end in ride}
    return found + [[end] for end in ends if end not in ridden]


def _moves_to(goal: Collection[int], onward: list[list[int]]) -> list[int]:
    """Return for every square the fewest moves to a goal, or FAR."""
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
