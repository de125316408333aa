"""Region puzzles read from pictures (`rookery.pictures`), with what is unsure of them."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass

from rookery.boards.board import Square
from rookery.errors import PuzzleError
from rookery.regions.puzzle import Regions
from rookery.regions.validation import LETTERS

MOST_TOLD = 12  # unsure squares, each on a line


@dataclass(frozen=True)
class PictureReading:
    """A region puzzle read from a picture.

    Attributes
    ----------
    puzzle
        The puzzle; pieces that a player has placed are given.
    unsure
        The squares whose region is unsure, each with another region that may hold it; None if no
        other region is beside it.
    maybe_given
        Squares with a mark that may be a piece; they are not given.
    """

    puzzle: Regions
    unsure: Mapping[Square, str | None]
    maybe_given: frozenset[Square]

    @property
    def notes(self) -> tuple[str, ...]:
        """The unsure squares and the pieces in words, for the user to check."""
        name, rows = self.puzzle.board.name, self.puzzle.rows
        notes = []
        for (row, column), other in [*self.unsure.items()][:MOST_TOLD]:
            second = "or part of another" if other is None else f"or {other}"
            notes.append(f"unsure of {name((row, column))}: region {rows[row][column]}, {second}")
        if len(self.unsure) > MOST_TOLD:
            notes.append(f"unsure of {len(self.unsure) - MOST_TOLD} more squares")
        if self.puzzle.given:
            notes.append(f"pieces on {', '.join(map(name, sorted(self.puzzle.given)))}: given")
        if self.maybe_given:
            squares = ", ".join(map(name, sorted(self.maybe_given)))
            notes.append(f"unsure whether these marks are pieces, not given: {squares}")
        return tuple(notes)


def read(data: bytes, name: str) -> PictureReading:
    """Return the puzzle of a picture file.

    Raises a `PuzzleError` if the file is no picture that can be read, or has no board, and a
    `RookeryError` if Pillow is not installed.
    """
    from rookery.pictures import pixels_of
    from rookery.pictures.cells import (
        cell_colours,
        colour_differences,
        divided,
        find_pieces,
        thicknesses,
    )
    from rookery.pictures.lattice import find_lattice

    pixels = pixels_of(data, name)
    lattice = find_lattice(pixels, name)
    colours = cell_colours(pixels, lattice)
    differences = colour_differences(colours)
    found = divided(lattice.side, differences, thicknesses(pixels, lattice, colours))
    numbers, side = len(set(found.region.values())), range(lattice.side)
    if numbers != len(side):
        expected = f"a board of {len(side)} regions"
        raise PuzzleError(expected=expected, found=f"{numbers}", place=name)
    region = {square: LETTERS[number] for square, number in found.region.items()}
    beside: dict[Square, list[tuple[float, str]]] = {}
    for (one, other), difference in differences.items():
        beside.setdefault(one, []).append((difference, region[other]))
        beside.setdefault(other, []).append((difference, region[one]))
    unsure: dict[Square, str | None] = {}
    for square in sorted({square for pair in found.unclear for square in pair}):
        others = [near for near in beside[square] if near[1] != region[square]]
        unsure[square] = min(others)[1] if others else None
    pieces, maybe = find_pieces(pixels, lattice, colours)
    rows = ["".join(region[row, column] for column in side) for row in side]
    return PictureReading(Regions(rows, given=pieces), unsure, maybe)


def read_noted(data: bytes, name: str) -> Regions:
    """Return the puzzle of a picture file, and log its notes as warnings; raise as `read`."""
    found = read(data, name)
    for note in found.notes:
        logging.getLogger("rookery.pictures").warning("%s: %s", name, note)
    return found.puzzle
