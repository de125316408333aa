"""Sets of squares as integers: bit ``n * row + column`` is a square.

On a board of 3x3::

    bits   0 1 2      a3 b3 c3
           3 4 5      a2 b2 c2
           6 7 8      a1 b1 c1
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rookery.boards.board import Board, Square
from rookery.boards.pieces import Piece
from rookery.regions.puzzle import Regions

NUMBERS = "H"  # type code of arrays of region numbers: unsigned, 16 bits
# The encoding of characters below 65,536 as such numbers.
UTF16 = "utf-16-le" if sys.byteorder == "little" else "utf-16-be"


@dataclass(frozen=True, eq=False)  # cheap to hash, because `reach_of` makes each only once
class Reach:
    """The squares of a board that attack each other, regardless of regions."""

    side: int  # number of rows, and of columns
    attacks: tuple[int, ...]  # squares that each square attacks or is attacked from
    # A block for each square: itself and later squares that all attack each other, such as 2x2
    # squares for kings. A block holds at most one piece.
    blocks: tuple[int, ...]

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The squares of each row."""
        line = (1 << self.side) - 1
        return tuple(line << self.side * row for row in range(self.side))

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The squares of each column."""
        first = sum(1 << self.side * row for row in range(self.side))
        return tuple(first << column for column in range(self.side))


@lru_cache(maxsize=64)
def reach_of(side: int, piece: Piece) -> Reach:
    """Return the reach of a piece on a board."""
    board = Board(side)
    every = list(board.squares())
    attacks = [0] * len(every)
    for at, square in enumerate(every):
        for row, column in piece.attacks(board, square):
            other = row * side + column
            attacks[at] |= 1 << other
            attacks[other] |= 1 << at
    blocks = []
    for at in range(len(every)):
        block, left = 1 << at, attacks[at] & -(2 << at)
        while left:
            lowest = left & -left
            block |= lowest
            left &= attacks[lowest.bit_length() - 1] & -(lowest << 1)
        blocks.append(block)
    return Reach(side, tuple(attacks), tuple(blocks))


@dataclass(frozen=True)
class Masks:
    """A puzzle in bits."""

    reach: Reach  # squares that attack each other
    region_of: array[int]  # number of each square's region; empty if there are no regions
    stars: int  # number of pieces in each unit
    given: int  # given squares
    free: int  # squares that are not blocked

    @cached_property
    def units(self) -> tuple[int, ...]:
        """The squares of the rows, the columns and the regions."""
        regions = [0] * (max(self.region_of, default=-1) + 1)
        bit = 1
        for region in self.region_of:
            regions[region] |= bit
            bit <<= 1
        return (*self.reach.rows, *self.reach.columns, *regions)


def masks_of(puzzle: Regions) -> Masks:
    """Return a puzzle in bits; its regions are numbered in order of first appearance."""
    side = len(puzzle.rows)
    letters = "".join(puzzle.rows)
    number_of = {ord(letter): number for number, letter in enumerate(dict.fromkeys(letters))}
    return Masks(
        reach_of(side, puzzle.piece),
        array(NUMBERS, letters.translate(number_of).encode(UTF16)),
        puzzle.stars,
        mask_of(puzzle.given, side),
        (1 << side * side) - 1 & ~mask_of(puzzle.blocked, side),
    )


def mask_of(squares: Iterable[Square], side: int) -> int:
    """Return squares as a set in bits."""
    return sum(1 << row * side + column for row, column in squares)


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from the lowest."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def squares_in(mask: int, side: int) -> tuple[Square, ...]:
    """Return the squares of a set in bits, in ascending order."""
    return tuple(divmod(at, side) for at in bits(mask))
