"""Facts about the server for the page: limits, pieces, examples, methods."""

from __future__ import annotations

from typing import Any

from rookery.boards.pieces import NAMED
from rookery.families import families
from rookery.family import Family
from rookery.results.methods import method_names
from rookery.version import __version__
from rookery.view.glyphs import UNIT, glyph_svg
from rookery.web.bounds import PLACEMENTS, SIDE, Bounds
from rookery.web.examples import examples

_SPELT = {"horse": "dragon horse"}


def about(bounds: Bounds, public_url: str = "") -> dict[str, Any]:
    """Return what a page needs to know, as plain data; `public_url` is where others find it."""
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
            {"betza": betza, "name": _name(name), "glyph": glyph_svg(betza)}
            for name, betza in NAMED.items()
        ],
        "examples": examples(),
        "methods": {family.name: method_names(family.methods) for family in families()},
        "counters": {family.name: method_names(family.counters()) for family in families_counted()},
    }


def _name(name: str) -> str:
    return _SPELT.get(name, name.replace("-", " "))


def families_counted() -> tuple[Family[Any, Any], ...]:
    """Return the families whose answers can be counted."""
    return tuple(family for family in families() if family.counters())
