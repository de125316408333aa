"""The hash table by which kernels merge equal states of a layer.

Its keys are tuples or rows of words, kept in the order in which they are found, [state, word]. The
slots, as many as a power of 2, hold the numbers of keys, with open addressing.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rookery.compiled.kernels import INLINE

NONE = -1  # an empty slot
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@njit(**INLINE)
def first_slot(key, slots):
    """Return the first slot in which to look for a key."""
    mixed = np.uint64(0)
    for word in key:
        mixed = (mixed ^ mixed >> np.uint64(32) ^ np.uint64(word)) * GOLDEN
    return np.int64((mixed >> np.uint64(32)) * np.uint64(len(slots)) >> np.uint64(32))


@njit(**INLINE)
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
