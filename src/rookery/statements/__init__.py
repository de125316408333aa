"""The contest statements: for each how its text is read, written, checked and generated."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from rookery.errors import PuzzleError, did_you_mean, shown

NAMES = ("eight-queens", "sultan", "traveling-queen", "showdown")


def load(name: str) -> ModuleType:
    """Return the module of a statement, with its `read`, `write`, `check` and `generate`.

    Raises
    ------
    PuzzleError
        When there is no statement of this name.

    Examples
    --------
    >>> load("sultan").NAME
    'sultan'
    """
    if name not in NAMES:
        raise PuzzleError(f"expected a statement, got {shown(name)}{did_you_mean(name, NAMES)}")
    return import_module(f"{__name__}.{name.replace('-', '_')}")
