"""Who may attack whom: every piece on every square, with the kings it attacks at best.

A *candidate* is a piece on an empty square from which it can attack a king. Pieces placed
later can block its rides and serve as hurdles of its hops, so what stands here is what it
attacks when they stand at their best: a ride the first king of its line; a hop either the
first king, over a piece placed on purpose, or the second, over the first. These tables are
what bounds, greedy choice and annealing share.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rookery.board import Step
from rookery.cover.puzzle import Cover
from rookery.pieces import ENDLESS, Motion

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

NONE = -1
FAR = 1 << 20


@dataclass(frozen=True, slots=True)
class Candidates:
    """All candidates of a puzzle, ordered by square, then piece.

    Kings are numbered as in `Cover.kings`, squares row * columns + column.

    Attributes
    ----------
    kind, square, price : int64 array of shape (candidates,)
        Piece index, square, price.
    owner, king : int64 array of shape (attacks,)
        Candidate and king of each attack that needs no hurdle of ours, sorted by candidate.
    hop_owner, hop_near, hop_far : int64 array of shape (hops,)
        A hop in one direction attacks at most one of two kings: the near one only over one
        of our own pieces on the squares between, the far one over the near; -1 for none.
    hop_step, hop_between : int64 array of shape (hops,)
        The step of the hop as a difference of square numbers, and how many squares lie
        between the candidate and the near king.
    """

    kind: Ints
    square: Ints
    price: Ints
    owner: Ints
    king: Ints
    hop_owner: Ints
    hop_near: Ints
    hop_far: Ints
    hop_step: Ints
    hop_between: Ints

    def __len__(self) -> int:
        return len(self.kind)

    def pairs(self) -> tuple[Ints, Ints]:
        """Return candidate and king of everything it may attack, sorted by candidate."""
        near, far = self.hop_near >= 0, self.hop_far >= 0
        owner = np.concatenate([self.owner, self.hop_owner[near], self.hop_owner[far]])
        king = np.concatenate([self.king, self.hop_near[near], self.hop_far[far]])
        order = np.lexsort((king, owner))
        return owner[order], king[order]


@dataclass(frozen=True, slots=True)
class _View:
    """What a line sees from every square: the first two kings and how far they are."""

    near: Ints
    near_distance: Ints
    far: Ints
    far_distance: Ints


def candidates(puzzle: Cover) -> Candidates:
    """Return the table of all candidates of a puzzle.

    Cost: squares times the longer side times the number of directions, in array steps.
    """
    return _Builder(puzzle).build()


class _Builder:
    def __init__(self, puzzle: Cover) -> None:
        board = puzzle.board
        self.puzzle = puzzle
        self.size = board.rows * board.columns
        self.row, self.column = np.divmod(np.arange(self.size), board.columns)
        self.king_at = np.full(self.size + 1, NONE)
        self.solid = np.zeros(self.size + 1, dtype=bool)
        for number, (row, column) in enumerate(puzzle.kings):
            self.king_at[row * board.columns + column] = number
        for row, column in board.walls:
            self.solid[row * board.columns + column] = True
        self.free = (self.king_at < 0) & ~self.solid
        self.free[-1] = False
        self._views: dict[Step, _View] = {}

    def build(self) -> Candidates:
        attacks, hops = [], []
        for kind, piece in enumerate(self.puzzle.pieces):
            for motion in piece.motions:
                if not motion.captures:
                    continue
                if motion.hop:
                    hops.append(self._hops(kind, motion))
                else:
                    attacks.append(self._attacks(kind, motion))
        attack = np.unique(np.concatenate([np.zeros((0, 2), np.int64), *attacks]), axis=0)
        hop = np.concatenate([np.zeros((0, 5), np.int64), *hops])
        codes = np.unique(np.concatenate([attack[:, 0], hop[:, 0]]))
        square, kind_of = np.divmod(codes, len(self.puzzle.pieces))
        return Candidates(
            kind=kind_of,
            square=square,
            price=np.array(self.puzzle.prices, dtype=np.int64)[kind_of],
            owner=np.searchsorted(codes, attack[:, 0]),
            king=attack[:, 1],
            hop_owner=np.searchsorted(codes, hop[:, 0]),
            hop_near=hop[:, 1],
            hop_far=hop[:, 2],
            hop_step=hop[:, 3],
            hop_between=hop[:, 4],
        )

    def _code(self, kind: int, squares: Ints) -> Ints:
        return squares * len(self.puzzle.pieces) + kind

    def _next(self, step: Step) -> Ints:
        """Return the square one step on from each; the extra last one for none."""
        row, column = self.row + step[0], self.column + step[1]
        board = self.puzzle.board
        inside = (row >= 0) & (row < board.rows) & (column >= 0) & (column < board.columns)
        after = np.where(inside, row * board.columns + column, self.size)
        after[self.solid[after]] = self.size
        return np.append(after, self.size)

    def _view(self, step: Step) -> _View:
        if step not in self._views:
            self._views[step] = self._look(self._next(step))
        return self._views[step]

    def _look(self, after: Ints) -> _View:
        near, far = np.full(self.size, NONE), np.full(self.size, NONE)
        near_distance, far_distance = np.full(self.size, FAR), np.full(self.size, FAR)
        at, distance = after[: self.size], 1
        while (at < self.size).any():
            king = self.king_at[at]
            first = (king >= 0) & (near < 0)
            second = (king >= 0) & (near >= 0) & (far < 0)
            near[first], near_distance[first] = king[first], distance
            far[second], far_distance[second] = king[second], distance
            at, distance = after[at], distance + 1
        return _View(near, near_distance, far, far_distance)

    def _attacks(self, kind: int, motion: Motion) -> Ints:
        """Return rows of (code, king) for leaps and rides."""
        if motion.reach == 1:
            king = self.king_at[self._next(motion.step)][: self.size]
            for down, right in motion.path:
                king = np.where(self.free[self._next((down, right))[: self.size]], king, NONE)
        else:
            view = self._view(motion.step)
            reach = FAR - 1 if motion.reach == ENDLESS else motion.reach
            king = np.where(view.near_distance <= reach, view.near, NONE)
        found = np.flatnonzero(self.free[: self.size] & (king >= 0))
        return np.stack([self._code(kind, found), king[found]], axis=1)

    def _hops(self, kind: int, motion: Motion) -> Ints:
        """Return rows of (code, near king, far king, step, squares between) for hops."""
        view = self._view(motion.step)
        reach = FAR - 1 if motion.reach == ENDLESS else motion.reach
        beyond = 1 if motion.hop == "g" else FAR
        near = np.where((view.near_distance > 1) & (view.near_distance <= reach), view.near, NONE)
        close = view.far_distance - view.near_distance <= beyond
        far = np.where((view.far_distance <= reach) & close, view.far, NONE)
        found = np.flatnonzero(self.free[: self.size] & ((near >= 0) | (far >= 0)))
        step = motion.step[0] * self.puzzle.board.columns + motion.step[1]
        steps, between = np.full(len(found), step), view.near_distance[found] - 1
        codes = self._code(kind, found)
        return np.stack([codes, near[found], far[found], steps, between], axis=1)
