"""Sights along the motions of pieces, from every square of a board at once.

A *sight* goes from a piece on a square to a target. It is open when as many pieces stand between as
it needs: none for leaps and rides, one for hops. For a hop that must land just beyond its hurdle, a
piece on the last square counts one and any other two. Kings and standing pieces are counted here;
what pieces of ours must add is what the sight *lacks*. Candidates, the sights of an `Arrangement`
and the leaps of the annealing kernels are all made of these.
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
        From where to which target each goes, in how many steps, and how much must still stand
        between, on squares where pieces of ours may: 0 or, of some hops, 1.
    """

    square: Ints
    target: Ints
    length: Ints
    lacking: Ints

    def only(self, kept: Bools) -> Lines:
        """Return the sights that are marked."""
        return Lines(*(column[kept] for column in self))


def lines(
    layout: Layout,
    motion: Motion,
    squares: Ints,
    look: Callable[[], object] = bool,
    most: int | None = None,
) -> Lines:
    """Return the sights along a motion from some squares, which are in order.

    `look` is called for every step along all lines; it may raise. With `most` no longer sights are
    looked for once all together pass more squares than that. A line around joined edges ends
    before the square it began with. Cost: squares times the longer side, in array steps.
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
        look()
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
