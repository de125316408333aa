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
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.boards.board import TORUS
from rookery.boards.motions import ENDLESS
from rookery.nonattacking.graph import WORD, CheckDeadline, bits, graph_of, matrix_of
from rookery.nonattacking.puzzle import NonAttacking
from rookery.nonattacking.validation import ANY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Conflicts = NDArray[np.bool_]
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
    conflicts: Conflicts
    compatible: NDArray[np.int64]  # [row, column, other row] columns that a piece does not attack
    why_none: str = ""  # why there is no placement, if that is easy to see


def masks_of(puzzle: NonAttacking, check_deadline: CheckDeadline = bool) -> RowMasks:
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


def _words(bits_of: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the last axis, of at most 63 bits, as words; its first bit is the lowest."""
    packed = np.packbits(bits_of, axis=-1, bitorder="little")
    padded = np.zeros((*packed.shape[:-1], 8), np.uint8)
    padded[..., : packed.shape[-1]] = packed
    return padded.view("<i8")[..., 0].astype(np.int64)


class RowTable:
    """The columns that pieces leave free in later rows, and the prefixes of all placements.

    `prefixes` holds the columns of the first rows, `images` how many prefixes each stands for.
    """

    is_of_rows = True

    def __init__(
        self, masks: RowMasks, check_deadline: CheckDeadline = bool, is_fine: bool = True
    ) -> None:
        self.rows, self.columns = masks.conflicts.shape[:2]
        is_later = np.tri(self.rows, k=-1, dtype=np.bool_).T[:, None]
        self.compatible = np.where(is_later, masks.compatible, 0)
        self.open = masks.open
        self.deepest = self.rows + 1
        self.tail = self.before_tail = 0
        self._shifts = self.columns if _is_same(masks.conflicts, np.roll, 1) else 1
        self._mirrors = _is_same(masks.conflicts, np.flip)
        is_fine |= self.rows > QUICK_ROWS
        least = LEAST_PREFIXES if is_fine else FEW_PREFIXES
        self.prefixes, self.images = self._cut(least, check_deadline)

    def after(self, row: int, column: int, free: Sequence[int]) -> list[int]:
        """Return the free columns of all rows after a piece, given those of its row and after."""
        compatible = self.compatible[row, column, row + 1 :].tolist()
        return [one & other for one, other in zip(free[1:], compatible, strict=True)]

    def candidates(self, prefixes: Sequence[Prefix]) -> NDArray[np.int64]:
        """Return the candidates of prefixes, in the kernel's numbering."""
        length = len(prefixes[0]) if prefixes else 0
        columns = np.array(prefixes, np.int64).reshape(len(prefixes), length)
        return columns + WORD * np.arange(length)

    def free_after(self, prefix: Prefix) -> list[int]:
        """Return the free columns of the rows after a prefix."""
        free = self.open
        for row, column in enumerate(prefix):
            free = self.after(row, column, free)
        return free

    def roots(self) -> list[RowNode]:
        """Return the nodes of all prefixes."""
        each = zip(self.prefixes, self.images, strict=True)
        return [(len(prefix), self.free_after(prefix), images) for prefix, images in each]

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

    def _cut(self, least: int, check_deadline: CheckDeadline) -> tuple[list[Prefix], list[int]]:
        level: dict[Prefix, int] = {(): 1} if all(self.open) else {}
        for row in range(self.rows - 1):
            if len(level) >= least:
                break
            longer: dict[Prefix, int] = {}
            for prefix in level:
                check_deadline()
                free = self.free_after(prefix)
                for column in bits(free[0]):
                    one = (*prefix, column)
                    images = self._images_of(one)
                    if one == min(images) and all(self.after(row, column, free)):
                        longer[one] = len(images) * self._shifts
            level = longer
        return list(level), list(level.values())

    def _images_of(self, prefix: Prefix) -> set[Prefix]:
        """Return a prefix and its mirror image, each shifted along the rows to its least image."""
        images = [prefix]
        if self._mirrors:
            images.append(tuple(self.columns - 1 - column for column in prefix))
        if self._shifts > 1:
            images = [tuple((at - image[0]) % self.columns for at in image) for image in images]
        return set(images)


def _is_same(conflicts: NDArray[np.bool_], change: Any, *by: int) -> bool:
    """Return whether a permutation of the columns preserves the conflicts."""
    changed = conflicts
    for axis in (1, 3):
        changed = change(changed, *by, axis=axis)
    return bool(np.array_equal(changed, conflicts))
