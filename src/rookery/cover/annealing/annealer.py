"""Annealing on the true rules, guided by the duals of a bound.

Targets may be left uncovered on the way, at a weight that grows the longer they are, and fades
while they are covered: without that, what once was hard to cover would never be uncovered
again, and the search stand still. Towards the end nothing fades, so that it ends at a cover. Each
target's candidates are ordered by reduced price, and moves pick early ones the more likely. Covers
of equal pieces are made smaller by row weighting (see `weighting_kernel`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from rookery.cover.annealing import anneal_kernel, anneal_state, weighting_kernel, window_kernel
from rookery.cover.annealing.anneal_rules import (
    pieces_on,
    rules_of,
    standing_attackers,
    state_of,
)
from rookery.cover.annealing.anneal_state import Rules
from rookery.cover.bounds.duals import Duals
from rookery.cover.model.attacks import Candidates
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.errors import LimitError

LONGEST_SIDE = 62
HOT, COLD = 1.2, 0.4
HEAVIEST_WEIGHT = 3.0
LEAST_GROWTH = 1.02
WEIGHED_IN = 0.1
SLOWEST_FADE, FADE_A_GROWTH = 0.997, 0.02
FADING_SHARE = 0.85
MOVES = 20_000_000
SMALLEST_WINDOW, LARGEST_WINDOW = 2, 5  # pieces


class Annealer:
    """One annealing run; its moves are made in slices, so that others can look in between.

    Parameters
    ----------
    puzzle, table, duals
        The puzzle with its candidates and the duals of a bound; every target that no standing
        piece attacks needs a candidate.
    seed
        Of the random moves.
    moves
        How many are to be expected: weights reach the dearest prices in a tenth of them.

    Raises
    ------
    LimitError
        When a side of the board has more than 62 squares.
    """

    def __init__(
        self, puzzle: Cover, table: Candidates, duals: Duals, seed: int, moves: int = MOVES
    ) -> None:
        board = puzzle.board
        if max(board.rows, board.columns) > LONGEST_SIDE:
            raise LimitError(
                f"annealing takes boards of up to {LONGEST_SIDE} squares a side, "
                f"got {board.rows}x{board.columns}"
            )
        self.puzzle = puzzle
        self.scale = max(duals.bound, 1.0) / max(1, len(puzzle.targets))
        rules = rules_of(puzzle, table, duals)
        heaviest = HEAVIEST_WEIGHT * max(puzzle.prices)
        share = min(1.0, anneal_kernel.WEIGH_EVERY / (WEIGHED_IN * moves))
        growth = (heaviest / rules.least.min(initial=heaviest)) ** share
        self.rules = rules._replace(
            heaviest=heaviest,
            growth=max(LEAST_GROWTH, growth),
            fade=min(SLOWEST_FADE, growth**-FADE_A_GROWTH),
        )
        self.state = state_of(puzzle, self.rules, seed)
        self._window = window_kernel.window_of(board.rows * board.columns)

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return int(self.state.tally[anneal_state.MOVES])

    @property
    def cost(self) -> float:
        """The cost of the best cover found; infinite before there is one."""
        return float(self.state.energy[anneal_state.BEST])

    def run(self, moves: int, start: float, end: float) -> None:
        """Make moves while the run goes from one fraction of its cooling to another.

        Beyond 1 it stays cold, and weights fade again: that is for runs without a cover yet.
        """
        hot, cold = (
            self.scale * HOT * (COLD / HOT) ** min(1.0, fraction) for fraction in (start, end)
        )
        settling = start < 1.0 and end > FADING_SHARE
        rules = self.rules._replace(fade=1.0) if settling else self.rules
        anneal_kernel.anneal(rules, self.state, moves, hot, cold)

    def begin_with(self, placed_pieces: tuple[PlacedPiece, ...]) -> None:
        """Take a known cover for the best, and let it stand on the board."""
        state, columns = self.state, self.puzzle.board.columns
        for kind, row, column in placed_pieces:
            state.best[row * columns + column] = kind
        state.energy[anneal_state.BEST] = float(self.puzzle.value(placed_pieces))
        self.begin_windows()

    def begin_windows(self) -> None:
        """Go back to the best cover, in which windows are to be solved."""
        window_kernel.go_back(self.rules, self.state)

    def solve_windows(self, number: int) -> None:
        """Choose the pieces of so many windows of the cover anew; never does it get dearer."""
        sizes = SMALLEST_WINDOW, LARGEST_WINDOW
        window_kernel.solve_windows(self.rules, self.state, self._window, number, *sizes)

    def placed_pieces(self) -> tuple[PlacedPiece, ...]:
        """Return the best cover found; empty before there is one."""
        if math.isinf(self.cost):
            return ()
        return pieces_on(self.puzzle, self.state.best)

    def standing(self) -> tuple[PlacedPiece, ...]:
        """Return the pieces on the board now, whether they are a cover or not."""
        return pieces_on(self.puzzle, self.state.kind_on)


class RowWeighting:
    """Row weighting that begins with some pieces; its rounds are made in slices.

    Parameters
    ----------
    puzzle, rules
        All pieces of which cost the same.
    placed_pieces
        What to begin with, mostly a cover.
    seed
        Of the random choices.
    """

    def __init__(
        self, puzzle: Cover, rules: Rules, placed_pieces: Iterable[PlacedPiece], seed: int
    ) -> None:
        self.puzzle, self.rules = puzzle, rules
        self.state = state_of(puzzle, rules, seed)
        self.state.weight[:] = 1.0
        squares, kinds = len(self.state.kind_on), len(puzzle.pieces)
        self.weighting = weighting_kernel.weighting_of(standing_attackers(puzzle), kinds, squares)
        kind_on = np.full(squares, anneal_state.EMPTY, dtype=np.int32)
        for kind, row, column in placed_pieces:
            kind_on[row * puzzle.board.columns + column] = kind
        weighting_kernel.put_on(rules, self.state, self.weighting, kind_on)

    @property
    def cost(self) -> float:
        """The cost of the best cover found; infinite where the pieces given were none."""
        return float(self.state.energy[anneal_state.BEST])

    def run(self, rounds: int) -> None:
        """Make so many rounds."""
        weighting_kernel.weigh(self.rules, self.state, self.weighting, rounds)

    def placed_pieces(self) -> tuple[PlacedPiece, ...]:
        """Return the best cover found; empty before there is one."""
        return () if math.isinf(self.cost) else pieces_on(self.puzzle, self.state.best)
