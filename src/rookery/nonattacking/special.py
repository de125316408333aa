"""Puzzles that are those of another family, solved by its methods: n queens, weights, covers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rookery.boards.betza import parse_betza
from rookery.heaviest.puzzle import Heaviest
from rookery.nonattacking.exact import asks_fewest
from rookery.nonattacking.puzzle import ANY, NonAttacking, PlacedPiece, holds
from rookery.queens.puzzle import Placement, Queens
from rookery.results.methods import choose
from rookery.results.result import Result
from rookery.results.settings import Settings

if TYPE_CHECKING:
    from rookery.cover.puzzle import Cover

QUEEN = frozenset(parse_betza("Q"))


def queens_of(puzzle: NonAttacking) -> Queens | None:
    """Return an unweighted puzzle as a `Queens` puzzle, or None if it is not one."""
    if puzzle.weights is not None or not _is_of_queens(puzzle):
        return None
    return the_queens(puzzle)


def heaviest_of(puzzle: NonAttacking) -> Heaviest | None:
    """Return a puzzle as a `Heaviest` puzzle, or None if it is not one."""
    if puzzle.weights is None or not _is_of_queens(puzzle):
        return None
    return Heaviest(puzzle.weights, puzzle.lightest, given=_squares(puzzle), blocked=puzzle.blocked)


def cover_of(puzzle: NonAttacking) -> Cover[int] | None:
    """Return the smallest maximal placement of a kind as a `Cover` puzzle, or None if it is none.

    Every square where a piece may stand is occupied or attacked, by pieces that do not attack each
    other. That is so only if a piece attacks all squares from which it can be attacked.
    """
    spans = (*puzzle.numbers, puzzle.rows, puzzle.columns, puzzle.diagonals)
    is_bare = all(span == ANY for span in spans) and not (puzzle.given or puzzle.regions)
    if len(puzzle.pieces) > 1 or not is_bare or puzzle.tolerated or not asks_fewest(puzzle):
        return None
    ways = {(*m.step, m.reach, m.around) for m in puzzle.pieces[0].motions if m.captures}
    back = {(-down, -right, *rest) for down, right, *rest in ways}
    places = [square for square in puzzle.board.squares() if square not in puzzle.blocked]
    if puzzle.pieces[0].routes or ways != back or not places:
        return None
    from rookery.cover.puzzle import Cover

    return Cover(
        puzzle.board,
        (),
        [1],
        puzzle.pieces,
        guarded=places,
        blocked=puzzle.blocked,
        independent=True,
    )


def the_queens(puzzle: NonAttacking) -> Queens:
    """Return a puzzle known to be one of n queens as a `Queens` puzzle."""
    return Queens(puzzle.board.rows, _squares(puzzle), puzzle.blocked)


def placement_from(rows: Placement) -> tuple[PlacedPiece, ...]:
    """Return the placement of queens given by the row in each column.

    >>> placement_from((1, 3, 0, 2))
    ((0, 0, 2), (0, 1, 0), (0, 2, 3), (0, 3, 1))
    """
    return tuple(sorted((0, row, column) for column, row in enumerate(rows)))


def _is_of_queens(puzzle: NonAttacking) -> bool:
    """Return whether n queens stand on an n x n board without walls, and nothing else is asked.

    `maximal` adds no condition, because every row has its queen.
    """
    side = puzzle.board.rows
    return (
        len(puzzle.pieces) == 1
        and frozenset(puzzle.pieces[0].ways) == QUEEN
        and puzzle.board.columns == side
        and not (puzzle.board.walls or puzzle.board.wrap)
        and puzzle.numbers == ((side, side),)
        and not puzzle.tolerated
        and holds(puzzle.rows, 1)
        and holds(puzzle.columns, 1)
        and puzzle.diagonals == ANY
        and not puzzle.regions
    )


def _squares(puzzle: NonAttacking) -> list[tuple[int, int]]:
    return [(row, column) for _, row, column in puzzle.given]


def run_heaviest(puzzle: NonAttacking, settings: Settings) -> Result:
    """Solve the puzzle as a `Heaviest` puzzle."""
    from rookery.heaviest.methods import METHODS as OWN

    same = heaviest_of(puzzle)
    tell = settings.on_progress
    if tell is not None:  # its answers are of another form
        settings = replace(settings, on_progress=lambda one: tell(replace(one, answer=None)))
    result = choose(OWN, "auto", same).run(same, settings)
    answer = placement_from(result.answer[0]) if result.answer else None
    return replace(result, puzzle=puzzle, answer=answer)


def run_cover(puzzle: NonAttacking, settings: Settings) -> Result:
    """Solve the puzzle as a `Cover` puzzle, whose answers are of the same form."""
    from rookery.cover.methods import METHODS as OWN

    same = cover_of(puzzle)
    result = choose(OWN, "auto", same).run(same, settings)
    return replace(result, puzzle=puzzle, answer=result.answer and tuple(sorted(result.answer)))


def run_queens(puzzle: NonAttacking, settings: Settings) -> Result:
    """Place n queens as a `Queens` puzzle: all placements weigh the same."""
    found = place_queens(puzzle, settings)
    return found if found.answer is None else Result.proved(puzzle, found.answer, len(found.answer))


def place_queens(puzzle: NonAttacking, settings: Settings) -> Result:
    """Find one placement of n queens, as an answer of the value 1."""
    from rookery.queens.placing import PLACERS as OWN

    same = the_queens(puzzle)
    result = choose(OWN, "auto", same).run(same, settings)
    answer = None if result.answer is None else placement_from(result.answer)
    return replace(result, puzzle=puzzle, answer=answer)
