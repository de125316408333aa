"""A puzzle in the making: regions around a placement, whose borders may move."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from rookery.regions.generating.partition import Partition
from rookery.regions.generating.wish import Wish
from rookery.regions.masks import NUMBERS, Masks, Reach
from rookery.regions.puzzle import LETTERS, Regions


@dataclass(frozen=True)
class Draft:
    """A puzzle in the making.

    Attributes
    ----------
    wish
        What is wanted.
    reach
        Which squares attack each other.
    answer
        The wanted one, as a set of squares.
    partition
        Of which every region holds as many pieces of the answer as there are stars.
    """

    wish: Wish
    reach: Reach
    answer: int
    partition: Partition

    def others(self) -> int:
        """Return the squares that hold no piece of the answer, which may change their region."""
        return (1 << self.wish.size**2) - 1 & ~self.answer

    def moves(self, square: int) -> list[int]:
        """Return the regions that a square may go to, within the sizes of regions."""
        partition, wish = self.partition, self.wish
        if partition.size(partition.of[square]) <= wish.least:
            return []
        return [to for to in partition.moves(square) if partition.size(to) < wish.most]

    def is_within_sizes(self) -> bool:
        """Return whether all regions have as many squares as wanted."""
        wish = self.wish
        sizes = map(self.partition.size, range(wish.size))
        return all(wish.least <= size <= wish.most for size in sizes)

    def masks(self) -> Masks:
        """Return the puzzle as it stands, in bits."""
        every = (1 << self.wish.size**2) - 1
        return Masks(self.reach, array(NUMBERS, self.partition.of), self.wish.stars, 0, every)

    def puzzle(self) -> Regions:
        """Return the puzzle as it stands."""
        return Regions(self.partition.rows(LETTERS), self.wish.stars, self.wish.piece)
