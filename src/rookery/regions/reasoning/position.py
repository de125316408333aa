"""Positions in the solution of a region puzzle: pieces, and squares still free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rookery.boards.board import Board
from rookery.regions.masks import Masks, bits, masks_of, squares_in
from rookery.regions.puzzle import Placement, Regions, Unit
from rookery.results.limits import Check

NO_NAME = Unit("", "", ())


class PuzzleLayout:
    """The fixed data of a puzzle: its units, and the squares that attack each other.

    Without the names of the units all names are empty, and positions are many times faster to
    make. `of` holds the numbers of each square's row, column and region. `tick` is called at every
    step of a supposition.
    """

    def __init__(self, masks: Masks, tick: Check = bool, units: Sequence[Unit] = ()) -> None:
        self.tick = tick
        self.masks = masks
        self.side = side = masks.reach.side
        self.units = units or (NO_NAME,) * len(masks.units)
        self._is_named = bool(units)
        regions = enumerate(masks.region_of)
        self.of = [[at // side, side + at % side, 2 * side + region] for at, region in regions]

    @property
    def rows(self) -> range:
        """The indices of the rows among the units."""
        return range(self.side)

    @property
    def columns(self) -> range:
        """The indices of the columns among the units."""
        return range(self.side, 2 * self.side)

    @property
    def regions(self) -> range:
        """The indices of the regions among the units."""
        return range(2 * self.side, len(self.units))

    def square_names(self, mask: int, word: str = ",") -> str:
        """Return the names of squares, with a word before the last: ``a1, b2 or c3``."""
        if not self._is_named:
            return ""
        name = Board(self.side).name
        return _listed([name(square) for square in squares_in(mask, self.side)], word)

    def unit_names(self, units: list[int]) -> str:
        """Return the names of units of one kind: ``regions A and B``."""
        if not self._is_named:
            return ""
        nouns, names = zip(*(self.units[unit].name.split(" ") for unit in units), strict=True)
        return f"{nouns[0]}{'s' * (len(names) > 1)} {_listed(names, ' and')}"


def _listed(names: Sequence[str], word: str) -> str:
    """Join names with commas, and with a word before the last."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])}{word} {names[-1]}"


@dataclass(frozen=True)
class Position:
    """A position: the squares of pieces, and the squares where more may stand."""

    layout: PuzzleLayout
    placed: int  # squares of pieces, as bits
    free: int  # squares still free; all others are known to be empty

    @classmethod
    def of(cls, puzzle: Regions, tick: Check = bool) -> Position:
        """Return the initial position of a puzzle."""
        return cls.on(PuzzleLayout(masks_of(puzzle), tick, puzzle.units))

    @classmethod
    def on(cls, layout: PuzzleLayout) -> Position:
        """Return the initial position of a layout, with its given pieces."""
        masks = layout.masks
        return cls(layout, masks.given, masks.free & ~masks.given)

    @cached_property
    def need(self) -> list[int]:
        """The number of pieces that each unit still needs; below 0 if it has too many."""
        stars = self.layout.masks.stars
        return [stars - (self.placed & mask).bit_count() for mask in self.layout.masks.units]

    @cached_property
    def left(self) -> list[int]:
        """The free squares of each unit."""
        return [self.free & mask for mask in self.layout.masks.units]

    @cached_property
    def sees(self) -> list[int]:
        """The squares that a piece on each square would empty."""
        attacks, units = self.layout.masks.reach.attacks, self.layout.masks.units
        emptied = list(attacks)
        for unit in self.open_units():
            if self.need[unit] == 1:
                for at in bits(self.left[unit]):
                    emptied[at] |= units[unit]
        for at in bits(self.free):
            emptied[at] &= ~(1 << at)
        return emptied

    def open_units(self) -> Iterator[int]:
        """Yield the numbers of the units that need pieces."""
        return (unit for unit, needed in enumerate(self.need) if needed > 0)

    def fault(self) -> int | None:
        """Return a unit with too many pieces, or with too few squares for them, or None."""
        for unit, needed in enumerate(self.need):
            if needed < 0 or self.left[unit].bit_count() < needed:
                return unit
        return None

    @property
    def is_solved(self) -> bool:
        """Whether every unit has its pieces."""
        return not any(self.need)

    def after(self, placed: int, empty: int) -> Position:
        """Return the position after placing pieces and emptying squares."""
        return Position(self.layout, self.placed | placed, self.free & ~(placed | empty))

    def answer(self) -> Placement:
        """Return the squares of the pieces."""
        return squares_in(self.placed, self.layout.side)
