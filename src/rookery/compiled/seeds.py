"""Seeding of the kernels' random numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def random_state(seed: int) -> NDArray[np.uint64]:
    """Return the state for `kernels.random_bits`, the same for the same seed, of any sign.

    It is an array of one uint64, which is not 0, as xorshift never leaves 0. Different seeds give
    states far apart (NumPy's `SeedSequence`), so parallel threads can use 0, 1, 2 ...

    >>> random_state(1)
    array([7434755675892716031], dtype=uint64)
    """
    words = np.random.SeedSequence(abs(seed)).generate_state(1, np.uint64)
    return np.maximum(words, np.uint64(1))
