"""The state of the kernels' random numbers, from a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def random_state(seed: int) -> NDArray[np.uint64]:
    """Return what `kernels.random_bits` takes and changes, the same for the same seed.

    Seeds that differ give states far apart (NumPy's `SeedSequence`), so that 0, 1, 2 ... serve
    threads side by side.

    Parameters
    ----------
    seed
        Any integer; its sign does not matter.

    Returns
    -------
    uint64 array of length 1
        Never 0, where xorshift would stay for ever.

    Examples
    --------
    >>> random_state(1)
    array([7434755675892716031], dtype=uint64)
    """
    words = np.random.SeedSequence(abs(seed)).generate_state(1, np.uint64)
    return np.maximum(words, np.uint64(1))
