"""A random placement, the answer of a puzzle to be."""

from __future__ import annotations

from array import array
from random import Random

from rookery.errors import PuzzleError
from rookery.regions.masks import NUMBERS, Masks, Reach
from rookery.regions.searching.search import RegionSearch

NODES_A_TRY = 400  # of a search in random order, before another begins
TRIES = 200  # searches


def random_placement(reach: Reach, stars: int, random: Random) -> int:
    """Return non-attacking squares, equally many in each row and column.

    Raises
    ------
    PuzzleError
        When there is none, or none is found.
    """

    def choose(free: int, tightest: int) -> int:
        return nth_bit(tightest, random.randrange(tightest.bit_count()))

    every = (1 << reach.side**2) - 1
    masks = Masks(reach, array(NUMBERS), stars, 0, every)
    for _ in range(TRIES):
        search = RegionSearch(masks, choose)
        found = next(search.answers(tick=NODES_A_TRY), 0)
        if found:
            return found
        if found == 0:
            break
    raise PuzzleError(
        expected=f"a board on which {stars} in each row and column do not attack each other",
        found=f"one of {reach.side}x{reach.side}",
    )


def nth_bit(mask: int, number: int) -> int:
    """Return the bit of a number, from 0, among those that are set."""
    for _ in range(number):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1
