"""Sets of candidates counted and listed one by one, by depth-first search in compiled kernels.

This suits pieces of long reach, which leave little free, and boards whose rows hold one piece each.
A set costs some nanoseconds; sets counted at the leaves cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from rookery.compiled.arrays import Int64s
from rookery.nonattacking.counting import sets_kernel as kernel
from rookery.nonattacking.counting.components import Component
from rookery.nonattacking.counting.polynomials import Counts, without_zeros
from rookery.nonattacking.counting.slices import Slice, Slices
from rookery.nonattacking.graph import WORD, Requirement, bits, matrix_of, words_of
from rookery.nonattacking.validation import PlacedPiece
from rookery.results.limits import Check

if TYPE_CHECKING:
    from rookery.nonattacking.counting.row_search import RowMasks, RowTable

    SetNode = tuple[tuple[int, ...], int]  # chosen, and free after the last of them

NODES_A_SLICE = 1 << 22  # between two checks of the deadline
PROBES = 100  # random sets by which the number of all is estimated


class SetTable:
    """A component as the kernel takes it, for sets of at most `most` candidates."""

    is_of_rows = False

    def __init__(self, component: Component, most: int) -> None:
        many = len(component)
        self.most = most
        every = (1 << many) - 1
        self._later = [every & ~mask & -(2 << at) for at, mask in enumerate(component.conflicts)]
        self.root: SetNode = ((), every)
        width = max(1, -(-many // WORD))
        self.open = words_of([every], width)[0]
        compatible = np.zeros((width * WORD, width), np.int64)
        compatible[:many] = words_of(self._later, width)
        self.compatible = compatible.reshape(width, WORD, width)
        self.deepest = component.most()[-1] + 2
        self.tail = _tail(component.conflicts, many)
        self.before_tail = _tail(component.conflicts, self.tail)

    def below(self, node: SetNode) -> list[SetNode]:
        """Return the sets with one candidate more, each with the candidates free after its last."""
        chosen, free = node
        return [((*chosen, at), free & self._later[at]) for at in bits(free)]


def count_sets(
    table: SetTable | RowTable,
    prefixes: Sequence[Sequence[int]] | Int64s = ((),),
    images: Sequence[int] = (1,),
    empty: int = 0,
) -> Slices:
    """Count the sets that begin with given prefixes of one length, by depth-first search.

    `images` says for each prefix how many it stands for; `empty` sets are counted besides.
    """
    length = len(prefixes[0]) if len(prefixes) else 0
    free = np.zeros((table.deepest, len(table.open)), np.int64)
    free[0] = table.open
    sets = kernel.SetArrays(
        table.compatible,
        np.array(prefixes, np.int64).reshape(len(prefixes), length),
        np.array(images, np.int64),
        free,
        np.zeros(table.deepest, np.int64),
        np.zeros(table.deepest + 1, np.int64),
        np.array([length - 1, 0, table.tail, table.before_tail, table.most], np.int64),
    )
    sets.counts[0] = empty

    def counts() -> Counts:
        found: Counts = sets.counts.tolist()
        if table.is_of_rows:
            rows = len(table.open)
            found = [0] * rows + [found[rows]]
        return without_zeros(found)

    search = kernel.count_rows if table.is_of_rows else kernel.count_sets
    while search(sets, NODES_A_SLICE):
        yield Slice(_share(sets, table.is_of_rows), counts)
    return counts()


def count_needed(table: SetTable, needs: Sequence[Requirement], chosen: int, free: int) -> Slices:
    """Count the sets that meet all requirements and extend a set by free candidates."""
    width = len(table.open)
    taken = [(chosen & need.mask).bit_count() for need in needs]
    for need, number in zip(needs, taken, strict=True):
        if number >= need.most:
            free &= ~need.mask
    sets = kernel.SetArrays(
        table.compatible,
        np.zeros((1, 0), np.int64),
        np.ones(1, np.int64),
        np.zeros((table.deepest, width), np.int64),
        np.zeros(table.deepest, np.int64),
        np.zeros(table.deepest + 1, np.int64),
        np.array([0, 1], np.int64),
    )
    spans = np.array([(need.least, need.most) for need in needs], np.int64).reshape(-1, 2)
    arrays = kernel.NeedArrays(
        words_of([need.mask for need in needs], width),
        spans,
        np.zeros((table.deepest, len(needs)), np.int64),
    )
    arrays.taken[0] = taken
    sets.free[0] = words_of([free], width)
    sets.branches[0] = free.bit_count()
    sets.counts[0] = bool((spans[:, 0] <= taken).all() and (spans[:, 1] >= taken).all())

    def counts() -> Counts:
        return [0] * chosen.bit_count() + without_zeros(sets.counts.tolist())

    while kernel.count_needed(sets, arrays, NODES_A_SLICE):
        yield Slice(_share(sets, False), counts)
    return counts()


def _share(sets: kernel.SetArrays, is_of_rows: bool) -> float:
    """Return the share of the search done; prefixes and branches of a node count equally."""
    deepest, begun = map(int, sets.state[: kernel.TAIL])
    share = begun / max(1, len(sets.prefixes))
    length = sets.prefixes.shape[1]
    if is_of_rows or deepest < length:
        return share
    width = 1 / len(sets.prefixes)
    share -= width
    for depth in range(length, deepest + 1):
        branches = int(sets.branches[depth])
        left = sum(int(word).bit_count() for word in sets.free[depth])
        width /= branches + 1
        share += (branches - left - (depth < deepest)) * width
    return share


class RowLister:
    """The placements from `start` on in lexicographic order, in blocks of at most `room`."""

    def __init__(self, masks: RowMasks, start: Sequence[PlacedPiece], room: int) -> None:
        rows, none = len(masks.open), np.zeros(0, np.int64)
        free = np.zeros((rows, rows), np.int64)
        free[0] = masks.open
        state = np.zeros(1, np.int64)
        self._search = kernel.SetArrays(
            masks.compatible, none.reshape(0, 0), none, free, none, none, state
        )
        self._path = np.zeros(rows, np.int64)
        self._found = np.zeros((room, rows), np.int64)
        state[kernel.DEPTH] = self._pass_over(start) if all(masks.open) else -1

    def run(self) -> Iterator[list[list[int]]]:
        """Yield blocks of the columns of all rows, an empty one after a slice without any."""
        while self._search.state[kernel.DEPTH] >= 0:
            many = kernel.list_rows(self._search, self._path, self._found, NODES_A_SLICE)
            yield self._found[:many].tolist()

    def _pass_over(self, start: Sequence[PlacedPiece]) -> int:
        """Skip the placements before given pieces; return the row to begin with."""
        free, rows = self._search.free, len(self._search.free)
        for row, (_, at, column) in enumerate(start[:rows]):
            if at != row:
                return row if at < row else row - 1
            is_there = int(free[row, row]) >> column & 1
            is_last = row == rows - 1
            after = int(is_last and len(start) == rows)  # the last pieces may be those of `start`
            free[row, row] &= -1 << (column + 1 - after)
            self._path[row] = column
            if is_last or not is_there:
                return row
            later = slice(row + 1, rows)
            free[row + 1, later] = free[row, later] & self._search.compatible[row, column, later]
            if not free[row + 1, later].all():
                return row
        return len(start)


def images_of(component: Component, check_deadline: Check = bool) -> list[int]:
    """Return multiplicities: a candidate counts for its image, whose own multiplicity is 0.

    A reflection of a set is a set of the same size. If the later compatible candidates of one
    candidate are the reflections of those of another, as for queens with one in each row, equally
    many sets begin with both.
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


def estimate(component: Component, most: int, check_deadline: Check = bool) -> float:
    """Estimate the number of sets of at most `most` (D. E. Knuth, Math. Comp. 29, 1975)."""
    random = Random(0)
    total = 0.0
    for _ in range(PROBES):
        check_deadline()
        free, width = (1 << len(component)) - 1, 1.0
        for _ in range(most):
            if not free:
                break
            numbers = free.bit_count()
            total += width * numbers / PROBES
            at = _nth(free, random.randrange(numbers))
            free &= ~component.conflicts[at] & -(2 << at)
            width *= numbers
    return total + 1


def _nth(mask: int, number: int) -> int:
    """Return the set bit with this number, from 0."""
    low, high = 0, mask.bit_length()  # the bit is in low ... high - 1
    while high - low > 1:
        middle = (low + high) // 2
        below = (mask & (1 << middle) - 1).bit_count()
        low, high = (low, middle) if number < below else (middle, high)
    return low


def _tail(conflicts: Sequence[int], end: int) -> int:
    """Return the first candidate from which all to the end conflict with each other."""
    rest = 0
    for at in range(end - 1, -1, -1):
        if rest & ~conflicts[at]:
            return at + 1
        rest |= 1 << at
    return 0
