"""Boards in pictures: screenshots, scans and drawings of region puzzles, read from their pixels.

1. `pixels_of` opens a picture and refuses what is too large.
2. `lattice` finds the board: evenly spaced lines or gaps, as many across as down.
3. `cells` measures the colour of each cell and the thickness of each line between two cells,
   divides the cells into connected regions by these measures, tells which of them are not clear,
   and finds the pieces that a player has placed.

This module is loaded by every command; Pillow and NumPy are loaded when a picture is read.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from rookery.errors import PuzzleError, RookeryError
from rookery.version import install_command

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.float32]  # rows, columns, red-green-blue from 0 to 255

SIGNATURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a")
_BRANDS = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif")  # photos of telephones, at byte 4
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
MOST_PIXELS = 40_000_000  # of a picture; refused before it is unpacked
LEAST_SIDE = 40  # pixels
WORKING_SIDE = 2600  # pixels; larger pictures are reduced by a whole factor


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


def pixels_of(data: bytes, name: str) -> Pixels:
    """Return the pixels of a picture, its transparent parts white.

    Raises a `PuzzleError` if the file is broken, of another format, too small or too large, and a
    `RookeryError` if Pillow is not installed.
    """
    try:
        from PIL import Image, ImageOps, UnidentifiedImageError
    except ImportError:
        command = install_command("pictures")
        raise RookeryError(f"reading a picture needs the package pillow: {command}") from None
    import numpy as np

    expected = f"a picture as {', '.join(FORMATS[:-1])} or {FORMATS[-1]}"
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            width, height = picture.size
            if width * height > MOST_PIXELS or min(width, height) < LEAST_SIDE:
                raise PuzzleError(expected=_fitting(), found=f"{width}x{height}", place=name)
            upright: Any = ImageOps.exif_transpose(picture)
            layer = upright.convert("RGBA")
            ground = Image.new("RGBA", layer.size, "white")
            flat = Image.alpha_composite(ground, layer).convert("RGB")
    except UnidentifiedImageError:
        found = "a file that is none of these"
        raise PuzzleError(expected=expected, found=found, place=name) from None
    except Image.DecompressionBombError:
        found = "one that unpacks to far more"
        raise PuzzleError(expected=_fitting(), found=found, place=name) from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        if isinstance(error, RookeryError):
            raise
        found = f"a broken one: {error}"
        raise PuzzleError(expected=expected, found=found, place=name) from None
    factor = -(-max(flat.size) // WORKING_SIDE)
    return np.asarray(flat.reduce(factor) if factor > 1 else flat, dtype=np.float32)


def _fitting() -> str:
    return f"a picture of at least {LEAST_SIDE}x{LEAST_SIDE} and at most {MOST_PIXELS:,} pixels"
