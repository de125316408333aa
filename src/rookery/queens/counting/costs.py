"""Relative costs of the work units of a count by halves, from the squares that they leave open."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import TYPE_CHECKING

from rookery.queens.counting.halves import Plan, Prefix, Unit, turn_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Fitted to the seconds of the units of 20x20 to 24x24 in benchmarks/unit_times.
POWER = 0.65  # exponent of the product of the numbers of open squares in the rows of the halves
CLOSED = 0.4  # subtracted from the logarithm per row closed in every central column by a turn
PREFIXES_AT_ONCE = 1 << 14  # prefixes per array, to fit in caches


def costs(plan: Plan, work: list[Unit], check_deadline: Callable[[], object] = bool) -> list[float]:
    """Return the relative costs of units that fix equally many rows; their sum is 1."""
    import numpy as np

    every = [prefix for unit in work for prefix in unit]
    if not every:
        return []
    blocks = [every[at : at + PREFIXES_AT_ONCE] for at in range(0, len(every), PREFIXES_AT_ONCE)]
    found_in_blocks = []
    for number, block in enumerate(blocks):
        if number:  # the first takes some tens of milliseconds
            check_deadline()
        found_in_blocks.append(_logarithms(plan, block))
    logarithms = np.concatenate(found_in_blocks)
    each = np.exp(logarithms - logarithms.max())
    first = [0, *accumulate(map(len, work))][:-1]
    found: list[float] = (np.add.reduceat(each, first) / each.sum()).tolist()
    return found


def _logarithms(plan: Plan, block: list[Prefix]) -> NDArray[np.float64]:
    """Return the logarithms of the costs of prefixes of equally many rows, up to a constant."""
    import numpy as np

    n, columns = plan.n, np.array(block, np.int64).reshape(len(block), -1)
    middle = range(plan.upper, plan.upper + plan.middle)
    turns = [turn_of(plan, prefix) for prefix in block]
    central = np.array(sorted(plan.central_columns), np.int64)
    are_left = np.array([len(plan.central_columns.difference(prefix)) for prefix in block])
    found = np.zeros(len(block))
    every = np.arange(len(block))
    for row in (row for row in range(n) if row not in middle):
        squares = plan.open_in(row)
        is_open = np.tile([squares >> column & 1 > 0 for column in range(n)], (len(block), 1))
        for number, middle_row in zip(range(columns.shape[1]), plan.order, strict=False):
            far = row - plan.upper - middle_row
            for way in (-far, 0, far):
                at = columns[:, number] + way
                inside = (at >= 0) & (at < n)
                is_open[every[inside], at[inside]] = False
        closed = np.array([turn is not None and turn.order(row) < 0 for turn in turns])
        is_open[np.ix_(closed, central)] = False
        found += POWER * np.log(np.maximum(is_open.sum(axis=1), 1))
        found -= CLOSED / n * closed * are_left
    return found
