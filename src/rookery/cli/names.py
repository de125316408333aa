"""Options that take names, such as methods and pieces: their help lists the names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from rookery.errors import shown
from rookery.results.methods import method_names

Names = Callable[[], Mapping[str, Sequence[str]]]  # returns names by their purpose, "" for any


class NamedOption(click.Option):
    """An option whose names are looked up only to be shown or completed.

    Parameters
    ----------
    *args, **keywords
        As for `click.Option`; the names are appended to the help as a sentence.
    names
        Returns the names.
    """

    def __init__(self, *args: Any, names: Names, **keywords: Any) -> None:
        self._names = names
        super().__init__(*args, **keywords)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help with the names."""
        plain, self.help = self.help, f"{self.help} {_listed(self._names())}"
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = plain

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the names that start with a text, of which only the part after a comma counts."""
        before, comma, begun = incomplete.rpartition(",")
        every = dict.fromkeys(name for names in self._names().values() for name in names)
        return [
            CompletionItem(f"{before}{comma}{name}") for name in every if name.startswith(begun)
        ]


class Choice(click.Choice[str]):
    """One of a few names; each error lists them on one line.

    Parameters
    ----------
    names
        The names; a mapping also describes each in words.
    """

    def __init__(self, names: Sequence[str] | Mapping[str, str]) -> None:
        super().__init__(tuple(names))
        *others, last = (
            [f"{name} ({names[name]})" for name in names] if isinstance(names, Mapping) else names
        )
        self._expected = f"{', '.join(others)} or {last}" if others else last

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the sentence that follows "Missing option '--name'."."""
        return f"Expected {self._expected}."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name."""
        if value not in self.choices:
            self.fail(f"expected {self._expected}, got {shown(value)}", param, ctx)
        return str(value)


def _listed(groups: Mapping[str, Sequence[str]]) -> str:
    """Return names as a sentence.

    >>> _listed({"": ["auto", "exact"], "with --count": ["auto"]})
    'Names: auto, exact; auto (with --count).'
    """
    lists = [", ".join(names) + (f" ({group})" if group else "") for group, names in groups.items()]
    return f"Names: {'; '.join(lists)}."


def piece_names() -> Mapping[str, Sequence[str]]:
    """Return the names of pieces."""
    from rookery.boards.pieces import names

    return {"": names()}


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
