"""The first cover, by NumPy alone: greedy choice, redundant pieces removed, a round of exchanges.

It needs no kernel, and so is what there is while kernels are compiled.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.arrangement import Arrangement
from rookery.cover.attacks import Candidates
from rookery.cover.bound import Duals, lagrangian
from rookery.cover.exchange import exchanged
from rookery.cover.greedy import filled, greedy, without_redundant
from rookery.cover.incumbent import Incumbent
from rookery.cover.sights import sights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROUNDS = 100
PIECES_A_TARGET = 0.1  # a guess, as long as no cover is known
TRIES = 200
SHARE, LEAST_SECONDS = 0.2, 0.3  # of the time left; at least so many
ALMOST_ALL = 0.9  # of the time left, where that is less
DUALS_FROM_SECONDS = 0.06


def first_cover(incumbent: Incumbent, table: Candidates, tries: int = TRIES) -> Arrangement | None:
    """Offer a first cover; return it with its sights, None when none is found.

    When there is no time for greedy choice it is the board filled with one kind of piece. With a
    limit of work and none of time it repeats.
    """
    clock, puzzle = incumbent.clock, incumbent.puzzle
    began, left = clock.seconds(), clock.left()
    end = began + min(max(SHARE * left, LEAST_SECONDS), ALMOST_ALL * left)

    def in_time() -> bool:
        return clock.seconds() < end and not incumbent.interrupted

    all_sights = sights(puzzle)
    worth = first_worth(incumbent, table)
    chosen = Arrangement(all_sights, worth)
    board = chosen if greedy(chosen, in_time) else filled(all_sights, worth)
    if board is None:
        return None
    without_redundant(board, in_time)
    incumbent.offer(board.men(), "greedy")
    board.revalue(worth)
    board = exchanged(board, Random(incumbent.settings.seed), tries, in_time)
    incumbent.offer(without_redundant(board, in_time).men(), "greedy")
    return board


def first_worth(incumbent: Incumbent, table: Candidates) -> Floats:
    """Return what covering each target is worth, roughly: duals of the covering relaxation."""
    clock = incumbent.clock
    rounds = ROUNDS if clock.left() > DUALS_FROM_SECONDS else 1
    kings = int(table.needed.sum())
    dear = PIECES_A_TARGET * max(incumbent.puzzle.prices) * kings
    duals = lagrangian(table.for_bounds(), kings, dear, rounds, lambda: clock.left() > 0)
    return target_worth(table, duals)


def target_worth(table: Candidates, duals: Duals) -> Floats:
    """Return what covering each target is worth by duals of the needed ones."""
    worth = np.zeros(len(table.needed))
    worth[table.needed] = duals.king
    return worth
