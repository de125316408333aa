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
from rookery.cover.model.arrangement import Arrangement
from rookery.cover.model.attacks import Candidates
from rookery.cover.model.sights import sights
from rookery.cover.offers import deadline_check, offered
from rookery.engine.run import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROUNDS = 100  # of the ascent that prices targets for greedy choice
PIECES_A_TARGET = 0.1  # a guess, as long as no cover is known
TRIES = 200  # exchanges
TRIES_A_PIECE = 20  # exchanges at most for each piece of the cover
SHARE, LEAST_SECONDS = 0.2, 0.3  # of the time left, and the least seconds
GREEDY_SHARE = 0.5  # of the time left, to greedy choice alone
ALMOST_ALL = 0.9  # of the time left, where that is less
DUALS_FROM_SECONDS = 0.06  # left; with less there is one round only
WORTH_SHARE = 0.2  # of the time left, at most


def find_first_cover(run: Run, table: Candidates, tries: int = TRIES) -> None:
    """Hand a first cover to the run.

    Where greedy choice can reach no more or its time is over, the rest gets a piece a target,
    all at once; where that fails, the first cover is the board filled with one kind. With a cover
    already there neither is done. In the rest of the time room is made for the targets that are
    left, which may cost less. With a limit of work and none of time it repeats.

    Parameters
    ----------
    run
        The run, whose puzzle has a cover.
    table
        Its candidates.
    tries
        The exchanges in the first cover.
    """
    elapsed, left = run.stopwatch(), run.remaining()
    end = min(max(SHARE * left, LEAST_SECONDS), ALMOST_ALL * left)
    last = max(end, GREEDY_SHARE * left)

    def in_time() -> bool:
        return elapsed() < end

    def may_choose() -> bool:
        return elapsed() < last

    def offer(board: Arrangement) -> None:
        if better := offered(run, without_redundant(board, in_time).placed_pieces(), "greedy"):
            run.take(better)

    all_sights = sights(run.puzzle, deadline_check(run))
    worth = first_worth(run, table)
    chosen = Arrangement(all_sights, worth)
    greedy(chosen, may_choose, rooms=0)
    covers = list(_completed(chosen, in_time, is_first=run.value is None))
    if not covers:
        return
    for board in covers:
        offer(board)
    board = covers[-1]  # with room made exchanges gain more, though it may cost more at first
    board.revalue(worth)
    tries = min(tries, TRIES_A_PIECE * len(board.squares()))
    offer(exchanged(board, Random(run.seed), tries, in_time))


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


def first_worth(run: Run, table: Candidates) -> Floats:
    """Return the rough worth of covering each target: duals of the covering relaxation."""
    left = run.remaining()
    rounds = ROUNDS if left > DUALS_FROM_SECONDS else 1
    kings = int(table.needed.sum())
    dear = PIECES_A_TARGET * max(run.puzzle.prices) * kings

    def in_time() -> bool:
        return run.remaining() > (1 - WORTH_SHARE) * left

    return target_worth(table, lagrangian(table.for_bounds(), kings, dear, rounds, in_time))


def target_worth(table: Candidates, duals: Duals) -> Floats:
    """Return what covering each target is worth by duals of the needed ones."""
    worth = np.zeros(len(table.needed))
    worth[table.needed] = duals.worth
    return worth
