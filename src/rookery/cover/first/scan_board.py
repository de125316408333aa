"""A cover's board as arrays of rows and columns: coverage of a position and gains of choices.

All results come from scans, without a table of candidates. A scan passes over the board once along
a direction, row by row. It takes memory and time in proportion to the number of squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rookery.boards.board import TORUS, Step
from rookery.boards.motions import ENDLESS, Motion
from rookery.cover.model.lines import Layout
from rookery.cover.model.traits import captures
from rookery.cover.puzzle import Cover, PlacedPiece

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float32]
    Ints = NDArray[np.int16]
    Position = NDArray[np.int16]
    """The kind of the piece on each square, `NO_PIECE` for none."""

Joined = tuple[bool, bool]  # whether rows and columns wrap: top to bottom, left to right
PLANE: Joined = (False, False)
MOST_LAPS = 4  # laps around the board for which a line is followed
NO_PIECE = -1
ANY_NUMBER = 1 << 14  # stands for no limit; more than the pieces that can attack a square
SAFETY = 1e-5  # relative amount subtracted from a bound, for rounding errors


def shifted(array: NDArray[Any], step: Step, joined: Joined = PLANE) -> NDArray[Any]:
    """Shift a board by a step; zeros enter at edges that do not wrap.

    >>> shifted(np.array([[1, 2], [3, 4]]), (0, 1)).tolist()
    [[0, 1], [0, 3]]
    >>> shifted(np.array([[1, 2], [3, 4]]), (1, 0)).tolist()
    [[0, 0], [1, 2]]
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


class Choices(NamedTuple):
    """The best piece to place on each square: gain per price, gain, and kind."""

    score: Floats
    gain: Floats
    kind: Position


class ScanBoard:
    """The squares of a puzzle as arrays of its rows and columns."""

    def __init__(self, puzzle: Cover) -> None:
        layout = Layout(puzzle)
        self.puzzle = puzzle
        self._shape = shape = (puzzle.board.rows, puzzle.board.columns)
        squares = np.arange(layout.size)
        at = layout.target_at[:-1].reshape(shape)
        self._target = at >= 0
        self._solid, self._obstacle = (
            marks[:-1].reshape(shape) for marks in (layout.solid, layout.obstacle)
        )
        self._spared = layout.marked(puzzle.spared)[:-1].reshape(shape)
        self._least = np.where(self._target, _of_targets(puzzle.at_least, at), 0)
        self._most = np.where(self._target, _of_targets(puzzle.at_most, at), ANY_NUMBER)
        self._standing = [
            (piece, layout.marked([square])[:-1].reshape(shape))
            for piece, square in puzzle.standing
        ]
        self._places = {kind: place.reshape(shape) for kind, place in layout.places.items()}
        self._worth: dict[int, Floats] = {  # of a target; 0 where no such piece may be placed
            kind: (
                place / layout.prices(squares, np.full(layout.size, kind)).reshape(shape)
            ).astype("f4")
            for kind, place in self._places.items()
        }

    def bound(self) -> float | None:
        """Return a bound on the cost: targets divided by the most that a piece covers per price.

        Return None if standing pieces, or hops over our own pieces, rule this bound out.
        """
        puzzle = self.puzzle
        if puzzle.standing:
            return None
        most = []
        if not puzzle.guarded:  # a king a motion
            ways = ((kind, len(captures(puzzle.pieces[kind]))) for kind in self._places)
            most.append(max(number * float(self._worth[kind].max()) for kind, number in ways))
        if puzzle.board.wrap:
            most.append(max(self._most_around(kind) for kind in self._places))
        elif not puzzle.hops:
            most.append(float(self.choices(self.empty(), self._target).score.max()))
        needed = int(self._least.sum(dtype=np.int64))
        return (1 - SAFETY) * needed / min(most) if min(most, default=0) > 0 else None

    def filled(self, parts: Sequence[tuple[int | slice, int | slice]]) -> Iterator[Position]:
        """Yield parts of the board filled with one kind, cheapest kind first."""
        prices, stock = self.puzzle.prices, self.puzzle.stock
        for kind in sorted(self._places, key=lambda kind: prices[kind]):
            for part in parts if stock[kind] is None else ():
                position = self.empty()
                position[part] = np.where(self._places[kind][part], kind, NO_PIECE)
                yield position

    def attacks(self, position: Position) -> Ints:
        """Return the number of attacks of our pieces on each square; a double attack counts 2."""
        scans, found = self._scans(position), np.zeros(self._shape, dtype=np.int16)
        for motion, pieces in self._by_motion(position).items():
            found += scans.attacked(motion, pieces)
        return found

    def covers(self, position: Position, attacks: Ints) -> Ints:
        """Return the number of our pieces that cover each square, given the attacks on it."""
        return attacks if self.puzzle.total else attacks + (position >= 0)

    def lacking(self, position: Position, attacks: Ints) -> Ints:
        """Return the number of further pieces that must cover each target."""
        return -self.slack(position, attacks).clip(max=0)

    def slack(self, position: Position, attacks: Ints) -> Ints:
        """Return the surplus coverage of each target; `ANY_NUMBER` on other squares."""
        spare = self.covers(position, attacks) - self._least
        return np.where(self._target, spare, ANY_NUMBER).astype(np.int16)

    def overdone(self, position: Position, attacks: Ints) -> Bools:
        """Mark the squares that are attacked or covered more often than allowed."""
        found: Bools = self._spared & (attacks > 0)
        found |= self.covers(position, attacks) > self._most
        if self.puzzle.independent:
            found |= ((position >= 0) | self._stands) & (attacks > 0)
        return found

    def choices(
        self, position: Position, wanted: Ints | Bools, attacks: Ints | None = None
    ) -> Choices:
        """Return the best piece to place on each empty square, with score 0 where none may be.

        Parameters
        ----------
        position
            The placed pieces.
        wanted
            The value of an attack on each square.
        attacks
            The attacks of the placed pieces, to leave out pieces that spoil the cover by
            themselves.
        """
        worth, harms = wanted.astype(np.float32), None
        gains = self._gains(position, worth)
        if attacks is not None and self.puzzle.strict:
            barred = self._spared | (self.covers(position, attacks) >= self._most)
            if self.puzzle.independent:
                barred |= (position >= 0) | self._stands
            harms = self._gains(position, barred.astype(np.float32))
        found = Choices(np.zeros_like(worth), np.zeros_like(worth), self.empty())
        for kind, price_worth in self._worth.items():
            if not self.left(position, kind):
                continue
            own = gains(kind)
            value = own * price_worth * (position < 0)
            if harms is not None:
                value *= harms(kind) == 0
                if self.puzzle.independent:
                    value *= attacks == 0
            better = value > found.score
            found.score[better], found.gain[better] = value[better], own[better]
            found.kind[better] = kind
        return found

    def at_work(self, position: Position, wanted: Bools) -> Bools:
        """Mark the pieces of a position that attack or occupy marked squares."""
        gains = self._gains(position, wanted.astype(np.float32))
        found = np.zeros(self._shape, dtype=bool)
        for kind in self._places:
            ours = position == kind
            if ours.any():
                found |= ours & (gains(kind) > 0)
        return found

    def left(self, position: Position, kind: int) -> int:
        """Return the number of pieces of a kind that remain in stock."""
        stock = self.puzzle.stock[kind]
        return ANY_NUMBER if stock is None else stock - int((position == kind).sum())

    def hurdles(self, position: Position) -> Bools:
        """Return the pieces that others hop over."""
        scans, found = self._scans(position), np.zeros(self._shape, dtype=bool)
        for motion, pieces in self._by_motion(position).items():
            if motion.hop:
                ride = Motion(motion.step, ENDLESS, path=motion.path)
                found |= scans.attacked(ride, pieces)
        return found & (position >= 0)

    def answer(self, position: Position) -> tuple[PlacedPiece, ...]:
        """Return a position as an answer."""
        rows, columns = np.nonzero(position >= 0)
        kinds = position[rows, columns]
        return tuple(zip(kinds.tolist(), rows.tolist(), columns.tolist(), strict=True))

    def empty(self) -> Position:
        """Return the position without placed pieces."""
        return np.full(self._shape, NO_PIECE, dtype=np.int16)

    @cached_property
    def _stands(self) -> Bools:
        """The squares of our standing pieces."""
        found = np.zeros(self._shape, dtype=bool)
        for _, at in self._standing:
            found |= at
        return found

    def _gains(self, position: Position, wanted: Floats) -> Callable[[int], Floats]:
        """Return a function for the gain of a piece of a kind on each square."""
        scans, known = self._scans(position), dict[Motion, "Floats"]()

        def gain(kind: int) -> Floats:
            own = np.zeros_like(wanted) if self.puzzle.total else wanted.copy()
            for motion in captures(self.puzzle.pieces[kind]):
                if motion not in known:
                    known[motion] = scans.gain(motion, wanted)
                own += known[motion]
            return own

        return gain

    def _most_around(self, kind: int) -> float:
        """Return a bound on the squares that a piece covers per price on wrapped boards."""
        rows, columns = self._shape
        most = 0 if self.puzzle.total else 1
        for motion in captures(self.puzzle.pieces[kind]):
            down, right = motion.step
            around = columns // gcd(columns, right)
            if self.puzzle.board.wrap == TORUS:
                line = lcm(rows // gcd(rows, down), around) - 1
            else:
                line = (rows - 1) // abs(down) if down else around - 1
            most += min(line, motion.reach or line)
        return most * float(self._worth[kind].max())

    def _scans(self, position: Position) -> Scans:
        occupied = self._obstacle | (position >= 0)
        wrap = self.puzzle.board.wrap
        return Scans(occupied, self._solid, (wrap == TORUS, bool(wrap)))

    def _by_motion(self, position: Position) -> dict[Motion, Bools]:
        """Return, for each motion, the squares of our pieces that have it."""
        found: dict[Motion, Bools] = {}
        ours = [(self.puzzle.pieces[kind], position == kind) for kind in self._places]
        for piece, at in (*ours, *self._standing):
            for motion in captures(piece) if at.any() else ():
                found[motion] = found[motion] | at if motion in found else at
        return found


def _of_targets(numbers: Sequence[int | None], at: Ints) -> Ints:
    """Return the number given for the target on each square; `ANY_NUMBER` for None."""
    found = [ANY_NUMBER if number is None else min(number, ANY_NUMBER) for number in numbers]
    return np.array([*found, 0], dtype=np.int16)[at]
