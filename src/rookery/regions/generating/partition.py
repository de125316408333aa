"""A board divided into connected regions, whose borders move square by square."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache


@lru_cache(maxsize=64)
def neighbours_of(side: int) -> tuple[tuple[int, ...], ...]:
    """Return for each square those that share an edge with it."""
    found = []
    for row in range(side):
        for column in range(side):
            near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            found.append(tuple(r * side + c for r, c in near if 0 <= r < side and 0 <= c < side))
    return tuple(found)


class Partition:
    """A board divided into regions.

    Attributes
    ----------
    side
        Of the board.
    of
        The region of each square.
    masks
        The squares of each region.
    """

    def __init__(self, side: int, of: list[int]) -> None:
        self.side = side
        self.of = of
        self.masks = [0] * (max(of) + 1)
        for square, region in enumerate(of):
            self.masks[region] |= 1 << square
        self._first = sum(1 << side * row for row in range(side))
        self._every = (1 << side * side) - 1

    def move(self, square: int, region: int) -> None:
        """Give a square to a region."""
        self.masks[self.of[square]] ^= 1 << square
        self.masks[region] |= 1 << square
        self.of[square] = region

    def moves(self, square: int) -> Iterator[int]:
        """Yield the regions that a square can go to, so that all remain connected."""
        own = self.of[square]
        others = {self.of[other] for other in neighbours_of(self.side)[square]} - {own}
        if others and self.is_connected(self.masks[own] & ~(1 << square)):
            yield from sorted(others)

    def size(self, region: int) -> int:
        """Return how many squares a region has."""
        return self.masks[region].bit_count()

    def is_connected(self, mask: int) -> bool:
        """Return whether squares are connected by edges; none are not."""
        side, not_first = self.side, ~self._first
        reached, found = 0, mask & -mask
        while found != reached:
            reached = found
            across = (found & not_first) >> 1 | found << 1 & not_first
            found |= (across | found << side | found >> side) & mask
        return found == mask and mask != 0

    def rows(self, letters: str) -> tuple[str, ...]:
        """Return the board as rows of letters, region by region as they are met."""
        named: dict[int, str] = {}
        for region in self.of:
            if region not in named:
                named[region] = letters[len(named)]
        drawn = "".join(named[region] for region in self.of)
        return tuple(drawn[at : at + self.side] for at in range(0, len(drawn), self.side))
