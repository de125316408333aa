"""What a position attacks, and what each further piece would: whole boards at once, no tables.

A scan goes over the board once along a direction, row by row, and so needs memory and time in
proportion to the squares alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.boards.board import Step
from rookery.boards.motions import ENDLESS, Motion

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float32]


def shifted(array: NDArray[Any], step: Step) -> NDArray[Any]:
    """Return a board whose squares are all moved by a step; nothing, 0, comes in at the edges.

    >>> shifted(np.array([[1, 2], [3, 4]]), (0, 1)).tolist()
    [[0, 1], [0, 3]]
    """
    found = np.zeros_like(array)
    (to_row, row), (to_column, column) = map(_slices, step)
    found[to_row, to_column] = array[row, column]
    return found


def carried(values: NDArray[Any], passable: Bools, step: Step) -> NDArray[Any]:
    """Return what comes to each square along a step: its own, and where it lets pass what came.

    Numbers are summed, truths joined by or.

    >>> carried(np.array([[1, 0, 2, 4]]), np.array([[True, True, True, False]]), (0, 1)).tolist()
    [[1, 1, 3, 4]]
    """
    down, right = step
    if not down:
        return carried(values.T, passable.T, (right, 0)).T
    found, passable = values.copy("C"), np.ascontiguousarray(passable)
    to, at = _slices(right)
    rows = len(found)
    for row in range(down, rows) if down > 0 else range(rows + down - 1, -1, -1):
        found[row, to] += passable[row, to] * found[row - down, at]
    return found


def _slices(distance: int) -> tuple[slice, slice]:
    """Return where a line of squares goes that is moved so far, and which of it stay on."""
    if distance >= 0:
        return slice(distance, None), slice(None, -distance or None)
    return slice(None, distance), slice(-distance, None)


class Scans:
    """The obstacles of a position on a board whose edges are not joined.

    Parameters
    ----------
    occupied, solid : bool array of shape (rows, columns)
        Where a king or a piece is, and where a wall.

    Examples
    --------
    >>> occupied = np.array([[True, False, True, False]])
    >>> scans = Scans(occupied, np.zeros_like(occupied))
    >>> scans.attacked(Motion((0, 1), ENDLESS), np.array([[True, False, False, False]])).tolist()
    [[False, True, True, False]]
    """

    def __init__(self, occupied: Bools, solid: Bools) -> None:
        self.occupied = occupied
        self._open = ~solid
        self._free = ~(occupied | solid)

    def attacked(self, motion: Motion, pieces: Bools) -> Bools:
        """Return which squares pieces attack by a motion; a hop is of endless reach."""
        may_step = self._may_step(motion)
        if not motion.hop:
            return self._ridden(motion, motion.reach, pieces, may_step)
        hurdles = self._ridden(motion, ENDLESS, pieces, may_step) & self.occupied
        beyond = 1 if motion.hop == "g" else ENDLESS
        return self._ridden(motion, beyond, hurdles, may_step)

    def gain(self, motion: Motion, wanted: Floats) -> Floats:
        """Return how many wanted squares a piece on each square would attack by a motion."""
        may_step = self._may_step(motion)
        if not motion.hop:
            return self._counted(motion, motion.reach, wanted, may_step)
        beyond = 1 if motion.hop == "g" else ENDLESS
        hurdles = self._counted(motion, beyond, wanted, may_step) * self.occupied
        return self._counted(motion, ENDLESS, hurdles, may_step)

    def _ridden(self, motion: Motion, reach: int, pieces: Bools, may_step: Bools) -> Bools:
        """Return where rides arrive that begin on some squares."""
        leaving = _fill(pieces & may_step, self._free & may_step, motion.step, reach)
        arrived: Bools = shifted(leaving, motion.step) & self._open
        return arrived

    def _counted(self, motion: Motion, reach: int, wanted: Floats, may_step: Bools) -> Floats:
        """Return what rides from each square arrive at, summed."""
        back = (-motion.step[0], -motion.step[1])
        arrived: Floats = shifted(_fill(wanted, self._free & may_step, back, reach), back)
        return arrived * may_step if motion.path else arrived

    def _may_step(self, motion: Motion) -> Bools:
        """Return from where a lame piece can step; squares off the board are in no way."""
        blocked = np.zeros_like(self.occupied)
        for down, right in motion.path:
            blocked |= shifted(~self._free, (-down, -right))
        return ~blocked


def _fill(values: NDArray[Any], passable: Bools, step: Step, reach: int) -> NDArray[Any]:
    """Return what comes to each square by fewer steps than so many, or by any number."""
    if reach == ENDLESS:
        return carried(values, passable, step)
    found = values
    for _ in range(reach - 1):
        found = values + passable * shifted(found, step)
    return found
