"""Families and pieces that installed packages provide by entry points.

They are looked up only for an unknown name or a full list, because reading the packages' metadata
takes longer than everything else in a small run.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from rookery.errors import RookeryError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

FAMILIES = "rookery.families"
PIECES = "rookery.pieces"


@cache
def found(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group by name, without loading them."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=group)}


@cache
def loaded(group: str, name: str) -> Any:
    """Return the object of an entry point, or raise a `RookeryError` with package and reason."""
    entry = found(group)[name]
    try:
        return entry.load()
    except Exception as error:
        package = entry.dist.name if entry.dist is not None else "an unknown package"
        raise RookeryError(f"{name!r} of {package} cannot be loaded: {error}") from error
