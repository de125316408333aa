"""The board of a picture: the regions, the pieces placed, and what is unsure of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rookery.boards.board import Square
from rookery.pictures.cells import cell_colours, colour_differences, thicknesses
from rookery.pictures.lattice import find_lattice
from rookery.pictures.marks import find_pieces
from rookery.pictures.partition import divided
from rookery.pictures.pixels import pixels_of


@dataclass(frozen=True)
class PictureBoard:
    """A board read from a picture.

    Attributes
    ----------
    rows
        The number of the region of each square, in order of first appearance.
    unsure
        The squares whose region is unsure, with the number of another region that may hold each,
        or None if no other region is beside it.
    pieces
        The squares with a piece.
    maybe_pieces
        The squares with a mark that may be a piece.
    """

    rows: tuple[tuple[int, ...], ...]
    unsure: Mapping[Square, int | None]
    pieces: frozenset[Square]
    maybe_pieces: frozenset[Square]


def read(data: bytes, name: str) -> PictureBoard:
    """Return the board of a picture file.

    Raises
    ------
    PuzzleError
        When the file is no picture that can be read, or no board is found in it.
    RookeryError
        When Pillow is not installed.
    """
    pixels = pixels_of(data, name)
    lattice = find_lattice(pixels, name)
    colours = cell_colours(pixels, lattice)
    differences = colour_differences(colours)
    found = divided(lattice.side, differences, thicknesses(pixels, lattice, colours))
    region, side = found.region, range(lattice.side)
    unsure: dict[Square, int | None] = {}
    beside: dict[Square, list[tuple[float, int]]] = {}
    for (one, other), difference in differences.items():
        beside.setdefault(one, []).append((difference, region[other]))
        beside.setdefault(other, []).append((difference, region[one]))
    for pair in found.unclear:
        for square in pair:
            others = [near for near in beside[square] if near[1] != region[square]]
            unsure[square] = min(others)[1] if others else None
    return PictureBoard(
        tuple(tuple(region[row, column] for column in side) for row in side),
        dict(sorted(unsure.items())),
        *find_pieces(pixels, lattice, colours),
    )
