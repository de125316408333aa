"""What notebooks ask of boards, puzzles and results, a picture; and who posed a puzzle.

It is at the foundation, so that everything can be shown; the package sets the function that
draws once, when it is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import ClassVar, TypedDict

from rookery.errors import LimitError, PuzzleError, shown


class Drawable:
    """A mixin whose instances notebooks show as a picture."""

    __slots__ = ()

    draw: ClassVar[Callable[[object], str] | None] = None
    """Returns the SVG picture of an instance; `rookery.svg`, set by the package."""

    def _repr_svg_(self) -> str | None:
        """Return the SVG picture of this, where something draws and it is not too large."""
        draw = Drawable.draw
        with suppress(LimitError):
            return None if draw is None else draw(self)
        return None


class Credits(TypedDict, total=False):
    """The title of a puzzle, its author, and where it was published; a line of text each."""

    title: str
    author: str
    source: str


@dataclass(frozen=True, init=False)
class Credited(Drawable):
    """A mixin of puzzles that name their title, author and source; equality ignores these."""

    title: str = field(default="", compare=False, repr=False, kw_only=True)
    author: str = field(default="", compare=False, repr=False, kw_only=True)
    source: str = field(default="", compare=False, repr=False, kw_only=True)

    def credit(self, credits: Credits) -> None:
        """Set the fields, while the puzzle is made.

        Raises
        ------
        PuzzleError
            When one is not a line of text.
        TypeError
            When there is another.
        """
        for name, line in credits.items():
            if name not in Credits.__annotations__:
                made = type(self).__name__
                raise TypeError(f"{made}() got an unexpected keyword argument {name!r}")
            if not isinstance(line, str) or not line.isprintable():
                raise PuzzleError(expected=f"a line of text as {name}", found=shown(line))
            if line.strip():
                object.__setattr__(self, name, line.strip())

    @property
    def credits(self) -> Credits:
        """The fields that are set, by name."""
        found: Credits = {"title": self.title, "author": self.author, "source": self.source}
        return {name: line for name, line in found.items() if line}  # type: ignore[return-value]
