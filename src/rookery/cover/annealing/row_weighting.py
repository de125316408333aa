"""Row weighting: covers of equal pieces made smaller (see `weighting_kernel`)."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from rookery.cover.annealing import anneal_state, weighting_kernel
from rookery.cover.annealing.anneal_rules import pieces_on, standing_attackers, state_of
from rookery.cover.annealing.anneal_state import Rules
from rookery.cover.puzzle import Cover, PlacedPiece


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
