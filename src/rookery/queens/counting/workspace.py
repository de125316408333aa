"""Counting of prefixes by halves: the fillings of both halves and their join, in slices."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np

from rookery.compiled.arrays import Int64s, UInt32s
from rookery.compiled.plain_lanes import Lanes
from rookery.queens.counting.compare_kernel import ALL_BITS, GROUP, KEY_BYTES, VALUES, TableIndices
from rookery.queens.counting.halves import Plan, Prefix, Weights, prefixes, turned_weights
from rookery.queens.counting.halves_kernel import (
    SPARE,
    HalfFillings,
    HalfSquares,
    JoinBuffers,
    LowerHalf,
    PairWeights,
    StoredFillings,
    add_row,
    join_halves,
)
from rookery.queens.counting.tables import (
    LOWER,
    UPPER,
    HalfBoard,
    Keys,
    keys_beside,
    marked,
    marks_beside,
    sets_of,
)

# Words of a first buffer, times eight for every row of a half: enough for most boards. The system
# only provides the memory that is written.
FIRST_ROOM = 1.5
GROWTH = 1.5  # factor on the words needed when a buffer grows
MOST_STORED = 100_000_000  # words of four bytes for the fillings of the last row, at most
COPIED = 1 << 22  # words copied per slice
CACHE_LINE = 64  # bytes
SLICE_SECONDS = 0.05  # seconds between two checks for a stop
FIRST_RANKS = 64  # sets of columns in the first slice


def largest_set(fillings: HalfFillings, first: int, end: int) -> int:
    """Return the greatest number of fillings of a set in a range of ranks."""
    return int(np.diff(fillings.start[first : end + 1]).max(initial=0))


def join_buffers(n: int, lanes: Lanes, lower: int, chosen: int) -> JoinBuffers:
    """Return buffers for the lower fillings of a set and for upper keys."""
    return JoinBuffers(
        room_for_fillings(lower, 1, is_last=True),
        aligned_words(chosen),
        TableIndices(aligned_words(chosen), aligned_words(chosen)),
        np.zeros(n, np.int64),
        np.zeros(2 * n, np.int64),
        aligned_words(KEY_BYTES * VALUES * lanes.width),
        aligned_words((n + 1) * lanes.width),
    )


def aligned_words(number: int) -> UInt32s:
    """Return zeros aligned to a cache line, because vectors that cross one are slow."""
    words = np.zeros(number + CACHE_LINE // 4, np.uint32)
    first = -words.ctypes.data % CACHE_LINE // words.itemsize
    return words[first : first + number]


def room_for_fillings(
    room: int, sets: int, is_last: bool = False, is_key: bool = False
) -> HalfFillings:
    """Return buffers for fillings grouped by sets.

    `is_last` states that they fill the last row of a half; `is_key`, that one array serves as reach
    and key.
    """
    key = aligned_words(room)
    reach = key if is_key else aligned_words(room)
    # After the last row, `left` and `right` are unused, but the kernels need arrays.
    left, right = (aligned_words(1 if is_last else room) for _ in range(2))
    return HalfFillings(left, right, key, reach, np.zeros(sets + 1, np.int64))


def enlarged(fillings: HalfFillings, reached: int) -> Generator[int, None, HalfFillings]:
    """Copy the fillings of the sets before a rank into larger buffers; yield the rank in slices."""
    used = int(fillings.start[reached])
    is_last = len(fillings.left) < len(fillings.key)
    is_key = fillings.reach is fillings.key
    room, sets = int(len(fillings.key) * GROWTH), len(fillings.start) - 1
    larger = room_for_fillings(room, sets, is_last, is_key)
    larger.start[:] = fillings.start
    for at in range(0, used, COPIED):
        copied = slice(at, min(at + COPIED, used))
        for new, old in zip(larger[:-1], fillings[:-1], strict=True):
            new[copied] = old[copied]
        yield reached
    return larger


def root_attacks(fixed: list[int]) -> tuple[int, int]:
    """Return the columns of a half's first row that the fixed queens reach on each side, as bits.

    `fixed` is the column of the queen in each middle row, the nearest row first; -1 for none.
    """
    left = right = 0
    for row, column in enumerate(fixed):
        if column >= 0:
            left |= 1 << column >> row + 1
            right |= 1 << column << row + 1
    return left, right & ALL_BITS


def write_root(fillings: HalfFillings, fixed: list[int]) -> None:
    """Write the empty filling, with the attacks of the fixed queens on a half's first row."""
    fillings.left[0], fillings.right[0] = root_attacks(fixed)
    fillings.key[0] = fillings.reach[0] = 0
    fillings.start[:2] = 0, 1


def share_done(columns: Prefix, n: int, share_of_last: float) -> float:
    """Return the share done of all prefixes of a length, if all take equal time.

    `columns` is the current prefix, and `share_of_last` the share done of this one.

    >>> share_done((2, 1), 4, 0.5), share_done((), 4, 0.5)
    (0.59375, 0.5)
    """
    share, width = 0.0, 1.0
    for column in columns:
        width /= n
        share += column * width
    return share + share_of_last * width


class _RankSlices:
    """Ranges of ranks, sized to take one slice each, judged by the time of the earlier ranges."""

    def __init__(self) -> None:
        self._next = 0
        self._began = 0.0
        self._size = FIRST_RANKS

    def slices(self, end: int, begin: int = 0) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each range; the caller reports its progress to `done`."""
        self._next = begin
        while self._next < end:
            self._began = time.perf_counter()
            yield self._next, min(self._next + self._size, end)

    def done(self, reached: int) -> None:
        """Set the next rank, and adapt the size to the time since the range was yielded."""
        took = max(time.perf_counter() - self._began, 1e-6)
        fitting = int((reached - self._next) * SLICE_SECONDS / took)
        self._size = max(1, min(fitting, 2 * self._size))
        self._next = reached


class HalvesWorkspace(ABC):
    """The tables of a plan, by which its prefixes are counted."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.sets = sets_of(plan.upper + plan.lower + 1, plan.lower)
        self.boards = [HalfBoard(plan, half) for half in (UPPER, LOWER)]

    @abstractmethod
    def like(self, plan: Plan) -> HalvesWorkspace:
        """Return a workspace of the same kind for another plan."""

    @abstractmethod
    def joined(self, prefix: Prefix, keys: Keys, weights: Weights) -> Iterator[tuple[int, float]]:
        """Count the placements of a prefix whose keys fit, as `counts` does."""

    @cached_property
    def shorter(self) -> HalvesWorkspace:
        """The workspace of a plan with one row less in a half: fewer diagonals touch both."""
        plan = self.plan
        if plan.lower > plan.upper:
            return self.like(replace(plan, lower=plan.lower - 1))
        return self.like(replace(plan, upper=plan.upper - 1))

    def counts(self, prefix: Prefix) -> Iterator[tuple[int, float]]:
        """Count a prefix by weights; yield each slice's count and the share joined by then."""
        weights = turned_weights(self.plan, prefix)
        if not any(weights[0]):  # no middle queens are the least of their orbit
            return
        keys = keys_beside(self.plan, prefix)
        if keys.fit:
            yield from self.joined(prefix, keys, weights)
            return
        # A shorter half leaves one more middle row for the prefix to fix.
        for longer in prefixes(self.shorter.plan, start=prefix):
            for count, share in self.shorter.counts(longer):
                yield count, share_done(longer[len(prefix) :], self.plan.n, share)


class Workspace(HalvesWorkspace):
    """The tables of a plan, and growing buffers."""

    def __init__(self, plan: Plan, lanes: Lanes) -> None:
        super().__init__(plan)
        self.lanes = lanes
        self._most_sets = most = int(np.diff(self.sets.first).max())
        # two buffers in turn for the inner rows of a half, then one for the upper half's last row
        room = SPARE + int(FIRST_ROOM * 8**plan.upper)
        self.rows = [room_for_fillings(SPARE + room // 4, most) for _ in range(2)]
        self.upper: dict[bool, HalfFillings] = {}  # by whether the reach is the key
        self.room = join_buffers(plan.n, lanes, SPARE, SPARE)
        self._joining = _RankSlices()
        self._filling = [_RankSlices() for _ in range(plan.lower + 1)]

    def like(self, plan: Plan) -> Workspace:
        """Return a workspace with the same lanes for another plan."""
        return Workspace(plan, self.lanes)

    def joined(self, prefix: Prefix, keys: Keys, weights: Weights) -> Iterator[tuple[int, float]]:
        """Count the placements of a prefix whose keys fit, a slice at a time."""
        plan = self.plan
        free = np.array([c for c in range(plan.n) if c not in prefix], np.int64)
        marks, lower_marks = (marks_beside(plan, half, keys) for half in (UPPER, LOWER))
        squares = [
            marked(plan, of_half, board.squares(prefix, keys))
            for of_half, board in zip((marks, lower_marks), self.boards, strict=True)
        ]
        pairs = PairWeights(*(np.array(w, np.int64) for w in weights))
        fixed = plan.fixed(prefix)
        sets, first = self._sets_of_size(plan.upper), 0
        lower_sets = self._sets_of_size(plan.lower)
        while first < sets:  # repeats if memory cannot hold all upper fillings
            before = first / sets
            for _ in self._fill(squares[UPPER], plan.upper, not marks.is_key, fixed, free):
                yield 0, before
            for reached in self._store(squares[UPPER], marks.is_key, free, first):
                end = reached
                yield 0, before
            has_reach = not lower_marks.is_key
            for _ in self._fill(squares[LOWER], plan.lower, has_reach, fixed[::-1], free):
                yield 0, before
            parents = self.rows[(plan.lower - 1) % 2]
            lower = LowerHalf(
                squares[LOWER], parents, has_reach, lower_marks.attacks, lower_marks.tie
            )
            stored = StoredFillings(
                self.upper[marks.is_key], first, end, marks.attacks, marks.tie, keys.mask
            )
            self._grow_room(parents, stored)
            for ranks in self._joining.slices(lower_sets):
                count = join_halves(
                    self.lanes, (plan.upper, plan.lower), self.sets, free, pairs, keys.number,
                    stored, lower, self.room, ranks,
                )  # fmt: skip
                self._joining.done(ranks[1])
                yield int(count), before + (end - first) / sets * ranks[1] / lower_sets
            first = end

    def _sets_of_size(self, size: int) -> int:
        return int(self.sets.first[size + 1] - self.sets.first[size])

    def _fill(
        self,
        squares: HalfSquares,
        rows: int,
        has_reach: bool,
        fixed: list[int],
        free: Int64s,
    ) -> Iterator[int]:
        """Fill all rows of a half but the last, the nearest first; yield the rank after a slice."""
        write_root(self.rows[0], fixed)
        for distance in range(1, rows):
            filled, place = self.rows[(distance - 1) % 2], distance % 2
            self.rows[place].start[0] = 0
            filling = self._filling[distance]
            for first, last in filling.slices(self._sets_of_size(distance)):
                reached = add_row(
                    self.lanes, self.sets, free, squares, distance, rows - distance, has_reach,
                    filled, self.rows[place], (first, last),
                )  # fmt: skip
                filling.done(reached)
                yield reached
                if reached < last:
                    self.rows[place] = yield from enlarged(self.rows[place], reached)

    def _store(self, squares: HalfSquares, is_key: bool, free: Int64s, begin: int) -> Iterator[int]:
        """Store the upper fillings of the sets from a rank on; yield the rank after each slice."""
        distance = self.plan.upper
        sets = self._sets_of_size(distance)
        filled = self.rows[(distance - 1) % 2]
        most = MOST_STORED if is_key else MOST_STORED // 2
        if is_key not in self.upper:
            room = min(int(FIRST_ROOM * 8**distance), most)
            self.upper[is_key] = room_for_fillings(SPARE + room, self._most_sets, True, is_key)
        upper = self.upper[is_key]
        upper.start[begin] = 0
        filling = self._filling[distance]
        for first, last in filling.slices(sets, begin):
            reached = add_row(
                self.lanes, self.sets, free, squares, distance, 0, not is_key, filled, upper,
                (first, last),
            )  # fmt: skip
            filling.done(reached)
            yield int(reached)
            if reached < last:
                if reached > begin and len(upper.key) >= most:
                    return
                upper = self.upper[is_key] = yield from enlarged(upper, reached)

    def _grow_room(self, parents: HalfFillings, stored: StoredFillings) -> None:
        """Make the join's buffers large enough for every lower set and its matching keys."""
        rows = self.plan.lower
        lower = rows * largest_set(parents, 0, self._sets_of_size(rows - 1)) + 2 * SPARE
        longest = largest_set(stored.fillings, stored.first, stored.end)
        chosen = self.plan.n * (longest + 2 * GROUP) + SPARE
        if lower > len(self.room.lower.key) or chosen > len(self.room.chosen):
            self.room = join_buffers(
                self.plan.n, self.lanes, int(lower * GROWTH), int(chosen * GROWTH)
            )
