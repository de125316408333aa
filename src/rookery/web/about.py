"""What a page needs to know of the server: limits, pieces, examples, methods."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rookery.pieces import NAMED
from rookery.version import __version__
from rookery.view.glyphs import UNIT, glyph_svg
from rookery.web.bounds import PLACEMENTS, SIDE, Bounds
from rookery.web.examples import examples

FAMILIES = ("queens", "heaviest", "tour", "cover")
COUNTED = ("queens", "tour")

_SPELT = {"horse": "dragon horse"}


def about(bounds: Bounds) -> dict[str, Any]:
    """Return what a page needs to know, as plain data."""
    return {
        "version": __version__,
        "limits": {
            "side": SIDE,
            "seconds": bounds.seconds,
            "jobs": bounds.jobs,
            "bytes": bounds.body_bytes,
            "placements": PLACEMENTS,
        },
        "glyph_box": f"0 0 {UNIT} {UNIT}",
        "pieces": [
            {"betza": betza, "name": _name(name), "glyph": glyph_svg(betza)}
            for name, betza in NAMED.items()
        ],
        "examples": examples(),
        "methods": {family: method_names(family) for family in FAMILIES},
        "counters": {family: method_names(family, counting=True) for family in COUNTED},
    }


def _name(name: str) -> str:
    return _SPELT.get(name, name.replace("-", " "))


def method_names(family: str, counting: bool = False) -> list[str]:
    """Return the names that `method` may have for a family's puzzles, ``auto`` first."""
    table = "COUNTERS" if counting else "METHODS"
    methods = getattr(import_module(f"rookery.{family}.methods"), table)
    return list(dict.fromkeys(["auto", *(method.name for method in methods)]))
