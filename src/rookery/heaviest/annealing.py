"""A first placement by simulated annealing: usually legal, and usually near the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from rookery.compiled.kernels import random_state
from rookery.heaviest.anneal_kernel import Anneal, anneal
from rookery.heaviest.duals import Losses
from rookery.queens.puzzle import Placement

MOVES = 0.012  # moves per n^6: a small part of the search they save
MOST_MOVES = 100_000_000  # moves per cooling, at most
SLICE = 2_000_000  # moves at one temperature
LEAST_MOVES = 20_000  # moves per cooling, at least
QUICK_MOVES = 2_000  # moves per n: a legal placement in a few milliseconds
HOT, COLD = 0.25, 0.1  # temperatures, in typical losses of a square
CONFLICT, QUICK_CONFLICT = 0.35, 1.5  # penalties per conflict, in typical losses
SCALES = tuple(1 << power for power in range(12))  # multiples of the typical loss to try
LONGER = 8  # factor on the moves if the smallest scale failed
GREATEST = 10**6  # typical losses; larger losses are clipped
BARRED = 4.0  # typical losses; price of a closed square


def annealing(losses: Losses, seed: int) -> Iterator[Placement | None]:
    """Yield after every slice the legal placement of least loss so far, or None.

    A quick run with a high penalty per conflict comes first. The cost of a placement is the loss of
    its squares, the duals of its idle diagonals, and a penalty of a fraction of the typical loss
    per conflict. If a run ends without a legal placement, as happens when most squares lose almost
    nothing, the next run takes a larger loss as typical. One core needs about 12 ms at n = 20 and
    an eighth of a second at n = 30.
    """
    n = len(losses.open_rows)
    quick = _state(losses, QUICK_CONFLICT, seed)
    anneal(quick, QUICK_MOVES * n, HOT, COLD)
    yield _best(quick)
    moves = min(max(LEAST_MOVES, round(MOVES * n**6)), MOST_MOVES)
    for scale in SCALES:
        placement = None
        for placement in _cooled(losses, scale, moves, seed):
            yield placement
        if placement is not None:
            break
    if scale > 1 and placement is not None:
        yield from _cooled(losses, scale, min(LONGER * moves, MOST_MOVES), seed)


def _cooled(losses: Losses, scale: int, moves: int, seed: int) -> Iterator[Placement | None]:
    """Anneal once at a multiple of the typical loss; yield like `annealing`."""
    state = _state(losses, CONFLICT, seed, scale)
    slices = -(-moves // SLICE)
    cooling = (COLD / HOT) ** (1 / slices)
    for number in range(slices):
        hot = HOT * cooling**number
        anneal(state, moves // slices, hot, hot * cooling)
        yield _best(state)


def _best(state: Anneal) -> Placement | None:
    return tuple(state.best.tolist()) if np.isfinite(state.cost[1]) else None


def _state(losses: Losses, conflict: float, seed: int, scale: int = 1) -> Anneal:
    """Return the kernel's state at a random rook placement; its unit is `scale` typical losses."""
    n = len(losses.open_rows)
    positive = sorted(
        loss
        for squares, bits in zip(losses.squares, losses.open_rows, strict=True)
        for row, loss in enumerate(squares)
        if loss > 0 and bits >> row & 1
    )
    median = positive[len(positive) // 2] if positive else 1
    typical = scale * median

    def units(of: Sequence[int]) -> list[float]:
        most = GREATEST * typical
        return [max(-most, min(loss, most)) / typical for loss in of]

    barred = np.array([[~bits >> row & 1 for row in range(n)] for bits in losses.open_rows])
    price = np.array([units(squares) for squares in losses.squares])
    rising = np.array(units(losses.rising))
    falling = np.array(units(losses.falling))
    # The dual of an idle diagonal is a credit for the first queen there.
    rows, columns = np.arange(n)[None, :], np.arange(n)[:, None]
    price -= rising[rows + columns] + falling[rows - columns + n - 1]
    price = np.where(barred, BARRED, price)
    start = np.random.default_rng(abs(seed)).permutation(n)
    everywhere = np.arange(n)
    on_rising = np.bincount(start + everywhere, minlength=2 * n - 1)
    on_falling = np.bincount(start - everywhere + n - 1, minlength=2 * n - 1)
    faults = np.maximum(on_rising - 1, 0).sum() + np.maximum(on_falling - 1, 0).sum()
    faults += barred[everywhere, start].sum()
    return Anneal(
        price,
        barred,
        rising + conflict,
        falling + conflict,
        start,
        on_rising,
        on_falling,
        start.copy(),
        np.array([price[everywhere, start].sum(), np.inf]),
        np.array([faults]),
        random_state(seed),
    )
