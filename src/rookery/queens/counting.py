"""Counting by halves, one unit of work after the other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.queens import halves_kernel as kernel
from rookery.queens.halves import Plan, Prefix, Unit, last_weights, prefixes, shared_diagonals
from rookery.queens.halves_kernel import Fillings, Scratch, Sets, Squares
from rookery.queens.lanes import Lanes, lanes_named, widest

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Room for fillings at first, times eight for every row of a half: enough for most boards. Memory
# is taken only where something is written.
FIRST_ROOM = 1
GROWTH = 1.5
UPPER, LOWER = 0, 1


class UnitCounter:
    """Counts the placements of units; can be sent to other processes.

    Parameters
    ----------
    plan
        How the board is cut.
    lanes
        The name of the vectors to use: avx512, avx2 or portable. When None, the widest of the
        machine that counts.

    Notes
    -----
    In every process that it is sent to there is one of a plan, so that its tables are made
    once. Every thread that calls it keeps lists for the fillings of both halves: up to 0.6 GB at
    n = 18, 0.3 GB at n = 19 and above.
    """

    def __init__(self, plan: Plan, lanes: str | None = None) -> None:
        self.plan = plan
        self.lanes = lanes
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
        try:
            return sum(map(workspace.count, self._whole(unit)))
        finally:
            self._idle.put(workspace)

    def stop(self) -> None:
        """End the calls in other threads, whose units are not asked for any more."""
        self._is_stopped = True

    def _whole(self, unit: Unit) -> Iterator[Prefix]:
        """Yield the prefixes that begin with those of a unit and fix all middle rows but one."""
        for start in unit:
            for prefix in prefixes(self.plan, start=start):
                if self._is_stopped:
                    raise InterruptedError
                yield prefix


@lru_cache(maxsize=1)
def _counter_here(plan: Plan, lanes: str | None) -> UnitCounter:
    return UnitCounter(plan, lanes)


def compile_kernels(lanes: str) -> float:
    """Compile the kernels for some lanes, or load them from Numba's cache.

    Returns
    -------
    float
        The seconds it took.
    """
    started = time.perf_counter()
    UnitCounter(Plan(8, 3), lanes)(((0,),))
    return time.perf_counter() - started


class _Workspace:
    """The tables of a plan, and lists that grow as they have to."""

    def __init__(self, plan: Plan, lanes: Lanes) -> None:
        self.plan = plan
        self.lanes = lanes
        self.sets = sets_of(plan.n - plan.middle + 1, plan.half)
        self.squares = [squares_of(plan, half) for half in (UPPER, LOWER)]
        most = int(np.diff(self.sets.first).max())
        # Two lists in turn for the inner rows of both halves; then the last row's of each.
        room = kernel.SPARE + FIRST_ROOM * 8**plan.half
        self.rows = [_fillings(kernel.SPARE + room // 4, most) for _ in range(2)]
        self.whole = [_fillings(room, most, is_last=True) for _ in range(2)]
        self.scratch = Scratch(*(np.zeros(kernel.SPARE, np.uint32) for _ in range(2)))

    def count(self, prefix: Prefix) -> int:
        """Return the number of placements of a prefix, each times its weight."""
        plan = self.plan
        free = np.array([c for c in range(plan.n) if c not in prefix], np.int64)
        fixed = plan.fixed(prefix)
        for half, columns in ((UPPER, fixed), (LOWER, fixed[::-1])):
            self._fill(half, columns, free)
        self._grow_scratch()
        weight = np.array(last_weights(plan, prefix), np.int64)
        ranks = (0, int(self.sets.first[plan.half + 1] - self.sets.first[plan.half]))
        return int(
            kernel.join(
                self.lanes, plan.half, self.sets, free, weight, *self.whole, self.scratch, ranks
            )
        )

    def _fill(self, half: int, fixed: list[int], free: NDArray[np.int64]) -> None:
        """Find all fillings of a half beside the fixed queens, the nearest row's first."""
        filled = self.rows[0]
        _begin(filled, fixed)
        for distance in range(1, self.plan.half + 1):
            is_last = distance == self.plan.half
            lists, place = (self.whole, half) if is_last else (self.rows, distance % 2)
            while not kernel.add_row(
                self.lanes, self.sets, free, self.squares[half], distance, is_last, filled,
                lists[place],
            ):  # fmt: skip
                room = int(len(lists[place].key) * GROWTH)
                lists[place] = _fillings(room, len(filled.start) - 1, is_last)
            filled = lists[place]

    def _grow_scratch(self) -> None:
        """Make room for the keys of the largest set."""
        size = self.plan.half
        sets = int(self.sets.first[size + 1] - self.sets.first[size])
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


def _fillings(room: int, sets: int, is_last: bool = False) -> Fillings:
    key, reach = (np.zeros(room, np.uint32) for _ in range(2))
    # The last row needs no words for a next one, but the kernels want arrays.
    left, right = (np.zeros(1 if is_last else room, np.uint32) for _ in range(2))
    return Fillings(left, right, key, reach, np.zeros(sets + 1, np.int64))


def _begin(fillings: Fillings, fixed: list[int]) -> None:
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
