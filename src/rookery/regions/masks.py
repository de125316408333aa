"""Sets of squares as integers: bit ``n * row + column`` is a square.

On a board of 3x3::

    bits   0 1 2      a3 b3 c3
           3 4 5      a2 b2 c2
           6 7 8      a1 b1 c1

`RegionSearch` searches depth first for all answers; the compiled kernel takes the same steps, so
both find the same answers in the same order. A unit with no more squares than it needs gets pieces
on all of them. Otherwise the search branches on the unit with the fewest squares to spare: it tries
the first square with a piece, then without. If a unit needs several pieces, its squares are also
divided into blocks of squares that attack each other; with fewer blocks than needed pieces, the
node is lost.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rookery.boards.board import Board, Square
from rookery.boards.pieces import Piece
from rookery.regions.puzzle import Regions

NUMBERS = "H"  # type code of arrays of region numbers: unsigned, 16 bits
# The encoding of characters below 65,536 as such numbers.
UTF16 = "utf-16-le" if sys.byteorder == "little" else "utf-16-be"
NODES_A_TICK = 1024  # nodes between two yields of None
LOST, SOLVED = -2, -1

Choose = Callable[[int, int], int]


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

    def has_blocks(self, left: int, needed: int) -> bool:
        """Return whether squares are divided into at least `needed` blocks."""
        while left and needed:
            left &= ~self.blocks[lowest(left)]
            needed -= 1
        return not needed


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


def lowest(mask: int) -> int:
    """Return the number of the lowest bit that is set."""
    return (mask & -mask).bit_length() - 1


def first_free(free: int, tightest: int) -> int:
    """Return the first of all free squares."""
    return lowest(free)


class Frame:
    """A node of the search: chosen and free squares, and the pieces that each unit needs."""

    __slots__ = ("chosen", "free", "need")

    def __init__(self, free: int, chosen: int, need: list[int]) -> None:
        self.free = free
        self.chosen = chosen
        self.need = need


class RegionSearch:
    """A depth-first search through the answers of a puzzle; `nodes` counts the nodes searched.

    `choose` is a function of all free squares, and of the free squares of the tightest unit, that
    returns the square to try next; by default the first of the unit. `first_free` lists answers in
    lexicographic order.
    """

    def __init__(
        self, masks: Masks, choose: Choose = lambda free, tightest: lowest(tightest)
    ) -> None:
        self.nodes = 0
        self._choose = choose
        self._units = masks.units
        self._attacks = masks.reach.attacks
        self._has_blocks = masks.reach.has_blocks
        side = masks.reach.side
        self._of: list[list[int]] = [[] for _ in range(side * side)]
        for unit, mask in enumerate(masks.units):
            for at in range(side * side):
                if mask >> at & 1:
                    self._of[at].append(unit)
        root = Frame(masks.free, 0, [masks.stars] * len(masks.units))
        given = masks.given
        while given:
            at = lowest(given)
            given &= given - 1
            if not root.free >> at & 1:
                root.need[0] = -1  # given pieces attack each other: search no node
                break
            self._place(root, at)
        self._frames = [] if root.need[0] < 0 else [root]

    def answers(self, tick: int = NODES_A_TICK) -> Iterator[int | None]:
        """Yield the answers as sets of squares, and None after every `tick` nodes."""
        while self._frames:
            self.nodes += 1
            if self.nodes % tick == 0:
                yield None
            frame = self._frames[-1]
            square = self._settle(frame)
            if square < 0:
                self._frames.pop()
                if square == SOLVED:
                    yield frame.chosen
                continue
            child = Frame(frame.free, frame.chosen, frame.need[:])
            self._place(child, square)
            frame.free &= ~(1 << square)
            self._frames.append(child)

    def _settle(self, frame: Frame) -> int:
        """Place forced pieces; return the square to try next, SOLVED or LOST."""
        while True:
            tightest, fewest, is_placed = 0, 0, False
            for unit, needed in enumerate(frame.need):
                if not needed:
                    continue
                left = frame.free & self._units[unit]
                spare = left.bit_count() - needed
                if spare < 0 or (needed > 1 and not self._has_blocks(left, needed)):
                    return LOST
                if not spare:
                    while left:  # each piece removes the squares that it attacks
                        self._place(frame, lowest(left))
                        left &= frame.free
                    is_placed = True
                elif not tightest or spare < fewest:
                    tightest, fewest = left, spare
            if not is_placed:
                return self._choose(frame.free, tightest) if tightest else SOLVED

    def _place(self, frame: Frame, square: int) -> None:
        """Place a piece on a free square."""
        frame.chosen |= 1 << square
        frame.free &= ~(self._attacks[square] | 1 << square)
        for unit in self._of[square]:
            frame.need[unit] -= 1
            if not frame.need[unit]:
                frame.free &= ~self._units[unit]
