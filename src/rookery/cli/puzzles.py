"""Puzzles as commands take them: options of fields, JSON in FILE, hints at texts of other kinds."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sized
from contextlib import contextmanager
from typing import Any

import click

from rookery.api.texts import NONATTACKING, SULTAN, WEIGHTS, kind_of
from rookery.cli.names import Choice, NamedOption, piece_names
from rookery.cli.options import Decorator, gathered
from rookery.cli.ranges import Integer
from rookery.errors import InputError, NotationError, PuzzleError, RookeryError
from rookery.reading.fields import PIECE, SOME_SQUARES, Field, Kind, Option
from rookery.statements import NAMES

MOST_BYTES = 1 << 20  # longer texts are not guessed: each guess reads the text

READ_TOO = {WEIGHTS: (SULTAN,)}  # kinds that a command reads besides its own


class KindOfWords(click.ParamType):  # type: ignore[type-arg] # no argument in Click 8.2
    """Values of a kind that has a form in words; commas or blanks separate those of a list."""

    name = "value"

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value of a word."""
        assert self.kind.words is not None
        word = re.sub(r"[,\s]+", ",", value.strip()) if self.kind.items else value
        try:
            return self.kind.words.read(word, None)
        except NotationError:
            raise
        except PuzzleError as error:
            self.fail(error.message, param, ctx)


def field_option(field: Field) -> Decorator:
    """Return the option of a field.

    Flags, names, integers and squares are as in documents. Other values are read from words; where
    their kind has no words they are the text.
    """
    option = field.option or Option(f"{field.about[0].upper()}{field.about[1:]}.")
    name = option.name or f"--{field.name.replace('_', '-')}"
    kind = _kind_of(field)
    keywords: dict[str, Any] = {"metavar": option.metavar, "type": _type_of(kind)}
    if kind.schema.get("type") == "boolean":
        keywords = {"is_flag": True}
    elif "enum" in kind.schema:
        del keywords["metavar"]  # help lists the names
    elif kind is SOME_SQUARES:
        keywords |= {"multiple": True, "callback": _squares}
    elif kind.items and kind.items.words and not kind.words:
        keywords |= {"multiple": True}
    if PIECE.name in (kind.name, kind.items and kind.items.name):
        keywords |= {"cls": NamedOption, "names": piece_names}
    return click.option(name, field.argument or field.name, help=option.help, **keywords)


def reads_words(field: Field) -> bool:
    """Return whether the values of a field's option are read from words."""
    return isinstance(_type_of(_kind_of(field)), KindOfWords)


def _kind_of(field: Field) -> Kind:
    """Return the kind of the values of a field's option."""
    kind = (field.option and field.option.kind) or field.kind
    return kind.optional or kind


def _type_of(kind: Kind) -> click.ParamType[Any] | None:
    """Return the type of such values in options; None for text."""
    if "enum" in kind.schema:
        return Choice(kind.schema["enum"])
    if kind.schema.get("type") == "integer":
        return Integer(min=kind.schema.get("minimum"))
    if kind.words and kind is not SOME_SQUARES:
        return KindOfWords(kind)
    return KindOfWords(kind.items) if kind.items and kind.items.words else None


def _squares(_: click.Context, __: click.Parameter, told: tuple[str, ...]) -> tuple[str, ...]:
    """Return squares that are given one an option, or several with commas between."""
    return tuple(square for text in told for square in text.replace(",", " ").split() or [text])


def field_options(*fields: Field) -> Decorator:
    """Return a decorator that adds the options of fields.

    Those that are given are one argument, `fields`: their values by the arguments of the puzzle.
    """

    def given(**values: Any) -> dict[str, Any]:
        return {
            name: value
            for name, value in values.items()
            if value is not None and value is not False and value != ()
        }

    names = [field.argument or field.name for field in fields]
    return gathered("fields", given, names, [field_option(field) for field in fields])


def option_of(field: str) -> str:
    """Return the option of the running command that gives a field, such as ``--at``."""
    params = click.get_current_context().command.params
    return next(param.opts[0] for param in params if param.name == field)


def expect_one_each(field: str, values: Sized | None, pieces: Sized) -> None:
    """Raise an error when the option of a field has not one value for each piece."""
    if values is not None and len(values) != len(pieces):
        expected = f"{len(pieces)}, one for each piece"
        raise click.BadParameter(
            f"expected {expected}, got {len(values)}", param_hint=f"'{option_of(field)}'"
        )


def json_puzzles(family: str, data: bytes, name: str, fields: Collection[str]) -> list[Any] | None:
    """Return the puzzles of a text of JSON; None when it is of another kind.

    Parameters
    ----------
    family
        Of which the puzzles must be.
    data, name
        The text, and its name for messages.
    fields
        The fields that options give.

    Raises
    ------
    UsageError
        When an option gives a field: JSON holds all of a puzzle.
    InputError, DocumentError
        Where the text is no JSON, and at the first object that is no puzzle.
    PuzzleError
        At the first puzzle of another family.
    """
    from rookery.document import texts

    if not texts.looks_like_json(data):
        return None
    for field in fields:
        told = f"expected no {option_of(field)} with a puzzle in JSON, which tells it itself"
        raise click.UsageError(told)
    puzzles = list(texts.read(data, name))
    for number, puzzle in enumerate(puzzles, 1):
        if puzzle.family != family:
            found = f"one of {puzzle.family} as number {number}"
            raise PuzzleError(expected=f"puzzles of {family}", found=found, place=name)
    return puzzles


def json_puzzle(family: str, data: bytes, name: str, fields: Collection[str]) -> Any:
    """Return the only puzzle of a text of JSON, as `json_puzzles` does."""
    puzzles = json_puzzles(family, data, name, fields)
    if puzzles is None:
        return None
    if len(puzzles) != 1:
        found = f"{len(puzzles)}; rookery solve-many reads any number"
        raise PuzzleError(expected="one puzzle", found=found, place=name)
    return puzzles[0]


@contextmanager
def telling_kind(command: str, data: bytes, name: str) -> Iterator[None]:
    """Add to an `InputError` which command reads the text, when it is of another kind.

    Parameters
    ----------
    command
        The one that reads the text, also the name of its kind.
    data, name
        The text, and its name for messages.
    """
    try:
        yield
    except InputError as error:
        hint = _reader_of(data, name, (command, *READ_TOO.get(command, ())))
        if not hint:
            raise
        told = f"{error.message}; {hint}"
        raise InputError(error.place, error.expected, error.found, told) from error


def _reader_of(data: bytes, name: str, known: tuple[str, ...]) -> str:
    """Suggest the command that reads a text of none of the known kinds, or return ""."""
    from rookery.reading.diagrams import drawing_tokens
    from rookery.reading.fen import is_fen

    if len(data) > MOST_BYTES or not data.strip() or is_fen(drawing_tokens(data, name)):
        return ""
    try:
        kind = kind_of(data, name)
    except RookeryError:
        return ""
    if kind in known:
        return ""
    if kind == NONATTACKING:
        from rookery.nonattacking.text import SETTINGS

        if not any(setting.encode() in data.split() for setting in SETTINGS.names):
            return ""  # a board alone, as many texts have
    if kind in NAMES:
        return f"this is an input of {kind}: rookery judge {kind} reads it"
    return f"this is a text of {kind}: rookery {kind} reads it"
