"""Validation of tours: targets, drawings and settings, normalised or refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from rookery.boards.board import CYLINDER, Board, Square, listed_squares, squares_by_letter
from rookery.boards.pieces import Piece, refuse_routes
from rookery.errors import PuzzleError, shown
from rookery.numbers import OneOf

if TYPE_CHECKING:
    from rookery.tour.puzzle import Tour

Visit = Literal["beside", "on", "over"]
VISITS = BESIDE, ON, OVER = get_args(Visit)
VISIT = OneOf(VISITS)
Turn = Literal["half", "quarter"]
HALF, QUARTER = get_args(Turn)
TURNS = {HALF: 2, QUARTER: 4}  # turn of the board: its order
TURN = OneOf(tuple(TURNS))
ALL = "all"  # in place of targets: every free square

Target = Square | frozenset[Square]  # a square, or a set of squares of which any counts

START, TARGET, GOAL, PAWN, WALL, EMPTY = "QNBP#."
LETTERS = EMPTY + START + TARGET + GOAL + PAWN + WALL


class DrawnTour(NamedTuple):
    """A board drawn by rows of letters, with start, targets, goal and pawns."""

    board: Board
    start: Square | None
    targets: list[Square]
    goal: Square | None
    pawns: list[Square]


def drawn(lines: Sequence[str], must_start: bool = True) -> DrawnTour:
    """Return the board drawn by rows of letters; `must_start` requires a start.

    A `PuzzleError` is raised if rows are missing, differ in length or hold another letter, or if
    they show more than one start or goal.
    """
    squares = squares_by_letter(lines, LETTERS)
    starts, goals = squares[START], squares[GOAL]
    if len(starts) != 1 and (must_start or starts):
        raise PuzzleError(expected=f"one start {START!r}", found=f"{len(starts)}")
    if len(goals) > 1:
        raise PuzzleError(expected=f"at most one goal {GOAL!r}", found=f"{len(goals)}")
    board = Board(len(lines), len(lines[0]), squares[WALL])
    return DrawnTour(
        board,
        starts[0] if starts else None,
        squares[TARGET],
        goals[0] if goals else None,
        squares[PAWN],
    )


def mover_of(piece: Piece | str) -> Piece:
    """Return a piece that moves without capturing."""
    mover = piece if isinstance(piece, Piece) else Piece(piece)
    if not any(way.moves for way in mover.ways):
        raise PuzzleError(expected="a mover that moves without capturing", found=shown(str(mover)))
    return mover


def target_of(board: Board, given: object, on: bool) -> Target:
    """Return a target or goal: a square, or a set of squares.

    If squares are visited by standing `on` them, a set of one square becomes that square.
    """
    if isinstance(given, str) or (
        isinstance(given, (tuple, list)) and given and not isinstance(given[0], (str, tuple, list))
    ):
        return board.square(given)  # type: ignore[arg-type]
    if not isinstance(given, Iterable):
        raise PuzzleError(expected="a square or a set of squares", found=shown(given))
    squares = board.square_set(given)
    if not squares:
        raise PuzzleError(expected="a target to have at least one square", found="an empty set")
    return next(iter(squares)) if on and len(squares) == 1 else squares


def targets_of(board: Board, given: Iterable[object], on: bool) -> tuple[Target, ...]:
    """Return the distinct targets: squares first, then sets, both sorted."""
    distinct = {target_of(board, target, on) for target in listed_squares(given, board)}
    squares = sorted(target for target in distinct if isinstance(target, tuple))
    sets = sorted((target for target in distinct if isinstance(target, frozenset)), key=sorted)
    return (*squares, *sets)


def target_name(board: Board, target: Target) -> str:
    """Return the name of a square, or of the squares of a set: ``a1,b2``."""
    if isinstance(target, tuple):
        return board.name(target)
    return ",".join(board.name(s) for s in sorted(target, key=lambda s: (s[1], -s[0])))


def validate(tour: Tour) -> None:
    """Raise if the turn, the targets or the squares of a tour make no puzzle."""
    if tour.visit == OVER:
        refuse_routes(tour.mover, "targets visited by passing over them")
    if tour.turn is not None:
        _validate_turn(tour)
    if not tour.targets:
        raise PuzzleError(expected="at least one target", found="none")
    placed = [("pawn", pawn) for pawn in tour.pawns]
    placed += [] if tour.start is None else [("start", tour.start)]
    spread: list[tuple[str, Square]] = []
    ends = [] if tour.goal is None else [("goal", tour.goal)]
    for role, target in (*(("target", target) for target in tour.targets), *ends):
        if isinstance(target, frozenset):
            spread += ((role, square) for square in target)
        else:
            (placed if tour.visit == BESIDE else spread).append((role, target))
    for role, square in (*placed, *spread):
        if square in tour.board.walls:
            where = f"a wall at {tour.board.name(square)}"
            raise PuzzleError(expected=f"the {role} on a free square", found=where)
    taken = {square for _, square in placed}
    if len(taken) < len(placed):
        squares = [square for _, square in placed]
        shared = next(square for square in squares if squares.count(square) > 1)
        name = tour.board.name(shared)
        raise PuzzleError(expected="one piece on a square", found=f"two at {name}")
    for role, square in spread:
        if square in taken and square != tour.start:
            where = tour.board.name(square)
            raise PuzzleError(expected=f"the {role} on a free square", found=f"a piece at {where}")


def _validate_turn(tour: Tour) -> None:
    """Raise if a turn does not apply to the tour."""
    if not (tour.closed and tour.once and tour.visit == ON and tour.covers_all):
        raise PuzzleError(
            expected="a closed tour of a whole board for a turn", found="another kind of tour"
        )
    if tour.turn == QUARTER and tour.board.wrap == CYLINDER:
        raise PuzzleError(
            expected="a half turn of a cylinder, which only wraps two edges", found="a quarter turn"
        )
    if tour.turn == QUARTER and tour.board.rows != tour.board.columns:
        sides = f"{tour.board.rows}x{tour.board.columns}"
        raise PuzzleError(expected="a square board for a quarter turn", found=sides)
