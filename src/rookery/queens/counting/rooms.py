"""Buffers for the fillings of halves, which grow when they are full."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

import numpy as np

from rookery.compiled.plain_lanes import Lanes
from rookery.queens.counting import halves_kernel as kernel
from rookery.queens.counting.compare_kernel import KEY_BYTES, VALUES, Places
from rookery.queens.counting.halves_kernel import HalfFillings
from rookery.queens.counting.join_kernel import JoinRoom

if TYPE_CHECKING:
    from numpy.typing import NDArray

GROWTH = 1.5  # times what was needed, so that room grows seldom
COPIED = 1 << 22  # words at once
CACHE_LINE = 64  # bytes


def most_of_a_set(fillings: HalfFillings, first: int, end: int) -> int:
    """Return the maximum number of fillings of a set in a range."""
    return int(np.diff(fillings.start[first : end + 1]).max(initial=0))


def room_for(n: int, lanes: Lanes, lower: int, chosen: int) -> JoinRoom:
    """Return buffers for the lower fillings of a set and for upper keys."""
    even, odd = aligned_words(chosen), aligned_words(chosen)
    return JoinRoom(
        room_for_fillings(lower, 1, is_last=True),
        aligned_words(chosen),
        Places(even, odd, even.view(np.uint16), odd.view(np.uint16)),
        np.zeros(n, np.int64),
        np.zeros(2 * n, np.int64),
        aligned_words(KEY_BYTES * VALUES * lanes.width),
        aligned_words((n + 1) * lanes.width),
    )


def aligned_words(number: int) -> NDArray[np.uint32]:
    """Return zeros aligned to a cache line, because vectors that cross one are slow."""
    words = np.zeros(number + CACHE_LINE // 4, np.uint32)
    first = -words.ctypes.data % CACHE_LINE // words.itemsize
    return words[first : first + number]


def room_for_fillings(
    room: int, sets: int, is_last: bool = False, is_key: bool = False
) -> HalfFillings:
    """Return buffers for the fillings of a row, the last of a half or not, by sets.

    `is_key` is whether their reach is their key, and one array serves for both.
    """
    key = aligned_words(room)
    reach = key if is_key else aligned_words(room)
    # The last row needs no words for a next one, but the kernels want arrays.
    left, right = (aligned_words(1 if is_last else room) for _ in range(2))
    return HalfFillings(left, right, key, reach, np.zeros(sets + 1, np.int64))


def enlarged(fillings: HalfFillings, reached: int) -> Generator[None, None, HalfFillings]:
    """Return more room with the fillings of the sets before a rank; yield between parts of it."""
    used = int(fillings.start[reached])
    is_last = len(fillings.left) < len(fillings.key)
    is_key = fillings.reach is fillings.key
    room, sets = int(len(fillings.key) * GROWTH), len(fillings.start) - 1
    larger = room_for_fillings(room, sets, is_last, is_key)
    larger.start[:] = fillings.start
    for at in range(0, used, COPIED):
        part = slice(at, min(at + COPIED, used))
        for new, old in zip(larger[:-1], fillings[:-1], strict=True):
            new[part] = old[part]
        yield
    return larger


def write_root(fillings: HalfFillings, fixed: list[int]) -> None:
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
