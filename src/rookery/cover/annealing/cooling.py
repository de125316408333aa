"""Annealings that cool within a limit of work or time, in slices between which others may look."""

from __future__ import annotations

import math

from rookery.cover.first.first_cover import target_worth
from rookery.cover.first.greedy import greedy, without_redundant
from rookery.cover.model.arrangement import Arrangement
from rookery.cover.model.sights import sights
from rookery.cover.prepared import Prepared
from rookery.cover.puzzle import PlacedPiece
from rookery.results.limits import Clock

DEFAULT_WORK = 20_000_000
MOVES_A_SECOND = 3_000_000
SLICE_SECONDS = 0.05
SLICE_MOVES = 50_000
FEWEST_SLICES = 4
FIRST_MOVES, FEWEST_MOVES = 2_000, 100
LEAST_SECONDS = 1e-6
PATIENCE = 5.0  # times the seconds of an annealing that finds no cover


def anneal(start: Prepared, seed: int, seconds: float | None = None) -> tuple[PlacedPiece, ...]:
    """Run one annealing through its cooling; offer every better cover on the way.

    Parameters
    ----------
    start
        The puzzle, and where covers go.
    seed
        Of the random moves.
    seconds
        How long the cooling takes; None for the limit's work, or `DEFAULT_WORK` moves. While
        there is no cover it goes on, up to `PATIENCE` times as long.

    Returns
    -------
    tuple
        The best cover of this annealing; empty when it came to none.
    """
    from rookery.cover.annealing.annealer import Annealer

    incumbent = start.incumbent
    limits, clock = incumbent.limits, incumbent.clock
    work = limits.work if limits.work is not None else DEFAULT_WORK
    slices = _ByMoves(work) if seconds is None else _ByTime(seconds, clock)
    annealer = Annealer(start.puzzle, start.table, start.duals, seed, slices.expected)
    fraction, cost = 0.0, annealer.cost
    while fraction < (slices.last if math.isinf(cost) else 1.0) and incumbent.stop() is None:
        moves, end = slices.next(annealer.moves)
        annealer.run(moves, fraction, end)
        fraction = end
        if annealer.cost < cost:
            cost = annealer.cost
            incumbent.offer(annealer.placed_pieces(), "anneal")
    if math.isinf(cost) and (incumbent.cost is None or incumbent.stop() is None):
        _complete(start, annealer.standing())
    return annealer.placed_pieces()


class _ByMoves:
    """Slices of equal numbers of moves, up to so many in all: they repeat exactly."""

    last = 1.0

    def __init__(self, work: int) -> None:
        self._work = self.expected = max(1, work)

    def next(self, made: int) -> tuple[int, float]:
        """Return the moves of the next slice, after so many, and how far it goes, up to 1."""
        moves = min(SLICE_MOVES, self._work - made)
        return moves, (made + moves) / self._work


class _ByTime:
    """Slices of equal times: each has as many moves as the speed of the one before tells."""

    last = PATIENCE

    def __init__(self, seconds: float, clock: Clock) -> None:
        self._seconds = max(seconds, LEAST_SECONDS)  # what ran before may have left none
        self.expected = max(1, int(self._seconds * MOVES_A_SECOND))
        self._slice = min(SLICE_SECONDS, self._seconds / FEWEST_SLICES)
        self._clock = clock
        self._began = clock.seconds()
        self._before: float | None = None
        self._moves = FIRST_MOVES

    def next(self, made: int) -> tuple[int, float]:
        """Return the moves of the next slice, and how far it goes, 1 being all the time."""
        now = self._clock.seconds()
        if self._before is not None:
            speed = self._moves / max(now - self._before, LEAST_SECONDS)
            self._moves = max(FEWEST_MOVES, int(speed * self._slice))
        self._before = now
        return self._moves, (now + self._slice - self._began) / self._seconds


def _complete(start: Prepared, placed_pieces: tuple[PlacedPiece, ...]) -> None:
    """Offer the cover that greedy choice makes of pieces that are none yet."""
    worth = target_worth(start.table, start.duals)
    board = Arrangement(sights(start.puzzle), worth, placed_pieces)
    if greedy(board):
        start.incumbent.offer(without_redundant(board).placed_pieces(), "anneal")
