"""Tables for the kernels of counting by halves."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rookery.compiled.arrays import UInt32s
from rookery.queens.counting.compare_kernel import KEY_BYTES, MOST_KEY_BITS
from rookery.queens.counting.halves import Plan, Prefix, is_central, shared_diagonals, turn_of
from rookery.queens.counting.halves_kernel import TIE, HalfSets, HalfSquares

UPPER, LOWER = 0, 1
MARKS = (3, 4)  # [half] extra bits of a key that also serves as the reach


class Keys(NamedTuple):
    """The key bits of diagonals, given a prefix; none for a diagonal that its queens attack."""

    bits: UInt32s  # [diagonal] numbered as by `shared_diagonals`; then a 0
    number: int  # diagonals with a bit

    @property
    def mask(self) -> int:
        """All bits of a key."""
        return int(np.bitwise_or.reduce(self.bits))

    @property
    def fit(self) -> bool:
        """Whether a key has enough bits for all diagonals."""
        return self.number <= MOST_KEY_BITS


def keys_beside(plan: Plan, prefix: Prefix) -> Keys:
    """Return the key bits of the diagonals that both halves may use, given a prefix.

    >>> [int(bit).bit_length() for bit in keys_beside(Plan(8, 3, 3), (3,)).bits]
    [1, 9, 0, 17, 25, 2, 0, 10, 18, 26, 0]
    """
    is_free = np.ones(2 * plan.shared, bool)
    for row, column in zip(plan.order, prefix, strict=False):
        falling, rising = column - row - 1, column + row - plan.middle
        if 0 <= falling < plan.shared:
            is_free[falling] = False
        if 0 <= rising < plan.shared:
            is_free[plan.shared + rising] = False
    number = int(is_free.sum())
    bits = np.zeros(2 * plan.shared + 1, np.uint32)
    if number <= MOST_KEY_BITS:
        bits[:-1][is_free] = _bits_from(0, number)
    return Keys(bits, number)


def _bits_from(first: int, end: int) -> UInt32s:
    """Return the key bits of a range of numbers, which alternate between bytes."""
    numbers = np.arange(first, end, dtype=np.uint32)
    return np.uint32(1) << (numbers % KEY_BYTES * 8 + numbers // KEY_BYTES)


class Marks(NamedTuple):
    """The meaning of the bits in the reach of a half's fillings.

    The last middle row is next to one half. A queen of the other half attacks a square of that row
    along a diagonal that continues into the first half, so the diagonal has a key bit; only the two
    corners of the row have none. If a word has room for two corner bits and a tie bit, the key can
    therefore serve as the reach, and fillings take less memory. The lower half needs a fourth bit,
    which no filling has, for squares whose diagonals are taken.
    """

    is_key: bool  # whether the key serves as the reach
    attacks: UInt32s  # [column] bits of which an attacking filling has at least one
    tie: int  # bit of fillings with a queen on a square of a tie
    spare: UInt32s  # if `is_key`: the bits of both corners and of ties


def marks_beside(plan: Plan, half: int, keys: Keys) -> Marks:
    """Return the marks of a half's fillings, given a prefix.

    >>> plan = Plan(8, 3, 3)
    >>> [marks_beside(plan, half, keys_beside(plan, (3,))).is_key for half in (UPPER, LOWER)]
    [True, False]
    """
    columns = np.arange(plan.n)
    next_to = LOWER if plan.order[-1] == plan.middle - 1 else UPPER
    if half == next_to or keys.number + MARKS[half] > MOST_KEY_BITS:
        return Marks(False, np.uint32(1) << columns.astype(np.uint32), 1 << TIE, _bits_from(0, 0))
    spare = _bits_from(keys.number, keys.number + MARKS[half])
    attacks = np.zeros(plan.n, np.uint32)
    # In a last row next to the lower half, falling diagonals arrive from column `middle` on, and
    # rising ones from column 1 on; next to the upper half it is the other way round.
    falling, rising = keys.bits[: plan.shared], keys.bits[plan.shared : 2 * plan.shared]
    if half == LOWER:
        falling, rising = rising, falling
    attacks[plan.middle : plan.n - 1] |= falling
    attacks[1 : plan.shared + 1] |= rising
    attacks[[0, plan.n - 1]] |= spare[:2]
    if half == LOWER:
        attacks[attacks == 0] = spare[3]
    return Marks(True, attacks, int(spare[2]), spare[:3])


def marked(plan: Plan, marks: Marks, squares: HalfSquares) -> HalfSquares:
    """Return the squares of a half with the reach bits that its marks require."""
    if not marks.is_key:
        return squares
    word = squares.key.copy()
    for bit, spare in zip((0, plan.n - 1, TIE), marks.spare, strict=True):
        word[squares.reach >> bit & 1 > 0] |= spare
    return HalfSquares(word, word, squares.open_columns)


@lru_cache(maxsize=2)  # the workspaces of a count share them
def sets_of(columns: int, largest: int) -> HalfSets:
    """Return all sets of free columns of up to the largest size.

    >>> [f"{members:03b}" for members in sets_of(3, 2).members]
    ['000', '001', '010', '100', '011', '101', '110']
    """
    words = np.arange(1 << columns, dtype=np.uint32)
    sizes = np.bitwise_count(words)
    first = np.cumsum([0, *np.bincount(sizes)])[: largest + 2]
    members = words[np.argsort(sizes, kind="stable")][: first[-1]]
    low_bits = columns // 2
    low_rank = np.empty(1 << low_bits, np.int64)
    for size in range(low_bits + 1):
        lows = np.flatnonzero(sizes[: 1 << low_bits] == size)
        low_rank[lows] = np.arange(len(lows))
    highs = np.arange(1 << columns - low_bits)
    high_rank = np.array(
        [np.searchsorted(members[a:b] >> low_bits, highs) for a, b in pairwise(first)]
    )
    return HalfSets(first, members, low_bits, low_rank, high_rank)


class HalfBoard:
    """A half of a board, UPPER or LOWER, which makes the tables of its squares for every prefix."""

    def __init__(self, plan: Plan, half: int) -> None:
        self.plan = plan
        rows, none = plan.upper if half == UPPER else plan.lower, 2 * plan.shared
        self._diagonals = np.full((rows + 1, plan.n, 2), none)  # [distance, column]
        self._reach = np.zeros((rows + 1, plan.n), np.uint32)
        self._open = np.zeros(rows + 1, np.int64)
        self._central = [column for column in range(plan.n) if is_central(plan.n, column)]
        for distance in range(1, rows + 1):
            self._open[distance] = plan.open_in(self._row(half, distance))
            far = abs(self._row(half, distance) - plan.upper - plan.order[-1])
            for column in range(plan.n):
                diagonals = shared_diagonals(plan, half == UPPER, distance, column)
                self._diagonals[distance, column, : len(diagonals)] = diagonals
                crossings = 1 << column << far | 1 << column >> far
                self._reach[distance, column] = crossings & (1 << plan.n) - 1
        self._rows = [self._row(half, distance) for distance in range(1, rows + 1)]

    def _row(self, half: int, distance: int) -> int:
        """Return the row of the board at a distance from the middle rows."""
        if half == UPPER:
            return self.plan.upper - distance
        return self.plan.n - self.plan.lower - 1 + distance

    def squares(self, prefix: Prefix, keys: Keys) -> HalfSquares:
        """Return the bits that a queen on each square adds to a filling, given a prefix."""
        key = np.bitwise_or.reduce(keys.bits[self._diagonals], axis=2)
        reach, open_columns = self._reach, self._open
        turn = turn_of(self.plan, prefix)
        if turn is not None:
            reach, open_columns = reach.copy(), open_columns.copy()
            for distance, row in enumerate(self._rows, 1):
                order = turn.order(row)
                if order == 0:
                    reach[distance, self._central] |= 1 << TIE
                elif order < 0:
                    open_columns[distance] &= ~sum(1 << column for column in self._central)
        return HalfSquares(key, reach, open_columns)
