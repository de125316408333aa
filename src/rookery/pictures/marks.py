"""Pieces that a player has placed on the board of a picture: queens, stars, discs.

A mark is the pixels of a cell that differ from its colour. A piece is large and solid: much of it
is left when its rim is taken off. Of crosses, dots and numbers little is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.boards.board import Square
from rookery.pictures.cells import Colours, cell_part

if TYPE_CHECKING:
    from rookery.pictures.lattice import Lattice
    from rookery.pictures.pixels import Pixels

MARGIN = 0.15  # of a cell, which may hold its lines
CONTRAST = 60  # of a mark against its cell
LEAST_MARK = 0.02  # of the cell without its margin; less is noise
LEAST_SIZE = 0.34  # of a cell, height and width of a piece
RIM = 0.06  # of a cell: half the thickness of strokes
SOLID = 0.2  # of a piece's box that is left without the rim
HOLLOW = 0.07  # of the box of another mark that may be left
LEAST_CELL = 40  # pixels; pieces on smaller cells are not told from crosses


def find_pieces(
    pixels: Pixels, lattice: Lattice, colours: Colours
) -> tuple[frozenset[Square], frozenset[Square]]:
    """Return the squares with a piece, and those with a mark that may be one."""
    import numpy as np

    pieces, unsure = set(), set()
    if lattice.cell < LEAST_CELL:
        return frozenset(), frozenset()
    side = lattice.side
    for square in ((r, c) for r in range(side) for c in range(side)):
        part = cell_part(pixels, lattice, square, MARGIN)
        mark = np.linalg.norm(part - colours[square], axis=2) > CONTRAST
        if mark.mean() < LEAST_MARK:
            continue
        rows, columns = np.flatnonzero(mark.any(axis=1)), np.flatnonzero(mark.any(axis=0))
        high, wide = int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
        if min(high, wide) < LEAST_SIZE * lattice.cell:
            continue
        core = mark
        for _ in range(max(1, round(RIM * lattice.cell))):
            room = np.pad(core, 1)
            core = core & room[:-2, 1:-1] & room[2:, 1:-1] & room[1:-1, :-2] & room[1:-1, 2:]
        share = float(core.sum()) / (high * wide)
        if share >= SOLID:
            pieces.add(square)
        elif share > HOLLOW:
            unsure.add(square)
    return frozenset(pieces), frozenset(unsure)
