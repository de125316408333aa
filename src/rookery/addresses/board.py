"""The board that an address holds: regions, stars, marked squares; regions and their borders."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from rookery.boards.board import Square
from rookery.errors import InputError, PuzzleError

MOST_SIDE = 52  # rows; letters can name as many regions
MOST_STARS = 999  # in a row

Fault: TypeAlias = Callable[[int, str, str], InputError]
"""Returns the error for a character of an address: its index, the expected and the found."""


@dataclass(frozen=True)
class StarBattle:
    """A Star Battle board."""

    rows: Sequence[Sequence[int]] | Sequence[str]  # the region of each square, from the top
    stars: int | None  # in each row, column and region, or None if the address does not tell it
    given: frozenset[Square] = frozenset()  # squares with a star
    blocked: frozenset[Square] = frozenset()  # squares without one
    credits: Mapping[str, str] = field(default_factory=dict)  # title, author and source, if any

    @property
    def side(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def borders(self) -> Borders:
        """Return the borders between the regions.

        Raises a `PuzzleError` if there are too many rows or stars for an address, or a region is in
        several parts: borders would make each part a region.
        """
        rows, side = self.rows, self.side
        if side > MOST_SIDE:
            raise PuzzleError(expected=f"at most {MOST_SIDE} rows for an address", found=f"{side}")
        if self.stars is not None and self.stars > MOST_STARS:
            expected = f"at most {MOST_STARS} stars for an address"
            raise PuzzleError(expected=expected, found=f"{self.stars}")
        found = Borders(
            frozenset((r, c) for r, c in beside(side) if rows[r][c] != rows[r][c + 1]),
            frozenset((r, c) for r, c in above(side) if rows[r][c] != rows[r + 1][c]),
        )
        parts = {(rows[r][c], part) for (r, c), part in numbered(found.regions(side))}
        names = [name for name, _ in sorted(parts, key=lambda one: one[1])]
        if len(set(names)) < len(names):
            apart = next(name for name in names if names.count(name) > 1)
            expected = "connected regions, which borders can separate"
            raise PuzzleError(expected=expected, found=f"region {apart} in {names.count(apart)}")
        return found


@dataclass(frozen=True)
class Borders:
    """The borders between neighbouring squares."""

    right: Container[Square]  # squares with a border to the next square of their row
    below: Container[Square]  # squares with a border to the next square of their column

    def regions(self, side: int) -> list[list[int]]:
        """Return the region of each square, numbered in order of first appearance."""
        rows = [[-1] * side for _ in range(side)]
        number = 0
        for start in ((r, c) for r in range(side) for c in range(side)):
            if rows[start[0]][start[1]] >= 0:
                continue
            waiting = [start]
            while waiting:
                r, c = waiting.pop()
                if not (0 <= r < side and 0 <= c < side) or rows[r][c] >= 0:
                    continue
                rows[r][c] = number
                waiting += [(r, c + 1)] * ((r, c) not in self.right)
                waiting += [(r + 1, c)] * ((r, c) not in self.below)
                waiting += [(r, c - 1)] * ((r, c - 1) not in self.right)
                waiting += [(r - 1, c)] * ((r - 1, c) not in self.below)
            number += 1
        return rows


def numbered(rows: Sequence[Sequence[int]]) -> Iterable[tuple[Square, int]]:
    """Yield each square and its number."""
    return (((r, c), number) for r, row in enumerate(rows) for c, number in enumerate(row))


def beside(side: int) -> list[Square]:
    """Return the squares that have a square on their right, row by row."""
    return [(r, c) for r in range(side) for c in range(side - 1)]


def above(side: int) -> list[Square]:
    """Return the squares that have a square below, row by row."""
    return [(r, c) for r in range(side - 1) for c in range(side)]


def packed(flags: Sequence[bool], digits: str) -> str:
    """Return flags as digits, the first flag highest; missing flags at the end are False.

    >>> packed([True, False, False, False, False, True], "0123456789abcdefghijklmnopqrstuv")
    'gg'
    """
    width = len(digits).bit_length() - 1
    padded = [*flags, *[False] * (-len(flags) % width)]
    groups = (padded[at : at + width] for at in range(0, len(padded), width))
    return "".join(digits[int("".join("01"[flag] for flag in group), 2)] for group in groups)


def unpacked(text: str, digits: str, fault: Fault, at: int) -> list[bool]:
    """Return the flags of digits that begin at an index of the address; `packed` writes them."""
    width = len(digits).bit_length() - 1
    flags: list[bool] = []
    for index, digit in enumerate(text, at):
        value = digits.find(digit)
        if value < 0:
            raise fault(index, f"a digit of the borders, one of {digits}", repr(digit))
        flags += (bit == "1" for bit in f"{value:0{width}b}")
    return flags
