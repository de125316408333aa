"""Counting candidate by candidate: of all sets only what matters for the candidates left is kept.

This is the transfer-matrix or broken-profile method (R. P. Stanley, "Enumerative Combinatorics 1",
4.7; OEIS A063443 was extended in that way), on the graph instead of the board: it suits pieces of
short reach, whose conflicts are few and near. Counts are kept modulo as many primes of 62 bits as
a bound of them asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, log2, prod
from typing import TYPE_CHECKING

import numpy as np

from rookery.nonattacking.counting import layers_kernel as kernel
from rookery.nonattacking.counting.parts import Part
from rookery.nonattacking.counting.polynomials import (
    Counts,
    enough_primes,
    from_residues,
    without_zeros,
)
from rookery.nonattacking.graph import bits, cliques

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

MOST_BYTES = 1 << 30
WORD = 63  # bits of a state
COUNTS_A_SLICE = 1 << 25
HALF_BITS = 32  # sums of halves of residues fit in a word
HALF = (1 << HALF_BITS) - 1


class TooManyStatesError(Exception):
    """A layer would take more memory than is allowed it."""


class Layers:
    """The layers of a part, one after the other.

    Parameters
    ----------
    part
        In the order in which it is gone through.
    most
        Sets of more candidates than so many are not counted.

    Attributes
    ----------
    done
        How many candidates have been gone through.

    Raises
    ------
    TooManyStatesError
        When more than 63 candidates are in question at a time.
    """

    def __init__(self, part: Part, most: int) -> None:
        self.done = 0
        self._steps = _steps(part)
        self._part = part
        every = (1 << len(part)) - 1
        bound = prod(clique.bit_count() + 1 for clique in cliques(part.conflicts, every))
        self._primes = enough_primes(bound)
        self._moduli = np.array(self._primes, np.int64)
        self._most = [min(most, number) for number in part.most()]
        self._keys: Numbers = np.zeros(1, np.int64)
        self._counts: Numbers = np.ones((1, len(self._primes), 1), np.int64)

    def run(self, most_bytes: int = MOST_BYTES) -> Iterator[None]:
        """Go through all candidates; pause after each slice of work.

        Raises
        ------
        TooManyStatesError
            Before a layer of more bytes.
        """
        for at in range(len(self._part)):
            yield from self._go_on(at, most_bytes)
            self.done = at + 1

    def counts(self) -> Counts:
        """Return how many sets of 0, 1, ... of the candidates gone through there are."""
        sums = [self._sums(number) for number in range(len(self._primes))]
        residues = zip(*sums, strict=True)
        return without_zeros([from_residues(found, self._primes) for found in residues])

    def _sums(self, number: int) -> list[int]:
        """Return the sums of the counts of all states, modulo a prime."""
        prime = self._primes[number]
        residues = self._counts[:, number]
        low = (residues & HALF).sum(axis=0)
        high = (residues >> HALF_BITS).sum(axis=0)
        halves = zip(high.tolist(), low.tolist(), strict=True)
        return [((above << HALF_BITS) + below) % prime for above, below in halves]

    def _go_on(self, at: int, most_bytes: int) -> Iterator[None]:
        keys, counts = self._keys, self._counts
        many = len(keys)
        own, conflicts = self._steps[at]
        power = max(4, ceil(log2(4 * many)))
        slots = np.full(1 << power, kernel.NONE, np.int32)
        new_keys = np.empty(2 * many, np.int64)
        skipped, chosen = np.empty(many, np.int32), np.empty(many, np.int32)
        found = kernel.next_keys(keys, own, conflicts, slots, 64 - power, new_keys, skipped, chosen)
        width = self._most[at + 1] + 1
        each = len(self._primes) * width
        if 8 * found * each > most_bytes:
            raise TooManyStatesError
        new_counts = np.zeros((found, len(self._primes), width), np.int64)
        step = max(1, COUNTS_A_SLICE // each)
        for first in range(0, many, step):
            last = min(many, first + step)
            kernel.add_counts(counts, skipped, chosen, self._moduli, first, last, new_counts)
            if last < many:
                yield
        self._keys, self._counts = new_keys[:found].copy(), new_counts
        yield


def _steps(part: Part) -> list[tuple[int, int]]:
    """Return for each candidate its own bit in a state, and those that choosing it sets.

    A candidate has a bit from the first that it conflicts with until it is gone through itself.
    """
    free = (1 << WORD) - 1
    bit_of: dict[int, int] = {}
    steps = []
    for at, mask in enumerate(part.conflicts):
        own = bit_of.pop(at, 0)
        conflicts = 0
        for other in bits(mask >> (at + 1) << (at + 1)):
            if other not in bit_of:
                if not free:
                    raise TooManyStatesError
                bit_of[other] = free & -free
                free ^= bit_of[other]
            conflicts |= bit_of[other]
        free |= own
        steps.append((own, conflicts))
    return steps
