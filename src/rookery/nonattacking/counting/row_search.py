"""The search for placements with one piece in every row: its masks and its nodes.

Each row has masks of the columns that its pieces attack in the other rows. Mirrored, or moved along
the rows of a torus or cylinder, a placement is another one. The placements are cut by the columns
of their first rows, a *prefix*; of prefixes that are images of each other only the least is
searched, and counted as often as there are of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from rookery.boards.board import TORUS
from rookery.compiled.arrays import Bools, Int64s
from rookery.nonattacking.graph import WORD, bits, graph_of, matrix_of
from rookery.nonattacking.puzzle import ANY, NonAttacking
from rookery.results.limits import Check

Prefix = tuple[int, ...]
RowNode = tuple[int, Sequence[int], int]  # a row, what is free from it on, and the images

LEAST_PREFIXES = 200  # work units, if there are that many prefixes of all rows but the last
FEW_PREFIXES = 16  # enough to use the symmetries, where one thread counts some milliseconds
QUICK_ROWS = 16  # rows of such boards, at most


@dataclass(frozen=True)
class RowMasks:
    """Masks of the columns that pieces attack, row by row."""

    open: list[int]  # [row] columns where a piece may stand
    # [row, column, other row, other column]; where no piece may stand, it conflicts with all
    conflicts: Bools
    compatible: Int64s  # [row, column, other row] columns that a piece does not attack
    why_none: str = ""  # why there is no placement, if that is easy to see


def masks_of(puzzle: NonAttacking, check_deadline: Check = bool) -> RowMasks:
    """Return the masks of a puzzle with one piece in every row.

    A small board is counted faster than its graph is made. Where only leaps and rides decide, all
    squares are followed along a motion at once instead.
    """
    why_none = ""
    is_open = np.ones((puzzle.board.rows, puzzle.board.columns), np.bool_)
    for square in puzzle.blocked:
        is_open[square] = False
    is_plain = not (puzzle.board.walls or puzzle.given or puzzle.pieces[0].routes)
    if is_plain and is_open.any(axis=1).all():
        conflicts = _plain_conflicts(puzzle)
    else:
        graph = graph_of(puzzle, check_deadline)
        why_none = graph.why_none
        squares = np.array([one[1:] for one in graph.candidates], np.intp).reshape(-1, 2)
        rows, columns = squares.T
        is_open[:] = False
        is_open[rows, columns] = True
        conflicts = np.ones((*is_open.shape, *is_open.shape), np.bool_)
        between = matrix_of(graph.conflicts, check_deadline)
        conflicts[rows[:, None], columns[:, None], rows, columns] = between
    for _, row, column in puzzle.given:
        is_open[row] &= np.arange(puzzle.board.columns) == column
    if puzzle.columns != ANY:
        columns = np.arange(puzzle.board.columns)
        conflicts[:, columns, :, columns] = True
    conflicts[~is_open] = True
    conflicts[:, :, ~is_open] = True
    return RowMasks(_words(is_open).tolist(), conflicts, _words(~conflicts), why_none)


def _plain_conflicts(puzzle: NonAttacking) -> Bools:
    board = puzzle.board
    height, width = board.rows, board.columns
    cycle = math.lcm(height, width)  # steps after which a motion returns, at the latest
    ahead = np.zeros((2 * height, 2 * width), np.bool_)  # [height + rows down, width + columns]
    for motion in puzzle.pieces[0].motions:
        down, right = motion.step
        longest = 0 if not motion.captures else min(motion.reach or cycle, cycle)
        for taken in range(1, longest + 1):
            row, column = taken * down, taken * right
            rows = (row % height, row % height - height) if board.wrap == TORUS else (row,)
            is_around = board.wrap or motion.around
            columns = (column % width, column % width - width) if is_around else (column,)
            if abs(rows[0]) >= height or abs(columns[0]) >= width:
                break
            for row, column in product(rows, columns):
                ahead[height + row, width + column] = True
    ahead[1:, 1:] |= ahead[:0:-1, :0:-1]  # whoever is attacked conflicts with the attacker
    return sliding_window_view(ahead[1:, 1:], (height, width))[::-1, ::-1].copy()


def _words(bits_of: Bools) -> Int64s:
    """Return the last axis, of at most 63 bits, as words; its first bit is the lowest."""
    values = np.int64(1) << np.arange(bits_of.shape[-1])
    words: Int64s = np.einsum("...i,i->...", bits_of, values)
    return words


class RowTable:
    """The columns that pieces leave free in later rows, and the prefixes of all placements.

    `prefixes` holds the columns of the first rows, `roots` their nodes, and `images` how many
    prefixes each stands for.
    """

    is_of_rows = True

    def __init__(self, masks: RowMasks, check_deadline: Check = bool, is_fine: bool = True) -> None:
        self.rows, self.columns = masks.conflicts.shape[:2]
        is_later = np.tri(self.rows, k=-1, dtype=np.bool_).T[:, None]
        self.compatible = np.where(is_later, masks.compatible, 0)
        self.open = masks.open
        self.deepest = self.rows + 1
        self.most = self.rows
        self.tail = self.before_tail = 0
        self._shifts = self.columns if _is_same(masks.conflicts, np.roll, 1) else 1
        self._mirrors = _is_same(masks.conflicts, np.flip)
        is_fine |= self.rows > QUICK_ROWS
        least = LEAST_PREFIXES if is_fine else FEW_PREFIXES
        cut = self._cut(least, check_deadline)
        self.prefixes = [prefix for prefix, _ in cut]
        self.roots = [node for _, node in cut]
        self.images = [images for _, _, images in self.roots]

    def after(self, row: int, column: int, free: Sequence[int]) -> list[int]:
        """Return the free columns of all rows after a piece, given those of its row and after."""
        compatible = self.compatible[row, column, row + 1 :].tolist()
        return [one & other for one, other in zip(free[1:], compatible, strict=True)]

    def candidates(self, prefixes: Sequence[Prefix]) -> Int64s:
        """Return the candidates of prefixes, in the kernel's numbering."""
        length = len(prefixes[0]) if prefixes else 0
        columns = np.array(prefixes, np.int64).reshape(len(prefixes), length)
        return columns + WORD * np.arange(length)

    def below(self, node: RowNode) -> list[RowNode]:
        """Return the children of a node, those whose rows all have a free column."""
        row, free, images = node
        if row == self.rows - 1:
            return []
        onward = (self.after(row, column, free) for column in bits(free[0]))
        return [(row + 1, one, images) for one in onward if all(one)]

    def placements(self, node: RowNode) -> tuple[int, int]:
        """Return the number of pieces of placements, and the number of placements at a leaf."""
        row, free, images = node
        return self.rows, images * free[0].bit_count() if row == self.rows - 1 else 0

    def _cut(self, least: int, check_deadline: Check) -> list[tuple[Prefix, RowNode]]:
        """Return enough prefixes for the work to be divided, each with its node."""
        level: list[tuple[Prefix, RowNode]] = []
        if all(self.open):
            level = [((), (0, self.open, 1))]
        for row in range(self.rows - 1):
            if len(level) >= least:
                break
            above, level = level, []
            for prefix, (_, free, _) in above:
                check_deadline()
                for column in bits(free[0]):
                    longer = (*prefix, column)
                    images = self._images(longer)
                    if images and all(after := self.after(row, column, free)):
                        level.append((longer, (row + 1, after, images)))
        return level

    def _images(self, prefix: Prefix) -> int:
        """Return how many images a prefix has, itself among them; 0 if it is not the least."""
        if self._shifts > 1 and prefix[0]:
            return 0
        if not self._mirrors:
            return self._shifts
        ends = 0 if self._shifts > 1 else self.columns - 1  # of the first and the last column
        image = tuple([(ends - column) % self.columns for column in prefix])
        return self._shifts * ((image >= prefix) + (image > prefix))


def _is_same(conflicts: Bools, change: Any, *by: int) -> bool:
    """Return whether a permutation of the columns preserves the conflicts."""
    changed = conflicts
    for axis in (1, 3):
        changed = change(changed, *by, axis=axis)
    return bool(np.array_equal(changed, conflicts))
