"""What is wrong with a tour, by its rules: apart from all solvers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rookery.boards.board import NEIGHBOURS, Square
from rookery.errors import PuzzleError, shown
from rookery.numbers import plain
from rookery.tour.rules import Ground, move_fault, passed_over
from rookery.tour.symmetry import turned
from rookery.tour.validation import BESIDE, OVER, Target, target_name

if TYPE_CHECKING:
    from rookery.tour.puzzle import Tour


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
    ways = [way for way in tour.mover.ways if way.moves]
    ground = Ground(tour.board, tour.board.walls, tour.obstacles)
    for number, (start, end) in enumerate(pairwise(squares), 1):
        fault = move_fault(ways, ground, start, end)
        if fault is not None:
            what = fault.format(mover=tour.mover)
            found.append(f"move {number}, {name(start)} to {name(end)}, {what}")
    return found


def missed(tour: Tour, squares: Sequence[Square]) -> list[Target]:
    """Return the targets that the moves along squares stood on do not visit."""
    stood = set(squares)
    if tour.visit == OVER:
        ground = Ground(tour.board, tour.board.walls, tour.obstacles)
        for start, end in pairwise(squares):
            stood.update(passed_over(tour.mover.motions, ground, start, end))
    visited = _visited(tour, stood)
    return [
        target
        for target in tour.targets
        if (target not in visited if isinstance(target, tuple) else stood.isdisjoint(target))
    ]


def _standing_faults(tour: Tour, squares: Sequence[Square]) -> Iterator[str]:
    """Yield the squares stood on twice where that is forbidden, and pieces stood on."""
    if squares[0] in {*tour.board.walls, *tour.obstacles}:
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
    return {(row + down, column + right) for row, column in squares for down, right in NEIGHBOURS}


def _no_squares(answer: object) -> str:
    return f"expected squares (row, column), got {shown(answer)}"
