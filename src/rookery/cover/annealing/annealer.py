"""Annealing under the true rules, guided by the duals of a bound.

Targets can be left uncovered at a weight, which grows while they are uncovered and fades while they
are covered. Without fading, the search would never uncover a target that was once hard to cover,
and would stall. Towards the end weights no longer fade, so that the search ends at a cover. Moves
prefer candidates of low reduced price. If all pieces cost the same, row weighting makes covers
smaller (see `weighting_kernel`).
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
from rookery.cover.model.traits import LONGEST_ANNEALED
from rookery.cover.puzzle import Cover, PlacedPiece
from rookery.errors import LimitError

HOT, COLD = 1.2, 0.4
HEAVIEST_WEIGHT = 3.0
LEAST_GROWTH = 1.02
WEIGHED_IN = 0.1
SLOWEST_FADE, FADE_A_GROWTH = 0.997, 0.02
FADING_SHARE = 0.85
MOVES = 20_000_000
SMALLEST_WINDOW, LARGEST_WINDOW = 2, 5  # pieces


class Annealer:
    """Annealing run whose moves are made in slices.

    Parameters
    ----------
    puzzle, table, duals
        The puzzle with its candidates and the duals of a bound; every target that no standing
        piece attacks needs a candidate.
    seed
        The seed of the random moves.
    moves
        The expected number of moves: weights can grow to the highest prices in a tenth of them.

    Raises
    ------
    LimitError
        If a side of the board has more than 62 squares.
    """

    def __init__(
        self, puzzle: Cover, table: Candidates, duals: Duals, seed: int, moves: int = MOVES
    ) -> None:
        board = puzzle.board
        if max(board.rows, board.columns) > LONGEST_ANNEALED:
            raise LimitError(
                f"annealing takes boards of up to {LONGEST_ANNEALED} squares a side, "
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
        """The number of moves made."""
        return int(self.state.tally[anneal_state.MOVES])

    @property
    def cost(self) -> float:
        """The cost of the best cover found; infinite before there is one."""
        return float(self.state.energy[anneal_state.BEST])

    def run(self, moves: int, start: float, end: float) -> None:
        """Make moves while the cooling proceeds from fraction `start` to fraction `end`.

        Beyond 1 the temperature stays at its lowest and weights fade again, to reach a first cover.
        """
        hot, cold = (
            self.scale * HOT * (COLD / HOT) ** min(1.0, fraction) for fraction in (start, end)
        )
        settling = start < 1.0 and end > FADING_SHARE
        rules = self.rules._replace(fade=1.0) if settling else self.rules
        anneal_kernel.anneal(rules, self.state, moves, hot, cold)

    def begin_with(self, placed_pieces: tuple[PlacedPiece, ...]) -> None:
        """Set the board and the best cover to a known cover."""
        state, columns = self.state, self.puzzle.board.columns
        for kind, row, column in placed_pieces:
            state.best[row * columns + column] = kind
        state.energy[anneal_state.BEST] = float(self.puzzle.value(placed_pieces))
        self.begin_windows()

    def begin_windows(self) -> None:
        """Reset the board to the best cover, ready for `solve_windows`."""
        window_kernel.go_back(self.rules, self.state)

    def solve_windows(self, number: int) -> None:
        """Solve a number of windows; the cover's cost never rises."""
        sizes = SMALLEST_WINDOW, LARGEST_WINDOW
        window_kernel.solve_windows(self.rules, self.state, self._window, number, *sizes)

    def placed_pieces(self) -> tuple[PlacedPiece, ...]:
        """Return the best cover found; empty before there is one."""
        if math.isinf(self.cost):
            return ()
        return pieces_on(self.puzzle, self.state.best)

    def standing(self) -> tuple[PlacedPiece, ...]:
        """Return the pieces on the board now, even if they are not a cover."""
        return pieces_on(self.puzzle, self.state.kind_on)


class RowWeighting:
    """Row weighting from given pieces, with rounds made in slices.

    Parameters
    ----------
    puzzle, rules
        A puzzle whose pieces all cost the same, and its rules.
    placed_pieces
        The pieces to start from, usually a cover.
    seed
        The seed of the random choices.
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
        """The cost of the best cover found; infinite before the first."""
        return float(self.state.energy[anneal_state.BEST])

    def run(self, rounds: int) -> None:
        """Run a number of rounds."""
        weighting_kernel.weigh(self.rules, self.state, self.weighting, rounds)

    def placed_pieces(self) -> tuple[PlacedPiece, ...]:
        """Return the best cover found; empty before there is one."""
        return () if math.isinf(self.cost) else pieces_on(self.puzzle, self.state.best)
