"""A first placement, by annealing: legal when one is met, near the best more often than not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rookery.heaviest.anneal_kernel import Anneal, anneal
from rookery.heaviest.duals import Losses
from rookery.queens.puzzle import Placement

MOVES = 125  # times n cubed
SLICE = 4_000_000
LEAST_MOVES = 20_000
HOT, COLD, CLASH = 0.5, 0.05, 0.7  # of a square's typical loss
BARRED = 4.0
MIX = 0x9E3779B97F4A7C15


def annealed(losses: Losses, seed: int, go_on: Callable[[], bool]) -> Placement | None:
    """Return the placement of least loss that one annealing meets, or None.

    Squares cost their loss; a diagonal costs its dual while it is idle and a typical loss for
    every clash. About 125 n^3 moves: some 20 ms at n = 20, on one core.

    Parameters
    ----------
    losses
        Of the board.
    seed
        Of the random choices.
    go_on
        Asked now and then, first before the start.
    """
    n = len(losses.open_rows)
    typical = _typical_loss(losses)
    state = _state(losses, typical, seed)
    slices = max(1, MOVES * n**3 // SLICE)
    moves = max(LEAST_MOVES, MOVES * n**3 // slices)
    cooling = (COLD / HOT) ** (1 / slices)
    hot = HOT
    for _ in range(slices):
        if not go_on():
            break
        anneal(state, moves, hot, hot * cooling)
        hot *= cooling
    return tuple(state.best.tolist()) if np.isfinite(state.cost[1]) else None


def _typical_loss(losses: Losses) -> float:
    """Return the median of the positive losses of open squares; 1 without any."""
    positive = sorted(
        loss
        for squares, bits in zip(losses.squares, losses.open_rows, strict=True)
        for row, loss in enumerate(squares)
        if loss > 0 and bits >> row & 1
    )
    return float(positive[len(positive) // 2]) if positive else 1.0


def _state(losses: Losses, typical: float, seed: int) -> Anneal:
    """Return an annealing in units of the typical loss, at a random placement of rooks."""
    n = len(losses.open_rows)
    barred = np.array([[~bits >> row & 1 for row in range(n)] for bits in losses.open_rows])
    price = np.array([[loss / typical for loss in squares] for squares in losses.squares])
    rising = np.array([dual / typical for dual in losses.rising])
    falling = np.array([dual / typical for dual in losses.falling])
    # The dual of an idle diagonal is a credit for the first queen there.
    rows, columns = np.arange(n)[None, :], np.arange(n)[:, None]
    price -= rising[rows + columns] + falling[rows - columns + n - 1]
    price = np.where(barred, BARRED, price)
    start = np.random.default_rng(seed).permutation(n)
    everywhere = np.arange(n)
    on_rising = np.bincount(start + everywhere, minlength=2 * n - 1)
    on_falling = np.bincount(start - everywhere + n - 1, minlength=2 * n - 1)
    faults = np.maximum(on_rising - 1, 0).sum() + np.maximum(on_falling - 1, 0).sum()
    faults += barred[everywhere, start].sum()
    return Anneal(
        price,
        barred,
        rising + CLASH,
        falling + CLASH,
        start,
        on_rising,
        on_falling,
        start.copy(),
        np.array([price[everywhere, start].sum(), np.inf]),
        np.array([faults]),
        np.array([(seed * 2 + 1) * MIX % 2**64 | 1], np.uint64),
    )
