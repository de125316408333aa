"""The first cover, by NumPy alone: greedy choice, redundant pieces removed, a round of exchanges.

It needs no kernel, and so is what there is while kernels are compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from rookery.cover.bounds.duals import Duals, lagrangian
from rookery.cover.first.greedy import exchanged, filled, greedy, hurried, without_redundant
from rookery.cover.incumbent import CoverIncumbent
from rookery.cover.model.arrangement import Arrangement
from rookery.cover.model.attacks import Candidates
from rookery.cover.model.sights import sights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROUNDS = 100  # of the ascent that prices targets for greedy choice
PIECES_A_TARGET = 0.1  # a guess, as long as no cover is known
TRIES = 200  # exchanges
TRIES_A_PIECE = 20  # exchanges at most for each piece of the cover
SHARE, LEAST_SECONDS = 0.2, 0.3  # of the time left; at least so many
GREEDY_SHARE = 0.5  # of the time left, to greedy choice alone
ALMOST_ALL = 0.9  # of the time left, where that is less
DUALS_FROM_SECONDS = 0.06  # left; with less there is one round only
WORTH_SHARE = 0.2  # of the time left, at most


def first_cover(
    incumbent: CoverIncumbent, table: Candidates, tries: int = TRIES
) -> Arrangement | None:
    """Offer a first cover; return it with its sights, None when none is found.

    Where greedy choice can reach no more or its time is over, what is left gets a piece a target,
    all at once; where that fails, the first cover is the board filled with one kind. Where a cover
    is known already, neither is done. In what is left of the time room is made for what is left,
    which may cost less. With a limit of work and none of time it repeats.
    """
    clock, puzzle = incumbent.clock, incumbent.puzzle
    began, left = clock.seconds(), clock.left()
    end = began + min(max(SHARE * left, LEAST_SECONDS), ALMOST_ALL * left)
    last = max(end, began + GREEDY_SHARE * left)

    def in_time() -> bool:
        return clock.seconds() < end and not incumbent.interrupted

    def may_choose() -> bool:
        return clock.seconds() < last and not incumbent.interrupted

    all_sights = sights(puzzle, incumbent.look)
    worth = first_worth(incumbent, table)
    chosen = Arrangement(all_sights, worth)
    greedy(chosen, may_choose, rooms=0)
    covers = list(_completed(chosen, in_time, is_first=incumbent.cost is None))
    if not covers:
        return None
    for board in covers:
        incumbent.offer(without_redundant(board, in_time).placed_pieces(), "greedy")
    board = covers[-1]  # with room made exchanges gain more, though it may cost more at first
    board.revalue(worth)
    tries = min(tries, TRIES_A_PIECE * len(board.squares()))
    board = exchanged(board, Random(incumbent.settings.seed), tries, in_time)
    incumbent.offer(without_redundant(board, in_time).placed_pieces(), "greedy")
    return board


def _completed(
    chosen: Arrangement, in_time: Callable[[], bool], is_first: bool
) -> Iterator[Arrangement]:
    """Yield the covers that greedy choice comes to from where it stopped."""
    if chosen.is_cover() and len(chosen.squares()):
        yield chosen
        return
    board = (hurried(chosen) or filled(chosen.sights, chosen.worth)) if is_first else None
    if board is not None:
        yield board
    if greedy(chosen, in_time):
        yield chosen


def first_worth(incumbent: CoverIncumbent, table: Candidates) -> Floats:
    """Return what covering each target is worth, roughly: duals of the covering relaxation."""
    clock = incumbent.clock
    end = (1 - WORTH_SHARE) * clock.left()
    rounds = ROUNDS if clock.left() > DUALS_FROM_SECONDS else 1
    kings = int(table.needed.sum())
    dear = PIECES_A_TARGET * max(incumbent.puzzle.prices) * kings
    duals = lagrangian(table.for_bounds(), kings, dear, rounds, lambda: clock.left() > end)
    return target_worth(table, duals)


def target_worth(table: Candidates, duals: Duals) -> Floats:
    """Return what covering each target is worth by duals of the needed ones."""
    worth = np.zeros(len(table.needed))
    worth[table.needed] = duals.worth
    return worth
