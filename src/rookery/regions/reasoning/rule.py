"""Rules of deduction, and their deductions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rookery.regions.reasoning.position import Position

LEVELS = ("easy", "medium", "hard", "expert")
"""Of rules, and of puzzles: that of the hardest rule without which they are not solved."""


class Deduction(NamedTuple):
    """A deduction, in sets of squares: new pieces, empty squares, and the reason, in words too."""

    words: str
    because: int
    placed: int = 0
    empty: int = 0


@dataclass(frozen=True)
class Rule:
    """A way to find pieces or empty squares.

    What a rule finds in a position it finds, or has been found, in every position with more
    pieces and fewer free squares; so the order in which rules are used does not matter in the end.

    Attributes
    ----------
    name
        A word.
    level
        One of `LEVELS`.
    about
        What it says, in a sentence.
    find
        Yields all that it finds in a position.
    """

    name: str
    level: str
    about: str
    find: Callable[[Position], Iterator[Deduction]]
