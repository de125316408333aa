"""Requests for region puzzles, and drafts: connected regions around a placement."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, shown, unknown_name
from rookery.regions.explaining import difficulty_of
from rookery.regions.masks import NUMBERS, Masks, Reach
from rookery.regions.puzzle import Regions
from rookery.regions.reasoning import LEVELS
from rookery.regions.validation import LETTERS
from rookery.results.limits import Check

BY_RULES = "any"  # difficulty of all puzzles that rules solve


@dataclass(frozen=True)
class RegionsRequest:
    """A request for a puzzle."""

    size: int  # number of rows
    stars: int  # as for `Regions`
    piece: Piece
    # One of `LEVELS`, ``"any"`` for a puzzle that the rules solve, or None for any puzzle.
    difficulty: str | None
    least: int  # size of a region
    most: int

    def __post_init__(self) -> None:
        known = (*LEVELS, BY_RULES)
        if self.difficulty is not None and self.difficulty not in known:
            raise unknown_name("a difficulty", self.difficulty, known)
        if not 1 <= self.size <= len(LETTERS):
            raise PuzzleError(expected=f"a size from 1 to {len(LETTERS)}", found=shown(self.size))
        if not self.least <= self.size <= self.most:
            found = f"{self.least} to {self.most}"
            raise PuzzleError(expected=f"sizes of regions around {self.size}", found=found)

    def is_met(self, puzzle: Regions, tick: Check) -> bool:
        """Return whether a puzzle has the requested difficulty."""
        if self.difficulty is None:
            return True
        if self.difficulty == BY_RULES:
            return difficulty_of(puzzle, tick=tick) is not None
        return difficulty_of(puzzle, self.difficulty, tick) == self.difficulty


@lru_cache(maxsize=64)
def neighbours_of(side: int) -> tuple[tuple[int, ...], ...]:
    """Return the neighbours of each square: the squares that share an edge with it."""
    neighbours = []
    for row in range(side):
        for column in range(side):
            near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            on_board = [(r, c) for r, c in near if 0 <= r < side and 0 <= c < side]
            neighbours.append(tuple(r * side + c for r, c in on_board))
    return tuple(neighbours)


class Partition:
    """A board divided into regions: the region `of` each square, and the `masks` of each region."""

    def __init__(self, side: int, of: list[int]) -> None:
        self.side = side
        self.of = of
        self.masks = [0] * (max(of) + 1)
        for square, region in enumerate(of):
            self.masks[region] |= 1 << square
        self._first = sum(1 << side * row for row in range(side))

    def move(self, square: int, region: int) -> None:
        """Move a square to a region."""
        self.masks[self.of[square]] ^= 1 << square
        self.masks[region] |= 1 << square
        self.of[square] = region

    def moves(self, square: int) -> Iterator[int]:
        """Yield the regions that a square can move to while all regions stay connected."""
        own = self.of[square]
        others = {self.of[other] for other in neighbours_of(self.side)[square]} - {own}
        if others and self.is_connected(self.masks[own] & ~(1 << square)):
            yield from sorted(others)

    def size(self, region: int) -> int:
        """Return the number of squares of a region."""
        return self.masks[region].bit_count()

    def is_connected(self, mask: int) -> bool:
        """Return whether squares are connected by edges; False for no squares."""
        side, not_first = self.side, ~self._first
        before, reached = 0, mask & -mask
        while reached != before:
            before = reached
            across = (reached & not_first) >> 1 | reached << 1 & not_first
            reached |= (across | reached << side | reached >> side) & mask
        return reached == mask and mask != 0

    def rows(self, letters: str) -> tuple[str, ...]:
        """Return the board as rows of letters, given to regions in order of first appearance."""
        named = dict(zip(dict.fromkeys(self.of), letters, strict=False))
        drawn = "".join(named[region] for region in self.of)
        return tuple(drawn[at : at + self.side] for at in range(0, len(drawn), self.side))


@dataclass(frozen=True)
class Draft:
    """A draft of a region puzzle."""

    request: RegionsRequest
    reach: Reach  # squares that attack each other
    answer: int  # intended answer, as a set of squares
    # The regions; each holds `request.stars` pieces of the answer.
    partition: Partition

    def others(self) -> int:
        """Return the squares without a piece of the answer: their region may change."""
        return (1 << self.request.size**2) - 1 & ~self.answer

    def moves(self, square: int) -> list[int]:
        """Return the regions that a square may move to within the requested sizes."""
        partition, request = self.partition, self.request
        if partition.size(partition.of[square]) <= request.least:
            return []
        return [to for to in partition.moves(square) if partition.size(to) < request.most]

    def is_within_sizes(self) -> bool:
        """Return whether the sizes of all regions are as requested."""
        request = self.request
        sizes = map(self.partition.size, range(request.size))
        return all(request.least <= size <= request.most for size in sizes)

    def masks(self) -> Masks:
        """Return the puzzle as it stands, in bits."""
        every = (1 << self.request.size**2) - 1
        return Masks(self.reach, array(NUMBERS, self.partition.of), self.request.stars, 0, every)

    def puzzle(self) -> Regions:
        """Return the puzzle as it stands."""
        return Regions(self.partition.rows(LETTERS), self.request.stars, self.request.piece)
