"""Mixins of boards, puzzles and results: drawing, plain data, solving and credits.

Their methods call the public functions of the package, which sets `Drawable.public` once at import.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from rookery.errors import LimitError, PuzzleError, shown
from rookery.numbers import argument


class Guessed:
    """A mixin of objects whose errors name the attribute to use instead of one that they lack."""

    __slots__ = ()

    if not TYPE_CHECKING:  # type checkers know the attributes

        def __getattr__(self, name: str) -> Any:
            from rookery.guesses import wrong_attribute

            raise wrong_attribute(self, name)


class Drawable(Guessed):
    """A mixin of objects that notebooks show as pictures."""

    __slots__ = ()

    public: ClassVar[Callable[[str], Any]]  # returns a public function by name; set by the package

    def svg(self, *args: Any, **options: Any) -> str:
        """Return the SVG picture of this object, with the options of `rookery.svg`."""
        picture: str = Drawable.public("svg")(self, *args, **options)
        return picture

    def show(self) -> None:
        """Print this object as text, or show its picture in a notebook (`rookery.show`)."""
        Drawable.public("show")(self)

    def plot(self, *args: Any, **options: Any) -> Any:
        """Return a plot of this object, with the options of `rookery.plot`."""
        return Drawable.public("plot")(self, *args, **options)

    def _repr_svg_(self) -> str | None:
        """Return the SVG picture, or None if it is too large."""
        with suppress(LimitError):
            return self.svg()
        return None


class Plain:
    """A mixin of objects that can be written as plain data and as JSON."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return this object as plain data, in the form of `rookery.document.schema`.

        Examples
        --------
        >>> import rookery as rk
        >>> data = rk.solve(rk.Tour.parse(["Q..", "...", "N.B"])).to_dict()
        >>> data["puzzle"]["family"], data["status"], data["value"], data["answer"]
        ('tour', 'optimal', 1, ['a3', 'b2'])
        """
        return Drawable.public("document")(self)  # type: ignore[no-any-return]

    def to_json(self) -> str:
        """Return `to_dict` as one line of JSON, without a newline."""
        import json

        return json.dumps(self.to_dict(), allow_nan=False)


def line_of(text: object) -> str:
    """Return a line of text without the blanks around it."""
    if not isinstance(text, str) or not text.isprintable():
        raise PuzzleError(expected="a line of text", found=shown(text))
    return text.strip()


class Credits(TypedDict, total=False):
    """The title, author and source of a puzzle, each a line of text."""

    title: str
    author: str
    source: str


@dataclass(frozen=True, init=False)
class Credited(Drawable):
    """A mixin of puzzles with a title, author and source, which equality ignores."""

    title: str = field(default="", compare=False, repr=False, kw_only=True)
    author: str = field(default="", compare=False, repr=False, kw_only=True)
    source: str = field(default="", compare=False, repr=False, kw_only=True)

    def solve(self, *args: Any, **options: Any) -> Any:
        """Return the `Result` of `rookery.solve`, with the same options.

        Examples
        --------
        >>> import rookery as rk
        >>> rk.NonAttacking(4, "knight").solve().value
        8
        """
        return Drawable.public("solve")(self, *args, **options)

    def count(self, *args: Any, **options: Any) -> Any:
        """Return the `Result` of `rookery.count`, with the same options.

        Examples
        --------
        >>> import rookery as rk
        >>> rk.Queens(8).count().value
        92
        """
        return Drawable.public("count")(self, *args, **options)

    def _put(self, **fields: Any) -> None:
        """Set fields while the puzzle is constructed."""
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def credit(self, credits: Credits) -> None:
        """Set title, author and source while the puzzle is constructed.

        Raises
        ------
        PuzzleError
            If a value is not a line of text.
        TypeError
            If a keyword is unknown.
        """
        for name, line in credits.items():
            if name not in Credits.__annotations__:
                from rookery.guesses import wrong_keyword

                made = type(self)
                code = made.__init__.__code__
                own = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
                raise wrong_keyword(f"{made.__name__}()", name, [*own, *Credits.__annotations__])
            if line := argument(name, line_of, line):
                object.__setattr__(self, name, line)

    @property
    def credits(self) -> Credits:
        """The nonempty fields by name."""
        lines = ((name, getattr(self, name)) for name in Credits.__annotations__)
        return {name: line for name, line in lines if line}  # type: ignore[return-value]
