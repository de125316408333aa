"""Puzzles as arguments of commands: options for fields, JSON files, hints at other commands."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence, Sized
from contextlib import contextmanager
from functools import wraps
from typing import Any

import click

from rookery.addresses import begins
from rookery.api.texts import NONATTACKING, QUEENS, SULTAN, WEIGHTS, kind_of
from rookery.boards.pieces import NAMED
from rookery.cli.options import Decorator, gathered
from rookery.cli.streams import STDIN, read_all
from rookery.cli.types import PIECES, Choice, Integer, sides_of
from rookery.document import texts
from rookery.errors import InputError, NotationError, PuzzleError, RookeryError, shown
from rookery.reading.diagrams import drawing_tokens
from rookery.reading.fields import PIECE, SOME_SQUARES, Field, Kind, Option
from rookery.statements import NAMES

MOST_BYTES = 1 << 20  # bytes of a text whose kind is detected: each kind tried reads the text

ALSO_READ = {WEIGHTS: (SULTAN,)}  # kinds that a command reads besides its own


class KindOfWords(click.ParamType):  # type: ignore[type-arg] # no argument in Click 8.2
    """The type of values written in words; commas or blanks separate the items of a list."""

    name = "value"

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the value of a text."""
        word = "-".join(value.lower().split())  # of two words that are the name of one piece
        if word not in NAMED:
            word = re.sub(r"[,\s]+", ",", value.strip()) if self.kind.items else value
        try:
            return self.kind.form.read(word, None)
        except NotationError:
            raise
        except PuzzleError as error:
            self.fail(error.message, param, ctx)


def field_option(field: Field) -> Decorator:
    """Return the option of a field.

    Flags, names, integers and squares are written as in documents. Other values are read from
    words; if their kind has no words, they are the text itself.
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
        keywords |= {  # each text is one square, or several with commas between
            "multiple": True,
            "callback": lambda _, __, texts: tuple(
                square for text in texts for square in text.replace(",", " ").split() or [text]
            ),
        }
    elif kind.items and kind.items.words and not kind.words:
        keywords |= {"multiple": True}
    if PIECE.name in (kind.name, kind.items and kind.items.name):
        keywords |= PIECES
    return click.option(name, field.argument or field.name, help=option.help, **keywords)


def reads_words(field: Field) -> bool:
    """Return whether the values of a field's option are read from words."""
    return isinstance(_type_of(_kind_of(field)), KindOfWords)


def _kind_of(field: Field) -> Kind:
    """Return the kind of the values of a field's option."""
    kind = (field.option and field.option.kind) or field.kind
    return kind.optional or kind


def _type_of(kind: Kind) -> click.ParamType[Any] | None:
    """Return the type of an option's values of a kind; None for text."""
    if "enum" in kind.schema:
        return Choice(kind.schema["enum"])
    if kind.schema.get("type") == "integer":
        return Integer(min=kind.schema.get("minimum"))
    if kind.words and kind is not SOME_SQUARES:
        return KindOfWords(kind)
    return KindOfWords(kind.items) if kind.items and kind.items.words else None


def field_options(*fields: Field) -> Decorator:
    """Return a decorator that adds the options of fields, passed as one argument `fields`.

    It holds the values of the options in use, by the arguments of the puzzle.
    """

    def given(**values: Any) -> dict[str, Any]:
        return {
            name: value
            for name, value in values.items()
            if value is not None and value is not False and value != ()
        }

    names = [field.argument or field.name for field in fields]
    return gathered("fields", given, names, [field_option(field) for field in fields])


def board_and_piece(size: str, piece: str, default: str | None = STDIN) -> Decorator:
    """Return a decorator that adds the arguments FILE and PIECE, of which FILE may be a size.

    A size such as 8 or 6x8, unless there is such a file, is the value of the option `size`; a PIECE
    after either is that of the field `piece`. Without a FILE its value is `default`.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(
            *args: Any, file: str | None, given_piece: str | None, fields: Any, **options: Any
        ) -> Any:
            context = click.get_current_context()
            parameters = {param.name: param for param in context.command.params}
            if file and options[size] is None and sides_of(file) and not os.path.exists(file):
                options[size] = parameters[size].process_value(context, file)
                file = default
            if given_piece is not None:
                if options[size] is None and not (file and (file == STDIN or os.path.exists(file))):
                    expected = f"expected a file or a size such as 8 before {shown(given_piece)}"
                    raise click.UsageError(f"{expected}, got {shown(file or STDIN)}")
                if piece in fields:
                    raise click.UsageError(f"expected PIECE or {option_of(piece)}, got both")
                fields[piece] = parameters[piece].type_cast_value(context, given_piece)
            return function(*args, file=file, fields=fields, **options)

        command = click.argument("given_piece", metavar="[PIECE]", required=False)(call)
        return click.argument("file", metavar="[FILE|SIZE]", default=default)(command)

    return decorate


def option_of(field: str) -> str:
    """Return the running command's option for a field, such as ``--at``."""
    params = click.get_current_context().command.params
    return next(param.opts[0] for param in params if param.name == field)


def refuse_mixed(given: Sequence[str]) -> None:
    """Raise an error if several of the options that exclude each other are given, by name."""
    if len(given) > 1:
        one, other = map(option_of, given[:2])
        raise click.UsageError(f"expected {one} or {other}, got both")


def expect_one_each(field: str, values: Sized | None, pieces: Sized) -> None:
    """Raise an error unless the option of a field has one value for each piece."""
    if values is not None and len(values) != len(pieces):
        expected = f"{len(pieces)}, one for each piece"
        raise click.BadParameter(
            f"expected {expected}, got {len(values)}", param_hint=f"'{option_of(field)}'"
        )


def json_puzzles(family: str, data: bytes, name: str, fields: Collection[str]) -> list[Any] | None:
    """Return the puzzles of a JSON text, or None for a text of another kind.

    JSON defines a puzzle completely, so `fields`, which options set, must be empty. The text names
    the first object that is not a puzzle of the family.
    """
    if not texts.looks_like_json(data):
        return None
    for field in fields:
        message = f"expected no {option_of(field)} with a puzzle in JSON, which has its own"
        raise click.UsageError(message)
    puzzles = list(texts.read(data, name))
    for number, puzzle in enumerate(puzzles, 1):
        if puzzle.family != family:
            found = f"one of {puzzle.family} as number {number}"
            raise PuzzleError(expected=f"puzzles of {family}", found=found, place=name)
    return puzzles


def read_puzzle(
    family: str, file: str, fields: Collection[str], read: Callable[[bytes, str], Any]
) -> Any:
    """Return the single puzzle of a file, in JSON or in the text that a function reads.

    `read` is given the text and its name for messages; `fields` are set by options.
    """
    data, name = read_all(file)
    puzzles = json_puzzles(family, data, name, fields)
    if puzzles is None:
        with suggesting_reader(family, data, name):
            return read(data, name)
    if len(puzzles) != 1:
        found = f"{len(puzzles)}; rookery solve-many reads any number"
        raise PuzzleError(expected="one puzzle", found=found, place=name)
    return puzzles[0]


@contextmanager
def suggesting_reader(command: str, data: bytes, name: str) -> Iterator[None]:
    """Add to an `InputError` the command to use, if the text is of a kind for another command.

    `command` is the one that reads the text, and the name of its kind.
    """
    try:
        yield
    except InputError as error:
        hint = _reader_of(data, name, (command, *ALSO_READ.get(command, ())))
        if not hint:
            raise
        message = f"{error.message}; {hint}"
        raise InputError(error.place, error.expected, error.found, message) from error


def _reader_of(data: bytes, name: str, known: tuple[str, ...]) -> str:
    """Suggest the command for a text that is of none of the known kinds, or return ""."""
    from rookery.reading.fen import is_fen

    if len(data) > MOST_BYTES or not data.strip():
        return ""
    if not begins(data) and is_fen(drawing_tokens(data, name)):
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
            return ""  # a board alone fits many kinds
    if kind in NAMES:
        return f"this is an input of {kind}: rookery judge {kind} reads it"
    reader = "solve-many" if kind == QUEENS else kind
    return f"this is a text of {kind}: rookery {reader} reads it"
