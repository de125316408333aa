"""What a position attacks, and what each further piece would: whole boards at once, no tables.

A scan goes over the board once along a direction, row by row, and so needs memory and time in
proportion to the squares alone.
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


Joined = tuple[bool, bool]
"""Whether the top and bottom edge are joined, and whether the left and right one are."""
PLANE: Joined = (False, False)
MOST_LAPS = 4
"""Lines that go around a board more often are followed so far only."""


def joined_edges(board: Board) -> Joined:
    """Return which edges of a board are joined."""
    return board.wrap == TORUS, bool(board.wrap)


def shifted(array: NDArray[Any], step: Step, joined: Joined = PLANE) -> NDArray[Any]:
    """Return a board whose squares are all moved by a step; nothing, 0, comes in at the edges.

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
    """Return what comes to each square along a step: its own, and where it lets pass what came.

    Numbers are summed, truths joined by or. A line around joined edges that nothing stops brings
    its sum to each of its squares.

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
    """Return what is carried where the first and the last row are joined.

    After as many laps as a line needs to come back to where it began, all that something stops is
    right; what is not brings its sum with every further return.
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
    """Return a row whose squares are moved so far."""
    if joined:
        return np.roll(row, distance)
    found = np.zeros_like(row)
    to, at = _slices(distance)
    found[to] = row[at]
    return found


def _slices(distance: int) -> tuple[slice, slice]:
    """Return where a line of squares goes that is moved so far, and which of it stay on."""
    if distance >= 0:
        return slice(distance, None), slice(None, -distance or None)
    return slice(None, distance), slice(-distance, None)


class Scans:
    """The obstacles of a position.

    Parameters
    ----------
    occupied, solid : bool array of shape (rows, columns)
        Where a king or a piece is, and where a wall.
    joined
        Which edges are joined.

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
        """Return which squares pieces attack by a motion; a hop is of endless reach.

        Of a line that goes around the edges more than `MOST_LAPS` times it may lack a part.
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
        """Return how many wanted squares a piece on each square would attack by a motion.

        Around joined edges its own square may count too.
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
        """Return where rides arrive that begin on some squares.

        Around joined edges pieces have names, and none arrives where it stands.
        """
        leaving = self._fill(pieces * may_step, self._free & may_step, motion.step, reach)
        arrived = shifted(leaving, motion.step, self._joined) * self._open
        return arrived * (arrived != self._names) if any(self._joined) else arrived

    def _counted(self, motion: Motion, reach: int, wanted: Floats, may_step: Bools) -> Floats:
        """Return what rides from each square arrive at, summed."""
        back = (-motion.step[0], -motion.step[1])
        arrived: Floats = shifted(
            self._fill(wanted, self._free & may_step, back, reach), back, self._joined
        )
        return arrived * may_step if motion.path else arrived

    def _may_step(self, motion: Motion) -> Bools:
        """Return from where a lame piece can step; squares off the board are in no way."""
        blocked = np.zeros_like(self.occupied)
        for down, right in motion.path:
            blocked |= shifted(~self._free, (-down, -right), self._joined)
        return ~blocked

    def _fill(self, values: NDArray[Any], passable: Bools, step: Step, reach: int) -> NDArray[Any]:
        """Return what comes to each square by fewer steps than so many, or by any number."""
        if reach == ENDLESS:
            return carried(values, passable, step, self._joined)
        found = values
        for _ in range(reach - 1):
            found = values + passable * shifted(found, step, self._joined)
        return found
