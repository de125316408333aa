"""Conditions of the counting methods: the puzzles that each can count, and counts best."""

from __future__ import annotations

from itertools import pairwise
from math import comb

from rookery.boards.board import TORUS, Step
from rookery.boards.motions import ENDLESS
from rookery.nonattacking.graph import WORD
from rookery.nonattacking.puzzle import ANY, NonAttacking, holds

MOST_SQUARES = 4096  # squares; the table of their conflicts takes 16 MB
BYTES_A_STATE = 8
MOST_BYTES = 1 << 30  # bytes of two layers of states of columns


def is_by_number(puzzle: NonAttacking) -> bool:
    """Return whether the puzzle has conflicts only, and at most a number of a single kind."""
    return is_of_any_numbers(puzzle) and not puzzle.looks_between


def is_of_any_numbers(puzzle: NonAttacking) -> bool:
    """Return whether the only number set is that of a single kind."""
    lines = (puzzle.rows, puzzle.columns, puzzle.diagonals)
    no_lines = all(span == ANY for span in lines) and not puzzle.regions
    no_numbers = len(puzzle.pieces) == 1 or all(span == ANY for span in puzzle.numbers)
    return no_lines and no_numbers and not puzzle.equal and not puzzle.maximal


def most_pieces(puzzle: NonAttacking, candidates: int) -> int:
    """Return the greatest number of pieces asked for, at most that of the candidates."""
    most = puzzle.numbers[0][1] if len(puzzle.pieces) == 1 else None
    return candidates if most is None else min(most, candidates)


def fits_numbers(puzzle: NonAttacking) -> bool:
    """Return whether only attacks that do not depend on pieces between and numbers matter."""
    return not (puzzle.looks_between or puzzle.equal or puzzle.maximal)


def fits_maximal(puzzle: NonAttacking) -> bool:
    """Return whether placements must be maximal and attacks do not depend on pieces between."""
    return puzzle.maximal and not (puzzle.looks_between or puzzle.equal)


def fits_frontier(puzzle: NonAttacking) -> bool:
    """Return whether only attacks matter, across others too, and the number of a single kind."""
    return puzzle.looks_between and is_of_any_numbers(puzzle)


def has_more_sets(puzzle: NonAttacking, than: int) -> bool:
    """Return whether there are more sets of squares, of the numbers of pieces asked for."""
    squares = len(puzzle.pieces) * sum(1 for _ in puzzle.board.squares())
    sets = 0
    for number in range(most_pieces(puzzle, squares) + 1):
        sets += comb(squares, number)
        if sets > than:
            return True
    return False


def has_one_a_row(puzzle: NonAttacking) -> bool:
    """Return whether every row holds one piece, and a column any number or one at most.

    The numbers say so, or there are as many pieces as rows, which they attack from end to end.
    """
    board = puzzle.board
    square = board.rows == board.columns
    return (
        len(puzzle.pieces) == 1
        and not (puzzle.looks_between or puzzle.tolerated or puzzle.equal or puzzle.maximal)
        and not puzzle.regions
        and puzzle.diagonals == ANY
        and puzzle.columns in (ANY, (0, 1), *([(1, 1)] if square else []))
        and board.columns <= WORD
        and board.rows * board.columns <= MOST_SQUARES
        and holds(puzzle.numbers[0], board.rows)
        and (
            puzzle.rows == (1, 1)
            or (
                puzzle.numbers[0][0] == board.rows
                and (
                    puzzle.rows == (0, 1)
                    or (puzzle.rows == ANY and _rides_whole_lines(puzzle, (0, 1)))
                )
            )
        )
    )


def suits_rows(puzzle: NonAttacking) -> bool:
    """Return whether a search by rows is faster than a formula and than layers of states.

    Pieces that attack only along rows and columns are rooks, which have a formula. Pieces that ride
    only along rows have few states in layers.
    """
    if not is_by_number(puzzle):
        return True
    steps = {one.step for one in puzzle.pieces[0].motions if one.captures}
    return any(down and right for down, right in steps) and any(down for down, _ in _ridden(puzzle))


def fits_columns(puzzle: NonAttacking) -> bool:
    """Return whether a row and a column hold one piece, and the states of a row fit in memory."""
    board = puzzle.board
    if not has_one_a_row(puzzle) or board.wrap == TORUS:
        return False
    if puzzle.columns == ANY and not _rides_whole_lines(puzzle, (1, 0)):
        return False
    reach = rows_reached(puzzle)
    if reach is None:
        return False
    rows = range(board.rows + 1)
    states: list[int] = [comb(board.columns, row) * row ** max(1, reach) for row in rows]
    return max(map(sum, pairwise(states))) * BYTES_A_STATE <= MOST_BYTES


def suits_columns(puzzle: NonAttacking) -> bool:
    """Return whether there is no formula, as there is for rooks."""
    return not is_by_number(puzzle) or rows_reached(puzzle) != 0


def rows_reached(puzzle: NonAttacking) -> int | None:
    """Return the reach in rows of attacks off the piece's row and column; None if unlimited."""
    reach = 0
    if puzzle.pieces[0].routes:
        return None
    for motion in puzzle.pieces[0].motions:
        down, right = motion.step
        if motion.captures and down and right:
            if motion.reach == ENDLESS:
                return None
            reach = max(reach, abs(down) * motion.reach)
    return reach


def _ridden(puzzle: NonAttacking) -> set[Step]:
    """Return the steps of the only kind's unlimited rides."""
    motions = puzzle.pieces[0].motions
    return {one.step for one in motions if one.captures and one.reach == ENDLESS}


def _rides_whole_lines(puzzle: NonAttacking, step: Step) -> bool:
    """Return whether the only kind rides along lines without walls."""
    if {step, (-step[0], -step[1])}.isdisjoint(_ridden(puzzle)):
        return False
    axis = step.index(0)
    lines = [run[0][axis] for run in puzzle.board.runs(step)]
    return len(set(lines)) == len(lines)
