"""Single random paths down the search tree (D. E. Knuth, 1975), compiled.

A path puts a queen on a random free square of each column; its sample is the product of the
numbers of free squares, 0 at a dead end.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rookery.compiled.bits import count_bits
from rookery.compiled.kernels import random_below, random_state

PATHS = 1000


class PathSampler:
    """Draw means of a thousand paths each."""

    def __init__(self, n: int, seed: int = 1) -> None:
        self._n = n
        self._random = random_state(seed)

    def __call__(self, number: int) -> float:
        """Return the mean of the next thousand samples; `number` is not used."""
        return float(_mean_of_paths(self._n, PATHS, self._random))


@njit(nogil=True)
def _mean_of_paths(n, paths, random):  # type: ignore[no-untyped-def]
    total = 0.0
    board = (1 << n) - 1
    for _ in range(paths):
        used = rising = falling = np.int64(0)
        sample = 1.0
        for _ in range(n):
            free = board & ~(used | rising | falling)
            squares = count_bits(free)
            sample *= squares
            if squares == 0:
                break
            for _ in range(random_below(random, squares)):
                free &= free - 1
            queen = free & -free
            used |= queen
            rising = (rising | queen) >> 1
            falling = (falling | queen) << 1
        total += sample
    return total / paths
