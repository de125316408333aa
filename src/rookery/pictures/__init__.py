"""Boards in pictures: screenshots, scans and drawings of region puzzles, read from their pixels.

1. `pixels` opens a picture and refuses what is too large.
2. `lattice` finds the board: evenly spaced lines or gaps, as many across as down.
3. `cells` measures the colour of each cell and the thickness of each line between two cells.
4. `partition` divides the cells into connected regions by these measures, and tells which of them
   are not clear.
5. `marks` finds the pieces that a player has placed.

This module is loaded by every command; Pillow and NumPy are loaded when a picture is read.
"""

from __future__ import annotations

SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a")
_BRANDS = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif")  # photos of telephones, at byte 4


def is_picture(data: bytes) -> bool:
    """Return whether a file begins like a picture; no text of a puzzle does.

    >>> is_picture(b"GIF89a..."), is_picture(b"AAB ABB CCC")
    (True, False)
    """
    return (
        data.startswith(SIGNATURES)
        or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")
        or data[4:12] in _BRANDS
    )
