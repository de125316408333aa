"""The fillings of both halves beside a prefix, and their join, slice by slice of work."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from rookery.compiled.plain_lanes import Lanes
from rookery.queens.counting import halves_kernel as kernel
from rookery.queens.counting.compare_kernel import GROUP
from rookery.queens.counting.halves import Plan, Prefix, prefixes, turned_weights
from rookery.queens.counting.halves_kernel import HalfFillings, Squares
from rookery.queens.counting.join_kernel import Lower, Stored, Weights, join_halves
from rookery.queens.counting.rooms import (
    GROWTH,
    enlarged,
    most_of_a_set,
    room_for,
    room_for_fillings,
    write_root,
)
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
MOST_STORED = 100_000_000  # words of the fillings of the last row at once, of four bytes each
SLICE_SECONDS = 0.05  # between two looks at whether to stop
FIRST_RANKS = 64  # sets of columns in a slice before it is known how long they take


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


class Workspace:
    """The tables of a plan, and lists that grow as they have to."""

    def __init__(self, plan: Plan, lanes: Lanes) -> None:
        self.plan = plan
        self.lanes = lanes
        self.sets = sets_of(plan.upper + plan.lower + 1, plan.lower)
        self.boards = [HalfBoard(plan, half) for half in (UPPER, LOWER)]
        self._most_sets = most = int(np.diff(self.sets.first).max())
        # Two lists in turn for the inner rows of a half; then the last row's of the upper half.
        room = kernel.SPARE + int(FIRST_ROOM * 8**plan.upper)
        self.rows = [room_for_fillings(kernel.SPARE + room // 4, most) for _ in range(2)]
        self.upper: dict[bool, HalfFillings] = {}  # by whether the reach is the key
        self.room = room_for(plan.n, lanes, kernel.SPARE, kernel.SPARE)
        self._joining = _Slices()
        self._filling = [_Slices() for _ in range(plan.lower + 1)]

    @cached_property
    def shorter(self) -> Workspace:
        """One with a row less in a half, and so with fewer diagonals that touch both."""
        plan = self.plan
        if plan.lower > plan.upper:
            return Workspace(replace(plan, lower=plan.lower - 1), self.lanes)
        return Workspace(replace(plan, upper=plan.upper - 1), self.lanes)

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
        write_root(self.rows[0], fixed)
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
                    self.rows[place] = yield from enlarged(self.rows[place], reached)
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
            self.upper[is_key] = room_for_fillings(
                kernel.SPARE + room, self._most_sets, True, is_key
            )
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
                upper = self.upper[is_key] = yield from enlarged(upper, reached)
        return sets

    def _grow_room(self, parents: HalfFillings, stored: Stored) -> None:
        """Make room for the fillings of the largest lower set, and the keys that it may meet."""
        rows = self.plan.lower
        lower = rows * most_of_a_set(parents, 0, self._sets_of_size(rows - 1)) + 2 * kernel.SPARE
        longest = most_of_a_set(stored.fillings, stored.first, stored.end)
        chosen = self.plan.n * (longest + 2 * GROUP) + kernel.SPARE
        if lower > len(self.room.lower.key) or chosen > len(self.room.chosen):
            self.room = room_for(self.plan.n, self.lanes, int(lower * GROWTH), int(chosen * GROWTH))


def _told(work: Generator[None, None, End], part: float) -> Generator[tuple[int, float], None, End]:
    """Yield after every slice of some work that it added nothing; return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            reached: End = end.value
            return reached
        yield 0, part
