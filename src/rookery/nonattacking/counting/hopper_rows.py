"""Counting hoppers row by row: the states after all rows but four, then pattern by pattern.

There are many states after the last row but three. They are found and finished in groups, one for
each pattern of pieces on that row. Every pattern is a work unit; on a symmetric board a pattern and
its mirror image are one unit.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from rookery.compiled.arrays import Int32s, Int64s
from rookery.compiled.kernels import NONE
from rookery.nonattacking.counting import hoppers_kernel as kernel
from rookery.nonattacking.counting.hoppers import DOWN, LEFT, RIGHT, HopperBoard
from rookery.nonattacking.counting.hoppers_kernel import LineSets, Patterns, PatternTable, Source
from rookery.nonattacking.counting.polynomials import Counts, sum_of, without_zeros
from rookery.nonattacking.counting.slices import Slice, Slices

ENDS = 3  # last rows, which are not counted state by state
STATES_A_SLICE = 1 << 15  # between two checks of the deadline
ENDS_A_SLICE = 1 << 12  # states, between two checks of the deadline
KEPT_SLOTS = 1 << 14  # slots of 32 bytes
IN_WORDS = kernel.FIELDS * kernel.WORDS  # numbers of pieces that the kernel takes at a time


class _Memory:
    """Memory reused for one table after the other: new pages take time to map."""

    def __init__(self) -> None:
        self._slots: Int32s = np.empty(0, np.int32)
        self._numbers: Int64s = np.empty(0, np.int64)

    def table(self, room: int, width: int) -> PatternTable:
        """Return an empty table; the previous one must not be used any more."""
        slots, each = 1 << max(4, room.bit_length()), 2 + width
        if len(self._slots) < slots or len(self._numbers) < room * each:
            self._slots = np.empty(slots, np.int32)
            self._numbers = np.empty(2 * room * each, np.int64)  # no page is had before its use
        keys, counts = self._numbers[: 2 * room], self._numbers[2 * room : room * each]
        table = PatternTable(
            self._slots[:slots], keys.reshape(room, 2), counts.reshape(room, width)
        )
        table.slots[:] = NONE
        return table


class HopperRows:
    """A board of hoppers; its `units` are the patterns of the last row but three, up to mirrors."""

    def __init__(self, board: HopperBoard) -> None:
        self._board = board
        self._cut = board.rows - 1 - ENDS
        self._prepared = 0  # rows
        self._squares = [tuple(board.patterns(row)) for row in range(board.rows)]
        every = 1 << board.columns
        self._image = [board.mirrored(mask) for mask in range(every if board.is_symmetric else 0)]
        patterns = self._squares[self._cut]
        self.units = [one for one in patterns if not self._image or one <= self._image[one]]
        hops = [(every - 1) * (step in board.steps) for step in (DOWN, RIGHT, LEFT)]
        self._lines = LineSets(
            np.array([board.rows, board.columns], np.int64),
            np.array(hops, np.int64),
            np.array([*board.walls, 0], np.int64),
            np.array(self._image, np.int64),
        )
        self._tails = _tails(board.columns, self._squares[-1], self._most_on(board.rows - 2))
        self._spare: list[_Memory] = []
        closed = sum(mask << board.columns * row for row, mask in enumerate(board.closed))
        start = np.array([closed, 0], np.uint64).view(np.int64).reshape(1, 2)
        once = np.ones(1, np.int64)
        self._take(Source(start, np.array([0, 1], np.int64), np.zeros(1, np.int64), once))

    def prepare(self) -> Generator[None, None, None]:
        """Find the states before the row that is cut, once; pause after each slice of work."""
        while self._prepared < self._cut:
            row = self._prepared
            table, found = yield from self._after(row, self._squares[row], _Memory())
            self._take(_source_of(table, found, self._board.columns))
            self._prepared += 1

    def count(self, units: Sequence[int]) -> Slices:
        """Count the placements of some units and of their mirror images."""
        yield from self.prepare()
        counts: Counts = []
        for done, unit in enumerate(units, 1):
            counts = sum_of(counts, (yield from self._count(unit)))
            yield Slice(done / len(units), partial(list, counts))
        return counts

    def _count(self, unit: int) -> Generator[None, None, Counts]:
        """Count the placements of a unit; the rows must be prepared."""
        both = {unit, self._image[unit]} if self._image else {unit}
        memory = _Memory()
        with suppress(IndexError):
            memory = self._spare.pop()
        table, found = yield from self._after(self._cut, tuple(sorted(both)), memory)
        totals = np.zeros(self._board.rows * self._board.columns + 4 * IN_WORDS, np.int64)
        yield from self._add_ends(table, found, totals)
        self._spare.append(memory)
        return without_zeros(totals.tolist())

    def _take(self, source: Source) -> None:
        """Go on from some states."""
        sets = 1 << self._board.columns
        self._source = source
        self._closed = np.bincount(source.keys[:, 0] & sets - 1, minlength=sets)

    def _after(
        self, row: int, squares: tuple[int, ...], memory: _Memory
    ) -> Generator[None, None, tuple[PatternTable, int]]:
        """Return a table of the states after patterns of a row, and their number."""
        source, patterns = self._source, _patterns(self._board.columns, squares)
        most = max((one.bit_count() for one in squares), default=0)
        width = int(source.numbers.max(initial=0)) + most + 1
        room = int(self._closed @ np.diff(patterns.first))  # equal states counted again
        table = memory.table(room, width)
        batch = np.empty((kernel.BATCH + len(squares), 1 + kernel.SIZE), np.int64)
        found = 0
        for first in range(0, len(source.keys), STATES_A_SLICE):
            last = min(first + STATES_A_SLICE, len(source.keys))
            found = kernel.next_states(
                source, row, patterns, self._lines, first, last, table, found, batch
            )
            yield
        return table, found

    def _add_ends(self, table: PatternTable, found: int, totals: Int64s) -> Iterator[None]:
        """Add up the placements that states after the dividing row lead to."""
        columns, row = self._board.columns, self._cut + 1
        third, second = (_patterns(columns, self._squares[at]) for at in (row, row + 1))
        sums = np.zeros((self._most_on(row) + 1, kernel.WORDS), np.int64)
        ends = np.empty(len(sums) + IN_WORDS - 1, np.int64)
        order = _sorted_by_rows(table.keys[:found], columns)
        for number, tails in enumerate(self._tails):
            kept = np.full((KEPT_SLOTS, 1 + kernel.WORDS), NONE, np.int64)
            into = totals[IN_WORDS * number :]
            for first in range(0, found, ENDS_A_SLICE):
                part = order[first : first + ENDS_A_SLICE]
                keys, counts = table.keys[part], table.counts[part]
                kernel.add_ends(
                    keys, counts, self._lines, third, second, tails, kept, sums, ends, into
                )
                yield

    def _most_on(self, row: int) -> int:
        """Return the greatest number of pieces on a row."""
        return max((squares.bit_count() for squares in self._squares[row]), default=0)


@cache
def _patterns(columns: int, squares: tuple[int, ...]) -> Patterns:
    first, found = [0], []
    for closed in range(1 << columns):
        found += [one for one in squares if not one & closed]
        first.append(len(found))
    sizes = [one.bit_count() for one in found]
    return Patterns(*(np.array(numbers, np.int64) for numbers in (first, found, sizes)))


def _tails(columns: int, last: Sequence[int], most_before: int) -> Int64s:
    """Return the polynomials of the last row, times those of the pieces on the row before.

    They are [part, number before, closed, word], in parts of nine numbers of pieces each.
    """
    most = most_before + max((squares.bit_count() for squares in last), default=0)
    parts = most // IN_WORDS + 1
    found = np.zeros((parts, most_before + 1, 1 << columns, kernel.WORDS), np.int64)
    for squares in last:
        closed = [mask for mask in range(1 << columns) if not mask & squares]
        for before in range(most_before + 1):
            part, place = divmod(before + squares.bit_count(), IN_WORDS)
            word, field = divmod(place, kernel.FIELDS)
            found[part, before, closed, word] += 1 << kernel.FIELD * field
    return found


def _sorted_by_rows(keys: Int64s, columns: int) -> NDArray[np.intp]:
    """Return the numbers of states, those together that are soon alike: memory is read in order."""
    closed = (keys[:, 0] >> columns).astype(np.uint16)  # on two rows, of at most 8 squares
    return np.argsort(closed & (1 << 2 * columns) - 1, kind="stable")


def _source_of(table: PatternTable, found: int, columns: int) -> Source:
    keys, counts = table.keys[:found], table.counts[:found]
    order = _sorted_by_rows(keys, columns)
    first, none = np.empty(found + 1, np.int64), np.empty(0, np.int64)
    many = kernel.write_terms(counts, order, first, none, none)
    numbers, terms = np.empty(many, np.int64), np.empty(many, np.int64)
    kernel.write_terms(counts, order, first, numbers, terms)
    return Source(keys[order], first, numbers, terms)
