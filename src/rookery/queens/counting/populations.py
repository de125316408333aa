"""Samples of a count from random populations of prefixes, as arrays."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from rookery.queens.counting.populations_kernel import (
    WORD_BITS,
    Population,
    count_children,
    keep_children,
)
from rookery.queens.listing.plain import open_rows
from rookery.queens.puzzle import Queens

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = 1 << 15  # prefixes per population: 1 to 2 MB up to 64 rows


class Sampler:
    """Draws samples of a puzzle's count, each by a seed of its own; threads may share it.

    Parameters
    ----------
    puzzle
        On a board of at most 200 rows, so that samples are within the range of a float.
    seed
        Of all samples together.
    size
        The most prefixes in a population.

    Notes
    -----
    A population begins as the empty prefix. Column after column, each prefix is replaced by all
    prefixes with one more queen. If there are more than `size`, `size` are kept, at equal
    distances in their order from a random first one: each with the same probability p. The sample
    is the number of placements at the end over the product of all p. Given the population before,
    a prefix and what it is worth over p are on average what they were, so by induction a sample is
    on average the count.
    """

    def __init__(self, puzzle: Queens, seed: int = 0, size: int = SIZE) -> None:
        words = -(-puzzle.n // WORD_BITS)
        self._open = [_as_words(rows, words) for rows in open_rows(puzzle)]
        self._seed = seed
        self._size = size
        self._is_stopped = False

    def __call__(self, number: int) -> tuple[float, bool]:
        """Return the sample with a number, and whether it is exact because no prefix was dropped.

        Raises
        ------
        InterruptedError
            If `stop` was called.
        """
        random = Random(f"{self._seed} {number}")
        words = len(self._open[0])
        prefixes, into = (_population(self._size + 1, words) for _ in range(2))
        for array in prefixes[:-1]:
            array[0] = 0
        kept, weight, is_exact = 1, 1.0, True
        *others, last = self._open
        for rows in others:
            children = count_children(rows, prefixes, kept)
            step = max(1.0, children / self._size)
            is_exact = is_exact and step == 1
            weight *= step
            kept = keep_children(prefixes, kept, step, random.random() * step, into)
            prefixes, into = into, prefixes
            if self._is_stopped:
                raise InterruptedError
        return weight * count_children(last, prefixes, kept), is_exact

    def stop(self) -> None:
        """End the calls in other threads, whose samples are no longer needed."""
        self._is_stopped = True


def _population(room: int, words: int) -> Population:
    return Population(*(np.empty((room, words), np.uint64) for _ in Population._fields))


def _as_words(rows: int, words: int) -> NDArray[np.uint64]:
    data = rows.to_bytes(words * WORD_BITS // 8, "little")
    return np.frombuffer(data, "<u8").astype(np.uint64)
