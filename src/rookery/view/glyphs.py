"""Shapes of the pieces: SVG paths drawn for a square of 16 by 16 units.

Straight edges lie on whole units, because a unit is a pixel in pictures of 16 pixels per square.
A glyph is a body with cuts that show the paper. Gold and silver are shogi tiles with the old
signs of the sun and the moon. The dragon horse faces right and has a spiked mane; the knight
faces left. Any other piece is a disc with its Betza notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

from rookery.boards.pieces import NAMED, Piece

UNIT = 16  # units, side of a square in SVG paths
MOST_LETTERS = 4  # letters on a disc; longer notations are cut
OWN_LETTER = "letter "  # prefix of a user's own letter for a piece; no Betza notation has blanks


@dataclass(frozen=True)
class Glyph:
    """A piece's shape: the SVG paths of its body and of the cuts in it."""

    body: str
    cuts: str = ""


def _disc(x: float, y: float, radius: float) -> str:
    """Return the path of a disc, clockwise."""
    half = f"a{radius:g} {radius:g} 0 1 1 "
    return f"M{x - radius:g} {y:g}{half}{2 * radius:g} 0{half}{-2 * radius:g} 0z"


def _hole(x: float, y: float, radius: float) -> str:
    """Return the counterclockwise path of a disc: a hole in any disc around it."""
    half = f"a{radius:g} {radius:g} 0 1 0 "
    return f"M{x - radius:g} {y:g}{half}{2 * radius:g} 0{half}{-2 * radius:g} 0z"


_BASE = "M3 13h10v2H3z"
_TILE = "M8 1l5 2.5L14.5 15h-13L3 3.5z"

# By Betza notation, as `Piece` writes it.
GLYPHS: dict[str, Glyph] = {
    "K": Glyph(
        "M7 1h2v1.5h2v2H9V6H7V4.5H5v-2h2z"
        "M8 7.4C9.4 5 14.8 4.8 14.8 8.4c0 1.9-1.8 2.8-2.4 4.1H3.6C3 11.2 1.2 10.3 1.2 8.4"
        "C1.2 4.8 6.6 5 8 7.4z" + _BASE,
        "M8 9.2l1 1.3-1 1.3-1-1.3z",
    ),
    "Q": Glyph(
        "M3.7 12.4L1.6 5.4l3.6 3.2L5 3.4l2.1 4.7L8 2.6l.9 5.5L11 3.4l-.2 5.2 3.6-3.2-2.1 7z"
        + _disc(1.6, 4.7, 1.1)
        + _disc(4.9, 2.8, 1.1)
        + _disc(8, 2, 1.2)
        + _disc(11.1, 2.8, 1.1)
        + _disc(14.4, 4.7, 1.1)
        + _BASE
    ),
    "R": Glyph("M3 2h2.5v2H7V2h2v2h1.5V2H13v4l-2 1.5V11l1.5 1.5h-9L5 11V7.5L3 6z" + _BASE),
    "B": Glyph(
        _disc(8, 2, 1.2) + "M8 3.2c3.2 1.8 4.8 4 4.6 6-.1 1.4-1.2 2.3-1.8 3.3H5.2"
        "C4.6 11.5 3.5 10.6 3.4 9.2c-.2-2 1.4-4.2 4.6-6z" + _BASE,
        "M7.4 6h1.2v1.4H10v1.2H8.6V11H7.4V8.6H6V7.4h1.4z",
    ),
    "N": Glyph(
        "M4.2 12.5c.2-2.2 3.4-2.9 3.9-5.2L6.7 7.9 4.5 9.9c-1 .7-2.5-.1-2.6-1.3L4.6 4.2 4.4 1.4"
        "l2.6 1.4c4.6.1 6.6 3.8 6 9.7z" + _BASE,
        _disc(6, 5, 0.7),
    ),
    "mfWcfF": Glyph(
        "M6.4 7.2a2.8 2.8 0 1 1 3.2 0c.9 1.4 1.4 3.2 2.4 5.3H4c1-2.1 1.5-3.9 2.4-5.3z" + _BASE
    ),
    "WfF": Glyph(_TILE, _disc(8, 9.2, 3.9) + _hole(8, 9.2, 2.6) + _disc(8, 9.2, 1.2)),
    "FfW": Glyph(_TILE, "M10.6 5.9a4.3 4.3 0 1 0 0 6.6a3.5 3.5 0 0 1 0-6.6z"),
    "BW": Glyph(
        "M11.8 12.5c-.2-2.2-3.4-2.9-3.9-5.2l1.4.6 2.2 2c1 .7 2.5-.1 2.6-1.3L11.6 4.2 12.6.8"
        " 9.2 2.4 6.4 1v2.2L2.8 2.8l1.4 2.8L1 6.6l2.4 2L.8 10.8l2.4 1.7z" + _BASE,
        _disc(10, 5, 0.7),
    ),
    "WA": Glyph(
        "M8 .6L8.8 2a1.5 1.5 0 0 1 .7 1.2L10.8 4 9.3 4.5C9.6 6 10.6 6.2 11.6 5.4 13 4.2 13.2 2.6"
        " 13.4 1c2.2 2.6 2.4 6.8.2 9-1.2 1.2-2.8 1.3-4 .9L12 15.4l-3-1.6-1 1.8-1-1.8-3 1.6"
        " 2.4-4.5c-1.2.4-2.8.3-4-.9C.2 7.8.4 3.6 2.6 1c.2 1.6.4 3.2 1.8 4.4 1 .8 2 .6 2.3-.9V3.2"
        "a1.5 1.5 0 0 1 .5-1.2z",
        _disc(8, 3.4, 0.5),
    ),
    "mRcpR": Glyph(
        "M2.2 8.2L12.4 1.2l.8-.5 2.3 3.4-.8.6L7.9 9.3z" + _disc(5.6, 11, 4) + "M8 13.4h7v1.6H5z",
        _disc(5.6, 11, 2.6) + _hole(5.6, 11, 1.1),
    ),
}

_ENGLISH = {betza: name for name, betza in reversed(NAMED.items())} | {
    "BW": "dragon horse",
    "mfWcfF": "pawn",
}


def piece_name(piece: Piece) -> str:
    """Return the English name of a piece, or its Betza notation if it has none.

    >>> [piece_name(Piece(betza)) for betza in ("BW", "mRcpR", "RNN")]
    ['dragon horse', 'cannon', 'RNN']
    """
    return piece.name or _ENGLISH.get(piece.betza, piece.betza)


def sign(piece: Piece) -> str:
    """Return the key of a piece's drawing: its Betza notation, or the user's own letter."""
    return OWN_LETTER + piece.letter if piece.letter else piece.betza


def glyph_id(betza: str) -> str:
    """Return an XML identifier for a glyph, by the piece's `sign`."""
    return "".join(letter if letter.isalnum() else f"-{ord(letter)}" for letter in betza)


def glyph_svg(betza: str) -> str:
    """Return the SVG elements of a piece, by its `sign`, in a square of 16 units.

    The body has the inherited fill and stroke; cuts and letters have the inherited `color`.

    >>> glyph_svg("NN").endswith(">NN</text>"), "<text" in glyph_svg("R")
    (True, False)
    """
    glyph = GLYPHS.get(betza)
    if glyph is not None:
        cuts = f'<path d="{glyph.cuts}" fill="currentColor" stroke="none"/>' if glyph.cuts else ""
        return f'<path d="{glyph.body}"/>{cuts}'
    betza = betza.removeprefix(OWN_LETTER)
    letters = betza if len(betza) <= MOST_LETTERS else betza[: MOST_LETTERS - 1] + "…"
    size = (9.5, 7, 5, 4.2)[min(len(letters), MOST_LETTERS) - 1]
    return (
        f'<path d="{_disc(8, 8, 7)}"/><text x="8" y="{8 + size * 0.36:g}" font-size="{size:g}" '
        f'font-weight="bold" text-anchor="middle" fill="currentColor" stroke="none">'
        f"{escape(letters)}</text>"
    )
