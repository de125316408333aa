"""The ways in which pieces capture, by step, as exact models ask for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rookery.boards.board import Step
from rookery.boards.motions import ENDLESS, Motion
from rookery.boards.pieces import Piece

WIDEST = 1 << 20


@dataclass(frozen=True)
class Directions:
    """The ways in which pieces capture, by step.

    Attributes
    ----------
    leaps
        For each step the kinds that leap it, with the squares of the path that must be empty.
    rides
        For each step the reach of every kind that rides it.
    hops
        For each step the kinds that hop along it, with their reach and how far beyond the
        hurdle they may land.
    """

    leaps: dict[Step, list[tuple[int, Motion]]] = field(default_factory=dict)
    rides: dict[Step, dict[int, int]] = field(default_factory=dict)
    hops: dict[Step, list[tuple[int, int, int]]] = field(default_factory=dict)

    @classmethod
    def of(cls, pieces: Sequence[Piece]) -> Directions:
        """Return the directions of pieces, by their place in the sequence."""
        found = cls()
        for kind, piece in enumerate(pieces):
            for motion in piece.motions:
                if motion.captures:
                    found._add(kind, motion)
        return found

    def _add(self, kind: int, motion: Motion) -> None:
        reach = WIDEST if motion.reach == ENDLESS else motion.reach
        if motion.hop:
            beyond = 1 if motion.hop == "g" else WIDEST
            self.hops.setdefault(motion.step, []).append((kind, reach, beyond))
        elif motion.reach == 1 or motion.path:
            self.leaps.setdefault(motion.step, []).append((kind, motion))
        else:
            rides = self.rides.setdefault(motion.step, {})
            rides[kind] = max(reach, rides.get(kind, 0))
