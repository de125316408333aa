"""Counting placements with one piece in every row, row by row, by depth-first search.

It serves a kind that attacks along whole rows when as many pieces are asked for as there are rows:
queens on a torus, superqueens, empresses. No row can hold two pieces, so every row holds one.
"""

from __future__ import annotations

from contextlib import closing

from rookery.boards.board import Board, Step
from rookery.boards.motions import ENDLESS
from rookery.engine.run import Run, Steps
from rookery.nonattacking.counting.by_number import is_by_number
from rookery.nonattacking.counting.slices import count_slices, impossible
from rookery.nonattacking.graph import graph_of
from rookery.nonattacking.kernel_sets import COUNTS
from rookery.nonattacking.puzzle import NonAttacking

MOST_COLUMNS = 63  # bits of a word
MOST_SQUARES = 4096  # whose conflicts are a table of 16 MB
HEAD_START = 8  # ticks in plain Python, some 0.05 s, before kernels are loaded


def fits_rows(puzzle: NonAttacking) -> bool:
    """Return whether every row holds one piece because of the number that is asked for."""
    board = puzzle.board
    return (
        is_by_number(puzzle)
        and puzzle.numbers == ((board.rows, board.rows),)
        and not puzzle.tolerated
        and board.columns <= MOST_COLUMNS
        and board.rows * board.columns <= MOST_SQUARES
        and not {(0, 1), (0, -1)}.isdisjoint(_ridden(puzzle))
        and not _has_parted_row(board)
    )


def suits_rows(puzzle: NonAttacking) -> bool:
    """Return whether the piece reaches farther than a formula or counting in layers can serve.

    Pieces that attack along rows and columns only are rooks; those that ride along no other lines
    than rows have few states in layers.
    """
    steps = {one.step for one in puzzle.pieces[0].motions if one.captures}
    return any(down and right for down, right in steps) and any(down for down, _ in _ridden(puzzle))


def _has_parted_row(board: Board) -> bool:
    """Return whether walls stand between squares of a row."""
    rows = [run[0][0] for run in board.runs((0, 1))]
    return len(set(rows)) < len(rows)


def _ridden(puzzle: NonAttacking) -> set[Step]:
    """Return the steps that the only kind rides until the edge."""
    motions = puzzle.pieces[0].motions
    return {one.step for one in motions if one.captures and one.reach == ENDLESS}


def count_by_rows(puzzle: NonAttacking, run: Run) -> Steps:
    """Count the placements row by row; a step is a slice of some hundredths of a second."""
    graph = graph_of(puzzle, run.check_deadline)
    if graph.why_none:
        return impossible(graph.why_none)
    from rookery.nonattacking.counting.row_search import CompiledRows, PlainRows, RowTable

    table = RowTable(graph, run.check_deadline)
    plain = PlainRows(table)
    head_start = HEAD_START if run.settings.limits.work is None else 0
    with closing(count_slices(plain, plain.run(), run, live=True)) as meanwhile:
        if ended := (yield from run.kernels(COUNTS, meanwhile=meanwhile, head_start=head_start)):
            return ended
    counter = CompiledRows(table)
    return (yield from count_slices(counter, counter.run(), run, live=True))
