"""Vectors of 32-bit words for Numba kernels, and their operations, in NumPy.

A kernel written with these reads like NumPy on short arrays of `width` words::

    words = load(lanes, array, at)
    clear = is_zero(words & spread(lanes, mask))
    pack(lanes, found, end, clear, words)  # the words of the clear lanes, side by side
    end += count(clear)

and `lowering` compiles each line to an instruction or two. The bodies here run without compilation
(NUMBA_DISABLE_JIT=1), and tests compare the compiled operations with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    Words = NDArray[np.uint32]
    Mask = NDArray[np.bool_]


class Avx512(NamedTuple):
    """Sixteen words, packed by one instruction."""

    width: int
    order: Words


class Avx2(NamedTuple):
    """Eight words, packed by a permutation from a table: ``order[8 * mask + lane]``."""

    width: int
    order: Words


class Portable(NamedTuple):
    """Eight words on any processor, packed lane by lane."""

    width: int
    order: Words


Lanes = Avx512 | Avx2 | Portable
WIDTHS = {Avx512: 16, Avx2: 8, Portable: 8}
ORDER = 1  # the place of `order` in the tuples


def lane_count(lanes: Lanes) -> int:
    """Return the number of words in a vector."""
    return lanes.width


def load(lanes: Lanes, array: Words, at: int) -> Words:
    """Return `width` words of an array from a place on."""
    return array[at : at + lanes.width].copy()


def store(lanes: Lanes, array: Words, at: int, words: Words) -> None:
    """Store `width` words from a place of an array on."""
    array[at : at + lanes.width] = words


def store_byte_mask(lanes: Lanes, array: Words, at: int, words: Words) -> None:
    """Store a mask of a vector's nonzero bytes as `width // 8` words, lowest byte and bit first."""
    is_set = words.astype("<u4").view(np.uint8) != 0
    array[at : at + lanes.width // 8] = np.packbits(is_set, bitorder="little").view("<u4")


def spread(lanes: Lanes, word: int) -> Words:
    """Return a word in every lane."""
    return np.full(lanes.width, word, np.uint32)


def lanes_below(lanes: Lanes, number: int) -> Mask:
    """Return a mask of the lanes with a number below the given one, which may exceed `width`."""
    return np.less(np.arange(lanes.width), number)


def is_zero(words: Words) -> Mask:
    """Return a mask of the lanes whose word is zero."""
    return np.equal(words, 0)


def count(mask: Mask) -> int:
    """Count the set lanes of a mask."""
    return int(np.count_nonzero(mask))


def sum_of_bits(first: Words, second: Words, third: Words) -> Words:
    """Return the low bit of the sum of three bits, at every place."""
    lower: Words = first ^ second ^ third
    return lower


def carry_of_bits(first: Words, second: Words, third: Words) -> Words:
    """Return the high bit of the sum of three bits, at every place."""
    upper: Words = first & second | first & third | second & third
    return upper


def set_bits(words: Words) -> Words:
    """Return the number of bits set in each pair of lanes, in its even lane, and 0 in the odd."""
    counts = np.zeros(len(words), np.uint32)
    counts[::2] = np.bitwise_count(words).astype(np.uint32).reshape(-1, 2).sum(axis=1)
    return counts


def total(words: Words) -> int:
    """Return the sum of all lanes, which must be below 2**32."""
    return int(words.sum())


def bits_of(mask: Mask) -> int:
    """Return a mask as a number, lane 0 as its lowest bit."""
    return sum(1 << lane for lane, is_set in enumerate(mask) if is_set)


def pack(lanes: Lanes, array: Words, at: int, mask: Mask, words: Words) -> None:
    """Store the words of the set lanes side by side, from a place of an array on.

    The other words up to `width` places from there may be overwritten with anything.
    """
    kept = words[mask]
    array[at : at + len(kept)] = kept
