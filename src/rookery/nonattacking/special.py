"""Puzzles that are n-queens or heaviest-queens puzzles, solved by the methods of those families."""

from __future__ import annotations

from dataclasses import replace

from rookery.boards.betza import parse_betza
from rookery.heaviest.puzzle import Heaviest
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY, PlacedPiece, holds
from rookery.queens.puzzle import Placement, Queens
from rookery.results.methods import choose
from rookery.results.result import Result
from rookery.results.settings import Settings

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
