"""The table of families, each loaded when it is first needed, and tables keyed by family.

A new family needs its name and a case here, a folder, and an entry in every `Table`. A table
without the entry refuses the family's puzzles with a message, and a test finds that table.
Installed packages provide families by entry points of the group ``rookery.families``; their
`Family.entries` replace the entries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rookery.errors import PuzzleError, RookeryError, shown, unknown_name
from rookery.family import Family
from rookery.numbers import items
from rookery.results.result import Result

if TYPE_CHECKING:
    from rookery.compiled.sets import KernelSet

Entry = TypeVar("Entry")


NAMES = ("queens", "heaviest", "nonattacking", "regions", "tour", "cover")


@cache
def _own_family(name: str) -> Family[Any, Any]:
    """Return one of the package's own families, importing its module only."""
    family: Family[Any, Any]
    match name:
        case "queens":
            from rookery.queens.family import FAMILY as family
        case "heaviest":
            from rookery.heaviest.family import FAMILY as family
        case "nonattacking":
            from rookery.nonattacking.family import FAMILY as family
        case "regions":
            from rookery.regions.family import FAMILY as family
        case "tour":
            from rookery.tour.family import FAMILY as family
        case _:
            from rookery.cover.family import FAMILY as family
    return family


def names() -> tuple[str, ...]:
    """Return the names of all families, those of installed packages last."""
    from rookery import outside

    return tuple(dict.fromkeys((*NAMES, *outside.found(outside.FAMILIES))))


def family_named(name: str) -> Family[Any, Any]:
    """Return the family with a name; refuse an unknown name."""
    family = _family(name)
    if family is None:
        raise unknown_name("a family", name, names())
    return family


def _family(name: str) -> Family[Any, Any] | None:
    """Return the family with a name, or None; raise a `RookeryError` if it cannot be loaded."""
    if name in NAMES:
        return _own_family(name)
    from rookery import outside

    if name not in outside.found(outside.FAMILIES):
        return None
    family = outside.loaded(outside.FAMILIES, name)
    if not isinstance(family, Family) or family.name != name:
        raise RookeryError(f"the entry point {name!r}: expected a Family {name!r}, got {family!r}")
    return family


def family_of(puzzle: Any) -> Family[Any, Any]:
    """Return the family of a puzzle.

    Raises
    ------
    PuzzleError
        When the argument is not a puzzle of any family.
    """
    name = getattr(puzzle, "family", None)
    family = _family(name) if isinstance(name, str) else None
    if family is None or not isinstance(puzzle, family.puzzle):
        raise PuzzleError(expected="a puzzle", found=shown(puzzle))
    return family


def is_puzzle(thing: object) -> bool:
    """Return whether an object is a puzzle of some family."""
    try:
        family_of(thing)
    except PuzzleError:
        return False
    return True


def each_puzzle(puzzles: Any) -> list[Any]:
    """Return one or several puzzles as a list; raise a `PuzzleError` for anything else."""
    return [puzzles] if is_puzzle(puzzles) else items(puzzles, "a puzzle, or several")


def answer_of(puzzle: Any, answer: Any) -> Any:
    """Return an answer, or the answer of a result, in the puzzle's own form. It need not be right.

    Raises
    ------
    PuzzleError
        When it cannot be an answer of the puzzle. The text gives the place of the first fault.

    Examples
    --------
    >>> from rookery.cover.puzzle import Cover
    >>> answer_of(Cover.domination(3), ["b2"]), answer_of(Cover.domination(3), [[1, 1]])
    (((0, 1, 1),), ((0, 1, 1),))
    """
    found = answer.answer if isinstance(answer, Result) else answer
    return None if found is None else family_of(puzzle).answer(puzzle, found)


def answers_of(puzzle: Any, answer: Any) -> Sequence[Any]:
    """Return the answers to draw one by one: placements, paths or pieces; [None] without any."""
    found = answer_of(puzzle, answer)
    if found is None or (isinstance(found, Sized) and not len(found)):
        return [None]
    if not family_of(puzzle).several:
        return [found]
    if not isinstance(found, Sequence):
        raise PuzzleError(expected=f"an answer of the form of {puzzle.family}", found=shown(answer))
    return found


def with_answers(result: Result[Any, Any]) -> Result[Any, Any]:
    """Return a result whose `answers` are those that its answer holds, if it holds several."""
    if result.answer is None or result.answers or not family_of(result.puzzle).several:
        return result
    return replace(result, answers=result.answer)


def families() -> tuple[Family[Any, Any], ...]:
    """Load and return all families; warn of a package's family that cannot be loaded."""
    return (*map(_own_family, NAMES), *families_from_outside())


@cache
def families_from_outside() -> tuple[Family[Any, Any], ...]:
    """Return the families of installed packages; warn of one that cannot be loaded."""
    import warnings

    families = []
    for name in names()[len(NAMES) :]:
        try:
            families.append(family_named(name))
        except RookeryError as error:
            warnings.warn(f"{error}", stacklevel=2)
    return tuple(families)


def kernel_sets() -> tuple[KernelSet, ...]:
    """Return the distinct kernel sets of all families."""
    return tuple(
        dict.fromkeys(kernels for family in families() for kernels in family.kernel_sets())
    )


class Table(Generic[Entry]):
    """A table with an entry for each family, by the family's name.

    Parameters
    ----------
    what
        The noun for an entry, for the message about a family without one.
    entries
        The entries by the names of families.
    whole
        Whether every family must have an entry, as a test checks.
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
        """Return the entry for a puzzle's family, from the table or the family's own `entries`.

        Raises
        ------
        PuzzleError
            If there is no entry, or the argument is not a puzzle.
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
