"""A sampler of uniformly random placements: pairs of fillings of a left and a right part.

A *prefix* is a filling of the middle columns; all prefixes are enumerated. For each prefix the
fillings of the columns to its left and to its right are counted by the set of rows they use. From
these counts the sampler draws a prefix and two fillings that together use every row once; all such
triples have the same probability. Pairs whose queens attack each other are rejected (J. von
Neumann, "Various techniques used in connection with random digits", 1951). At n = 18 one pair in
400 is accepted; accepted pairs are uniform whatever their share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from rookery.compiled.arrays import Bools, Int8s, Int32s, Int64s
from rookery.queens.listing.pairs_kernel import PartFillings, count_fillings, try_pairs
from rookery.queens.listing.plain import open_board, open_rows
from rookery.queens.puzzle import Queens
from rookery.results.limits import Check
from rookery.running.units import run

Prefix = tuple[int, ...]

LEAST_MIDDLE = 2  # columns; with fewer, most pairs attack each other
FIRST_TRIES = 2_000  # tries in the first batch, at least
TRIES_EACH = 400  # tries per placement requested, before the acceptance rate is known
MOST_TRIES = 1_000_000  # tries per batch; also the failures after which the sampler gives up


@dataclass(frozen=True)
class Pairs:
    """The pairs of fillings on both sides of a prefix, counted by sets of rows."""

    prefix: Prefix  # row of each middle column
    orbit_size: int  # number of prefixes that are equal to it up to reflection
    # [set] rows of left fillings, as bits, if right fillings of all other rows exist.
    left_rows: Int32s
    right_sizes: Int32s  # [set] number of right fillings
    upto: Int64s  # [set] number of pairs of fillings up to this set

    @property
    def number(self) -> int:
        """The number of pairs of fillings."""
        return int(self.upto[-1]) if len(self.upto) else 0


class PairSampler:
    """A sampler for puzzles in which at most 18 columns have more than one open square."""

    def __init__(self, puzzle: Queens, threads: int, check_deadline: Check) -> None:
        self._threads, self._check_deadline = threads, check_deadline
        self._board = _OpenBoard(puzzle)
        self._known = self._done(self._board.pairs_beside, self._board.prefixes())

    def draw(self, k: int, random: np.random.Generator) -> Int64s | None:
        """Return k random placements, rows by column, or None if a million pairs hold none."""
        weights = [pairs.orbit_size * pairs.number for pairs in self._known]
        if not sum(weights):
            return None
        batches: list[Int64s] = []
        accepted, tries, tried = 0, FIRST_TRIES + TRIES_EACH * k, 0
        while accepted < k:
            batches.append(self._try(min(tries, MOST_TRIES), np.cumsum(weights), random))
            tried += min(tries, MOST_TRIES)
            accepted += len(batches[-1])
            if not accepted and tried >= MOST_TRIES:
                return None
            tries = 1000 + (k - accepted) * tried // accepted if accepted else tried
        return np.concatenate(batches)[:k]

    def _try(self, tries: int, upto: Int64s, random: np.random.Generator) -> Int64s:
        """Draw a number of pairs; return the placements among them, in the order of the draws."""
        numbers = random.integers(int(upto[-1]), size=tries)
        chosen = np.searchsorted(upto, numbers, side="right")
        units = [(place, numbers[chosen == place]) for place in np.unique(chosen).tolist()]
        rows = np.zeros((tries, self._board.size), np.int8)
        is_placement = np.zeros(tries, np.bool_)

        def try_beside(unit: tuple[int, Int64s]) -> tuple[Bools, Int8s]:
            place, numbers = unit
            return self._board.tried(self._known[place], numbers)

        results = self._done(try_beside, units)
        for (place, _), (accepted, accepted_rows) in zip(units, results, strict=True):
            is_placement[chosen == place] = accepted
            rows[chosen == place] = accepted_rows
        return self._board.whole_placements(rows[is_placement], random)

    def _done(self, do: Callable[[Any], Any], units: list[Any]) -> list[Any]:
        """Return the values of all work units, in order."""
        results: dict[int, Any] = {}
        for done in run(do, units, self._threads):
            results[done.number] = done.value
            self._check_deadline()
        return [results[number] for number in range(len(units))]


class _OpenBoard:
    """The columns and rows without a given queen, numbered from 0."""

    def __init__(self, puzzle: Queens) -> None:
        self._rows_of = open_rows(puzzle)
        self._is_open = not (puzzle.given or puzzle.blocked)
        self._columns, self._rows, self._open, self._attacked = open_board(self._rows_of)
        self.size = len(self._columns)
        half = (self.size - LEAST_MIDDLE) // 2
        self._left = list(reversed(range(half)))
        self._middle = list(range(half, self.size - half))
        self._right = list(range(self.size - half, self.size))
        self._sets = np.array(
            [sum(1 << row for row in rows) for rows in combinations(range(self.size), half)],
            np.int32,
        )

    def prefixes(self) -> list[tuple[Prefix, int]]:
        """Return all fillings of the middle columns and the sizes of their orbits, up to symmetry.

        Only an open board is symmetric.
        """
        prefixes = list(self._fillings_of_middle(()))
        if not self._is_open:
            return [(prefix, 1) for prefix in prefixes]
        fundamental = []
        for prefix in prefixes:
            upside_down = tuple(self.size - 1 - row for row in prefix)
            orbit = {prefix, prefix[::-1], upside_down, upside_down[::-1]}
            if prefix == min(orbit):
                fundamental.append((prefix, len(orbit)))
        return fundamental

    def _fillings_of_middle(self, prefix: Prefix) -> Iterator[Prefix]:
        if len(prefix) == len(self._middle):
            yield prefix
            return
        free = self._open_beside(prefix, self._middle[len(prefix)])
        for row in range(self.size):
            if free >> row & 1:
                yield from self._fillings_of_middle((*prefix, row))

    def _open_beside(self, prefix: Prefix, column: int) -> int:
        """Return the rows of a column, as bits, that no queen of a prefix attacks."""
        free = self._open[column]
        for middle, row in zip(self._middle, prefix, strict=False):
            free &= ~int(self._attacked[middle, row, column])
        return free

    def _part(self, columns: list[int], prefix: Prefix) -> PartFillings:
        places = len(columns)
        return PartFillings(
            columns=np.array(columns, np.int64),
            open_rows=np.array([self._open_beside(prefix, c) for c in columns], np.int64),
            attacked=self._attacked,
            barred=np.zeros((places, places), np.int64),
            used=np.zeros(places, np.int64),
            untried=np.zeros(places, np.int64),
            row=np.zeros(places, np.int64),
        )

    def pairs_beside(self, prefix_and_size: tuple[Prefix, int]) -> Pairs:
        """Count the fillings on both sides of a prefix, given the size of its orbit."""
        prefix, orbit_size = prefix_and_size
        sizes = np.zeros((2, 1 << self.size), np.int32)
        for side, columns in enumerate((self._left, self._right)):
            count_fillings(self._part(columns, prefix), sizes[side])
        others = self._rows_beside(prefix)
        left = self._sets[self._sets & ~others == 0]
        right_sizes = sizes[1, others & ~left]
        pairs = sizes[0, left].astype(np.int64) * right_sizes
        some = pairs > 0
        return Pairs(prefix, orbit_size, left[some], right_sizes[some], np.cumsum(pairs[some]))

    def _rows_beside(self, prefix: Prefix) -> int:
        """Return the rows that a prefix does not use, as bits."""
        return (1 << self.size) - 1 & ~sum(1 << row for row in prefix)

    def tried(self, pairs: Pairs, numbers: Int64s) -> tuple[Bools, Int8s]:
        """Try the pairs with these numbers; return a mask of placements, and the rows of each."""
        numbers = numbers % pairs.number  # all prefixes of an orbit share their pairs
        chosen = np.searchsorted(pairs.upto, numbers, side="right")
        number = numbers - np.concatenate(([0], pairs.upto))[chosen]
        fillings = np.stack(np.divmod(number, pairs.right_sizes[chosen]), axis=1)
        is_placement = np.zeros(len(numbers), np.bool_)
        rows = np.zeros((len(numbers), self.size), np.int8)
        rows[:, self._middle] = pairs.prefix
        left, right = (self._part(columns, pairs.prefix) for columns in (self._left, self._right))
        left_rows = pairs.left_rows[chosen].astype(np.int64)
        right_rows = self._rows_beside(pairs.prefix) & ~left_rows
        try_pairs(left, right, left_rows, right_rows, fillings, is_placement, rows)
        return is_placement, rows

    def whole_placements(self, rows: Int8s, random: np.random.Generator) -> Int64s:
        """Return placements with the known queens added; on an open board reflect them randomly."""
        rows = rows.astype(np.int64)
        if self._is_open:
            upside_down, reversed_ = random.integers(2, size=(2, len(rows))).astype(bool)
            rows[upside_down] = self.size - 1 - rows[upside_down]
            rows[reversed_] = rows[reversed_, ::-1]
        known = np.array([bits.bit_length() - 1 for bits in self._rows_of], np.int64)
        whole = np.tile(known, (len(rows), 1))
        whole[:, self._columns] = np.array(self._rows)[rows]
        return whole
