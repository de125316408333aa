"""What is wrong with a tour, by its rules: apart from all solvers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rookery.boards.board import Square, Step
from rookery.errors import PuzzleError, shown
from rookery.numbers import plain
from rookery.tour.rules import Ground, move_fault
from rookery.tour.symmetry import turned
from rookery.tour.validation import BESIDE, OVER, Target, target_name

if TYPE_CHECKING:
    from rookery.tour.puzzle import Tour
    from rookery.tour.ways import Way


def faults(tour: Tour, answer: Any) -> list[str]:
    """Return what is wrong with an answer to a tour, in words."""
    try:
        squares = [tour.board.square(square) for square in plain(answer)]
    except (PuzzleError, TypeError) as error:
        return [str(error) if isinstance(error, PuzzleError) else _no_squares(answer)]
    if not squares:
        return ["expected at least the start square, got none"]
    found = [*move_faults(tour, squares), *_standing_faults(tour, squares)]
    found += [
        f"target {target_name(tour.board, target)} is not visited"
        for target in missed(tour, squares)
    ]
    return [*found, *_goal_faults(tour, squares[-1]), *_turn_faults(tour, squares)]


def move_faults(tour: Tour, squares: Sequence[Square]) -> list[str]:
    """Return in words what is wrong with the first of some squares, and the moves on them."""
    name = tour.board.name
    found = []
    if squares and tour.start is not None and squares[0] != tour.start:
        found.append(f"expected the start {name(tour.start)} first, got {name(squares[0])}")
    ground = Ground(tour.board, tour.board.walls, tour.obstacles)
    for number, (start, end) in enumerate(pairwise(squares), 1):
        fault = move_fault(tour.mover, ground, start, end)
        if fault is not None:
            what = fault.format(mover=tour.mover)
            found.append(f"move {number}, {name(start)} to {name(end)}, {what}")
    return found


def missed(tour: Tour, squares: Sequence[Square]) -> list[Target]:
    """Return the targets that the moves along squares stood on do not visit.

    A move that can go several ways to its square goes whichever serves the tour.
    """
    touched = set(squares)
    if tour.visit == OVER:
        touched.update(*(way.passed for way in ways_gone(tour, squares) if way is not None))
    seen = _seen(tour, touched, tour.targets)
    return [target for target in tour.targets if target not in seen]


def ways_gone(tour: Tour, squares: Sequence[Square]) -> list[Way | None]:
    """Return for each move the shortest way to its square that serves the tour.

    None where no straight line leads there.
    """
    from rookery.tour.choices import best_options
    from rookery.tour.ways import ways_of

    ground = Ground(tour.board, tour.board.walls, tour.obstacles)
    motions = [motion for motion in tour.mover.motions if motion.moves]
    ways = [ways_of(motions, ground, *move) for move in pairwise(squares)]
    left: frozenset[Target] = frozenset()
    if tour.visit == OVER:
        left = frozenset(tour.targets) - _seen(tour, squares, tour.targets)
    options = [[_seen(tour, way.passed, left) for way in found] for found in ways]
    return [
        next((way for way, seen in zip(found, held, strict=True) if best <= seen), None)
        for found, held, best in zip(ways, options, best_options(options, left), strict=True)
    ]


def spans(tour: Tour, squares: Sequence[Square]) -> list[Step]:
    """Return for each move how many rows down and columns right it goes.

    Those around joined edges are counted. Where no straight line leads to its square, it is the
    shortest there is.
    """
    moves = zip(pairwise(squares), ways_gone(tour, squares), strict=True)
    return [tour.board.span(*move) if way is None else way.span for move, way in moves]


def _seen(tour: Tour, squares: Collection[Square], targets: Iterable[Target]) -> frozenset[Target]:
    """Return which targets are visited from squares."""
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
    """Yield the squares stood on twice where that is forbidden, and pieces stood on."""
    if squares[0] in tour.board.walls or squares[0] in tour.obstacles:
        yield f"the start {tour.board.name(squares[0])} is not free"
    if tour.once:
        counted = squares[:-1] if tour.closed and len(squares) > 1 else squares
        for square, times in Counter(counted).items():
            if times > 1:
                yield f"{tour.board.name(square)} is stood on {times} times instead of once"


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
    """Yield the first move whose image by the tour's turn is not made, either way."""
    if tour.turn is None:
        return
    made = {frozenset(move) for move in pairwise(squares)}
    for start, end in pairwise(squares):
        image = [turned(tour.board, square, tour.turn) for square in (start, end)]
        if frozenset(image) not in made:
            names = [tour.board.name(square) for square in (start, end, *image)]
            yield (
                f"turned, the move {names[0]} to {names[1]} is {names[2]} to {names[3]}, which is "
                "not made"
            )
            return


def _visited(tour: Tour, squares: Iterable[Square]) -> set[Square]:
    """Return all squares that, as targets, are visited from these squares."""
    if tour.visit != BESIDE:
        return set(squares)
    return {near for square in squares for near in tour.board.neighbours(square)}


def _no_squares(answer: object) -> str:
    return f"expected squares (row, column), got {shown(answer)}"
