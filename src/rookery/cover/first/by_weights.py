"""Covers of small boards by row weighting, where pieces cost the same and block nothing.

One piece is removed and another placed to cover a random uncovered target. Targets that stay
uncovered gain weight, so that the search leaves local optima. C. Gao, X. Yao, T. Weise, J. Li, "An
efficient local search heuristic with row weighting for the unicost set covering problem", European
Journal of Operational Research 246, 2015. Here a step is a few products of small matrices, which
need no kernels.
"""

from __future__ import annotations

import numpy as np

from rookery.cover.model.candidates import Candidates
from rookery.cover.model.traits import has_fixed_attacks
from rookery.cover.offers import offered
from rookery.cover.puzzle import Cover
from rookery.engine.run import Run

MOST_CANDIDATES = 400  # as many as an exact search settles at once; a step takes 40 microseconds
STEPS = 5000  # knights on 15 x 15 have a cheapest cover after a thousand
SHARE = 0.5  # of the time left, at most
AGE = 1e-6  # weight of a piece's age, which only decides between equals


def suits_weights(puzzle: Cover) -> bool:
    """Return whether a puzzle is a small set cover with at most one piece a square, all alike."""
    few = 0 < len(puzzle.places) <= MOST_CANDIDATES and bool(puzzle.targets)
    plain = len(puzzle.pieces) == 1 and puzzle.stock == (None,) and puzzle.square_prices is None
    return few and plain and has_fixed_attacks(puzzle)


def cover_by_weights(run: Run, table: Candidates) -> None:
    """Hand the best cover of `STEPS` steps to the run; without any time, one of all candidates."""
    reach = np.zeros((len(table), len(table.needed)), np.float32)
    reach[table.owner, table.king] = 1
    reach = reach[:, table.needed]
    random, elapsed, end = np.random.default_rng(run.seed), run.stopwatch(), SHARE * run.remaining()
    weight, covers = np.ones(reach.shape[1], np.float32), np.zeros(reach.shape[1], np.float32)
    chosen, age = np.zeros(len(table), bool), np.zeros(len(table))
    best, last = np.ones_like(chosen), -1
    for step in range(1, STEPS + 1):
        if elapsed() >= end:
            break
        if is_cover := bool(covers.all()):
            best = chosen.copy()
            if best.sum() == 1:
                break
        if chosen.any() and chosen.sum() >= best.sum() - 1:
            own = np.flatnonzero(chosen)
            loss = reach[own] @ (weight * (covers == 1)) + AGE * age[own]
            out = own[np.where(own == last, np.inf, loss).argmin()]
            chosen[out], age[out] = False, step
            covers -= reach[out]
        if not is_cover:
            able = np.flatnonzero(reach[:, random.choice(np.flatnonzero(covers == 0))])
            gain = reach[able] @ (weight * (covers == 0)) - AGE * age[able]
            last = int(able[np.where(age[able] == step, -1, gain).argmax()])
            chosen[last], age[last] = True, step
            covers += reach[last]
            weight[covers == 0] += 1
    columns = run.puzzle.board.columns
    pieces = [(0, *divmod(square, columns)) for square in table.square[best].tolist()]
    if better := offered(run, pieces, "weights"):
        run.take(better)
