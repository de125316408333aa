"""Counting sets of candidates one by one, by depth-first search in a compiled kernel.

It suits pieces of long reach, which leave little free. Its cost is some nanoseconds a set, less
those that are counted at the leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from rookery.nonattacking.counting import sets_kernel as kernel
from rookery.nonattacking.counting.parts import Part
from rookery.nonattacking.counting.polynomials import Counts, without_zeros
from rookery.nonattacking.graph import Look

NODES_A_SLICE = 1 << 22
PROBES = 100


class SetCounter:
    """A depth-first search through the sets of a part.

    Parameters
    ----------
    part
        In the order in which it is gone through.
    """

    def __init__(self, part: Part) -> None:
        many = len(part)
        every = (1 << many) - 1
        later = [every & ~mask & -(2 << at) for at, mask in enumerate(part.conflicts)]
        deepest = part.most()[-1] + 2
        self.sets = kernel.Sets(
            np.array([_words(mask, many) for mask in later], np.int64),
            np.zeros((deepest, len(_words(0, many))), np.int64),
            np.full(deepest, many, np.int64),
            np.zeros(deepest + 1, np.int64),
            np.array([0, _tail(part)], np.int64),
        )
        self.sets.free[0] = _words(every, many)

    def run(self, nodes: int = NODES_A_SLICE) -> Iterator[None]:
        """Count all sets; pause after each slice of work."""
        while self.sets.state[kernel.DEPTH] >= 0:
            kernel.count_sets(self.sets, nodes)
            yield

    def counts(self) -> Counts:
        """Return how many sets of 0, 1, ... candidates were found."""
        return without_zeros([1, *map(int, self.sets.counts[1:])])

    def share(self) -> float:
        """Return what part of the search is over; the branches of a node count alike."""
        deepest = int(self.sets.state[kernel.DEPTH])
        share, width = 0.0, 1.0
        for depth in range(deepest + 1):
            branches = int(self.sets.branches[depth])
            left = sum(int(word).bit_count() for word in self.sets.free[depth])
            width /= branches + 1
            share += (branches - left - (depth < deepest)) * width
        return share if deepest >= 0 else 1.0


def estimate(part: Part, seed: int = 0, look: Look = bool) -> float:
    """Return about how many sets there are (D. E. Knuth, Math. Comp. 29, 1975: random descents)."""
    random = Random(seed)
    total = 0.0
    for _ in range(PROBES):
        look()
        free, width = (1 << len(part)) - 1, 1.0
        while free:
            numbers = free.bit_count()
            total += width * numbers / PROBES
            at = _nth(free, random.randrange(numbers))
            free &= ~part.conflicts[at] & -(2 << at)
            width *= numbers
    return total + 1


def _nth(mask: int, number: int) -> int:
    """Return the bit of a number, from 0, among those that are set."""
    low, high = 0, mask.bit_length()  # it is at low or above, and below high
    while high - low > 1:
        middle = (low + high) // 2
        below = (mask & (1 << middle) - 1).bit_count()
        low, high = (low, middle) if number < below else (middle, high)
    return low


def _tail(part: Part) -> int:
    """Return the first candidate from which on all conflict with each other."""
    rest = 0
    for at in range(len(part) - 1, -1, -1):
        if rest & ~part.conflicts[at]:
            return at + 1
        rest |= 1 << at
    return 0


def _words(mask: int, many: int) -> list[int]:
    """Return a set as words of 63 bits, as many as so many candidates take."""
    full = (1 << kernel.WORD) - 1
    return [mask >> at & full for at in range(0, max(1, many), kernel.WORD)]
