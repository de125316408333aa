"""Types of arguments: numbers within ranges, sides of boards, and names that the help lists.

Numbers are ASCII digits; help and errors state their range.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from rookery.boards.pieces import names
from rookery.errors import shown
from rookery.results.methods import method_names

Sides = tuple[int, int]  # rows and columns of a board

MOST_DIGITS = 18  # digits of an integer
_INTEGER = re.compile(rf"[+-]?[0-9]{{1,{MOST_DIGITS}}}")
_SIDES = re.compile(rf"([0-9]{{1,{MOST_DIGITS}}})(?:[xX]([0-9]{{1,{MOST_DIGITS}}}))?")
_REAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?inf(inity)?", re.I)


class Integer(click.IntRange):
    """An integer, perhaps within a range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the integer."""
        if isinstance(value, str):
            if not _INTEGER.fullmatch(value) or not within(self, int(value)):
                long = value.isascii() and value.isdigit() and len(value) > MOST_DIGITS
                digits = f", of at most {MOST_DIGITS} digits" if long else ""
                what = f"an integer{span(self)}{digits}"
                self.fail(f"expected {what}, got {shown(value)}", param, ctx)
            return int(value)
        return int(super().convert(value, param, ctx))

    def _describe_range(self) -> str:
        return "" if _is_unbounded(self) else super()._describe_range()


class Side(Integer):
    """The side of a square board, also written as 8x8."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the side."""
        rows, columns = sides_of(str(value)) or (0, 1)
        return super().convert(str(rows) if rows == columns else value, param, ctx)


class Real(click.FloatRange):
    """A number, perhaps within a range; "nan" is refused."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number."""
        if isinstance(value, str):
            if not _REAL.fullmatch(value) or not within(self, float(value)):
                self.fail(f"expected a number{span(self)}, got {shown(value)}", param, ctx)
            return float(value)
        return float(super().convert(value, param, ctx))

    def _describe_range(self) -> str:
        return "" if _is_unbounded(self) else super()._describe_range()


def _is_unbounded(bounds: click.IntRange | click.FloatRange) -> bool:
    """Return whether there is no range for the help to show; click would show ``x<=None``."""
    return bounds.min is None and bounds.max is None


def sides(most: int) -> Callable[[click.Context, click.Parameter, str | None], Sides | None]:
    """Return a callback that reads the sides of a board: one for both, or rows and columns."""

    def read(context: click.Context, param: click.Parameter, text: str | None) -> Sides | None:
        if text is None:
            return None
        found = sides_of(text) or (0, 0)
        if not 1 <= min(found) <= max(found) <= most:
            message = f"expected sides such as 8 or 6x8, from 1 to {most:,}, got {shown(text)}"
            raise click.BadParameter(message, context, param)
        return found

    return read


def sides_of(text: str) -> Sides | None:
    """Return the sides that a text such as ``8`` or ``6x8`` gives, or None.

    >>> sides_of("8"), sides_of("6x8"), sides_of("board.txt")
    ((8, 8), (6, 8), None)
    """
    found = _SIDES.fullmatch(text)
    return (int(found[1]), int(found[2] or found[1])) if found else None


def within(bounds: click.IntRange | click.FloatRange, value: float) -> bool:
    """Return whether a number is in a range.

    >>> within(click.FloatRange(0, 5, min_open=True), 0.0), within(click.IntRange(min=3), 3)
    (False, True)
    """
    low = -math.inf if bounds.min is None else bounds.min
    high = math.inf if bounds.max is None else bounds.max
    ends = (bounds.min_open and value == low) or (bounds.max_open and value == high)
    return low <= value <= high and not ends


def span(bounds: click.IntRange | click.FloatRange) -> str:
    """Return a range in words.

    >>> span(click.IntRange(1, 64)), span(click.FloatRange(0, min_open=True))
    (' from 1 to 64', ' of more than 0')
    """
    if bounds.min is None:
        return ""
    if bounds.max is None:
        return f" of more than {bounds.min:g}" if bounds.min_open else f" of {bounds.min:g} or more"
    above = "above " if bounds.min_open else ""
    return f" from {above}{bounds.min:g} to {bounds.max:g}"


Names = Callable[[], Mapping[str, Sequence[str]]]  # returns names by their purpose, "" for any


class NamedOption(click.Option):
    """An option whose names are looked up only to be shown or completed.

    `names` returns them. The help lists them in a sentence, or refers to the command `lister`.
    """

    def __init__(self, *args: Any, names: Names, lister: str = "", **keywords: Any) -> None:
        self._names = names
        self._lister = lister
        super().__init__(*args, **keywords)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help with the names."""
        listed = f"{self._lister} lists the names." if self._lister else _listed(self._names())
        plain, self.help = self.help, f"{self.help} {listed}"
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = plain

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the names that complete the last of several words between commas."""
        before, comma, begun = incomplete.rpartition(",")
        every = dict.fromkeys(name for names in self._names().values() for name in names)
        return [
            CompletionItem(f"{before}{comma}{name}") for name in every if name.startswith(begun)
        ]


class Choice(click.Choice[str]):
    """One of a few names, which a mapping also describes in words; each error lists them.

    `known` returns the name that a word stands for.
    """

    def __init__(
        self,
        names: Sequence[str] | Mapping[str, str],
        known: Callable[[str], str] = lambda word: word,
    ) -> None:
        super().__init__(tuple(names))
        self._known = known
        *others, last = (
            [f"{name} ({names[name]})" for name in names] if isinstance(names, Mapping) else names
        )
        self._expected = f"{', '.join(others)} or {last}" if others else last

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the sentence that follows "Missing option '--name'."."""
        return f"Expected {self._expected}."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name."""
        name = self._known(str(value))
        if name not in self.choices:
            self.fail(f"expected {self._expected}, got {shown(value)}", param, ctx)
        return name


def _listed(groups: Mapping[str, Sequence[str]]) -> str:
    """Return names as a sentence.

    >>> _listed({"": ["auto", "exact"], "with --count": ["auto"]})
    'Names: auto, exact; auto (with --count).'
    """
    lists = [", ".join(names) + (f" ({group})" if group else "") for group, names in groups.items()]
    return f"Names: {'; '.join(lists)}."


#: The keywords of an option of pieces.
PIECES: Mapping[str, Any] = {
    "cls": NamedOption,
    "names": lambda: {"": names()},
    "lister": "'rookery pieces'",
}


def methods_of(family: str) -> Names:
    """Return a function that returns a family's methods for solving and for counting."""

    def names() -> Mapping[str, Sequence[str]]:
        from rookery.families import family_named

        chosen = family_named(family)
        found = {"": method_names(chosen.methods)}
        counters = chosen.counters()
        return found | ({"with --count": method_names(counters)} if counters else {})

    return names


def queens_methods() -> Mapping[str, Sequence[str]]:
    """Return the methods for counting n queens and for finding one placement."""
    from rookery.queens.counting.methods import COUNTERS
    from rookery.queens.placing import PLACERS

    return {"with --count": method_names(COUNTERS), "with --any": method_names(PLACERS)}


def statement_methods() -> Mapping[str, Sequence[str]]:
    """Return the methods for each contest problem."""
    from rookery.families import NAMES, family_named

    own = map(family_named, NAMES)
    return {family.statement: method_names(family.methods) for family in own if family.statement}


def family_methods() -> Mapping[str, Sequence[str]]:
    """Return the methods of every family."""
    from rookery.families import families

    return {family.name: method_names(family.methods) for family in families()}
