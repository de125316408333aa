"""PNG pictures, rendered by resvg (the extra ``png``), which needs no system libraries."""

from __future__ import annotations

from rookery.errors import RookeryError
from rookery.version import install_command

MISSING = f"PNG pictures need the package resvg-py: {install_command('png')}"
FONT = "DejaVu Sans"


def png(svg: str, scale: float = 1) -> bytes:
    """Render an SVG picture as PNG.

    Letters and numbers need a sans-serif font on the system.

    Parameters
    ----------
    svg
        The text of the picture. The theme ``auto`` is drawn light.
    scale
        The factor by which both sides of the picture grow.

    Raises
    ------
    RookeryError
        If resvg-py is not installed or cannot draw the picture.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise RookeryError(MISSING) from None
    try:
        return bytes(svg_to_bytes(svg_string=str(svg), zoom=scale, sans_serif_family=FONT))
    except ValueError as error:
        raise RookeryError(f"cannot draw the picture as PNG: {error}") from error
