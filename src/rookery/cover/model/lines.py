"""Sights along the motions of pieces, from every square of a board at once.

A *sight* goes from a piece on a square to a target. It is open if the right number of pieces stand
in between: none for leaps and rides, one for hops. For a hop that must land just beyond its hurdle,
a piece on the last square counts 1 and any other piece 2. Kings and standing pieces are counted
here; the number that placed pieces must add is what the sight *lacks*. Candidates, the sights of an
`Arrangement` and the leaps of the annealing kernels are built from sights.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rookery.boards.motions import Motion
from rookery.cover.model.layout import Layout, moved

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Ints = NDArray[np.int64]


class Lines(NamedTuple):
    """Sights along one motion that can be open, sorted by length, then by square.

    Attributes
    ----------
    square, target, length, lacking : int64 array of shape (sights,)
        The source, the target, the number of steps, and the number of placed pieces that must still
        stand in between: 0 or, for some hops, 1.
    """

    square: Ints
    target: Ints
    length: Ints
    lacking: Ints

    def only(self, kept: Bools) -> Lines:
        """Return the marked sights."""
        return Lines(*(column[kept] for column in self))


def lines(
    layout: Layout,
    motion: Motion,
    squares: Ints,
    check_deadline: Callable[[], object] = bool,
    most: int | None = None,
) -> Lines:
    """Return the sights along a motion from sorted squares.

    `check_deadline` is called for every step along all lines; it may raise. Once the sights pass
    more than `most` squares in total, longer ones are left out. A line around wrapped edges ends
    before its first square. Cost: squares times the longer side, in array steps.
    """
    size, wrapped, after = layout.size, bool(layout.puzzle.board.wrap), layout.next(motion.step)
    blocks = layout.obstacle | layout.solid
    at = squares
    lacking = np.full(len(squares), 1 if motion.hop else 0)
    last, room = np.zeros(
        (2, len(squares)), dtype=bool
    )  # an obstacle passed last; a hurdle's place
    places, targets, lacks = [], [], []
    between = 0
    for length in range(1, (motion.reach or size) + 1):
        check_deadline()
        for aside in motion.path:
            at = np.where(blocks[moved(layout.puzzle.board, at, *aside)], size, at)
        at = after[at]
        if wrapped:
            at[at == squares] = size
        if at.min(initial=size) == size or (most is not None and between > most):
            break
        target = layout.target_at[at]
        seen = target >= 0
        if motion.hop:
            seen &= (lacking == 0) | room
        (own,) = seen.nonzero()
        between += len(own) * (length - 1)
        places.append(own)
        targets.append(target[own])
        lacks.append(lacking[own])
        ended = layout.obstacle[at]
        if motion.hop:
            lacking = lacking - ended - (last & (motion.hop == "g"))
            last, room = ended, layout.place[at] | (room & (motion.hop == "p"))
            ended = lacking < 0
        at = np.where(ended, size, at)
    lengths = np.repeat(np.arange(len(places)) + 1, [len(own) for own in places])
    if not places:
        return Lines(lengths, lengths, lengths, lengths)
    square = squares[np.concatenate(places)]
    return Lines(square, np.concatenate(targets), lengths, np.concatenate(lacks))
