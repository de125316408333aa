"""Checks of many placements at once against the rules, by NumPy.

Like `placement_faults`, they follow the rules and share no code with the searches. They only return
whether all placements are right; `placement_faults` describes the faults of a single one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rookery.boards.board import Square
from rookery.compiled.arrays import UInt64s


def are_right(
    n: int,
    given: frozenset[Square],
    blocked: frozenset[Square],
    placements: Sequence[Any] | NDArray[Any],
) -> bool:
    """Return whether all placements are non-attacking and respect given and blocked squares.

    Placements are tuples of n rows from 0, one for each column, or the rows of an array; other
    contents are wrong placements. The side is at most 32. A check takes about half a microsecond
    per placement.

    >>> are_right(4, frozenset(), frozenset(), [(1, 3, 0, 2), (2, 0, 3, 1)])
    True
    >>> are_right(4, frozenset(), frozenset({(1, 0)}), [(1, 3, 0, 2)])
    False
    >>> are_right(4, frozenset(), frozenset(), [(0, 2, 1, 3)])
    False
    >>> are_right(4, frozenset(), frozenset(), np.array([[0, 2, 4, 1]]))
    False
    """
    rows = _as_array(n, placements)
    if rows is None:
        return False
    if any((rows[:, column] != row).any() for row, column in given):
        return False
    if any((rows[:, column] == row).any() for row, column in blocked):
        return False
    columns = range(n)
    return (
        _are_different(rows[:, column] for column in columns)
        and _are_different(rows[:, column] + column for column in columns)
        and _are_different(rows[:, column] + (n - 1 - column) for column in columns)
    )


def are_in_order(placements: NDArray[Any]) -> bool:
    """Return whether each row of an array comes lexicographically after the one before.

    >>> are_in_order(np.array([[1, 3, 0, 2], [2, 0, 3, 1]])), are_in_order(np.array([[1], [1]]))
    (True, False)
    """
    before, after = placements[:-1], placements[1:]
    differs = before != after
    column = differs.argmax(axis=1)
    number = np.arange(len(before))
    return bool((before[number, column] < after[number, column]).all())


def is_long_right(n: int, placement: Sequence[int]) -> bool:
    """Return whether one long placement is non-attacking on an n x n board.

    >>> is_long_right(4, (1, 3, 0, 2)), is_long_right(4, (0, 2, 1, 3)), is_long_right(4, (0, 9))
    (True, False, False)
    """
    try:
        rows = np.array(placement, np.int64)
    except OverflowError:
        return False
    if len(rows) != n or rows.min() < 0 or rows.max() >= n:
        return False
    columns = np.arange(n)
    for lines in (rows, rows + columns, rows + (n - 1 - columns)):
        is_hit = np.zeros(int(lines.max()) + 1, np.bool_)
        is_hit[lines] = True
        if np.count_nonzero(is_hit) != n:
            return False
    return True


def _as_array(n: int, placements: Sequence[Any] | NDArray[Any]) -> UInt64s | None:
    """Return the placements as an array of shape (k, n); None if any is not n rows of the board."""
    if isinstance(placements, np.ndarray):
        is_integer = placements.dtype.kind in "iu"
        if placements.ndim != 2 or placements.shape[1] != n or not is_integer:
            return None
        if placements.min() < 0 or placements.max() >= n:
            return None
        return placements.astype(np.uint64)
    if set(map(type, placements)) != {tuple} or set(map(len, placements)) != {n}:
        return None
    if set(map(type, chain.from_iterable(placements))) != {int}:
        return None
    try:
        packed = b"".join(map(bytes, placements))
    except ValueError:  # a row is below 0 or above 255
        return None
    rows = np.frombuffer(packed, np.uint8).reshape(len(placements), n).astype(np.uint64)
    return rows if rows.max() < n else None


def _are_different(lines: Any) -> bool:
    """Return whether the queens of every placement stand on different lines."""
    used: Any = np.uint64(0)
    twice: Any = np.uint64(0)
    for line in lines:
        bit = np.uint64(1) << line.astype(np.uint64)
        twice |= used & bit
        used |= bit
    return not np.any(twice)
