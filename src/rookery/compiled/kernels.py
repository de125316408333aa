"""Compilation options and random numbers for the Numba kernels of all families.

Kernels work on arrays allocated elsewhere. `_nrt=False` omits reference counts, which every
access to a field of a tuple of arrays would update, ten times slower.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

KERNEL = {"nogil": True, "error_model": "numpy", "_nrt": False}
INLINE = KERNEL | {
    "forceinline": True,
    "no_cpython_wrapper": True,  # called by kernels only: without wrappers they compile faster
    "no_cfunc_wrapper": True,
}


@njit(**INLINE)
def random_bits(random):
    """Return 64 random bits (xorshift; G. Marsaglia, "Xorshift RNGs", 2003).

    `random` is the generator's state, an array of one nonzero uint64.
    """
    word = random[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    random[0] = word
    return word


@njit(**INLINE)
def random_fraction(random):
    """Return a random number from 0 to below 1."""
    return (random_bits(random) >> np.uint64(11)) * 2.0**-53


@njit(**INLINE)
def random_below(random, limit):
    """Return a random integer from 0 to limit - 1, for limits far below 2**53."""
    return np.int64(random_fraction(random) * limit)


def random_state(seed: int) -> NDArray[np.uint64]:
    """Return the state for `random_bits`, the same for the same seed, of any sign.

    It is an array of one uint64, which is not 0, as xorshift never leaves 0. Different seeds give
    states far apart (NumPy's `SeedSequence`), so parallel threads can use 0, 1, 2 ...

    >>> random_state(1)
    array([7434755675892716031], dtype=uint64)
    """
    words = np.random.SeedSequence(abs(seed)).generate_state(1, np.uint64)
    return np.maximum(words, np.uint64(1))
