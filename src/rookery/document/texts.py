"""JSON texts of puzzles: an object, a list of objects, or one object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from rookery.document import RESULT, document_of, puzzle_in, result_of
from rookery.errors import InputError, Place, shown
from rookery.reading.parts import DocumentError, Part
from rookery.reading.tokens import BYTE_ORDER_MARK, END
from rookery.results.result import Result

UNREAD = {"file", "error"}  # fields of a line of `rookery solve-many` without a puzzle

Read = TypeVar("Read")


class SolvedPuzzle(NamedTuple):
    """A puzzle read from a text, and its result if the text has one."""

    puzzle: Any
    result: Result | None


_BEGINNING = re.compile(rb"\s*(\{|\[\s*[{\]])")
_BLANKS = re.compile(r"\s*")


def looks_like_json(data: bytes) -> bool:
    """Return whether a text begins like JSON documents; no other text of puzzles does."""
    return _BEGINNING.match(data.removeprefix(BYTE_ORDER_MARK)) is not None


def read(data: bytes, name: str) -> Iterator[Any]:
    r"""Yield the puzzles in a JSON text, whose name is for messages.

    The text is a sequence of objects or lists of objects: puzzles, results, or lines of ``rookery
    solve-many``, which contain puzzles. A line of a file that could not be read is skipped. Raises
    an `InputError` if the text is not JSON, a `DocumentError` at the first object without a puzzle.

    >>> [puzzle.n for puzzle in read(b'{"family": "queens", "n": 8}\n', "text")]
    [8]
    >>> list(read(b'[{"family": "queens"}]', "text"))
    Traceback (most recent call last):
    ...
    rookery.reading.parts.DocumentError: text, puzzle 1: expected a field 'n', got none
    """
    yield from _documents(data, name, _puzzle)


def read_solved(data: bytes, name: str) -> Iterator[SolvedPuzzle]:
    """Yield the puzzles in a JSON text, each with its result if there is one.

    Raises as `read` does, and a `DocumentError` at the first object with a status that is not a
    result.

    >>> import rookery as rk
    >>> text = rk.solve(rk.Queens(4)).to_json() + '{"family": "queens", "n": 8}'
    >>> [result and result.value for _, result in read_solved(text.encode(), "text")]
    [2, None]
    """
    yield from _documents(data, name, _solved)


def _documents(data: bytes, name: str, read_one: Callable[[Any], Read]) -> Iterator[Read]:
    """Yield the value that a reader makes of each object of a text."""
    number = 0
    for value in values(data, name):
        for document in value if isinstance(value, list) else [value]:
            number += 1
            if isinstance(document, dict) and document.keys() == UNREAD:
                continue
            try:
                yield read_one(document)
            except DocumentError as error:
                where = f"{name}, puzzle {number}"
                place = f"{where}: {error.place}" if error.place else where
                raise DocumentError(place, error.message) from error


def write(puzzles: Iterable[Any]) -> str:
    """Return puzzles as a list in JSON, a line for each."""
    lines = (json.dumps(document_of(puzzle)) for puzzle in puzzles)
    return "[" + ",".join(f"\n{line}" for line in lines) + "\n]\n"


def write_lines(puzzles: Iterable[Any]) -> str:
    """Return puzzles as lines of JSON."""
    return "".join(f"{json.dumps(document_of(puzzle))}\n" for puzzle in puzzles)


def _puzzle(document: Any) -> Any:
    part = Part(document, "")
    if isinstance(document, dict) and "puzzle" in document and "family" not in document:
        part = part["puzzle"]
    return puzzle_in(part)


def _solved(document: Any) -> SolvedPuzzle:
    """Return the puzzle of an object, with its result if the object is a result."""
    puzzle = _puzzle(document)
    if "status" not in document:
        return SolvedPuzzle(puzzle, None)
    known = RESULT["properties"]
    return SolvedPuzzle(puzzle, result_of({key: document[key] for key in document if key in known}))


def values(data: bytes, name: str) -> Iterator[Any]:
    """Yield the JSON values of a text in sequence; an `InputError` has the place of a fault."""
    mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
    text = data[len(mark) :].decode("utf-8", "surrogateescape")
    decoder = json.JSONDecoder(parse_constant=_refuse)
    at = _after_blanks(text, 0)
    while at < len(text):
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            # Python gives no position for too many digits or brackets.
            fault = error.pos if isinstance(error, json.JSONDecodeError) else at
            before = text[:fault].encode("utf-8", "surrogateescape")
            line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
            column += len(mark) if line == 1 else 0
            found = shown(text[fault : fault + 20]) if fault < len(text) else END
            raise InputError(Place(name, line, column), "JSON", found) from error
        yield value
        at = _after_blanks(text, end)


def _after_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return at if found is None else found.end()


def _refuse(constant: str) -> Any:
    """Raise for NaN and infinities, which JSON does not have."""
    raise ValueError(constant)
