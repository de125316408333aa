"""Check of tours against the rules, independent of all solvers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rookery.boards.answers import squares_in
from rookery.boards.board import Square, Step
from rookery.errors import PuzzleError
from rookery.tour.rules import BlockedBoard, move_fault, turned
from rookery.tour.validation import BESIDE, OVER, Target, target_name

if TYPE_CHECKING:
    from rookery.tour.puzzle import Tour
    from rookery.tour.ways import StraightRoute


def faults(tour: Tour, answer: Any) -> list[str]:
    """Return the faults of an answer to a tour, in words."""
    try:
        squares = [tour.board.square(square) for square in squares_in(answer, tour.board)]
    except PuzzleError as error:
        return [str(error)]
    if not squares:
        return ["expected at least the start square, got none"]
    board = tour.board
    return [
        *move_faults(tour, squares),
        *_standing_faults(tour, squares),
        *(
            f"target {target_name(board, target)} is not visited"
            for target in missed(tour, squares)
        ),
        *_goal_faults(tour, squares[-1]),
        *_turn_faults(tour, squares),
    ]


def move_faults(tour: Tour, squares: Sequence[Square]) -> list[str]:
    """Return the faults of the first square and of the moves along squares, in words."""
    name = tour.board.name
    faults = []
    if squares and tour.start is not None and squares[0] != tour.start:
        faults.append(f"expected the start {name(tour.start)} first, got {name(squares[0])}")
    blocked = BlockedBoard(tour.board, tour.board.walls, tour.obstacles)
    for number, (start, end) in enumerate(pairwise(squares), 1):
        fault = move_fault(tour.mover, blocked, start, end)
        if fault is not None:
            what = fault.format(mover=tour.mover)
            faults.append(f"move {number}, {name(start)} to {name(end)}, {what}")
    return faults


def missed(tour: Tour, squares: Sequence[Square]) -> list[Target]:
    """Return the targets not visited by the moves along squares.

    A move with several routes to its end takes a route that helps the tour.
    """
    touched = set(squares)
    if tour.visit == OVER:
        touched.update(*(way.passed for way in ways_gone(tour, squares) if way is not None))
    seen = _seen(tour, touched, tour.targets)
    return [target for target in tour.targets if target not in seen]


def ways_gone(tour: Tour, squares: Sequence[Square]) -> list[StraightRoute | None]:
    """Return for each move the shortest route that helps the tour.

    A move that follows no straight line gets None.
    """
    from rookery.tour.ways import best_options, ways_of

    blocked = BlockedBoard(tour.board, tour.board.walls, tour.obstacles)
    motions = [motion for motion in tour.mover.motions if motion.moves]
    ways = [ways_of(motions, blocked, *move) for move in pairwise(squares)]
    left: frozenset[Target] = frozenset()
    if tour.visit == OVER:
        left = frozenset(tour.targets) - _seen(tour, squares, tour.targets)
    options = [[_seen(tour, way.passed, left) for way in routes] for routes in ways]
    return [
        next((way for way, seen in zip(routes, held, strict=True) if best <= seen), None)
        for routes, held, best in zip(ways, options, best_options(options, left), strict=True)
    ]


def spans(tour: Tour, squares: Sequence[Square]) -> list[Step]:
    """Return the rows down and the columns right of each move, across wrapped edges if need be.

    A move that follows no straight line gets the shortest span between its squares.
    """
    moves = zip(pairwise(squares), ways_gone(tour, squares), strict=True)
    return [tour.board.span(*move) if way is None else way.span for move, way in moves]


def _seen(tour: Tour, squares: Collection[Square], targets: Iterable[Target]) -> frozenset[Target]:
    """Return the targets visited from squares."""
    stood = set(squares)
    visited = _visited(tour, stood)
    return frozenset(
        [
            target
            for target in targets
            if (target in visited if isinstance(target, tuple) else not stood.isdisjoint(target))
        ]
    )


def _standing_faults(tour: Tour, squares: Sequence[Square]) -> Iterator[str]:
    """Yield a fault for a blocked start, and for squares repeated despite `once`."""
    if squares[0] in tour.board.walls or squares[0] in tour.obstacles:
        yield f"the start {tour.board.name(squares[0])} is not free"
    if tour.once:
        counted = squares[:-1] if tour.closed and len(squares) > 1 else squares
        for square, times in Counter(counted).items():
            if times > 1:
                yield f"the piece stands on {tour.board.name(square)} {times} times instead of once"


def _goal_faults(tour: Tour, last: Square) -> Iterator[str]:
    goal = tour.goal
    if goal is None:
        return
    if isinstance(goal, tuple):
        reached, where = goal in _visited(tour, [last]), "beside " * (tour.visit == BESIDE)
    else:
        reached, where = last in goal, "in " * (len(goal) > 1)
    if not reached:
        name = target_name(tour.board, goal)
        yield f"the last square {tour.board.name(last)} is not {where}the goal {name}"


def _turn_faults(tour: Tour, squares: Sequence[Square]) -> Iterator[str]:
    """Yield a fault for the first move that the rotation does not map to a move of the tour."""
    if tour.turn is None:
        return
    made = {frozenset(move) for move in pairwise(squares)}
    for start, end in pairwise(squares):
        rotated = [turned(tour.board, square, tour.turn) for square in (start, end)]
        if frozenset(rotated) not in made:
            names = [tour.board.name(square) for square in (start, end, *rotated)]
            yield (
                f"the turn maps the move {names[0]} to {names[1]} to {names[2]} to {names[3]}, "
                "which the tour does not make"
            )
            return


def _visited(tour: Tour, squares: Iterable[Square]) -> set[Square]:
    """Return the squares of targets that are visited from the given squares."""
    if tour.visit != BESIDE:
        return set(squares)
    return {near for square in squares for near in tour.board.neighbours(square)}
