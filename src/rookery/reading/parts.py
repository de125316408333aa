"""Parts of documents: values with their place for messages, and the JSON schemas of their values.

The schemas follow JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12). They express
the form of a document; rules such as squares on the board are the puzzle's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rookery.boards.board import WRAPS, Board, Square
from rookery.boards.pieces import Piece
from rookery.errors import PuzzleError, did_you_mean, shown

Schema = dict[str, Any]

INTEGER: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
TEXT: Schema = {"type": "string"}
SQUARE: Schema = {"type": "string", "pattern": "^[a-z]+[0-9]+$"}
BETZA: Schema = {"type": "string", "minLength": 1}
INDEX: Schema = {"type": "integer", "minimum": 0}
SIDE: Schema = {"type": "integer", "minimum": 1}


def at_least(least: int) -> Schema:
    """Return the schema of an integer."""
    return {"type": "integer", "minimum": least}


def or_null(schema: Schema) -> Schema:
    """Return the schema of a value that may be null."""
    return {"anyOf": [schema, {"type": "null"}]}


def list_of(items: Schema, least: int = 0) -> Schema:
    """Return the schema of a list."""
    schema = {"type": "array", "items": items}
    return schema | {"minItems": least} if least else schema


def pair_of(first: Schema, second: Schema) -> Schema:
    """Return the schema of a list of two."""
    return {"type": "array", "prefixItems": [first, second], "items": False, "minItems": 2}


def object_of(needed: dict[str, Schema], others: dict[str, Schema], about: str = "") -> Schema:
    """Return the schema of an object of these fields and no more."""
    schema = {
        "type": "object",
        "properties": needed | others,
        "required": list(needed),
        "additionalProperties": False,
    }
    return {"description": about} | schema if about else schema


SQUARES: Schema = list_of(SQUARE)
SOME_SQUARES: Schema = SQUARES | {"default": []}
WRAP: Schema = {"enum": list(WRAPS), "type": "string", "default": ""}
BOARD: Schema = object_of({"rows": SIDE, "columns": SIDE}, {"walls": SOME_SQUARES, "wrap": WRAP})
PLACEMENTS: Schema = list_of(SQUARES)


class DocumentError(PuzzleError):
    """Data that is not a puzzle or answer; `place` is the part at fault, empty for the whole.

    >>> str(DocumentError("board.rows", expected="an integer", found="'x'"))
    "board.rows: expected an integer, got 'x'"
    """

    def __init__(
        self, place: str, message: str = "", *, expected: str = "", found: str = ""
    ) -> None:
        super().__init__(message, expected=expected, found=found, place=place)

    @classmethod
    def of(cls, error: PuzzleError, place: str) -> DocumentError:
        """Return the error for a fault that a puzzle found in the data at a place."""
        return cls(place, error.message, expected=error.expected, found=error.found)


@dataclass(frozen=True)
class Part:
    """A part of a document, and its place in it."""

    value: Any
    place: str

    def __getitem__(self, key: str) -> Part:
        return Part(self.value[key], self.at(key))

    def at(self, key: str) -> str:
        """Return the place of a field."""
        return f"{self.place}.{key}" if self.place else key

    def fault(self, expected: str, got: str | None = None) -> DocumentError:
        """Return the error for an unexpected value here."""
        found = shown(self.value) if got is None else got
        return DocumentError(self.place, expected=expected, found=found)

    def items(self, expected: str = "a list") -> list[Part]:
        """Return the parts of a list."""
        if not isinstance(self.value, (list, tuple)):
            raise self.fault(expected)
        return [Part(item, f"{self.place}[{at}]") for at, item in enumerate(self.value)]

    def fields(self, needed: Iterable[str], others: Iterable[str]) -> dict[str, Part]:
        """Return the fields present in an object."""
        if not isinstance(self.value, dict):
            raise self.fault("an object")
        needed = tuple(needed)
        known = (*needed, *others)
        for name in self.value:
            if name not in known:
                hint = did_you_mean(name, known)
                found = f"{shown(name)}{hint}"
                raise DocumentError(self.place, expected="a field", found=found)
        for name in needed:
            if name not in self.value:
                raise DocumentError(self.place, expected=f"a field {name!r}", found="none")
        return {name: self[name] for name in known if name in self.value}

    def fields_of(self, schema: Schema) -> dict[str, Part]:
        """Return the fields present in an object, all of which the schema must know."""
        needed = schema["required"]
        return self.fields(needed, (name for name in schema["properties"] if name not in needed))

    def integer(self) -> int:
        """Return an integer."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.fault("an integer")
        return self.value

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise self.fault("a text")
        return self.value

    def flag(self) -> bool:
        """Return a truth value."""
        if not isinstance(self.value, bool):
            raise self.fault("true or false")
        return self.value

    def by(self, rule: Callable[[Any], Any]) -> Any:
        """Return the value as validated by a rule (see `rookery.numbers`)."""
        with self.told():
            return rule(self.value)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Add this place to errors raised by a puzzle, which have none."""
        try:
            yield
        except DocumentError:
            raise
        except PuzzleError as error:
            raise DocumentError.of(error, self.place) from error


def square_of(part: Part, board: Board) -> Square:
    """Return the square of a name."""
    with part.told():
        return board.square(part.text())


def squares_of(part: Part, board: Board) -> list[Square]:
    """Return the squares of a list of names."""
    return [square_of(item, board) for item in part.items("a list of squares")]


def field_of(
    fields: dict[str, Part], name: str, read: Callable[[Part], Any], otherwise: Any
) -> Any:
    """Return the value of a field, or a default if it is missing."""
    return read(fields[name]) if name in fields else otherwise


def board_of(part: Part) -> Board:
    """Return the board described by an object with sides and walls."""
    fields = part.fields_of(BOARD)
    with part.told():
        board = Board(fields["rows"].integer(), fields["columns"].integer())
        wrap = field_of(fields, "wrap", Part.text, "")
        walls = squares_of(fields["walls"], board) if "walls" in fields else []
        return Board(board.rows, board.columns, walls, wrap)


def board_data(board: Board) -> dict[str, Any]:
    """Return a board as plain data."""
    walls = names_of(board.walls, Board(board.rows, board.columns))
    wrap = {"wrap": board.wrap} if board.wrap else {}
    return {"rows": board.rows, "columns": board.columns, "walls": walls, **wrap}


def piece_of(part: Part) -> Piece:
    """Return the piece given by name or in Betza notation."""
    with part.told():
        return Piece(part.text())


def names_of(squares: Iterable[Square], board: Board) -> list[str]:
    """Return the names of squares, sorted by file, then by rank."""
    return [board.name(square) for square in sorted(squares, key=lambda at: (at[1], -at[0]))]
