"""Attacks of a position, and gains of a further piece, by scans of the whole board without tables.

A scan passes over the board once along a direction, row by row. It takes memory and time in
proportion to the number of squares.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.boards.board import TORUS, Board, Step
from rookery.boards.motions import ENDLESS, Motion

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float32]


Joined = tuple[bool, bool]  # whether rows and columns wrap: top to bottom, left to right
PLANE: Joined = (False, False)
MOST_LAPS = 4  # laps around the board for which a line is followed


def joined_edges(board: Board) -> Joined:
    """Return which edges of a board wrap."""
    return board.wrap == TORUS, bool(board.wrap)


def shifted(array: NDArray[Any], step: Step, joined: Joined = PLANE) -> NDArray[Any]:
    """Shift a board by a step; zeros enter at edges that do not wrap.

    >>> shifted(np.array([[1, 2], [3, 4]]), (0, 1)).tolist()
    [[0, 1], [0, 3]]
    >>> shifted(np.array([[1, 2], [3, 4]]), (0, 1), (False, True)).tolist()
    [[2, 1], [4, 3]]
    """
    around = tuple(far if is_joined else 0 for far, is_joined in zip(step, joined, strict=True))
    if any(around):
        array = np.roll(array, around, (0, 1))
        step = (step[0] - around[0], step[1] - around[1])
    found = np.zeros_like(array)
    (to_row, row), (to_column, column) = map(_slices, step)
    found[to_row, to_column] = array[row, column]
    return found


def carried(
    values: NDArray[Any], passable: Bools, step: Step, joined: Joined = PLANE
) -> NDArray[Any]:
    """Accumulate values along a step: each square adds the sum that arrives, if it is passable.

    Numbers are added, booleans combined by or. On a line around wrapped edges without an obstacle,
    every square gets the sum of the line.

    >>> carried(np.array([[1, 0, 2, 4]]), np.array([[True, True, True, False]]), (0, 1)).tolist()
    [[1, 1, 3, 4]]
    >>> row = np.array([[1, 0, 2, 4]]), np.array([[True, True, True, False]])
    >>> carried(*row, (0, 1), (False, True)).tolist()
    [[5, 5, 7, 4]]
    """
    down, right = step
    if not down:
        return carried(values.T, passable.T, (right, 0), joined[::-1]).T
    found, passable = values.copy("C"), np.ascontiguousarray(passable)
    if joined[0]:
        return _carried_around(found, passable, step, joined)
    rows = len(found)
    for row in range(down, rows) if down > 0 else range(rows + down - 1, -1, -1):
        found[row] += passable[row] * _along(found[row - down], right, joined[1])
    return found


def _carried_around(
    values: NDArray[Any], passable: Bools, step: Step, joined: Joined
) -> NDArray[Any]:
    """Accumulate values where the first and the last row are joined.

    After as many laps as a line needs to return to its start, lines with an obstacle are complete;
    lines without one add their sum again at every further return.
    """
    down, right = step
    rows, columns = values.shape
    chain = rows // gcd(rows, down)
    returns = min(MOST_LAPS, columns // gcd(columns, right * chain)) if joined[1] else 1
    found = [values]
    for _ in range(3 if values.dtype.kind == "f" else 2):
        lap = found[-1].copy()
        for start in range(rows // chain):
            row = start
            for _ in range(returns * chain):
                before, row = row, (row + down) % rows
                lap[row] = values[row] + passable[row] * _along(lap[before], right, joined[1])
        found.append(lap)
    if len(found) < 4:
        return found[-1]
    return np.where(found[3] == found[2], found[2], found[3] - found[2])


def _along(row: NDArray[Any], distance: int, joined: bool) -> NDArray[Any]:
    """Shift a row by a distance."""
    if joined:
        return np.roll(row, distance)
    found = np.zeros_like(row)
    to, at = _slices(distance)
    found[to] = row[at]
    return found


def _slices(distance: int) -> tuple[slice, slice]:
    """Return the target and source slices of a line shifted by a distance."""
    if distance >= 0:
        return slice(distance, None), slice(None, -distance or None)
    return slice(None, distance), slice(-distance, None)


class Scans:
    """The obstacles of a position.

    Parameters
    ----------
    occupied, solid : bool array of shape (rows, columns)
        Squares with a king or a piece, and walls.
    joined
        Which edges wrap.

    Examples
    --------
    >>> occupied = np.array([[True, False, True, False]])
    >>> scans = Scans(occupied, np.zeros_like(occupied))
    >>> scans.attacked(Motion((0, 1), ENDLESS), np.array([[True, False, False, False]])).tolist()
    [[False, True, True, False]]
    """

    def __init__(self, occupied: Bools, solid: Bools, joined: Joined = PLANE) -> None:
        self.occupied = occupied
        self._open = ~solid
        self._free = ~(occupied | solid)
        self._joined = joined
        self._names = np.arange(1, occupied.size + 1, dtype=np.int32).reshape(occupied.shape)

    def attacked(self, motion: Motion, pieces: Bools) -> Bools:
        """Mark the squares that pieces attack by a motion; a hop must have unlimited reach.

        Lines that wrap around the edges more than `MOST_LAPS` times may be incomplete.
        """
        may_step = self._may_step(motion)
        leaving = pieces * self._names if any(self._joined) else pieces
        reach = motion.reach
        if motion.hop:
            leaving = self._ridden(motion, ENDLESS, leaving, may_step) * self.occupied
            reach = 1 if motion.hop == "g" else ENDLESS
        found: Bools = self._ridden(motion, reach, leaving, may_step) != 0
        return found

    def gain(self, motion: Motion, wanted: Floats) -> Floats:
        """Return the wanted values that a piece on each square would attack by a motion, summed.

        On boards with wrapped edges, the piece's own square may count too.
        """
        may_step = self._may_step(motion)
        if not motion.hop:
            return self._counted(motion, motion.reach, wanted, may_step)
        beyond = 1 if motion.hop == "g" else ENDLESS
        hurdles = self._counted(motion, beyond, wanted, may_step) * self.occupied
        return self._counted(motion, ENDLESS, hurdles, may_step)

    def _ridden(
        self, motion: Motion, reach: int, pieces: NDArray[Any], may_step: Bools
    ) -> NDArray[Any]:
        """Mark the squares at which rides from given squares arrive.

        On boards with wrapped edges pieces are numbered, so that none arrives on its own square.
        """
        leaving = self._fill(pieces * may_step, self._free & may_step, motion.step, reach)
        arrived = shifted(leaving, motion.step, self._joined) * self._open
        return arrived * (arrived != self._names) if any(self._joined) else arrived

    def _counted(self, motion: Motion, reach: int, wanted: Floats, may_step: Bools) -> Floats:
        """Return the sum of the wanted values that rides from each square reach."""
        back = (-motion.step[0], -motion.step[1])
        arrived: Floats = shifted(
            self._fill(wanted, self._free & may_step, back, reach), back, self._joined
        )
        return arrived * may_step if motion.path else arrived

    def _may_step(self, motion: Motion) -> Bools:
        """Mark the squares from which a lame piece can step; squares off the board never block."""
        blocked = np.zeros_like(self.occupied)
        for down, right in motion.path:
            blocked |= shifted(~self._free, (-down, -right), self._joined)
        return ~blocked

    def _fill(self, values: NDArray[Any], passable: Bools, step: Step, reach: int) -> NDArray[Any]:
        """Accumulate values along fewer than `reach` steps, or along any number of steps."""
        if reach == ENDLESS:
            return carried(values, passable, step, self._joined)
        found = values
        for _ in range(reach - 1):
            found = values + passable * shifted(found, step, self._joined)
        return found
