"""Compilation, random numbers and a hash table for the Numba kernels of all families.

Kernels work on arrays allocated elsewhere. `_nrt=False` omits reference counts, which every
access to a field of a tuple of arrays would update, ten times slower.

The hash table merges equal states of a layer. Its keys are tuples or rows of words, kept in the
order in which they are found, [state, word]. The slots, as many as a power of 2, hold the numbers
of keys, with open addressing.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from rookery.compiled.kept import cached

KERNEL = {"nogil": True, "error_model": "numpy", "_nrt": False}
INLINE = KERNEL | {
    "forceinline": True,
    "no_cpython_wrapper": True,  # called by kernels only: without wrappers they compile faster
    "no_cfunc_wrapper": True,
}

NONE = -1  # no key, in a slot or elsewhere
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def kernel_with(*modules: ModuleType, **options: Any) -> Callable[[Any], Any]:
    """Return a decorator that compiles a kernel, with more options of Numba, and caches it.

    Without arguments it is ``kernel``; ``inlined`` decorates the functions that kernels call. The
    `modules` are those of `rookery.compiled.kept.cached`.

    Examples
    --------
    >>> @kernel
    ... def twice(number):
    ...     return 2 * number
    >>> twice(21)
    42
    """
    return lambda function: cached(*modules)(njit(**KERNEL | options)(function))


kernel = kernel_with()
inlined = njit(**INLINE)  # for functions that kernels contain


@inlined
def random_bits(random):
    """Return 64 random bits by xorshift (G. Marsaglia, 2003) from an array of a nonzero uint64."""
    word = random[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    random[0] = word
    return word


@inlined
def random_fraction(random):
    """Return a random number from 0 to below 1."""
    return (random_bits(random) >> np.uint64(11)) * 2.0**-53


@inlined
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


@inlined
def first_slot(key, slots):
    """Return the first slot in which to look for a key."""
    mixed = np.uint64(0)
    for word in key:
        mixed = (mixed ^ mixed >> np.uint64(32) ^ np.uint64(word)) * GOLDEN
    return np.int64((mixed >> np.uint64(32)) * np.uint64(len(slots)) >> np.uint64(32))


@inlined
def place_key(key, slot, slots, keys, found):
    """Return the number of a key, and how many are found now: a new one is added as the last.

    `slot` is its `first_slot`, and `found` the number of keys before.
    """
    while slots[slot] != NONE:
        number, word = np.int64(slots[slot]), 0
        while word < len(key) and keys[number, word] == key[word]:
            word += 1
        if word == len(key):
            return number, found
        slot = (slot + 1) & (len(slots) - 1)
    slots[slot] = found
    for word in range(len(key)):
        keys[found, word] = key[word]
    return found, found + 1
