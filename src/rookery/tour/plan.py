"""The plan of a tour: moves, targets and goal with squares as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from rookery.boards.board import Board
from rookery.engine.partial import Partial
from rookery.errors import PuzzleError
from rookery.results.limits import Check
from rookery.tour.moves import Moves, moves_from, neighbours, number, square_of
from rookery.tour.validation import BESIDE, OVER, Target, target_name

if TYPE_CHECKING:
    from rookery.tour.puzzle import Tour

MANY_TARGETS = 10  # targets; from here on removing implied targets pays
MOST_NAMED = 4  # unreachable targets named in a message, at most
NOT_FIRST = "not necessarily the first of its length"  # note of a tour found heuristically


class Numbering(NamedTuple):
    """The reachable squares of a plan, numbered from 0 without gaps, as kernels need them."""

    squares: list[int]  # [number] square, in order
    place: dict[int, int]  # [square] number
    ends: list[list[int]]  # [number] ends of the moves from there
    visited: list[list[int]]  # [number] targets visited there


class TourPlan(NamedTuple):
    """A tour prepared for the methods; squares are numbers (see `rookery.tour.moves`)."""

    board: Board  # turns numbers into squares
    start: int  # first square
    moves: Moves  # moves from the reachable squares
    targets: list[list[int]]  # reachable squares that visit each target
    goal: list[int]  # reachable squares that may be the last
    # For ``visit="over"``, the rides from each reachable square; see `rides_of`. Otherwise None.
    rides: dict[int, list[list[int]]] | None = None

    @classmethod
    def of(cls, tour: Tour, check_deadline: Check = bool) -> TourPlan:
        """Return the plan of a tour; `check_deadline` is called regularly on a large board."""
        if tour.start is None:
            raise PuzzleError(expected="a start", found="none")
        moves = moves_from(tour.board, tour.start, tour.mover, tour.obstacles, check_deadline)
        targets = [_reached(tour, moves, target) for target in tour.targets]
        goal = list(moves.reached) if tour.goal is None else _reached(tour, moves, tour.goal)
        rides = None
        if tour.visit == OVER:
            ends = {square: moves.destinations(square) for square in moves.reached}
            rides = rides_of(tour, ends, check_deadline)
        return cls(tour.board, number(tour.board, tour.start), moves, targets, goal, rides)

    @property
    def possible(self) -> bool:
        """Whether the goal and every target can be visited from a reachable square."""
        return bool(self.goal) and all(self.targets)

    def essential(self) -> TourPlan:
        """Return the plan without targets visited at the start or wherever another is."""
        kept = [squares for squares in self.targets if self.start not in squares]
        if len(kept) >= MANY_TARGETS:
            implied = _implied(kept)
            kept = [squares for number, squares in enumerate(kept) if number not in implied]
        return self if len(kept) == len(self.targets) else self._replace(targets=kept)

    def visited(self) -> list[int]:
        """Return the targets visited on every square, as bits."""
        visited = [0] * (self.board.rows * self.board.columns)
        for target, squares in enumerate(self.targets):
            for square in squares:
                visited[square] |= 1 << target
        return visited

    def numbered(self) -> Numbering:
        """Return the reachable squares as consecutive numbers, with moves and targets."""
        squares = sorted(self.moves.reached)
        place = {square: at for at, square in enumerate(squares)}
        ends = [[place[end] for end in self.moves.destinations(square)] for square in squares]
        visited: list[list[int]] = [[] for _ in squares]
        for target, group in enumerate(self.targets):
            for square in group:
                visited[place[square]].append(target)
        return Numbering(squares, place, ends, visited)

    def arrivals(self, square: int, visited: list[int]) -> list[tuple[int, int]]:
        """Return the moves from a square in order: their ends, and the targets visited, as bits.

        If several routes lead to an end, return those with a maximal set of targets. `visited` is
        the result of `TourPlan.visited`.
        """
        if self.rides is None:
            return [(end, visited[end]) for end in self.moves.destinations(square)]
        ways: dict[int, set[int]] = {}
        for ride in self.rides[square]:
            passed = 0
            for end in ride:
                passed |= visited[end]
                ways.setdefault(end, set()).add(passed)
        return [(end, seen) for end, sets in sorted(ways.items()) for seen in maximal_sets(sets)]

    def partial(self, path: list[int], stage: str) -> Partial:
        """Return a path of square numbers as a partial result of a stage."""
        squares = tuple(square_of(self.board, square) for square in path)
        return Partial(squares, stage=stage, note=NOT_FIRST)

    def why_impossible(self, tour: Tour) -> str:
        """Explain which targets or goal of an impossible plan are out of reach."""
        board, mover = tour.board, tour.mover
        start = board.name(square_of(board, self.start))
        names = [
            f"target {target_name(board, target)}"
            for target, squares in zip(tour.targets, self.targets, strict=True)
            if not squares
        ]
        if not self.goal and tour.goal is not None:
            names.append(f"the goal {target_name(board, tour.goal)}")
        if len(self.moves.reached) == 1:
            note = f"{mover} cannot move from {start}, and {_listed(names)} not visited there"
            is_full = set(tour.free_squares()) <= {*tour.obstacles, square_of(board, self.start)}
            return note + is_full * '; targets block moves, with visit="on" they are free squares'
        return f"{_listed(names)} out of reach of {mover} from {start}"


def maximal_sets(ways: Iterable[int]) -> list[int]:
    """Return the maximal sets, as bits, in order.

    >>> maximal_sets([0b1, 0b101, 0b11])
    [3, 5]
    """
    distinct = sorted(set(ways))
    return [
        targets
        for targets in distinct
        if all(targets == other or targets & ~other for other in distinct)
    ]


def _implied(groups: list[list[int]]) -> set[int]:
    """Return the groups that contain another group; of equal groups, all but the first.

    >>> sorted(_implied([[1, 2], [2], [3, 4], [4, 3]]))
    [0, 3]
    """
    at_square: dict[int, list[int]] = {}
    for at, group in enumerate(groups):
        for square in group:
            at_square.setdefault(square, []).append(at)
    implied = set()
    for at, group in enumerate(groups):
        shared = Counter(other for square in group for other in at_square[square])
        for other, squares in shared.items():
            is_less = len(groups[other]) < len(group) or other < at
            if squares == len(groups[other]) and is_less:
                implied.add(at)
    return implied


def _listed(names: list[str]) -> str:
    """Return names as the subject of a sentence, at most the first few.

    >>> _listed(["target a1"]), _listed([f"target a{row}" for row in range(1, 8)])
    ('target a1 is', 'target a1, target a2, target a3, target a4 and 3 more are')
    """
    if len(names) == 1:
        return f"{names[0]} is"
    named = ", ".join(names[:MOST_NAMED])
    more = len(names) - MOST_NAMED
    return f"{named} are" if more <= 0 else f"{named} and {more:,} more are"


def visiting(tour: Tour, target: Target) -> Sequence[int]:
    """Return the squares that visit a target, reachable or not."""
    board = tour.board
    if isinstance(target, frozenset):
        return [number(board, square) for square in target]
    square = number(board, target)
    if tour.visit != BESIDE:
        return [square]
    return neighbours(board.rows, board.columns, board.wrap)[square]


def _reached(tour: Tour, moves: Moves, target: Target) -> list[int]:
    """Return the reachable squares that visit a target; those of a set in order."""
    reached = [square for square in visiting(tour, target) if square in moves.reached]
    return sorted(reached) if isinstance(target, frozenset) else reached


def rides_of(
    tour: Tour, ends: Mapping[int, Iterable[int]], check_deadline: Check = bool
) -> dict[int, list[list[int]]]:
    """Return the rides from each square, up to the first obstacle, given the ends of its moves.

    A ride lists the squares it may end on, nearest first. Any other move, such as a leap or a hop,
    is a ride of one square.
    """
    board, obstacles = tour.board, tour.obstacles
    motions = [motion for motion in tour.mover.motions if motion.moves and not motion.hop]
    rides_from: dict[int, list[list[int]]] = {}
    for square, onward in ends.items():
        check_deadline()
        start = square_of(board, square)
        rides = [
            [
                number(board, end)
                for end in motion.squares(board, start, obstacles)
                if end not in obstacles
            ]
            for motion in motions
        ]
        ridden = set(chain.from_iterable(rides))
        rides += [[end] for end in onward if end not in ridden]
        rides_from[square] = [ride for ride in rides if ride]
    return rides_from
