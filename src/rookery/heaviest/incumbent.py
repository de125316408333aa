"""A first placement, by annealing: legal when one is met, near the best more often than not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rookery.heaviest.anneal_kernel import Anneal, anneal
from rookery.heaviest.duals import Losses
from rookery.queens.puzzle import Placement

MOVES = 0.4  # times n^5: a small part of the search it saves
MOST_MOVES = 100_000_000
SLICE = 4_000_000
LEAST_MOVES = 20_000
HOT, COLD, CLASH = 0.25, 0.1, 0.35  # of a square's typical loss
BARRED = 4.0
MIX = 0x9E3779B97F4A7C15


def annealed(losses: Losses, seed: int, go_on: Callable[[], bool]) -> Placement | None:
    """Return the placement of least loss that one annealing meets, or None.

    Squares cost their loss; a diagonal costs its dual while it is idle and a typical loss for
    every clash. At n = 20 about 20 ms, at n = 30 a sixth of a second, on one core.

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
    moves = min(max(LEAST_MOVES, round(MOVES * n**5)), MOST_MOVES)
    slices = -(-moves // SLICE)
    cooling = (COLD / HOT) ** (1 / slices)
    hot = HOT
    for _ in range(slices):
        if not go_on():
            break
        anneal(state, moves // slices, hot, hot * cooling)
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
