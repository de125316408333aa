"""The table of families, each loaded when it is first needed, and tables keyed by family.

A new family is a row here, a folder, and an entry in every `Table`. A table that lacks it refuses
its puzzles by name, and a test finds that table. Installed packages bring families of their own by
entry points of the group ``rookery.families``, whose `Family.entries` stand in for the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Sized
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rookery.errors import PuzzleError, RookeryError, shown, unknown_name
from rookery.family import Family
from rookery.results.result import Result

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


def names() -> tuple[str, ...]:
    """Return the names of all families, those from outside last."""
    from rookery import outside

    return tuple(dict.fromkeys((*_LOADERS, *outside.found(outside.FAMILIES))))


def family_named(name: str) -> Family[Any, Any]:
    """Return the family of a name.

    Raises
    ------
    PuzzleError
        When there is none.
    RookeryError
        When a package names it, and it cannot be loaded or has another name.
    """
    family = _family(name)
    if family is None:
        raise unknown_name("a family", name, names())
    return family


def _family(name: str) -> Family[Any, Any] | None:
    """Return the family of a name, None when there is none."""
    if name in _LOADERS:
        return _LOADERS[name]()
    from rookery import outside

    if name not in outside.found(outside.FAMILIES):
        return None
    family = outside.loaded(outside.FAMILIES, name)
    if not isinstance(family, Family) or family.name != name:
        raise RookeryError(f"the entry point {name!r} names no Family of that name: {family!r}")
    return family


def family_of(puzzle: Any) -> Family[Any, Any]:
    """Return the family of a puzzle.

    Raises
    ------
    PuzzleError
        When it is not a puzzle of any family.
    """
    name = getattr(puzzle, "family", None)
    family = _family(name) if isinstance(name, str) else None
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


def answer_of(puzzle: Any, answer: Any) -> Any:
    """Return an answer, or that of a result, in the form of the puzzle's own answers.

    Raises
    ------
    PuzzleError
        When it cannot be one, with the place of the first fault; it need not be right.

    Examples
    --------
    >>> from rookery.cover.puzzle import Cover
    >>> answer_of(Cover.domination(3), ["b2"]), answer_of(Cover.domination(3), [[1, 1]])
    (((0, 1, 1),), ((0, 1, 1),))
    """
    found = answer.answer if isinstance(answer, Result) else answer
    return None if found is None else family_of(puzzle).answer(puzzle, found)


def answers_of(puzzle: Any, answer: Any) -> Sequence[Any]:
    """Return the answers to draw one by one: placements, paths or pieces; [None] for none.

    Raises
    ------
    PuzzleError
        As `answer_of` does.
    """
    found = answer_of(puzzle, answer)
    if found is None or (isinstance(found, Sized) and not len(found)):
        return [None]
    if not family_of(puzzle).several:
        return [found]
    if not isinstance(found, Sequence):
        raise PuzzleError(expected=f"an answer of the form of {puzzle.family}", found=shown(answer))
    return found


def families() -> tuple[Family[Any, Any], ...]:
    """Return all families, each loaded; of those from outside a broken one is warned of."""
    return (*(load() for load in _LOADERS.values()), *families_from_outside())


@cache
def families_from_outside() -> tuple[Family[Any, Any], ...]:
    """Return the families of installed packages; one that cannot be loaded is warned of."""
    import warnings

    whole = []
    for name in names()[len(_LOADERS) :]:
        try:
            whole.append(family_named(name))
        except RookeryError as error:
            warnings.warn(f"{error}", stacklevel=2)
    return tuple(whole)


def kernel_sets() -> tuple[KernelSet, ...]:
    """Return the kernel sets of all families, each once."""
    return tuple(
        dict.fromkeys(kernels for family in families() for kernels in family.kernel_sets())
    )


class Table(Generic[Entry]):
    """A table of another module, with an entry for each family by its name.

    Parameters
    ----------
    what
        The noun for an entry, for the message about a family without one.
    entries
        The entries by the names of families.
    whole
        Whether every family must have an entry; a test makes sure of it.
    default
        The entry of all other families, if any.

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

    def __init__(
        self,
        what: str,
        entries: Mapping[str, Entry],
        whole: bool = True,
        default: Entry | None = None,
    ) -> None:
        self.what = what
        self.entries = dict(entries)
        self.whole = whole
        self.default = default

    def of(self, puzzle: Any) -> Entry:
        """Return the entry for a puzzle's family, perhaps from the family's own `entries`.

        Raises
        ------
        PuzzleError
            If there is none, or the argument is not a puzzle.
        """
        family = family_of(puzzle)
        if family.name in self.entries:
            return self.entries[family.name]
        entry: Entry | None = family.entries().get(self.what, self.default)
        if entry is None:
            known = ", ".join(self.entries)
            why = f"there is no {self.what} for puzzles of {family.name}, only of {known}"
            raise PuzzleError(why)
        return entry
