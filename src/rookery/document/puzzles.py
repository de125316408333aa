"""Documents of puzzles, written and read."""

from __future__ import annotations

from typing import Any

from rookery.errors import did_you_mean, shown
from rookery.families import NAMES, family_named, family_of, names
from rookery.family import Puzzle
from rookery.reading.parts import DocumentError, Part

Document = dict[str, Any]


def document_of(puzzle: Puzzle[Any]) -> Document:
    """Return a puzzle as plain data; `puzzle_of` reads an equal puzzle back.

    Examples
    --------
    >>> from rookery.queens.puzzle import Queens
    >>> document_of(Queens(8, given=["b4", "a1"]))
    {'family': 'queens', 'n': 8, 'given': ['a1', 'b4'], 'blocked': []}
    """
    family = family_of(puzzle)
    return {"family": family.name, **family.document().table.write(puzzle)}


def puzzle_of(document: Any) -> Any:
    """Return the puzzle of plain data.

    Fields that have a default in the puzzle's class may be missing.

    Raises
    ------
    DocumentError
        When the data does not describe a puzzle, and when the puzzle is inconsistent.

    Examples
    --------
    >>> puzzle_of({"family": "queens", "n": 8, "given": ["a1"]}).given
    frozenset({(7, 0)})
    >>> puzzle_of({"family": "queens", "n": 8, "given": ["a1", "1a"]})
    Traceback (most recent call last):
    ...
    rookery.reading.parts.DocumentError: given[1]: expected a square such as 'a1', got '1a'
    """
    return puzzle_in(Part(document, ""))


def puzzle_in(part: Part) -> Any:
    """Return the puzzle of a part of a document, as `puzzle_of` does for a complete one."""
    if not isinstance(part.value, dict):
        raise part.fault("an object")
    if "family" not in part.value:
        raise DocumentError(part.at("family"), expected="a family", found="none")
    family = part["family"]
    if family.value not in NAMES and family.value not in names():
        hint = did_you_mean(family.value, names())
        raise family.fault("a family", f"{shown(family.value)}{hint}")
    with part.told():
        found = family_named(family.value)
        return found.document().table.read(found.puzzle, part)
