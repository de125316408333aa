"""Facts about the server for the page: limits, pieces, examples, methods."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from rookery.boards.board import Board
from rookery.boards.pieces import NAMED
from rookery.cover.puzzle import Cover
from rookery.document import document_of
from rookery.families import families
from rookery.family import Family
from rookery.heaviest.puzzle import Heaviest
from rookery.nonattacking.puzzle import NonAttacking
from rookery.queens.puzzle import Queens
from rookery.regions.puzzle import Regions
from rookery.results.methods import method_names
from rookery.tour.puzzle import Tour
from rookery.version import __version__
from rookery.view.glyphs import UNIT, glyph_svg
from rookery.web.bounds import PLACEMENTS, SIDE, Bounds

_SPELT = {"horse": "dragon horse"}


def about(bounds: Bounds, public_url: str = "") -> dict[str, Any]:
    """Return the facts that the page needs, as plain data; `public_url` is its public address."""
    return {
        "version": __version__,
        "public_url": public_url or None,
        "limits": {
            "side": SIDE,
            "seconds": bounds.seconds,
            "jobs": bounds.jobs,
            "bytes": bounds.body_bytes,
            "placements": PLACEMENTS,
        },
        "glyph_box": f"0 0 {UNIT} {UNIT}",
        "pieces": [
            {
                "betza": betza,
                "name": _SPELT.get(name, name.replace("-", " ")),
                "glyph": glyph_svg(betza),
            }
            for name, betza in NAMED.items()
        ],
        "examples": examples(),
        "methods": {family.name: method_names(family.methods) for family in families()},
        "counters": {family.name: method_names(family.counters()) for family in families_counted()},
    }


def families_counted() -> tuple[Family[Any, Any], ...]:
    """Return the families whose answers can be counted."""
    return tuple(family for family in families() if family.counters())


class Example(NamedTuple):
    """A puzzle with a name for programs and a title for people."""

    name: str
    title: str
    make: Callable[[], Any]


TRAVELING_QUEEN = "......N. ...P.P.. ...PNP.. ..NP.P.. ...P.... ........ .N.B.... Q......."
BATTLE = (  # two pieces in every row, column and region
    "AAAAAAABBB CCAAAADDBB CCAAAADDBB ECFAADDBBG EEFGGGGGGG "
    "EEFFFFHGGG EEFFFHHGII EEEFFHGGII EEEFFHIIII EEEJJJIIII"
)


COURT = [  # kings on about every fourth square
    (row, column)
    for row in range(25)
    for column in range(25)
    if (row * row + 3 * row * column + 5 * column * column + column) % 4 == 1
]

EXAMPLES = (
    Example("eight-queens", "Eight queens, one given", lambda: Queens(8, given=["a8"])),
    Example(
        "queens-12",
        "Twelve queens, some squares blocked",
        lambda: Queens(12, blocked=["a1", "b2", "l12"]),
    ),
    Example(
        "sultan",
        "The heaviest queens",
        lambda: Heaviest(
            [
                [(7 * row * row + 11 * column * row) % 23 for column in range(12)]
                for row in range(12)
            ]
        ),
    ),
    Example("traveling-queen", "The travelling queen", lambda: Tour.parse(TRAVELING_QUEEN.split())),
    Example(
        "knights-tour",
        "A closed knight's tour",
        lambda: Tour.hamiltonian(Board(8), "knight", "h8", closed=True),
    ),
    Example(
        "bishops", "Bishops on a torus", lambda: NonAttacking(Board(8, wrap="torus"), "bishop")
    ),
    Example(
        "queens-and-knights",
        "As many queens as knights",
        lambda: NonAttacking(Board(6), ["queen", "knight"], equal=True),
    ),
    Example("battle", "Two stars in every region", lambda: Regions(BATTLE, stars=2)),
    Example(
        "knight",
        "A knight's round of the corners",
        lambda: Tour(Board(8), "a1", ["a8", "h8", "h1"], mover="N", visit="on", closed=True),
    ),
    Example(
        "showdown",
        "Check every king",
        lambda: Cover.parse(
            ["___##", "__#__", "##_#_", "_##__", "##___"], [1, 1, 1, 1, 1, 1, 2, 1]
        ),
    ),
    Example(
        "court",
        "A court of kings, 25x25",
        lambda: Cover(Board(25), COURT, [77, 90, 83, 61, 59, 95, 73, 88]),
    ),
    Example(
        "domination", "Queens that guard the board", lambda: Cover.domination(8, piece="queen")
    ),
)


@cache
def examples() -> list[dict[str, Any]]:
    """Return the examples as plain data."""
    return [
        {"name": one.name, "title": one.title, "puzzle": document_of(one.make())}
        for one in EXAMPLES
    ]
