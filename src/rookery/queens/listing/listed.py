"""Collected placements, each checked by the rules before it counts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import eq
from typing import TYPE_CHECKING, Any, overload

from rookery.errors import RookeryError
from rookery.queens.listing.plain import open_rows, share_before
from rookery.queens.puzzle import COUNTED_UP_TO, LARGEST_AT_ONCE, Placement, Queens

if TYPE_CHECKING:
    from rookery.queens.listing.blocks import Block

MOST_BYTES = 1 << 30  # bytes of memory for the placements of an answer

BYTES_A_ROW, BYTES_A_TUPLE = 8, 64  # bytes of a placement as a tuple, per row and in all
SHOWN_WHOLE = 2  # placements that a `repr` shows in full, at most


class Placements(Sequence[Placement]):
    """A sequence of placements in lexicographic order: stored as arrays, returned as tuples.

    It equals a tuple or list of the same placements, and `numpy.asarray` converts it into one
    array.

    Examples
    --------
    >>> import rookery as rk
    >>> found = rk.solve(rk.Queens(4)).answer
    >>> len(found), found[0], found[-1:], found == ((1, 3, 0, 2), (2, 0, 3, 1))
    (2, (1, 3, 0, 2), ((2, 0, 3, 1),), True)
    """

    __slots__ = ("_blocks", "_ends")

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = [block for block in blocks if len(block)]
        self._ends = list(accumulate(map(len, self._blocks)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[Placement]:
        for block in self._blocks:
            yield from as_tuples(block)

    @overload
    def __getitem__(self, index: int) -> Placement: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Placement, ...]: ...
    def __getitem__(self, index: int | slice) -> Placement | tuple[Placement, ...]:
        numbers = range(len(self))[index]
        if isinstance(numbers, int):
            return self._at(numbers)
        if numbers.step != 1:
            return tuple(map(self._at, numbers))
        chosen: list[Placement] = []
        which = bisect_right(self._ends, numbers.start)
        for block, end in zip(self._blocks[which:], self._ends[which:], strict=True):
            began = end - len(block)
            if began >= numbers.stop:
                break
            chosen += as_tuples(block[max(0, numbers.start - began) : numbers.stop - began])
        return tuple(chosen)

    def _at(self, number: int) -> Placement:
        which = bisect_right(self._ends, number)
        placement = self._blocks[which][number - self._ends[which]]
        return placement if isinstance(placement, tuple) else tuple(placement.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Placements, tuple, list)):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        if len(self) <= SHOWN_WHOLE:
            return repr(tuple(self))
        return f"({self[0]}, ... {len(self) - 2:,} more ..., {self[-1]})"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy as np

        blocks = [np.asarray(block) for block in self._blocks]
        return np.concatenate(blocks, dtype=dtype) if blocks else np.empty((0, 0), dtype or int)


def as_tuples(block: Block) -> list[Placement]:
    """Return the placements of a block as tuples."""
    return block if isinstance(block, list) else list(map(tuple, block.tolist()))


class Listed:
    """The placements listed so far, all checked: a stopped search needs no further check."""

    def __init__(self, puzzle: Queens) -> None:
        self.number = 0
        self.bytes = 0
        self._blocks: list[Block] = []
        self._last: list[Placement] = []
        self._puzzle = puzzle

    def add(self, block: Block) -> None:
        """Check and keep the next block; raise a `RookeryError` if one breaks the rules."""
        if not len(block):
            return
        if isinstance(block, list) or not self._is_right(block):
            faults = self._puzzle.listing_faults(self._last + as_tuples(block))
            if faults:
                raise RookeryError(f"a wrong placement was found: {faults[0]}")
        self._blocks.append(block)
        self._last = as_tuples(block[-1:])
        self.number += len(block)
        self.bytes += (
            len(block) * (BYTES_A_TUPLE + BYTES_A_ROW * self._puzzle.n)
            if isinstance(block, list)
            else block.nbytes
        )

    def _is_right(self, block: Any) -> bool:
        """Return whether the placements of an array are right and continue the order."""
        puzzle = self._puzzle
        if puzzle.n > LARGEST_AT_ONCE:
            return False
        from rookery.queens.rules import are_in_order, are_right

        first = as_tuples(block[:1])
        return (
            self._last < first
            and are_right(puzzle.n, puzzle.given, puzzle.blocked, block)
            and are_in_order(block)
        )

    def answer(self, is_whole: bool) -> Placements:
        """Return the placements; if the listing is whole, check up to 8x8 that none is missing."""
        answer = Placements(self._blocks)
        if is_whole and self._puzzle.n <= COUNTED_UP_TO:
            faults = self._puzzle.check(answer)
            if faults:
                raise RookeryError(f"a wrong answer was found: {faults[0]}")
        return answer

    def share(self) -> float:
        """Return the share of the search that lies before the last placement."""
        last = self._last[0] if self._last else None
        return share_before(open_rows(self._puzzle), last)
