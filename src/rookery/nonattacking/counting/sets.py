"""Counting sets of candidates one by one, by depth-first search in a compiled kernel.

This suits pieces of long reach, which leave little free. A set costs some nanoseconds; those that
are counted at the leaves cost nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from rookery.nonattacking.counting import sets_kernel as kernel
from rookery.nonattacking.counting.components import Component
from rookery.nonattacking.counting.polynomials import Counts, sum_of, without_zeros
from rookery.nonattacking.counting.slices import Slices
from rookery.nonattacking.graph import CheckDeadline, bits, matrix_of

NODES_A_SLICE = 1 << 22  # between two checks of the deadline
PROBES = 100  # random sets by which the number of all is estimated


class SetTable:
    """A component as the kernel takes it.

    Parameters
    ----------
    component
        In the order in which it is gone through.
    """

    def __init__(self, component: Component) -> None:
        self.many = len(component)
        every = (1 << self.many) - 1
        self.later = [every & ~mask & -(2 << at) for at, mask in enumerate(component.conflicts)]
        self.words = np.array([_words(mask, self.many) for mask in self.later], np.int64)
        self.deepest = component.most()[-1] + 2
        self.tail = _tail(component.conflicts, self.many)
        self.before_tail = _tail(component.conflicts, self.tail)

    def free_after(self, chosen: Sequence[int]) -> int:
        """Return the candidates that may be added to some, after the last of them."""
        free = (1 << self.many) - 1
        for at in chosen:
            free &= self.later[at]
        return free

    def prefixes(self, least: int) -> tuple[Counts, list[tuple[int, ...]]]:
        """Return sets with which all larger ones begin, and how many smaller ones there are.

        Parameters
        ----------
        least
            The sets have the least size of which there are this many, or the greatest size.
        """
        counts = [1]
        level: list[tuple[int, ...]] = [(at,) for at in range(self.many)]
        while level and len(level) < least:
            longer = [(*one, at) for one in level for at in bits(self.free_after(one))]
            if not longer:
                break
            counts.append(len(level))
            level = longer
        return counts, level


class SetCounter:
    """A depth-first search through the sets of a component that begin with some candidates.

    Parameters
    ----------
    table
        Of the component.
    chosen
        Only sets that begin with these candidates are counted.
    times
        The count of each of them.
    """

    def __init__(self, table: SetTable, chosen: Sequence[int] = (), times: int = 1) -> None:
        self._chosen = len(chosen)
        self._times = times
        self.sets = kernel.SetArrays(
            table.words,
            np.zeros((table.deepest, table.words.shape[1]), np.int64),
            np.full(table.deepest, table.many, np.int64),
            np.zeros(table.deepest + 1, np.int64),
            np.array([0, table.tail, table.before_tail], np.int64),
        )
        free = table.free_after(chosen)
        self.sets.free[0] = _words(free, table.many)
        self.sets.branches[0] = free.bit_count()

    def run(self, nodes: int = NODES_A_SLICE) -> Slices:
        """Count all sets; pause after each slice of work."""
        while self.sets.state[kernel.DEPTH] >= 0:
            kernel.count_sets(self.sets, nodes)
            yield

    def counts(self) -> Counts:
        """Return the numbers of sets of 0, 1, ... candidates found so far."""
        found = without_zeros([1, *map(int, self.sets.counts[1:])])
        return [0] * self._chosen + [self._times * number for number in found]

    def share(self) -> float:
        """Return the part of the search that is over; the branches of a node count alike."""
        deepest = int(self.sets.state[kernel.DEPTH])
        share, width = 0.0, 1.0
        for depth in range(deepest + 1):
            branches = int(self.sets.branches[depth])
            left = sum(int(word).bit_count() for word in self.sets.free[depth])
            width /= branches + 1
            share += (branches - left - (depth < deepest)) * width
        return share if deepest >= 0 else 1.0


class MirroredSets:
    """A search through all sets of a component, of mirror images by their first candidate only one.

    Parameters
    ----------
    table
        Of the component.
    images
        For each candidate how many sets there are for one that begins with it: those that it is
        an image of are left out. See `images_of`.
    """

    def __init__(self, table: SetTable, images: Sequence[int]) -> None:
        self._table = table
        self._firsts = [(first, many) for first, many in enumerate(images) if many]
        self._over: Counts = [1]
        self._begun = 0
        self._at_work: SetCounter | None = None

    def run(self, nodes: int = NODES_A_SLICE) -> Slices:
        """Count all sets; pause after each slice of work."""
        for first, times in self._firsts:
            self._begun += 1
            self._at_work = SetCounter(self._table, (first,), times)
            yield from self._at_work.run(nodes)
            self._over, self._at_work = self.counts(), None

    def counts(self) -> Counts:
        """Return the numbers of sets of 0, 1, ... candidates found so far."""
        if self._at_work is None:
            return self._over
        return sum_of(self._over, self._at_work.counts())

    def share(self) -> float:
        """Return the part of the search that is over; first candidates count alike."""
        over = self._begun if self._at_work is None else self._begun - 1 + self._at_work.share()
        return over / len(self._firsts)


def images_of(component: Component, check_deadline: CheckDeadline = bool) -> list[int]:
    """Return for each candidate how many begin as many sets of each size, those before it 0.

    Mirrored from left to right or from top to bottom a set is another set, of as many candidates.
    Where what comes after a candidate and fits it is the mirror image of what comes after another
    one and fits that, as many sets begin with the one as with the other: so it is with queens,
    whose rows hold one each.
    """
    many = len(component)
    images = [1] * many
    place = {candidate: at for at, candidate in enumerate(component.candidates)}
    conflicts = matrix_of(component.conflicts, check_deadline)
    after = np.triu(~conflicts, 1)
    for axis in (1, 2):
        ends = [candidate[axis] for candidate in component.candidates]
        turned = min(ends) + max(ends)
        mirrored = [
            (kind, turned - row, column) if axis == 1 else (kind, row, turned - column)
            for kind, row, column in component.candidates
        ]
        image = [place.get(one, -1) for one in mirrored]
        if -1 in image or any(one != 1 for one in images):
            continue
        check_deadline()
        if not np.array_equal(conflicts[:, image], conflicts[image]):
            continue
        alike = np.all(after[:, image] == after[image], axis=1)
        for at, other in enumerate(image):
            if other > at and alike[at]:
                images[at], images[other] = 2, 0
    return images


def estimate(component: Component, seed: int = 0, check_deadline: CheckDeadline = bool) -> float:
    """Return about how many sets there are (D. E. Knuth, Math. Comp. 29, 1975: random descents)."""
    random = Random(seed)
    total = 0.0
    for _ in range(PROBES):
        check_deadline()
        free, width = (1 << len(component)) - 1, 1.0
        while free:
            numbers = free.bit_count()
            total += width * numbers / PROBES
            at = _nth(free, random.randrange(numbers))
            free &= ~component.conflicts[at] & -(2 << at)
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


def _tail(conflicts: Sequence[int], end: int) -> int:
    """Return the first candidate from which on, until the end, all conflict with each other."""
    rest = 0
    for at in range(end - 1, -1, -1):
        if rest & ~conflicts[at]:
            return at + 1
        rest |= 1 << at
    return 0


def _words(mask: int, many: int) -> list[int]:
    """Return a set of some of `many` candidates as words of 63 bits; NumPy is slower for one."""
    full = (1 << kernel.WORD) - 1
    return [mask >> at & full for at in range(0, max(1, many), kernel.WORD)]
