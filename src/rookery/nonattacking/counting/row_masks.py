"""The columns that a piece leaves free in other rows, for searches row by row.

A small board is counted faster than its graph is made. Where nothing but leaps and rides decides,
all squares are followed along a motion at once instead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.board import TORUS
from rookery.boards.motions import ENDLESS
from rookery.nonattacking.graph import CheckDeadline, Graph, graph_of
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Conflicts = NDArray[np.bool_]


@dataclass(frozen=True)
class RowMasks:
    """Masks of the columns that pieces attack, row by row.

    Attributes
    ----------
    open
        For each row the columns where a piece may stand, as a word.
    conflicts
        [row, column, other row, other column]; where no piece may stand, it conflicts with all.
    compatible
        [row, column, other row] The columns of another row that a piece does not attack.
    why_none
        Why there is no placement, in words, when that is easy to see; else empty.
    """

    open: list[int]
    conflicts: Conflicts
    compatible: NDArray[np.int64]
    why_none: str = ""


def masks_of(puzzle: NonAttacking, check_deadline: CheckDeadline = bool) -> RowMasks:
    """Return the masks of a puzzle with one piece in every row."""
    why_none = ""
    is_open = np.ones((puzzle.board.rows, puzzle.board.columns), np.bool_)
    for square in puzzle.blocked:
        is_open[square] = False
    if _is_plain(puzzle) and is_open.any(axis=1).all():
        conflicts = _plain_conflicts(puzzle)
    else:
        graph = graph_of(puzzle, check_deadline)
        why_none = graph.why_none
        is_open[:] = False
        for _, row, column in graph.candidates:
            is_open[row, column] = True
        conflicts = _conflicts_of(graph, check_deadline)
    for _, row, column in puzzle.given:
        is_open[row] &= np.arange(puzzle.board.columns) == column
    if puzzle.columns != ANY:
        columns = np.arange(puzzle.board.columns)
        conflicts[:, columns, :, columns] = True
    conflicts[~is_open] = True
    conflicts[:, :, ~is_open] = True
    return RowMasks(_words(is_open).tolist(), conflicts, _words(~conflicts), why_none)


def _is_plain(puzzle: NonAttacking) -> bool:
    """Return whether nothing but leaps and rides decides which squares conflict."""
    return not (puzzle.board.walls or puzzle.given or puzzle.pieces[0].routes)


def _plain_conflicts(puzzle: NonAttacking) -> Conflicts:
    board = puzzle.board
    height, width = board.rows, board.columns
    cycle = math.lcm(height, width)  # steps after which a motion returns, at the latest
    found = np.zeros((height, width) * 2, np.bool_)
    for motion in puzzle.pieces[0].motions:
        if motion.captures:
            longest = min(motion.reach, cycle) if motion.reach != ENDLESS else cycle
            taken = np.arange(1, longest + 1)[:, None, None]
            row, column = np.arange(height)[:, None], np.arange(width)
            down = row + taken * motion.step[0] + 0 * column
            right = column + taken * motion.step[1] + 0 * row
            if board.wrap == TORUS:
                down %= height
            if board.wrap or motion.around:
                right %= width
            inside = (down >= 0) & (down < height) & (right >= 0) & (right < width)
            _, from_row, from_column = np.nonzero(inside)
            found[from_row, from_column, down[inside], right[inside]] = True
    return found | found.transpose(2, 3, 0, 1)


def _conflicts_of(graph: Graph, check_deadline: CheckDeadline) -> Conflicts:
    board = graph.puzzle.board
    found = np.ones((board.rows, board.columns) * 2, np.bool_)
    squares = np.array([candidate[1:] for candidate in graph.candidates], np.intp).reshape(-1, 2)
    for at, mask in enumerate(graph.conflicts):
        check_deadline()
        width = -(-len(squares) // 8)
        words = np.frombuffer(mask.to_bytes(width, "little"), np.uint8)
        line = np.unpackbits(words, count=len(squares), bitorder="little")
        row, column = squares[at]
        found[row, column, squares[:, 0], squares[:, 1]] = line
    return found


def _words(bits_of: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the last axis, of at most 63 bits, as words; its first bit is the lowest."""
    told = np.packbits(bits_of, axis=-1, bitorder="little")
    padded = np.zeros((*told.shape[:-1], 8), np.uint8)
    padded[..., : told.shape[-1]] = told
    return padded.view("<i8")[..., 0].astype(np.int64)
