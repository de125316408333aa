"""Placements that are held against the rules as they are found, before they count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.errors import RookeryError
from rookery.queens.listing.plain import open_rows, share_before
from rookery.queens.puzzle import COUNTED_UP_TO, Placement, Queens

if TYPE_CHECKING:
    from rookery.queens.listing.blocks import Block

AT_ONCE = 1 << 14  # placements taken in and checked in a few hundredths of a second


class Listed:
    """The placements found so far, all of them checked: whenever it ends, no check is left to do.

    Parameters
    ----------
    puzzle
        What they are placements of.

    Attributes
    ----------
    placements : list of tuple
        Those that were checked.
    """

    def __init__(self, puzzle: Queens) -> None:
        self.placements: list[Placement] = []
        self._puzzle = puzzle

    def add(self, found: list[Placement]) -> None:
        """Take in what comes next.

        Raises
        ------
        RookeryError
            When the rules say that one of them is wrong.
        """
        faults = self._puzzle.listing_faults(self.placements[-1:] + found)
        if faults:
            raise RookeryError(f"a wrong placement was found: {faults[0]}")
        self.placements += found

    def add_parts(self, block: Block) -> Iterator[None]:
        """Take in a block, in parts; yield after each for whoever looks at a clock."""
        for at in range(0, len(block), AT_ONCE):
            part = block[at : at + AT_ONCE]
            self.add(part if isinstance(part, list) else list(map(tuple, part.tolist())))
            yield

    def answer(self, is_whole: bool) -> tuple[Placement, ...]:
        """Return the placements; `is_whole` when they should be all, which is checked up to 8x8."""
        answer = tuple(self.placements)
        if is_whole and self._puzzle.n <= COUNTED_UP_TO:
            faults = self._puzzle.check(answer)
            if faults:
                raise RookeryError(f"a wrong answer was found: {faults[0]}")
        return answer

    def share(self) -> float:
        """Return what part of all is searched, as far as the last placement tells."""
        last = self.placements[-1] if self.placements else None
        return share_before(open_rows(self._puzzle), last)
