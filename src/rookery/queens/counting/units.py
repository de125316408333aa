"""Counting by halves, one unit of work after the other."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from functools import lru_cache
from itertools import combinations
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.compiled.lanes import Lanes, lanes_named, widest
from rookery.queens.counting import halves_kernel as kernel
from rookery.queens.counting.halves import (
    Plan,
    Prefix,
    Unit,
    last_weights,
    prefixes,
    shared_diagonals,
)
from rookery.queens.counting.halves_kernel import HalfFillings, Scratch, Sets, Squares

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Room for fillings at first, times eight for every row of a half: enough for most boards. Memory
# is taken only where something is written.
FIRST_ROOM = 1.5
GROWTH = 1.5
UPPER, LOWER = 0, 1
SLICE_SECONDS = 0.05  # between two looks at whether to stop
FIRST_RANKS = 64  # sets of columns in a slice before it is known how long they take
COPIED = 1 << 22  # words at once


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
    once. Every thread that calls it keeps lists for the fillings of both halves: up to 0.6 GB at
    n = 18, 0.3 GB at n = 19 and above.
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
        self.end = 0
        self._next = 0
        self._began = 0.0
        self._size = FIRST_RANKS

    def slices(self, end: int) -> Iterator[tuple[int, int]]:
        """Yield the first and the last but one rank of each part; `done` tells what was done."""
        self.end, self._next = end, 0
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
        self.sets = sets_of(plan.n - plan.middle + 1, plan.half)
        self.squares = [squares_of(plan, half) for half in (UPPER, LOWER)]
        most = int(np.diff(self.sets.first).max())
        # Two lists in turn for the inner rows of both halves; then the last row's of each.
        room = kernel.SPARE + int(FIRST_ROOM * 8**plan.half)
        self.rows = [_fillings(kernel.SPARE + room // 4, most) for _ in range(2)]
        self.whole = [_fillings(room, most, is_last=True) for _ in range(2)]
        self.scratch = Scratch(*(np.zeros(kernel.SPARE, np.uint32) for _ in range(2)))
        self._joining = _Slices()
        self._filling = [_Slices() for _ in range(plan.half + 1)]

    def counts(self, prefix: Prefix) -> Iterator[tuple[int, float]]:
        """Count the placements of a prefix, each times its weight, a slice at a time.

        Yields
        ------
        tuple
            What a slice added, and what part of the prefix is joined by then.
        """
        plan = self.plan
        free = np.array([c for c in range(plan.n) if c not in prefix], np.int64)
        fixed = plan.fixed(prefix)
        for half, columns in ((UPPER, fixed), (LOWER, fixed[::-1])):
            for _ in self._fill(half, columns, free):
                yield 0, 0.0
        self._grow_scratch()
        weight = np.array(last_weights(plan, prefix), np.int64)
        joined = self._joining
        for first, last in joined.slices(self._sets_of_size(plan.half)):
            found = kernel.join_halves(
                self.lanes, plan.half, self.sets, free, weight, *self.whole, self.scratch,
                (first, last),
            )  # fmt: skip
            joined.done(last)
            yield int(found), last / joined.end

    def _sets_of_size(self, size: int) -> int:
        return int(self.sets.first[size + 1] - self.sets.first[size])

    def _fill(self, half: int, fixed: list[int], free: NDArray[np.int64]) -> Iterator[None]:
        """Find all fillings of a half beside the fixed queens, the nearest row's first.

        It yields after every slice of work.
        """
        filled = self.rows[0]
        _begin(filled, fixed)
        for distance in range(1, self.plan.half + 1):
            is_last = distance == self.plan.half
            lists, place = (self.whole, half) if is_last else (self.rows, distance % 2)
            filling = self._filling[distance]
            for first, last in filling.slices(self._sets_of_size(distance)):
                reached = kernel.add_row(
                    self.lanes, self.sets, free, self.squares[half], distance, is_last, filled,
                    lists[place], (first, last),
                )  # fmt: skip
                filling.done(reached)
                if reached < last:
                    lists[place] = yield from _enlarged(lists[place], reached)
                else:
                    yield
            filled = lists[place]

    def _grow_scratch(self) -> None:
        """Make room for the keys of the largest set."""
        size = self.plan.half
        sets = self._sets_of_size(size)
        most = max(int(np.diff(fillings.start[: sets + 1]).max()) for fillings in self.whole)
        if most + kernel.SPARE > len(self.scratch.upper):
            room = int((most + kernel.SPARE) * GROWTH)
            self.scratch = Scratch(*(np.zeros(room, np.uint32) for _ in range(2)))


def sets_of(columns: int, largest: int) -> Sets:
    """Return the sets of up to so many of the free columns.

    >>> [f"{members:03b}" for members in sets_of(3, 2).members]
    ['000', '001', '010', '100', '011', '101', '110']
    """
    low_bits = columns // 2
    low_rank = np.zeros((largest + 1, 1 << low_bits), np.int64)
    high_rank = np.zeros((largest + 1, 1 << (columns - low_bits)), np.int64)
    lows = [_subsets(low_bits, size) for size in range(low_bits + 1)]
    for subsets in lows:
        low_rank[:, subsets] = np.arange(len(subsets))
    members: list[int] = []
    first = [0]
    for size in range(largest + 1):
        for high in range(1 << (columns - low_bits)):
            high_rank[size, high] = len(members) - first[-1]
            missing = size - high.bit_count()
            if 0 <= missing <= low_bits:
                members.extend(high << low_bits | low for low in lows[missing])
        first.append(len(members))
    return Sets(np.array(first), np.array(members, np.uint32), low_bits, low_rank, high_rank)


def _subsets(columns: int, size: int) -> list[int]:
    bits = [1 << column for column in range(columns)]
    return sorted(sum(chosen) for chosen in combinations(bits, size))


def squares_of(plan: Plan, half: int) -> Squares:
    """Return what a queen on each square of a half adds to the words of a filling."""
    key, reach = (np.zeros((plan.half + 1, plan.n), np.uint32) for _ in range(2))
    open_columns = np.zeros(plan.half + 1, np.int64)
    for distance in range(1, plan.half + 1):
        row = plan.half - distance if half == UPPER else plan.half + plan.middle - 1 + distance
        open_columns[distance] = plan.open_in(row)
        far = distance + plan.middle - 1 if half == UPPER else distance
        for column in range(plan.n):
            diagonals = shared_diagonals(plan, half == UPPER, distance, column)
            key[distance, column] = sum(1 << diagonal for diagonal in diagonals)
            crossings = 1 << column << far | 1 << column >> far
            reach[distance, column] = crossings & (1 << plan.n) - 1
    return Squares(key, reach, open_columns)


def _fillings(room: int, sets: int, is_last: bool = False) -> HalfFillings:
    key, reach = (np.zeros(room, np.uint32) for _ in range(2))
    # The last row needs no words for a next one, but the kernels want arrays.
    left, right = (np.zeros(1 if is_last else room, np.uint32) for _ in range(2))
    return HalfFillings(left, right, key, reach, np.zeros(sets + 1, np.int64))


def _enlarged(fillings: HalfFillings, reached: int) -> Generator[None, None, HalfFillings]:
    """Return more room with the fillings of the sets before a rank; yield between parts of it."""
    used = int(fillings.start[reached])
    is_last = len(fillings.left) < len(fillings.key)
    larger = _fillings(int(len(fillings.key) * GROWTH), len(fillings.start) - 1, is_last)
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
