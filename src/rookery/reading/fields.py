"""Tables of a family's fields, each declared once.

Documents and their schema, settings of texts, options of commands and models of requests are all
made from these tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from rookery.boards.board import WRAPS, Board
from rookery.boards.notebook import line_of
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, shown
from rookery.numbers import AtLeast, OneOf
from rookery.reading import parts
from rookery.reading.parts import DocumentError, Part, Schema, square_of

Read = Callable[[Part, dict[str, Any]], Any]
NEEDED = object()  # the default of a field that has none


class WordForm(NamedTuple):
    """The form of values as one word, in the settings of a text and in options of commands."""

    expected: str  # describes the word in messages
    # Returns the value of a word on a board; squares stay names where the board is None. Raises a
    # `PuzzleError` if the word has no value.
    read: Callable[[str, Board | None], Any]
    write: Callable[[Any, Board], str]  # returns the word of a value


class Kind(NamedTuple):
    """A kind of values, and how they are written as plain data."""

    name: str  # key by which `rookery.web.schemas` bounds such values in requests
    schema: Schema  # the JSON schema, without a default
    # Returns the value of a part, given the fields read before it and ``board``
    read: Read
    # Returns a value as plain data, given the board
    write: Callable[[Any, Board], Any] = lambda value, _: value
    # The kind of the items of a list, or of the values other than None of an optional field
    items: Kind | None = None
    optional: Kind | None = None
    # The form in texts and options, or None. A flag is its name alone.
    words: WordForm | None = None

    @property
    def form(self) -> WordForm:
        """The form in texts and options; a `TypeError` without one."""
        if self.words is None:
            raise TypeError(f"{self.name!r} has no form in words")
        return self.words


class Option(NamedTuple):
    """The option of a field in the commands of its family."""

    help: str  # its meaning there
    name: str = ""  # the option with its dashes; by default the field's name
    metavar: str = "VALUE"  # the placeholder of its value
    kind: Kind | None = None  # the kind of its values, if not the field's


class Field(NamedTuple):
    """A field of a puzzle."""

    name: str  # name in documents
    kind: Kind  # the kind of its values
    about: str  # its meaning in one line
    default: Any = NEEDED  # default as plain data; `NEEDED` if the field is required
    argument: str = ""  # its name in the puzzle's class, if different
    # Returns the field's value in a puzzle; by default the attribute of the same name
    value: Callable[[Any], Any] | None = None
    # The option of commands, if the field has one in the package's own families
    option: Option | None = None
    # The label of its control on the page, if the page makes one from this table
    label: str = ""

    def of(self, puzzle: Any) -> Any:
        """Return the field's value of a puzzle."""
        return getattr(puzzle, self.name) if self.value is None else self.value(puzzle)

    @property
    def schema(self) -> Schema:
        """The JSON schema, with the default."""
        needed = self.default is NEEDED
        return self.kind.schema if needed else self.kind.schema | {"default": self.default}


def or_none(kind: Kind) -> Kind:
    """Return the kind of values that may be None."""
    return Kind(
        f"{kind.name} or null",
        parts.or_null(kind.schema),
        lambda part, known: None if part.value is None else kind.read(part, known),
        lambda value, board: None if value is None else kind.write(value, board),
        optional=kind,
        words=kind.words,
    )


def each(kind: Kind, least: int = 0) -> Kind:
    """Return the kind of lists of such values."""
    return Kind(
        f"list of {kind.name}",
        parts.list_of(kind.schema, least),
        lambda part, known: [kind.read(item, known) for item in part.items()],
        lambda values, board: [kind.write(value, board) for value in values],
        items=kind,
    )


def listed(kind: Kind, least: int = 1) -> Kind:
    """Return the kind of lists of such values, written with commas between."""
    words = kind.form

    def read(word: str, board: Board | None) -> list[Any]:
        return [words.read(part, board) for part in word.split(",")]

    def write(values: Any, board: Board) -> str:
        return ",".join(words.write(value, board) for value in values)

    expected = f"{words.expected}, or several with commas between"
    return each(kind, least)._replace(words=WordForm(expected, read, write))


def integers(name: str, least: int) -> Kind:
    """Return the kind of integers with a least value."""
    rule = AtLeast(least)

    def read(word: str, _: Board | None) -> int:
        if not re.fullmatch("[0-9]{1,18}", word) or int(word) < least:
            raise PuzzleError(expected=rule.expected, found=shown(word))
        return int(word)

    return Kind(
        name,
        parts.at_least(least),
        lambda part, _: part.by(rule),
        words=WordForm(rule.expected, read, lambda value, _: f"{value}"),
    )


def names(name: str, known: Sequence[str]) -> Kind:
    """Return the kind of texts with a fixed choice of names."""
    rule = OneOf(tuple(known))
    return Kind(
        name,
        {"type": "string", "enum": list(known)},
        lambda part, _: part.by(rule),
        words=WordForm(rule.expected, lambda word, _: rule(word), lambda value, _: str(value)),
    )


def pieces(rule: Callable[[Piece], Piece]) -> Kind:
    """Return the kind of pieces allowed by a rule."""

    def read(part: Part, _: dict[str, Any]) -> Piece:
        piece = parts.piece_of(part)
        with part.told():
            return rule(piece)

    words = WordForm("a piece", lambda word, _: rule(Piece(word)), lambda piece, _: str(piece))
    return Kind("piece", parts.BETZA, read, lambda piece, _: piece.betza, words=words)


def squares_in(word: str, board: Board | None) -> Any:
    """Return the squares named in a list with commas; without a board, the names."""
    squares = word.split(",")
    return squares if board is None else board.square_set(squares)


def _placed_in(part: Part, kinds: int, board: Board) -> tuple[int, int, int]:
    pair = part.items("a piece's index and its square")
    if len(pair) != 2:
        raise part.fault("a piece's index and its square")
    kind = pair[0].integer()
    if not 0 <= kind < kinds:
        raise pair[0].fault(f"an index from 0 to {kinds - 1}")
    return (kind, *square_of(pair[1], board))


def placed_pieces_in(puzzle: Any, part: Part) -> tuple[tuple[int, int, int], ...]:
    """Return the placed pieces of an answer, each as the index of its kind and its square."""
    return tuple(_placed_in(item, len(puzzle.pieces), puzzle.board) for item in part.items())


def placed_pieces_data(puzzle: Any, placed: Iterable[tuple[int, int, int]]) -> list[list[Any]]:
    """Return placed pieces as indexes of kinds and names of squares."""
    return [[kind, puzzle.board.name((row, column))] for kind, row, column in placed]


BOARDS = Kind(
    "board",
    parts.BOARD,
    lambda part, _: parts.board_of(part),
    lambda board, _: parts.board_data(board),
)
FLAG = Kind("flag", {"type": "boolean"}, lambda part, _: part.flag())
PIECE = pieces(lambda piece: piece)
PLACED = Kind(
    "placed",
    parts.pair_of(parts.INDEX, parts.SQUARE),
    lambda part, known: _placed_in(part, len(known["pieces"]), known["board"]),
    lambda placed, board: [placed[0], board.name(placed[1:])],
)
ONE_SQUARE = Kind(
    "square",
    parts.SQUARE,
    lambda part, known: square_of(part, known["board"]),
    lambda square, board: board.name(square),
)
SOME_SQUARES = Kind(
    "squares",
    parts.SQUARES,
    lambda part, known: parts.squares_of(part, known["board"]),
    parts.names_of,
    words=WordForm("squares", squares_in, lambda all, board: ",".join(parts.names_of(all, board))),
)
GIVEN = Field("given", SOME_SQUARES, "squares on which a piece stands already", [])
BLOCKED = Field("blocked", SOME_SQUARES, "squares on which no piece may stand", [])
LINE = Kind("line", parts.TEXT, lambda part, _: part.by(line_of))
WRAP = Field(  # a field of the board that texts and options list separately
    "wrap",
    names("wrap", WRAPS[1:]),
    "the wrapped edges",
    "",
    option=Option(
        "Join the left and right edge of the board, or all; default: what FILE says, else none."
    ),
)
CREDITS = (
    Field("title", LINE, "the title of the puzzle", "", option=Option("The title of the puzzle.")),
    Field("author", LINE, "who posed it", "", option=Option("Who posed it.")),
    Field("source", LINE, "where it was published", "", option=Option("Where it was published.")),
)


@dataclass(frozen=True)
class FieldTable:
    """The fields of a family, in the order in which documents list them."""

    fields: tuple[Field, ...]  # the first one gives the board
    # Fields that are written only if their value is not the default
    others: tuple[Field, ...] = CREDITS
    # Returns the board of the first field's value
    board: Callable[[Any], Board] = lambda board: board
    # The field at whose place faults that name no argument are reported; "" for the whole puzzle
    blamed: str = ""

    @property
    def all(self) -> tuple[Field, ...]:
        """All fields, in order."""
        return self.fields + self.others

    def __getitem__(self, name: str) -> Field:
        """Return the field of a name."""
        return {field.name: field for field in self.all}[name]

    @property
    def options(self) -> tuple[Field, ...]:
        """The fields that have an option in the family's commands."""
        return tuple(field for field in self.all if field.option)

    @cached_property
    def schema(self) -> Schema:
        """The JSON schema of a document, without the field ``family``."""
        needed = {f.name: f.schema for f in self.all if f.default is NEEDED}
        return parts.object_of(needed, {f.name: f.schema for f in self.all if f.name not in needed})

    def read(
        self, make: Callable[..., Any], part: Part, values: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the puzzle of a document, given its class; `values` are of fields read before."""
        values = values or {}
        needed = [f.name for f in self.all if f.default is NEEDED and f.name not in values]
        found = part.fields(["family", *needed], [f.name for f in self.all if f.name not in needed])
        known: dict[str, Any] = {}
        for field in self.all:
            given = found.get(field.name, Part(field.default, part.at(field.name)))
            is_read = field.name in values
            known[field.name] = values[field.name] if is_read else field.kind.read(given, known)
            if len(known) == 1:
                known["board"] = self.board(known[field.name])
        arguments = {field.argument or field.name: field.name for field in self.all}
        try:
            return make(**{argument: known[name] for argument, name in arguments.items()})
        except PuzzleError as error:
            name = arguments.get(error.place, self.blamed)
            raise DocumentError.of(error, part.at(name) if name else part.place) from error

    def write(self, puzzle: Any) -> dict[str, Any]:
        """Return a puzzle as plain data, without the field ``family``."""
        board = self.board(self.fields[0].of(puzzle))
        data = {f.name: f.kind.write(f.of(puzzle), board) for f in self.all}
        absent = {f.name for f in self.others if data[f.name] in (None, [], False, f.default)}
        return {name: value for name, value in data.items() if name not in absent}
