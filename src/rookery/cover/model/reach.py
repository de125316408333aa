"""What pieces attack from every square at once, line by line, when others stand at their best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rookery.boards.board import Step
from rookery.boards.motions import ENDLESS, Motion
from rookery.boards.pieces import Piece
from rookery.cover.model.layout import NONE, Layout
from rookery.cover.puzzle import Cover

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.int64]

FAR = 1 << 20  # farther than any square


@dataclass(frozen=True, slots=True)
class _View:
    """What a line sees from every square: the first two obstacles and how far they are.

    An obstacle is a king, given by its number, or a standing piece, given by -1. The near
    one can be attacked over a piece of ours when `hurdle`, one next to it when `beside`.
    """

    near: Ints
    near_distance: Ints
    far: Ints
    far_distance: Ints
    hurdle: Bools
    beside: Bools


class Reach(Layout):
    """The squares of a puzzle, and what a piece on each attacks at best.

    Every method takes the squares from which a piece is to attack, as marks of all squares, and
    yields arrays of the same length: the squares, each as often as it attacks something, and what.

    Parameters
    ----------
    puzzle
        The cover.
    look
        Called for every step along all lines; it may raise.

    Attributes
    ----------
    steps : dict of step to int
        The steps of the hops met so far, numbered from 0.
    """

    def __init__(self, puzzle: Cover, look: Callable[[], object]) -> None:
        super().__init__(puzzle)
        self.steps: dict[Step, int] = {}
        self._look_at_clock = look
        self._views: dict[Step, _View] = {}

    def along(self, step: Step) -> Iterator[Ints]:
        """Yield what `Layout.along` does, with a look at the clock before each."""
        for at in super().along(step):
            self._look_at_clock()
            yield at

    def sure(self, piece: Piece, start: Bools) -> Iterator[tuple[Ints, Ints]]:
        """Yield squares and targets that a piece covers by attack or by standing there."""
        yield from self.attacks(piece, start)
        if self.puzzle.total:
            return
        occupied = np.flatnonzero(start & (self.target_at[: self.size] >= 0))
        yield occupied, self.target_at[occupied]

    def attacks(self, piece: Piece, start: Bools) -> Iterator[tuple[Ints, Ints]]:
        """Yield squares and targets of all attacks but those of hops on kings."""
        for motion in piece.motions:
            if not motion.captures:
                continue
            if motion.reach == 1 and not motion.hop:
                yield self._leaps(motion, start)
                continue
            if not motion.hop:
                yield self._first_kings(motion, start)
            if self.puzzle.guarded:
                yield from self._guarded(motion, start)

    def hops(self, piece: Piece, start: Bools) -> Iterator[tuple[Ints, Ints, Ints, Ints, Ints]]:
        """Yield squares, near kings, far kings, steps, squares between of hops on kings."""
        for motion in piece.hops:
            if not motion.captures:
                continue
            view, reach = self._view(motion.step), _reach(motion)
            hurdle, most = (view.beside, 1) if motion.hop == "g" else (view.hurdle, FAR)
            near = np.where(hurdle & (view.near_distance <= reach), view.near, NONE)
            close = view.far_distance - view.near_distance <= most
            far = np.where((view.far_distance <= reach) & close, view.far, NONE)
            found = np.flatnonzero(start & ((near >= 0) | (far >= 0)))
            way = self.steps.setdefault(motion.step, len(self.steps))
            ways, between = np.full(len(found), way), view.near_distance[found] - 1
            yield found, near[found], far[found], ways, between

    def _view(self, step: Step) -> _View:
        if step not in self._views:
            self._views[step] = self._look(self.along(step))
        return self._views[step]

    def _look(self, line: Iterator[Ints]) -> _View:
        near, far = np.full(self.size, NONE), np.full(self.size, NONE)
        near_distance, far_distance = np.full(self.size, FAR), np.full(self.size, FAR)
        hurdle, beside = np.zeros(self.size, dtype=bool), np.zeros(self.size, dtype=bool)
        last = np.zeros(self.size, dtype=bool)
        for distance, at in enumerate(line, 1):
            obstacle = self.obstacle[at]
            first = obstacle & (near_distance == FAR)
            second = obstacle & ~first & (far_distance == FAR)
            near[first], near_distance[first] = self.target_at[at[first]], distance
            far[second], far_distance[second] = self.target_at[at[second]], distance
            beside[first] = last[first]
            last = self.place[at]
            hurdle |= last & (near_distance == FAR)
        return _View(near, near_distance, far, far_distance, hurdle, beside)

    def _leaps(self, motion: Motion, start: Bools) -> tuple[Ints, Ints]:
        line = next(self.along(motion.step), np.full(self.size, self.size))
        target = self.target_at[line]
        for down, right in motion.path:
            target = np.where(self.vacant[self.next((down, right))[: self.size]], target, NONE)
        found = np.flatnonzero(start & (target >= 0))
        return found, target[found]

    def _first_kings(self, motion: Motion, start: Bools) -> tuple[Ints, Ints]:
        view = self._view(motion.step)
        king = np.where(view.near_distance <= _reach(motion), view.near, NONE)
        found = np.flatnonzero(start & (king >= 0))
        return found, king[found]

    def _guarded(self, motion: Motion, start: Bools) -> Iterator[tuple[Ints, Ints]]:
        """Yield squares and guarded squares of rides and hops, one distance after the other.

        A hop needs exactly one hurdle, for ``g`` just before the guarded square: a place
        where a piece of ours can stand, or the one obstacle on the way.
        """
        guarded = np.where(self.obstacle, NONE, self.target_at)
        obstacles = np.zeros(self.size, dtype=np.int64)
        ours, last = np.zeros(self.size, dtype=bool), np.zeros(self.size, dtype=bool)
        for distance, at in enumerate(self.along(motion.step), 1):
            if distance > _reach(motion):
                return
            attacked = obstacles == 0
            if motion.hop:
                attacked = (attacked & ours) | ((obstacles == 1) & last)
            found = np.flatnonzero(start & attacked & (guarded[at] >= 0))
            yield found, guarded[at[found]]
            obstacles = obstacles + self.obstacle[at]
            beyond = motion.hop == "p"
            ours = self.place[at] | (beyond & ours)
            last = self.obstacle[at] | (beyond & last)


def _reach(motion: Motion) -> int:
    return FAR - 1 if motion.reach == ENDLESS else motion.reach
