"""Bounds by the linear program and cuts: rounds of both until nothing is gained.

The relaxation leaves a gap of ten per cent on boards of equal prices, nearly all of it because
the linear program takes halves of pieces. Zero-half cuts close a third of it in seconds.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rookery.cover.bounds.duals import Duals
from rookery.cover.bounds.program import CoveringProgram, Solution
from rookery.cover.bounds.rows import Relaxation, Row
from rookery.cover.bounds.zero_half import deepest, zero_half_cuts

CUTS_A_ROUND = 80  # added to the linear program at once
NOISES = (0.0, 0.5, 1.0)  # of the eliminations of a round
FEW_MISSED = 20  # rows of passing, beside which cuts are added
PATIENCE = 12  # rounds
LEAST_GAIN = 1e-4  # of the bound, in so many rounds


class CutRounds:
    """Linear programs and cuts by turns, which can be left and gone on with.

    Parameters
    ----------
    relaxation
        Of candidates and targets that all need covering (see `Candidates.for_bounds`).
    aim
        The cost of a known cover.
    start
        Duals of an earlier bound.

    Attributes
    ----------
    best
        The best proof so far; None before the first linear program is solved.
    ended
        Whether nothing more is gained: no cut is found, or rounds of them raise nothing.

    Notes
    -----
    Proved: the bound, whatever the solver's tolerances (see `Relaxation.proof`). The same
    arguments and time enough give the same bound. Cost at 25x25: 0.3 to 1 s for the linear
    program, then 0.2 to 0.5 s a round.
    """

    def __init__(self, relaxation: Relaxation, aim: float, start: Duals) -> None:
        self.best: Duals | None = None
        self.ended = False
        self._aim = aim
        self._program = CoveringProgram(relaxation, start, aim)
        self._random = np.random.default_rng(0)
        self._bounds: list[float] = []

    def go_on(
        self,
        left: Callable[[], float],
        found: Callable[[Duals], None] = lambda duals: None,
        rounds: int | None = None,
    ) -> Duals | None:
        """Go on as long as it gains; return the best proof.

        Parameters
        ----------
        left
            Asked how many seconds are left: it stops at 0.
        found
            Told every better proof as soon as it is there.
        rounds
            Of cuts, at most; 0 for the linear program alone.
        """
        program, relaxation = self._program, self._program.relaxation
        while (solution := program.solve(left)) is not None:
            proof = relaxation.proof(program.rows, solution.worth)
            if self.best is None or proof.bound > self.best.bound:
                self.best = proof
                found(proof)
            self._bounds.append(self.best.bound)
            self.ended = self.best.bound >= self._aim or _stalls(self._bounds)
            if self.ended:
                break
            new = relaxation.missed(solution.values)
            if len(new) <= FEW_MISSED and rounds != 0:
                new += _cuts(program, solution, self._random, lambda: left() > 0)
                rounds = None if rounds is None else rounds - 1
            if not new:
                self.ended = rounds != 0 and left() > 0
                break
            program.change_cuts(solution, new)
        return self.best


def _stalls(bounds: list[float]) -> bool:
    if len(bounds) <= PATIENCE:
        return False
    return bounds[-1] - bounds[-1 - PATIENCE] < LEAST_GAIN * bounds[-1]


def _cuts(
    program: CoveringProgram,
    solution: Solution,
    random: np.random.Generator,
    go_on: Callable[[], bool],
) -> list[Row]:
    """Return the deepest cuts that a solution violates."""
    rows = [*program.rows, *program.relaxation.linking]
    cuts = [
        cut
        for noise in NOISES
        for cut in zero_half_cuts(rows, solution.values, random, noise, go_on)
    ]
    return deepest(cuts, solution.values, CUTS_A_ROUND)
