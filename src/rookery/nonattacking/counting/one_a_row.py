"""Puzzles of which every placement has one piece in every row.

Their numbers say so, or as many pieces as rows are asked for that attack along whole rows.
"""

from __future__ import annotations

from rookery.boards.board import Step
from rookery.boards.motions import ENDLESS
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY, holds

MOST_COLUMNS = 63  # bits of a word
MOST_SQUARES = 4096  # whose conflicts are a table of 16 MB


def has_one_a_row(puzzle: NonAttacking) -> bool:
    """Return whether every row holds one piece, and a column any number or one at most."""
    board = puzzle.board
    square = board.rows == board.columns
    return (
        len(puzzle.pieces) == 1
        and not (puzzle.looks_between or puzzle.tolerated or puzzle.equal or puzzle.maximal)
        and not puzzle.regions
        and puzzle.diagonals == ANY
        and puzzle.columns in (ANY, (0, 1), *([(1, 1)] if square else []))
        and board.columns <= MOST_COLUMNS
        and board.rows * board.columns <= MOST_SQUARES
        and holds(puzzle.numbers[0], board.rows)
        and (
            puzzle.rows == (1, 1)
            or (puzzle.numbers[0][0] == board.rows and _has_at_most_one_a_row(puzzle))
        )
    )


def has_at_most_one_a_column(puzzle: NonAttacking) -> bool:
    """Return whether no column holds two pieces, by its number or by attacks along it."""
    return puzzle.columns != ANY or _rides_whole_lines(puzzle, (1, 0))


def ridden(puzzle: NonAttacking) -> set[Step]:
    """Return the steps that the only kind rides until the edge."""
    motions = puzzle.pieces[0].motions
    return {one.step for one in motions if one.captures and one.reach == ENDLESS}


def _has_at_most_one_a_row(puzzle: NonAttacking) -> bool:
    return puzzle.rows == (0, 1) or (puzzle.rows == ANY and _rides_whole_lines(puzzle, (0, 1)))


def _rides_whole_lines(puzzle: NonAttacking, step: Step) -> bool:
    """Return whether the only kind rides along lines that no walls part."""
    if {step, (-step[0], -step[1])}.isdisjoint(ridden(puzzle)):
        return False
    axis = step.index(0)
    lines = [run[0][axis] for run in puzzle.board.runs(step)]
    return len(set(lines)) == len(lines)
