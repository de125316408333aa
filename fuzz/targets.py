"""The targets of fuzzing, functions of any bytes that must not raise.

A reader may refuse a text by a `RookeryError`. Any other exception is a bug, and so is a text that
is read differently byte by byte, or a puzzle that cannot be written and read again.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

from rookery.api.texts import puzzles_of
from rookery.cover.puzzle import Cover
from rookery.cover.text import read as read_cover
from rookery.document import answer_of, document_of, puzzle_of
from rookery.errors import RookeryError
from rookery.reading.tokens import Tokens
from rookery.statements import NAMES, load
from rookery.tour.puzzle import Tour
from rookery.tour.text import read as read_tour

MOST_TESTS = 50
BETWEEN = b"\x00--\x00"  # separates a checker's two texts


class ByteByByte(io.BytesIO):
    """A stream that returns one byte for each read."""

    def read1(self, size: int | None = -1) -> bytes:
        """Return the next byte."""
        return super().read1(1)


def read(name: str, data: bytes) -> None:
    """Read a statement's input, at once and byte by byte."""
    module = load(name)
    at_once = _outcome(module.read(Tokens(io.BytesIO(data))))
    in_pieces = _outcome(module.read(Tokens(ByteByByte(data))))
    assert at_once == in_pieces, (at_once, in_pieces)


def read_puzzle(family: str, data: bytes) -> None:
    """Read the text of a tour or a cover, at once and byte by byte."""
    reader = READERS[family]
    at_once = _outcome(map(reader, [Tokens(io.BytesIO(data))]))
    in_pieces = _outcome(map(reader, [Tokens(ByteByByte(data))]))
    assert at_once == in_pieces, (at_once, in_pieces)


def check(name: str, data: bytes) -> None:
    """Check an output against an input; the verdicts must be numbered in order."""
    puzzles, _, output = data.partition(BETWEEN)
    verdicts = load(name).check(Tokens(io.BytesIO(puzzles)), Tokens(io.BytesIO(output)))
    with suppress(RookeryError):
        for number, verdict in enumerate(islice(verdicts, MOST_TESTS), 1):
            assert verdict.test == number
            str(verdict)


def read_any(data: bytes) -> None:
    """Read a text of any kind, guessing the kind as the command line does."""
    with suppress(RookeryError):
        for puzzle in islice(puzzles_of(None, data, "fuzz"), MOST_TESTS):
            str(puzzle)


def document(data: bytes) -> None:
    """Read the puzzle and the answer of a request to the web page, and write the puzzle."""
    try:
        request = json.loads(data)
    except (ValueError, RecursionError):
        return
    with suppress(RookeryError):
        puzzle = puzzle_of(request)
        assert puzzle_of(document_of(puzzle)) == puzzle
        puzzle.check(answer_of(puzzle, request.get("answer", [])))


def _outcome(puzzles: Iterator[Any]) -> tuple[list[Any], str]:
    found: list[Any] = []
    try:
        found.extend(islice(puzzles, MOST_TESTS))
    except RookeryError as error:
        return found, str(error)
    return found, ""


# Readers of families whose texts are read as tokens from a stream.
READERS: dict[str, Callable[[Tokens], Any]] = {
    "cover": partial(read_cover, Cover),
    "tour": partial(read_tour, Tour),
}

TARGETS: dict[str, Callable[[bytes], None]] = {
    **{name: partial(read, name) for name in NAMES},
    **{family: partial(read_puzzle, family) for family in READERS},
    **{f"check-{name}": partial(check, name) for name in NAMES},
    "any": read_any,
    "document": document,
}
