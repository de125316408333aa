"""Check of tours against the rules, independent of all solvers.

A move along a straight line may have several routes, as on a torus. If moves visit the squares that
they pass over, `best_options` chooses the routes so that together they visit the targets.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from rookery.boards.answers import squares_in
from rookery.boards.board import Board, Square, Step
from rookery.boards.motions import Motion
from rookery.errors import PuzzleError
from rookery.tour.validation import BESIDE, OVER, QUARTER, Target, target_name

if TYPE_CHECKING:
    from rookery.tour.puzzle import Tour

Thing = TypeVar("Thing")
Option = frozenset[Thing]
Choices = Mapping[int, Collection[Option[Thing]]]


def faults(tour: Tour, answer: Any) -> list[str]:
    """Return the faults of an answer to a tour, in words."""
    try:
        squares = [tour.board.square(square) for square in squares_in(answer, tour.board)]
    except PuzzleError as error:
        return [str(error)]
    if not squares:
        return ["expected at least the start square, got none"]
    board = tour.board
    found = move_faults(tour, squares)
    if squares[0] in board.walls or squares[0] in tour.obstacles:
        found.append(f"the start {board.name(squares[0])} is not free")
    if tour.once:
        counted = squares[:-1] if tour.closed and len(squares) > 1 else squares
        found += [
            f"the piece stands on {board.name(square)} {times} times instead of once"
            for square, times in Counter(counted).items()
            if times > 1
        ]
    return [
        *found,
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
    for number, (start, end) in enumerate(pairwise(squares), 1):
        fault = _move_fault(tour, start, end)
        if fault is not None:
            faults.append(f"move {number}, {name(start)} to {name(end)}, {fault}")
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
    """Return for each move the shortest straight route that helps the tour, or None without one."""
    ways = [
        sorted(
            (way for way, fault in _routes(tour, *move) if fault is None),
            key=lambda way: max(map(abs, way.span)),
        )
        for move in pairwise(squares)
    ]
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


def _move_fault(tour: Tour, start: Square, end: Square) -> str | None:
    """Explain why no move leads from start to end; return None if one does."""
    for route in tour.mover.routes:
        if not route.moves or end in tour.obstacles:
            continue
        if end in route.squares(tour.board, start, tour.obstacles):
            return None
    fault = None
    for _, stopped in _routes(tour, start, end):
        if stopped is None:
            return None
        fault = fault or stopped
    return fault or f"is no move of {tour.mover}"


def _routes(tour: Tour, start: Square, end: Square) -> Iterator[tuple[StraightRoute, str | None]]:
    """Yield the straight routes between two squares, each with the reason if it is blocked."""
    board, down, right = tour.board, end[0] - start[0], end[1] - start[1]
    for motion in tour.mover.motions:
        by, to = motion.step
        if not board.wrap and (by * right != to * down or by * down + to * right <= 0):
            continue
        line = line_to(motion, board, start, end) if motion.moves else []
        if line:
            route = StraightRoute(motion.step, tuple(line), bool(motion.hop))
            yield route, _line_fault(tour, motion, line)


def line_to(motion: Motion, board: Board, start: Square, end: Square) -> list[Square]:
    """Return the squares of the steps up to and including the end; empty if it is not reached.

    On a plane board the motion's step must point to the end. Across wrapped edges a line stops at
    its own starting square.
    """
    down, right = motion.step
    if not board.wrap:
        steps = (end[0] - start[0]) // down if down else (end[1] - start[1]) // right
        squares = [(start[0] + n * down, start[1] + n * right) for n in range(1, steps + 1)]
        return squares if squares[-1:] == [end] and steps <= (motion.reach or steps) else []
    way: list[Square] = []
    square = board.around(start[0] + down, start[1] + right)
    while square is not None and square != start and len(way) < (motion.reach or math.inf):
        way.append(square)
        if square == end:
            return way
        square = board.around(square[0] + down, square[1] + right)
    return []


def _line_fault(tour: Tour, motion: Motion, way: list[Square]) -> str | None:
    """Explain what blocks a motion along a line; return None if nothing does."""
    board, pieces = tour.board, tour.obstacles
    for end in way:
        passed = motion.path_to(board, end) if motion.path and not motion.hop else ()
        for square in (*passed, end):
            if square not in board:
                return "leaves the board"
            if square in board.walls or (square in pieces and not motion.hop):
                return f"is blocked at {board.name(square)}"
    if not motion.hop:
        return None
    if way[-1] in pieces:
        return f"is blocked at {board.name(way[-1])}"
    hurdles = [step for step, square in enumerate(way, 1) if square in pieces]
    if len(hurdles) != 1:
        return f"hops over {len(hurdles)} pieces instead of one"
    if motion.hop == "g" and hurdles[0] != len(way) - 1:
        return f"does not end just behind the hurdle at {board.name(way[hurdles[0] - 1])}"
    return None


def turned(board: Board, square: Square, turn: str) -> Square:
    """Return a square's place after a clockwise half or quarter turn of the board.

    >>> turned(Board(8), (0, 0), "half"), turned(Board(8), (0, 0), "quarter")
    ((7, 7), (0, 7))
    """
    row, column = square
    if turn == QUARTER:
        return column, board.rows - 1 - row
    return board.rows - 1 - row, board.columns - 1 - column


class StraightRoute(NamedTuple):
    """A straight route between squares: its step, and the squares where its steps end."""

    step: Step
    squares: tuple[Square, ...]
    hops: bool

    @property
    def span(self) -> Step:
        """The rows down and the columns right, counted across wrapped edges."""
        return len(self.squares) * self.step[0], len(self.squares) * self.step[1]

    @property
    def passed(self) -> tuple[Square, ...]:
        """The squares passed over; none for a hop."""
        return () if self.hops else self.squares[:-1]


def best_options(
    choices: Sequence[Iterable[Collection[Thing]]], required: Collection[Thing]
) -> list[Option[Thing]]:
    """Return one option per choice, restricted to the required things.

    If any selection covers all required things, return such a selection. Otherwise take options
    greedily: the option that covers most of the remaining things comes first. The exact search
    takes time exponential in the number of relevant choices in the worst case.

    >>> best_options([[{1, 2}, {3}], [{1}, {2}]], {2, 3})
    [frozenset({3}), frozenset({2})]
    >>> best_options([[{1, 2}, {3}], [{1}]], {1, 2, 3})
    [frozenset({1, 2}), frozenset()]
    """
    left = frozenset(required)
    useful = _useful(dict(enumerate(map(frozenset, options) for options in choices)), left)
    taken = _cover_all(useful, left)
    if taken is None:
        taken = _cover_greedily(useful, left)
    return [taken.get(number, frozenset()) for number in range(len(choices))]


def _cover_all(choices: Choices[Thing], required: Option[Thing]) -> dict[int, Option[Thing]] | None:
    """Return options by choice that together cover all required things, or None."""
    taken: dict[int, Option[Thing]] = {}
    while sure := {
        number: next(iter(options)) for number, options in choices.items() if len(options) == 1
    }:
        taken |= sure
        required = required.difference(*sure.values())
        choices = _useful(choices, required, sure)
    if not required:
        return taken
    ways = {
        thing: [
            (number, option)
            for number, options in choices.items()
            for option in options
            if thing in option
        ]
        for thing in required
    }
    for number, option in min(ways.values(), key=len):
        left = required - option
        rest = _cover_all(_useful(choices, left, [number]), left)
        if rest is not None:
            return taken | {number: option} | rest
    return None


def _cover_greedily(choices: Choices[Thing], required: Option[Thing]) -> dict[int, Option[Thing]]:
    """Return options by choice; the option that covers most of the remaining things comes first."""
    taken: dict[int, Option[Thing]] = {}
    while choices:
        number, option = max(
            ((number, option) for number, options in choices.items() for option in options),
            key=lambda numbered: len(numbered[1]),
        )
        taken[number] = option
        required -= option
        choices = _useful(choices, required, [number])
    return taken


def _useful(
    choices: Mapping[int, Iterable[Option[Thing]]],
    required: Option[Thing],
    made: Collection[int] = (),
) -> Choices[Thing]:
    """Return the undominated options of choices not yet `made`, cut to the required things."""
    useful = {}
    for number, options in choices.items():
        if number in made:
            continue
        held = [option & required for option in options]
        cut = [option for at, option in enumerate(held) if option and option not in held[:at]]
        if cut:
            useful[number] = [option for option in cut if not any(option < other for other in cut)]
    return useful
