"""Families and pieces that installed packages bring by entry points.

They are looked for when a name is not known, or a list is asked for, and not before: reading the
packages' metadata takes longer than all else of a small start.
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
    """Return the entry points of a group by name, none of them loaded."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=group)}


@cache
def loaded(group: str, name: str) -> Any:
    """Return what an entry point of a group names.

    Raises
    ------
    RookeryError
        When it cannot be loaded, with its package and the reason.
    """
    entry = found(group)[name]
    try:
        return entry.load()
    except Exception as error:
        package = entry.dist.name if entry.dist is not None else "an unknown package"
        raise RookeryError(f"{name!r} of {package} cannot be loaded: {error}") from error
