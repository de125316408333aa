r"""Region puzzles as text: rows of letters, one letter a region, then settings.

``rookery help regions`` lists the settings. The text is read by tokens: lines and blanks do not
matter. The first row has as many letters as there are rows. Squares may also stand apart, each row
on its line, as letters or numbers, with commas, bars or coordinates (see
`rookery.reading.diagrams`). The rows may also be a list of lists or of strings, as JSON and Python
write them; one word of all letters, or of all numbers with commas, as some collections have them;
or an address (`rookery.regions.addresses`).

>>> from rookery.regions.puzzle import Regions
>>> parse = Regions.parse
>>> parse("A A\nA B") == parse("[[7, 7], [7, 9]]") == parse("2|A A\n1|A B\n |a b")
True
>>> print(write(parse("AAAB ABBB CCDD CCDD stars 1 given b4 blocked a1,a2")))
AAAB
ABBB
CCDD
CCDD
given b4
blocked a1,a2
<BLANKLINE>
"""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import isqrt
from typing import TYPE_CHECKING, Any

from rookery.addresses import begins
from rookery.boards.board import Board
from rookery.errors import InputError, NotationError, Place, PuzzleError, shown
from rookery.family import TextForm
from rookery.reading.diagrams import (
    DiagramPart,
    Line,
    credit_lines,
    diagram,
    drawing_tokens,
    encoded,
    text_of,
)
from rookery.reading.tokens import BYTE_ORDER_MARK, Tokens, blanked
from rookery.regions.document import SETTINGS
from rookery.regions.validation import NO_REGION, drawn_rows

if TYPE_CHECKING:
    from rookery.regions.puzzle import Regions

# a list, perhaps assigned to a name as in a program
_LIST = re.compile(rb"\s*(?:[A-Za-z_]\w*\s*=\s*)?(\[(?:[^\[\]]|\[[^\[\]]*\])*\])")
_BEGINS_LIST = re.compile(rb"\s*(?:[A-Za-z_]\w*\s*=\s*)?\[")
# a line of squares with commas or semicolons between them
_SEPARATED = re.compile(
    rb"^[ \t]*[^\s,;\[\]]{1,2}(?:[ \t]*[,;][ \t]*[^\s,;\[\]]{1,2})+[ \t\r]*$", re.MULTILINE
)
# a board as one word: all letters or, with commas, all numbers; before them perhaps side and stars
_WORD = re.compile(
    rb"\s*(?:([1-9][0-9]?)x([1-9])\.)?([^\s\[\]]+)(?=\s*\Z|\s+(?:%b)\s)"
    % "|".join(SETTINGS.names).encode()
)
_LEAST_SIDE = 5  # rows of a board as one word; a shorter word is the first row of a board
_NO_SEPARATORS = bytes.maketrans(b",;", b"  ")


def read(
    make: type[Regions],
    tokens: Tokens,
    listed: Sequence[Any] | None = None,
    place: Place | None = None,
) -> Regions:
    """Return the puzzle of a text, read to its end.

    If a list of rows precedes the tokens, `listed` and `place` are the rows and their place. An
    `InputError` at the first fault has its place; a `NotationError` is raised if the piece's
    notation is not understood.
    """
    tokens.mark()
    first = tokens.count
    try:
        rows = _rows(tokens) if listed is None else drawn_rows(listed)
        return make(rows, **SETTINGS.read(tokens, Board(len(rows))), **tokens.credits)
    except NotationError:
        raise
    except PuzzleError as error:
        at = place or tokens.place(first)
        raise InputError(at, error.expected, error.found, error.message) from error


def write(puzzle: Regions) -> str:
    """Return the text of a puzzle; `read` returns the same puzzle."""
    return "\n".join((*puzzle.rows, *SETTINGS.write(puzzle), *credit_lines(puzzle), ""))


def _rows(tokens: Tokens) -> Sequence[str]:
    """Return the rows of letters; faults have their places."""
    words = tokens.peek_line()
    if len(words) == 1 and words[0].isdigit() and len(words[0]) <= 2 and int(words[0]) > 1:
        row = tokens.peek_line(1)
        if int(words[0]) in (len(row), len(text_of(row[0] if row else b""))):
            tokens.take("the number of rows")
    # The first word of a line below a diagram is a setting.
    drawing = diagram(tokens, lambda word: len(word) > 1 and word.isalpha() and word.islower())
    rows: list[Sequence[str]] = []
    seen: set[str] = set()
    side = 0
    for number, line in enumerate(_plain_lines(tokens) if drawing is None else drawing.lines, 1):
        side = side or len(line.squares)
        for at, letter in enumerate(line.squares):
            if letter in NO_REGION or not letter.isprintable():
                expected = f"a letter of a region in row {number}"
                raise line.fault(tokens, at, expected, shown(encoded(letter)))
        if len(line.squares) != side:
            expected = f"{side} letters in row {number}"
            raise line.fault(tokens, min(side, len(line.squares)), expected, line.shown())
        for at, letter in enumerate(line.squares):
            seen.add(letter)
            if len(seen) > side:
                expected = f"one of the {side} regions {''.join(sorted(seen - {letter}))}"
                raise line.fault(tokens, at, expected, shown(letter))
        rows.append(line.squares)
    if drawing is None:
        return drawn_rows(rows)
    if len(rows) != side:
        expected = f"{side} rows of {side} letters"
        raise drawing.lines[-1].fault(tokens, side, expected, f"{len(rows)}")
    return drawn_rows(drawing.turned(rows))


def _plain_lines(tokens: Tokens) -> Iterator[Line]:
    """Yield rows without blanks; the length of the first is their number."""
    side = len(text_of(tokens.peek() or b""))
    for number in range(1, max(side, 1) + 1):
        row = text_of(tokens.take(f"row {number} of the regions"))
        yield Line(row, [DiagramPart(row, tokens.count - 1, 0)])


def _read(
    make: type[Regions], data: bytes, name: str, say: Callable[[str], None] | None
) -> Regions:
    if begins(data):
        from rookery.regions.addresses import read as read_addresses

        tokens = Tokens(io.BytesIO(data), name, say)
        puzzle, *others = islice(read_addresses(make, tokens), 2)
        if others:
            raise tokens.fault(tokens.count - 1, "one puzzle", "another")
        return puzzle
    data = data.removeprefix(BYTE_ORDER_MARK)
    word = _WORD.match(data)
    rows = word and _rows_of_word(word)
    if word and rows:
        rest = blanked(data, word.end()) + (b"\nstars " + word[2] if word[2] else b"")
        return read(make, drawing_tokens(rest, name, say), rows, _place(data, word.start(3), name))
    data = _SEPARATED.sub(lambda line: line[0].translate(_NO_SEPARATORS), data)
    if not _BEGINS_LIST.match(data):
        return read(make, drawing_tokens(data, name, say))
    place = _place(data, data.index(b"["), name)
    found = _LIST.match(data)
    if found is None:
        raise InputError(place, "a list of rows, each bracket of it closed", shown(data.strip()))
    try:
        listed = ast.literal_eval(found[1].decode())
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        raise InputError(place, "a list of rows", shown(found[1])) from error
    return read(make, drawing_tokens(blanked(data, found.end()), name, say), listed, place)


def _rows_of_word(word: re.Match[bytes]) -> list[list[str]] | None:
    """Return the rows of a board that is one word, or None if the word is too short for one."""
    text = text_of(word[3])
    squares = text.split(",") if "," in text else list(text)
    side = isqrt(len(squares))
    if side < _LEAST_SIDE or side * side != len(squares) or int(word[1] or side) != side:
        return None
    return [squares[at : at + side] for at in range(0, len(squares), side)]


def _place(data: bytes, at: int, name: str) -> Place:
    return Place(name, data.count(b"\n", 0, at) + 1, at - data.rfind(b"\n", 0, at))


TEXT = TextForm(_read, write)
