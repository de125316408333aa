"""Counting by halves, one unit of work after the other."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from rookery.compiled.lanes import Lanes, lanes_named, widest
from rookery.queens.counting import halves_kernel as kernel
from rookery.queens.counting.compare_kernel import GROUP, KEY_BYTES, VALUES, Places
from rookery.queens.counting.halves import Plan, Prefix, Unit, prefixes, turned_weights
from rookery.queens.counting.halves_kernel import HalfFillings, Squares
from rookery.queens.counting.join_kernel import Lower, Room, Stored, Weights, join_halves
from rookery.queens.counting.tables import (
    LOWER,
    UPPER,
    HalfBoard,
    keys_beside,
    marked,
    marks_beside,
    sets_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

End = TypeVar("End")

# Room for fillings at first, times eight for every row of a half: enough for most boards. Memory
# is taken only where something is written.
FIRST_ROOM = 1.5
GROWTH = 1.5  # times what was needed, so that room grows seldom
MOST_STORED = 100_000_000  # words of the fillings of the last row at once, of four bytes each
SLICE_SECONDS = 0.05  # between two looks at whether to stop
FIRST_RANKS = 64  # sets of columns in a slice before it is known how long they take
COPIED = 1 << 22  # words at once
CACHE_LINE = 64  # bytes


class UnitCounter:
    """Counts the placements of units; can be sent to other processes.

    Parameters
    ----------
    plan
        How the board is cut.
    lanes
        The name of the vectors to use: avx512, avx2 or portable. When None, the widest of the
        machine that counts.

    Attributes
    ----------
    at_work
        For every unit begun in this process and not ended, what was counted of it so far and
        about what part of it, from 0 to 1, is done.

    Notes
    -----
    In every process that it is sent to there is one of a plan, so that its tables are made
    once. Every thread that calls it keeps lists of fillings: see `docs/scaling.md`.
    """

    def __init__(self, plan: Plan, lanes: str | None = None) -> None:
        self.plan = plan
        self.lanes = lanes
        self.at_work: dict[Unit, tuple[int, float]] = {}
        self._idle: SimpleQueue[_Workspace] = SimpleQueue()
        self._is_stopped = False

    def __reduce__(self) -> tuple[Any, ...]:
        return _counter_here, (self.plan, self.lanes)

    def __call__(self, unit: Unit) -> int:
        """Return the number of placements that belong to the prefixes of a unit.

        Raises
        ------
        InterruptedError
            When `stop` was called.
        """
        try:
            workspace = self._idle.get_nowait()
        except Empty:
            workspace = _Workspace(self.plan, lanes_named(self.lanes or widest()))
        counted = 0
        try:
            for number, start in enumerate(unit):
                for prefix in prefixes(self.plan, start=start):
                    for found, part in workspace.counts(prefix):
                        counted += found
                        done = part_before(prefix[len(start) :], self.plan.n, part)
                        self.at_work[unit] = counted, (number + done) / len(unit)
                        if self._is_stopped:
                            raise InterruptedError
        finally:
            self._idle.put(workspace)
        self.at_work.pop(unit, None)
        return counted

    def start(self) -> None:
        """Let calls be made, also after `stop`."""
        self._is_stopped = False

    def stop(self) -> None:
        """End the calls in other threads, whose units are not asked for any more."""
        self._is_stopped = True


def part_before(columns: Prefix, n: int, part: float) -> float:
    """Return what part of all rows of so many columns comes before some, each counting alike.

    `part` is how much is done of the last.

    >>> part_before((2, 1), 4, 0.5), part_before((), 4, 0.5)
    (0.59375, 0.5)
    """
    share, width = 0.0, 1.0
    for column in columns:
        width /= n
        share += column * width
    return share + part * width


@lru_cache(maxsize=1)
def _counter_here(plan: Plan, lanes: str | None) -> UnitCounter:
    return UnitCounter(plan, lanes)


class _Slices:
    """Parts of the ranks from 0 on, each as long as fits in a slice by what those before took."""

    def __init__(self) -> None:
        self._next = 0
        self._began = 0.0
        self._size = FIRST_RANKS

    def slices(self, end: int, begin: int = 0) -> Iterator[tuple[int, int]]:
        """Yield the first and the last but one rank of each part; `done` tells what was done."""
        self._next = begin
        while self._next < end:
            self._began = time.perf_counter()
            yield self._next, min(self._next + self._size, end)

    def done(self, reached: int) -> None:
        """Go on from a rank; the part before it took the time since it was handed out."""
        took = max(time.perf_counter() - self._began, 1e-6)
        fitting = int((reached - self._next) * SLICE_SECONDS / took)
        self._size = max(1, min(fitting, 2 * self._size))
        self._next = reached


class _Workspace:
    """The tables of a plan, and lists that grow as they have to."""

    def __init__(self, plan: Plan, lanes: Lanes) -> None:
        self.plan = plan
        self.lanes = lanes
        self.sets = sets_of(plan.upper + plan.lower + 1, plan.lower)
        self.boards = [HalfBoard(plan, half) for half in (UPPER, LOWER)]
        self._most_sets = most = int(np.diff(self.sets.first).max())
        # Two lists in turn for the inner rows of a half; then the last row's of the upper half.
        room = kernel.SPARE + int(FIRST_ROOM * 8**plan.upper)
        self.rows = [_fillings(kernel.SPARE + room // 4, most) for _ in range(2)]
        self.upper: dict[bool, HalfFillings] = {}  # by whether the reach is the key
        self.room = _room(plan.n, lanes, kernel.SPARE, kernel.SPARE)
        self._joining = _Slices()
        self._filling = [_Slices() for _ in range(plan.lower + 1)]

    @cached_property
    def shorter(self) -> _Workspace:
        """One with a row less in a half, and so with fewer diagonals that touch both."""
        plan = self.plan
        if plan.lower > plan.upper:
            return _Workspace(replace(plan, lower=plan.lower - 1), self.lanes)
        return _Workspace(replace(plan, upper=plan.upper - 1), self.lanes)

    def counts(self, prefix: Prefix) -> Iterator[tuple[int, float]]:
        """Count the placements of a prefix, each times its weight, a slice at a time.

        Yields
        ------
        tuple
            What a slice added, and what part of the prefix is joined by then.
        """
        plan = self.plan
        keys = keys_beside(plan, prefix)
        if not keys.fit:
            yield from self._longer_counts(prefix)
            return
        free = np.array([c for c in range(plan.n) if c not in prefix], np.int64)
        marks, lower_marks = (marks_beside(plan, half, keys) for half in (UPPER, LOWER))
        squares = [
            marked(plan, of_half, board.squares(prefix, keys))
            for of_half, board in zip((marks, lower_marks), self.boards, strict=True)
        ]
        weights = Weights(*(np.array(w, np.int64) for w in turned_weights(plan, prefix)))
        fixed = plan.fixed(prefix)
        sets, first = self._sets_of_size(plan.upper), 0
        lower_sets = self._sets_of_size(plan.lower)
        while first < sets:  # more than once when not all upper fillings can be stored
            before = first / sets
            upper = self._fill(squares[UPPER], plan.upper, not marks.is_key, fixed, free)
            yield from _told(upper, before)
            end = yield from _told(self._store(squares[UPPER], marks.is_key, free, first), before)
            has_reach = not lower_marks.is_key
            filling = self._fill(squares[LOWER], plan.lower, has_reach, fixed[::-1], free)
            yield from _told(filling, before)
            parents = self.rows[(plan.lower - 1) % 2]
            lower = Lower(squares[LOWER], parents, has_reach, lower_marks.attacks, lower_marks.tie)
            stored = Stored(
                self.upper[marks.is_key], first, end, marks.attacks, marks.tie, keys.mask
            )
            self._grow_room(parents, stored)
            for ranks in self._joining.slices(lower_sets):
                found = join_halves(
                    self.lanes, (plan.upper, plan.lower), self.sets, free, weights, keys.number,
                    stored, lower, self.room, ranks,
                )  # fmt: skip
                self._joining.done(ranks[1])
                yield int(found), before + (end - first) / sets * ranks[1] / lower_sets
            first = end

    def _longer_counts(self, prefix: Prefix) -> Iterator[tuple[int, float]]:
        """Count with a shorter half, beside which every prefix has a row more."""
        shorter = self.shorter
        for longer in prefixes(shorter.plan, start=prefix):
            for found, part in shorter.counts(longer):
                yield found, part_before(longer[len(prefix) :], self.plan.n, part)

    def _sets_of_size(self, size: int) -> int:
        return int(self.sets.first[size + 1] - self.sets.first[size])

    def _fill(
        self,
        squares: Squares,
        rows: int,
        has_reach: bool,
        fixed: list[int],
        free: NDArray[np.int64],
    ) -> Generator[None]:
        """Find all fillings of a half but the last of its rows, the nearest row's first.

        It yields after every slice of work.
        """
        _begin(self.rows[0], fixed)
        for distance in range(1, rows):
            filled, place = self.rows[(distance - 1) % 2], distance % 2
            self.rows[place].start[0] = 0
            filling = self._filling[distance]
            for first, last in filling.slices(self._sets_of_size(distance)):
                reached = kernel.add_row(
                    self.lanes, self.sets, free, squares, distance, rows - distance, has_reach,
                    filled, self.rows[place], (first, last),
                )  # fmt: skip
                filling.done(reached)
                if reached < last:
                    self.rows[place] = yield from _enlarged(self.rows[place], reached)
                else:
                    yield

    def _store(
        self, squares: Squares, is_key: bool, free: NDArray[np.int64], begin: int
    ) -> Generator[None, None, int]:
        """Find the upper fillings of the sets from a rank on; return where there was no more room.

        It yields after every slice of work.
        """
        distance = self.plan.upper
        sets = self._sets_of_size(distance)
        filled = self.rows[(distance - 1) % 2]
        most = MOST_STORED if is_key else MOST_STORED // 2
        if is_key not in self.upper:
            room = min(int(FIRST_ROOM * 8**distance), most)
            self.upper[is_key] = _fillings(kernel.SPARE + room, self._most_sets, True, is_key)
        upper = self.upper[is_key]
        upper.start[begin] = 0
        filling = self._filling[distance]
        for first, last in filling.slices(sets, begin):
            reached = kernel.add_row(
                self.lanes, self.sets, free, squares, distance, 0, not is_key, filled, upper,
                (first, last),
            )  # fmt: skip
            filling.done(reached)
            yield
            if reached < last:
                if reached > begin and len(upper.key) >= most:
                    return int(reached)
                upper = self.upper[is_key] = yield from _enlarged(upper, reached)
        return sets

    def _grow_room(self, parents: HalfFillings, stored: Stored) -> None:
        """Make room for the fillings of the largest lower set, and the keys that it may meet."""
        rows = self.plan.lower
        lower = rows * _longest(parents, 0, self._sets_of_size(rows - 1)) + 2 * kernel.SPARE
        longest = _longest(stored.fillings, stored.first, stored.end)
        chosen = self.plan.n * (longest + 2 * GROUP) + kernel.SPARE
        if lower > len(self.room.lower.key) or chosen > len(self.room.chosen):
            self.room = _room(self.plan.n, self.lanes, int(lower * GROWTH), int(chosen * GROWTH))


def _told(work: Generator[None, None, End], part: float) -> Generator[tuple[int, float], None, End]:
    """Yield after every slice of some work that it added nothing; return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            reached: End = end.value
            return reached
        yield 0, part


def _longest(fillings: HalfFillings, first: int, end: int) -> int:
    """Return the most fillings that one of some sets has."""
    return int(np.diff(fillings.start[first : end + 1]).max(initial=0))


def _room(n: int, lanes: Lanes, lower: int, chosen: int) -> Room:
    """Return room for so many lower fillings of a set, and for so many upper keys."""
    even, odd = _words(chosen), _words(chosen)
    return Room(
        _fillings(lower, 1, is_last=True),
        _words(chosen),
        Places(even, odd, even.view(np.uint16), odd.view(np.uint16)),
        np.zeros(n, np.int64),
        np.zeros(2 * n, np.int64),
        _words(KEY_BYTES * VALUES * lanes.width),
        _words((n + 1) * lanes.width),
    )


def _words(number: int) -> NDArray[np.uint32]:
    """Return zeros from the start of a line of the cache: vectors that cross one are slow."""
    words = np.zeros(number + CACHE_LINE // 4, np.uint32)
    first = -words.ctypes.data % CACHE_LINE // words.itemsize
    return words[first : first + number]


def _fillings(room: int, sets: int, is_last: bool = False, is_key: bool = False) -> HalfFillings:
    """Return room for so many fillings; `is_key` is whether their reach is their key."""
    key = _words(room)
    reach = key if is_key else _words(room)
    # The last row needs no words for a next one, but the kernels want arrays.
    left, right = (_words(1 if is_last else room) for _ in range(2))
    return HalfFillings(left, right, key, reach, np.zeros(sets + 1, np.int64))


def _enlarged(fillings: HalfFillings, reached: int) -> Generator[None, None, HalfFillings]:
    """Return more room with the fillings of the sets before a rank; yield between parts of it."""
    used = int(fillings.start[reached])
    is_last = len(fillings.left) < len(fillings.key)
    is_key = fillings.reach is fillings.key
    room, sets = int(len(fillings.key) * GROWTH), len(fillings.start) - 1
    larger = _fillings(room, sets, is_last, is_key)
    larger.start[:] = fillings.start
    for at in range(0, used, COPIED):
        part = slice(at, min(at + COPIED, used))
        for new, old in zip(larger[:-1], fillings[:-1], strict=True):
            new[part] = old[part]
        yield
    return larger


def _begin(fillings: HalfFillings, fixed: list[int]) -> None:
    """Make the filling of no rows, whose next row the fixed queens attack.

    `fixed` is the column of the queen in each middle row, from the half on; -1 for none.
    """
    left = right = 0
    for row, column in enumerate(fixed):
        if column >= 0:
            left |= 1 << column >> row + 1
            right |= 1 << column << row + 1
    fillings.left[0], fillings.right[0] = left, right & kernel.ALL_BITS
    fillings.key[0] = fillings.reach[0] = 0
    fillings.start[:2] = 0, 1
