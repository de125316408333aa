"""Annealings that cool within a limit of work or time, in slices between which others may look."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rookery.cover.first.first_cover import target_worth
from rookery.cover.first.greedy import greedy, hurried, without_redundant
from rookery.cover.kernel_sets import WEIGHTING, has_equal_prices
from rookery.cover.model.arrangement import Arrangement
from rookery.cover.model.sights import sights
from rookery.cover.prepared import Prepared
from rookery.cover.puzzle import PlacedPiece
from rookery.results.limits import Clock, LateError

if TYPE_CHECKING:
    from rookery.cover.annealing.annealer import Annealer, RowWeighting
    from rookery.cover.incumbent import CoverIncumbent

Coolings = tuple[tuple[float, float], ...]

DEFAULT_WORK = 20_000_000
MOVES_A_SECOND = 3_000_000
SLICE_SECONDS = 0.05
SLICE_MOVES = 50_000
FEWEST_SLICES = 4
FIRST_MOVES, FEWEST_MOVES = 2_000, 100
LEAST_SECONDS = 1e-6
PATIENCE = 10.0  # times the seconds of a first cooling that finds no cover
# benchmarks.cover, 0.65 s: of the seconds, and how far each cooling begins on its way to 1
COOLINGS = ((0.43, 0.0), (0.19, 0.7), (0.19, 0.7), (0.19, 0.7))
WINDOW_SHARE = 0.06  # of the seconds of a cooling, for windows at its end
WINDOWS = 50  # a slice, about a millisecond
AGAIN_COOLINGS = ((0.2, 0.8),) * 5  # docs/methods/cover.md, "Cooling again"
# Row weighting begins with what a short cooling leads to; the others are for when it is not ready.
EQUAL_COOLINGS = ((0.1, 0.0), (0.4, 0.3), (0.25, 0.7), (0.25, 0.7))
ROUNDS = 500  # of row weighting a slice, about a millisecond


def anneal(start: Prepared, seed: int, seconds: float | None = None) -> tuple[PlacedPiece, ...]:
    """Run one annealing through its coolings; offer every better cover on the way.

    Parameters
    ----------
    start
        The puzzle, and where covers go.
    seed
        Of the random moves.
    seconds
        How long it takes; each of the `COOLINGS` ends with windows, and the next begins with what
        these lead to; where all pieces cost the same, row weighting follows the first. While there
        is no cover the first goes on, up to `PATIENCE` times as long. None for one cooling in the
        limit's work, or `DEFAULT_WORK` moves.

    Returns
    -------
    tuple
        The best cover of this annealing; empty when it came to none.
    """
    from rookery.cover.annealing.annealer import Annealer

    incumbent = start.incumbent
    limits, clock = incumbent.limits, incumbent.clock
    work = limits.work if limits.work is not None else DEFAULT_WORK
    began = clock.seconds()
    moves = work if seconds is None else int(seconds * MOVES_A_SECOND)
    annealer = Annealer(start.puzzle, start.table, start.duals, seed, max(1, moves))
    run = _Run(annealer, incumbent, seed)
    if seconds is None:
        run.cool(_ByMoves(max(1, work)))
    else:
        equal = has_equal_prices(start.puzzle)
        _cool_and_warm(run, began, seconds, EQUAL_COOLINGS if equal else COOLINGS)
    if math.isinf(run.best.cost) and (incumbent.cost is None or incumbent.stop() is None):
        _complete(start, annealer.standing())
    return run.best.placed_pieces()


def anneal_again(start: Prepared, seed: int, seconds: float) -> tuple[PlacedPiece, ...]:
    """Go on from the incumbent's cover by coolings from less hot a start; offer every better one.

    Where all pieces cost the same, row weighting takes the place of the coolings.

    Parameters
    ----------
    start
        The puzzle, and an incumbent that has a cover.
    seed
        Of the random moves.
    seconds
        How long it takes.

    Returns
    -------
    tuple
        The cheapest cover, that of the incumbent if there is none cheaper.
    """
    from rookery.cover.annealing.annealer import Annealer

    incumbent = start.incumbent
    began = incumbent.clock.seconds()
    moves = max(1, int(seconds * MOVES_A_SECOND))
    annealer = Annealer(start.puzzle, start.table, start.duals, seed, moves)
    annealer.begin_with(incumbent.placed_pieces)
    run = _Run(annealer, incumbent, seed)
    if run.weighs_rows:
        run.weigh_rows(began + seconds)
    else:
        _cool_and_warm(run, began, seconds, AGAIN_COOLINGS)
    return run.best.placed_pieces()


def _cool_and_warm(run: _Run, began: float, seconds: float, coolings: Coolings) -> None:
    """Cool within so many seconds since it began, again and again from less hot a start.

    Row weighting takes over after a cooling where all pieces cost the same; it needs no cover.
    """
    clock, end = run.incumbent.clock, began
    slices = _ByTime(clock, last=1.0 if run.weighs_rows else PATIENCE)
    for share, fraction in coolings:
        end += share * seconds
        slices.begin(fraction, end - WINDOW_SHARE * share * seconds)
        run.cool(slices)
        if run.weighs_rows:
            run.weigh_rows(began + seconds)
            return
        if math.isinf(run.annealer.cost) or run.incumbent.stop() is not None:
            return
        run.solve_windows(end)


class _Run:
    """An annealing whose better covers go to an incumbent.

    Attributes
    ----------
    best
        What has the best cover of this run.
    """

    def __init__(self, annealer: Annealer, incumbent: CoverIncumbent, seed: int) -> None:
        self.annealer = annealer
        self.incumbent = incumbent
        self._seed = seed
        self.best: Annealer | RowWeighting = annealer

    @property
    def weighs_rows(self) -> bool:
        """Whether row weighting can take over: all pieces cost the same, and kernels are ready."""
        return WEIGHTING.is_ready and has_equal_prices(self.incumbent.puzzle)

    def cool(self, slices: _ByMoves | _ByTime) -> None:
        """Cool to the end, or on and on without a cover, up to where the slices are the last."""
        annealer, fraction = self.annealer, slices.fraction
        while fraction < (slices.last if math.isinf(annealer.cost) else 1.0):
            if self.incumbent.stop() is not None:
                return
            cost = annealer.cost
            moves, end = slices.next(annealer.moves)
            annealer.run(moves, fraction, end)
            fraction = end
            self._offer(cost)

    def solve_windows(self, end: float) -> None:
        """Go back to the best cover, and solve windows of it until the end."""
        self.annealer.begin_windows()
        while self.incumbent.clock.seconds() < end and self.incumbent.stop() is None:
            cost = self.annealer.cost
            self.annealer.solve_windows(WINDOWS)
            self._offer(cost)

    def weigh_rows(self, end: float) -> None:
        """Go on from the best cover by row weighting until the end, for a slice at least.

        Without a cover it goes on from what stands on the board.
        """
        from rookery.cover.annealing.annealer import RowWeighting

        annealer = self.annealer
        pieces = annealer.placed_pieces() or annealer.standing()
        weighting = RowWeighting(annealer.puzzle, annealer.rules, pieces, self._seed)
        self.best = weighting
        while self.incumbent.stop() is None:
            cost = weighting.cost
            weighting.run(ROUNDS)
            self._offer(cost, "weighting")
            if self.incumbent.clock.seconds() >= end:
                return

    def _offer(self, cost: float, stage: str = "anneal") -> None:
        if self.best.cost < cost:
            self.incumbent.offer(self.best.placed_pieces(), stage)


class _ByMoves:
    """Slices of equal numbers of moves, up to so many in all: they repeat exactly."""

    last = 1.0
    fraction = 0.0

    def __init__(self, work: int) -> None:
        self._work = work

    def next(self, made: int) -> tuple[int, float]:
        """Return the moves of the next slice, after so many, and how far it goes, up to 1."""
        moves = min(SLICE_MOVES, self._work - made)
        return moves, (made + moves) / self._work


class _ByTime:
    """Slices of equal times: each has as many moves as the speed of the one before tells.

    Attributes
    ----------
    fraction
        How far the cooling begins on its way from 0 to 1.
    last
        How far it goes as long as there is no cover.
    """

    def __init__(self, clock: Clock, last: float) -> None:
        self.last = last
        self._clock = clock
        self._speed: float | None = None

    def begin(self, fraction: float, end: float) -> None:
        """Begin with a cooling that is over, at 1, at the end by the clock."""
        self.fraction = fraction
        self._began, self._end = self._clock.seconds(), end
        seconds = max(end - self._began, LEAST_SECONDS)  # what ran before may have left none
        self._pace = (1.0 - fraction) / seconds
        self._slice = min(SLICE_SECONDS, seconds / FEWEST_SLICES)
        self._before: float | None = None
        self._moves = FIRST_MOVES

    def next(self, made: int) -> tuple[int, float]:
        """Return the moves of the next slice, and how far it goes, 1 being all the time."""
        now = self._clock.seconds()
        if self._before is not None:
            self._speed = self._moves / max(now - self._before, LEAST_SECONDS)
        self._before = now
        left = self._end - now
        seconds = min(self._slice, left) if left > 0 else self._slice
        if self._speed is None:
            seconds = min(seconds, FIRST_MOVES / MOVES_A_SECOND)
        else:
            self._moves = max(FEWEST_MOVES, int(self._speed * seconds))
        return self._moves, self.fraction + (now + seconds - self._began) * self._pace


def _complete(start: Prepared, placed_pieces: tuple[PlacedPiece, ...]) -> None:
    """Offer the cover that greedy choice makes of pieces that are none yet.

    Only where there is no cover at all it takes longer than there is time.
    """
    incumbent = start.incumbent

    def go_on() -> bool:
        return incumbent.cost is None or incumbent.stop() is None

    def look() -> None:
        if not go_on():
            raise LateError

    try:
        worth = target_worth(start.table, start.duals)
        board = Arrangement(sights(start.puzzle, look), worth, placed_pieces)
        cover = board if greedy(board, go_on) else hurried(board)
        if cover is not None:
            incumbent.offer(without_redundant(cover, go_on).placed_pieces(), "anneal")
    except LateError:
        pass
