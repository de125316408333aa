"""The table of families, each loaded when it is first needed, and tables keyed by family.

A new family is a row here, a folder, and an entry in every `Table`. A table that lacks it refuses
its puzzles by name, and a test finds that table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rookery.errors import PuzzleError, shown, unknown_name
from rookery.family import Family

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet

Entry = TypeVar("Entry")


@cache
def _queens() -> Family[Any, Any]:
    from rookery.queens.family import FAMILY

    return FAMILY


@cache
def _heaviest() -> Family[Any, Any]:
    from rookery.heaviest.family import FAMILY

    return FAMILY


@cache
def _nonattacking() -> Family[Any, Any]:
    from rookery.nonattacking.family import FAMILY

    return FAMILY


@cache
def _regions() -> Family[Any, Any]:
    from rookery.regions.family import FAMILY

    return FAMILY


@cache
def _tour() -> Family[Any, Any]:
    from rookery.tour.family import FAMILY

    return FAMILY


@cache
def _cover() -> Family[Any, Any]:
    from rookery.cover.family import FAMILY

    return FAMILY


_LOADERS: Mapping[str, Callable[[], Family[Any, Any]]] = {
    "queens": _queens,
    "heaviest": _heaviest,
    "nonattacking": _nonattacking,
    "regions": _regions,
    "tour": _tour,
    "cover": _cover,
}

NAMES = tuple(_LOADERS)


def family_named(name: str) -> Family[Any, Any]:
    """Return the family of a name.

    Raises
    ------
    PuzzleError
        When there is none.
    """
    if name not in _LOADERS:
        raise unknown_name("a family", name, NAMES)
    return _LOADERS[name]()


def family_of(puzzle: Any) -> Family[Any, Any]:
    """Return the family of a puzzle.

    Raises
    ------
    PuzzleError
        When it is not a puzzle of any family.
    """
    name = getattr(puzzle, "family", None)
    family = _LOADERS[name]() if isinstance(name, str) and name in _LOADERS else None
    if family is None or not isinstance(puzzle, family.puzzle):
        raise PuzzleError(expected="a puzzle", found=shown(puzzle))
    return family


def is_puzzle(thing: object) -> bool:
    """Return whether something is a puzzle of some family."""
    try:
        family_of(thing)
    except PuzzleError:
        return False
    return True


def families() -> tuple[Family[Any, Any], ...]:
    """Return all families, each loaded."""
    return tuple(load() for load in _LOADERS.values())


def kernel_sets() -> tuple[KernelSet, ...]:
    """Return the kernel sets of all families, each once."""
    return tuple(
        dict.fromkeys(kernels for family in families() for kernels in family.kernel_sets())
    )


class Table(Generic[Entry]):
    """What another module knows about each family, by the family's name.

    Parameters
    ----------
    what
        What an entry is, for the message about a puzzle whose family has none.
    entries
        By the names of families.
    whole
        Whether every family must have an entry; a test makes sure of it.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> from rookery.tour.puzzle import Tour
    >>> colours = Table("colour", {"tour": "blue"}, whole=False)
    >>> colours.of(Tour.parse(["Q.", "NB"]))
    'blue'
    >>> colours.of(Queens(8))
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: there is no colour for puzzles of queens, only of tour
    """

    def __init__(self, what: str, entries: Mapping[str, Entry], whole: bool = True) -> None:
        self.what = what
        self.entries = dict(entries)
        self.whole = whole

    def of(self, puzzle: Any) -> Entry:
        """Return the entry for a puzzle's family.

        Raises
        ------
        PuzzleError
            When there is none, or when it is not a puzzle.
        """
        name = family_of(puzzle).name
        if name not in self.entries:
            known = ", ".join(self.entries)
            raise PuzzleError(f"there is no {self.what} for puzzles of {name}, only of {known}")
        return self.entries[name]
