"""Annealings with a cooling schedule of moves or of seconds."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rookery.cover.bounds.duals import Prepared, uncheckable
from rookery.cover.kernel_sets import WEIGHTING
from rookery.cover.model.traits import has_box, has_equal_prices
from rookery.cover.offers import offered
from rookery.cover.puzzle import PlacedPiece
from rookery.engine.partial import Partial
from rookery.engine.run import Run, Steps

if TYPE_CHECKING:
    from rookery.cover.annealing.annealer import BoardSearch

Coolings = tuple[tuple[float, float], ...]
Partials = Generator[Partial, None, None]

DEFAULT_WORK = 20_000_000  # moves, without a limit
MOVES_A_SECOND = 3_000_000  # a guess, until slices are timed
SLICE_SECONDS = 0.05  # between two checks of the limits
SLICE_MOVES = 50_000  # moves between two checks, if moves are limited
FEWEST_SLICES = 4  # slices in a cooling
FIRST_MOVES, FEWEST_MOVES, MOST_MOVES = 2_000, 100, 200_000  # moves of a slice
LEAST_SECONDS = 1e-6  # replaces 0 as a divisor
LEAST_SHARE = 0.3  # of the seconds, to cool in
PATIENCE = 10.0  # a cooling without a cover may take this many times its seconds
# Share of the seconds and first fraction of each cooling; tuned by benchmarks.cover at 0.65 s.
COOLINGS = ((0.43, 0.0), (0.19, 0.7), (0.19, 0.7), (0.19, 0.7))
AGAIN_COOLINGS = ((0.2, 0.8),) * 5  # docs/lab/cover.md, "Annealing"
# Row weighting follows the first, short cooling; the others run until its kernels are ready.
EQUAL_COOLINGS = ((0.1, 0.0), (0.4, 0.3), (0.25, 0.7), (0.25, 0.7))
ROUNDS = 500  # rounds of row weighting per slice: about a millisecond


def anneal_by_moves(start: Prepared, run: Run, moves: int) -> Steps:
    """Cool once within a number of moves; a step is a move."""
    moves = max(1, moves)
    cooling = _Cooling(start, run, moves)
    for made in range(0, moves, SLICE_MOVES):
        end = min(made + SLICE_MOVES, moves)
        yield cooling.take_slice(end - made, made / moves, end / moves)
    return None


def anneal(start: Prepared, run: Run, seconds: float) -> Steps:
    """Run one annealing through all its coolings within a number of seconds.

    Each of the `COOLINGS` but the first begins with the best cover. Without a cover the first goes
    on, up to `PATIENCE` times as long.
    """
    cooling = _Cooling(start, run, int(seconds * MOVES_A_SECOND))
    equal = has_equal_prices(start.puzzle)
    yield from cooling.cool_and_warm(seconds, EQUAL_COOLINGS if equal else COOLINGS)
    return None


def anneal_again(start: Prepared, run: Run, seconds: float) -> Steps:
    """Improve the incumbent by coolings from a lower temperature, or by row weighting."""
    cooling = _Cooling(start, run, int(seconds * MOVES_A_SECOND))
    if cooling.weighs_rows:
        yield from cooling.weigh_rows(seconds, run.answer)
    else:
        cooling.annealer.begin_with(run.answer)
        yield from cooling.cool_and_warm(seconds, AGAIN_COOLINGS)
    return None


def _parity_classes(start: Prepared) -> Iterator[Prepared]:
    """Yield starts restricted to a parity class: of row and column, then of their sum.

    If queens cover a whole board, some smallest set of them often lies in one class (P. R. J.
    Ostergard, W. D. Weakley, "Values of domination numbers of the queen's graph", Electronic
    Journal of Combinatorics 8, 2001). Independent queens seldom cover a board from equal parities
    of both.
    """
    if not has_box(start.puzzle):
        return
    rows, columns = divmod(start.table.square, start.puzzle.board.columns)
    both, colour = 2 * (rows % 2) + columns % 2, (rows + columns) % 2
    classes = [] if start.puzzle.independent else [both == parities for parities in range(4)]
    for kept in (*classes, colour == 0, colour == 1):
        table = start.table.only(kept)
        if not uncheckable(table):
            duals = replace(start.duals, reduced=start.duals.reduced[kept])
            yield replace(start, table=table, duals=duals)


class _Cooling:
    """A running annealing, which hands better covers to the run."""

    def __init__(self, start: Prepared, run: Run, moves: int) -> None:
        from rookery.cover.annealing.annealer import Annealer

        self._elapsed = run.stopwatch()
        self._start, self._run = start, run
        self._speed: float | None = None  # moves a second
        self.annealer = Annealer(start.puzzle, start.table, start.duals, run.seed, max(1, moves))
        self.best: BoardSearch = self.annealer  # has the best cover

    @property
    def has_cover(self) -> bool:
        """Whether the annealing came to a cover."""
        return math.isfinite(self.best.cost)

    @property
    def weighs_rows(self) -> bool:
        """Whether row weighting can take over: all pieces cost the same, and kernels are ready."""
        return has_equal_prices(self._run.puzzle) and self._run.has_kernels(WEIGHTING)

    def cool_and_warm(self, seconds: float, coolings: Coolings) -> Partials:
        """Cool repeatedly; where all pieces cost the same, row weighting takes over."""
        end = self._elapsed()  # building the arrays may have taken most of a short time
        left = max(seconds - end, LEAST_SHARE * seconds)
        patience = 1.0 if self.weighs_rows else PATIENCE
        for share, fraction in coolings:
            end += share * left
            yield from self._cool(fraction, end, patience)
            if self.weighs_rows:
                pieces = self.annealer.placed_pieces() or self.annealer.standing()
                yield from self.weigh_rows(seconds, pieces)
                return
            if not self.has_cover:
                return
            self.annealer.go_back()

    def _cool(self, fraction: float, end: float, patience: float) -> Partials:
        """Cool from a fraction to 1, or on to `patience` without a cover, in equal slices."""
        first, began, moves = fraction, self._elapsed(), FIRST_MOVES
        seconds = max(end - began, LEAST_SECONDS)  # what ran before may have left none
        longest = min(SLICE_SECONDS, seconds / FEWEST_SLICES)
        now = before = began
        while fraction < (1.0 if self.has_cover else patience):
            if now > before:
                self._speed = moves / max(now - before, LEAST_SECONDS)
            left = end - now
            planned = min(longest, left) if left > 0 else longest
            if self._speed is None:
                planned = min(planned, FIRST_MOVES / MOVES_A_SECOND)
            else:
                moves = min(max(FEWEST_MOVES, int(self._speed * planned)), MOST_MOVES)
            after = first + (now + planned - began) * (1.0 - first) / seconds
            yield self.take_slice(moves, fraction, after)
            fraction, before, now = after, now, self._elapsed()

    def take_slice(self, moves: int, start: float, end: float) -> Partial:
        """Cool by a number of moves, from one fraction to another."""
        cost = self.annealer.cost
        self.annealer.run(moves, start, end)
        return self._told(cost, "anneal")._replace(steps=moves)

    def weigh_rows(self, end: float, pieces: Sequence[PlacedPiece]) -> Partials:
        """Run row weighting from given pieces until the end, for one slice at least."""
        from rookery.cover.annealing.annealer import RowWeighting, rules_of

        starts = [self._start, *_parity_classes(self._start)]
        for left, start in zip(range(len(starts), 0, -1), starts, strict=True):
            now, rules, own = self._elapsed(), self.annealer.rules, pieces
            if start is not self._start:
                rules = rules_of(start.puzzle, start.table, start.duals)
                squares = set(start.table.square.tolist())
                columns = start.puzzle.board.columns
                own = [piece for piece in pieces if piece[1] * columns + piece[2] in squares]
            weighting = RowWeighting(start.puzzle, rules, own, self._run.seed)
            self.best = weighting
            end_of_share, yielded = now + (end - now) / left, -math.inf
            while now < end_of_share or math.isinf(yielded):
                self._run.check_deadline()
                cost = weighting.cost
                weighting.run(ROUNDS)
                if weighting.cost < cost or now > yielded + SLICE_SECONDS:
                    yielded = now
                    yield self._told(cost, "weighting")
                now = self._elapsed()

    def _told(self, cost: float, stage: str) -> Partial:
        """Return the best cover if it is cheaper than before, else nothing."""
        is_better = self.best.cost < cost
        found = offered(self._run, self.best.placed_pieces(), stage) if is_better else None
        return found or Partial(stage=stage)
