r"""Diagrams of boards in texts: squares that stand apart, with or without borders and coordinates.

A row ends with its line. Bars and rules between squares, the numbers of rows, and a line of file
names or column numbers are skipped. Blanks between two bars are an empty square. If files are
named, a board whose ranks count from the top is upside down, and one with files in reverse is
mirrored.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from rookery.boards.board import file_name
from rookery.boards.notebook import Credited, Credits
from rookery.errors import InputError
from rookery.errors import shown as quoted
from rookery.reading.tokens import Tokens

EMPTY = "."
ON, BACK, NUMBERED = 1, -1, 0

_BARS = "|│┃║"
_RULES = "+-=─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯"
_SHORTEST_RULE = 3
_BLANK_SQUARE = re.compile(
    b"|".join(b"(?<=%b) +(?=%b)" % (bar, bar) for bar in (rb"\|", *map(str.encode, _BARS[1:])))
)
_NO_BARS = re.compile(f"[^{_BARS}]+")

Row = TypeVar("Row", str, Sequence[str])

IsSquare = Callable[[str], bool]  # whether a letter may stand for a square

IsSetting = Callable[[str], bool]  # whether a word begins the settings after a board


class DiagramPart(NamedTuple):
    """A part of a token: its text, the token's number, and the offset of its first byte."""

    text: str
    token: int
    offset: int


class Line(NamedTuple):
    """A drawn row: its squares and their places in the text."""

    squares: Sequence[str]
    parts: Sequence[DiagramPart]

    def shown(self) -> str:
        """Return the row for a message."""
        return quoted(encoded(" ".join(part.text for part in self.parts)))

    def fault(self, tokens: Tokens, at: int, expected: str, found: str) -> InputError:
        """Return the error for a square, or for the place after the last one."""
        for part in self.parts:
            size = len(part.text) if isinstance(self.squares, str) else 1
            if at < size or part is self.parts[-1]:
                ahead = part.text[:at] if at < size else part.text
                return tokens.fault(part.token, expected, found, part.offset + len(encoded(ahead)))
            at -= size
        raise LookupError("a row without squares")


class Drawing(NamedTuple):
    """The rows of a board in the order of the text, and how the board is turned."""

    lines: Sequence[Line]
    upside_down: bool = False
    mirrored: bool = False

    def turned(self, rows: Sequence[Row]) -> list[Row]:
        """Return the rows of squares as White sees them."""
        seen = [row[::-1] for row in rows] if self.mirrored else list(rows)
        return seen[::-1] if self.upside_down else seen


_CREDIT = re.compile(
    rb"^[ \t]*(%b):[ \t]*(\S[^\r\n]*)" % "|".join(Credits.__annotations__).encode(), re.MULTILINE
)


def without_credits(data: bytes) -> tuple[bytes, dict[str, Any]]:
    r"""Blank out credit lines such as ``title: Four cats``; return the text and their fields.

    >>> without_credits(b"title: Cats\n#.")
    (b'           \n#.', {'title': 'Cats'})
    """
    found = {
        name.decode(): line.decode(errors="replace").strip() for name, line in _CREDIT.findall(data)
    }
    return _CREDIT.sub(lambda line: b" " * len(line[0]), data), found


def credit_lines(puzzle: Credited) -> list[str]:
    """Return a puzzle's credits as the lines that `without_credits` reads."""
    return [f"{name}: {line}" for name, line in puzzle.credits.items()]


def drawing_tokens(data: bytes, name: str, say: Callable[[str], None] | None = None) -> Tokens:
    """Return the tokens of a text that may contain a diagram."""
    data, credits = without_credits(data)
    filled = _BLANK_SQUARE.sub(lambda found: b" " * (len(found[0]) - 1) + b".", data)
    tokens = Tokens(io.BytesIO(filled), name, say)
    tokens.credits = credits
    return tokens


def text_of(token: bytes) -> str:
    """Decode a token, replacing invalid bytes."""
    return token.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """Return the bytes of what `text_of` returned."""
    return text.encode("utf-8", "surrogateescape")


def diagram(
    tokens: Tokens, is_setting: IsSetting, is_square: IsSquare | None = None
) -> Drawing | None:
    """Return the rows of a diagram, or None without taking a token if the text begins otherwise.

    `is_setting` tests the first word of a line that is not a row. Without `is_square`, every letter
    and every number is a square. Raises an `InputError` for borders or coordinates without a row.
    """
    words = list(map(text_of, tokens.peek_line()))
    if not words or not _begins(words, text_of(tokens.peek(len(words)) or b""), is_square):
        return None
    first = tokens.count
    lines: list[list[DiagramPart]] = []
    while words and not (lines and is_setting(words[0]) and not _is_row(words, is_square)):
        lines.append([DiagramPart(word, tokens.count + at, 0) for at, word in enumerate(words)])
        for _ in words:
            tokens.take("a square")
        words = list(map(text_of, tokens.peek_line()))
    rows = _without_borders(lines)
    drawing = _without_margins(rows, is_square) if rows else Drawing([])
    if not drawing.lines:
        raise tokens.fault(first, "row 1 of the board", "borders or coordinates only")
    return drawing


def _begins(words: Sequence[str], below: str, is_square: IsSquare | None) -> bool:
    """Return whether a line and the word below it begin a diagram."""
    if _is_rule(words):
        return _is_number(below) or _has_bar([below])
    if _has_bar(words) or _names_files(words, is_square):
        return True
    if is_square is not None and _files(words) == NUMBERED:
        return True
    if is_square is not None and _are_letters(words) and not any(map(is_square, words)):
        return False
    return len(words) > 1 and _is_row(words, is_square)


def _is_row(words: Sequence[str], is_square: IsSquare | None) -> bool:
    """Return whether a line is a row of separated squares, or a row with a number."""
    if _has_bar(words) or _are_letters(words) or _names_files(words, is_square):
        return True
    if all(map(_is_number, words)):
        return is_square is None and min(map(len, words)) == 1
    if _is_number(words[0]):
        return is_square is None or all(map(is_square, words[1]))
    return _is_number(words[-1]) and _are_letters(words[:-1])


def _is_rule(words: Sequence[str]) -> bool:
    """Return whether a line may be a rule between rows, such as ``+---+---+``."""
    is_drawn = all(sign in _RULES for word in words for sign in word)
    return is_drawn and max(map(len, words), default=0) >= _SHORTEST_RULE


def _has_bar(words: Sequence[str]) -> bool:
    return any(bar in word for word in words for bar in _BARS)


def _are_letters(words: Sequence[str]) -> bool:
    return all(len(word) == 1 and not word.isdigit() for word in words)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def _without_borders(lines: Sequence[Sequence[DiagramPart]]) -> list[list[DiagramPart]]:
    """Remove bars between squares and rules between rows, if there are bars."""
    if not any(_has_bar([part.text]) for line in lines for part in line):
        return [list(line) for line in lines]
    rows = (
        [
            DiagramPart(found[0], part.token, len(encoded(part.text[: found.start()])))
            for part in line
            for found in _NO_BARS.finditer(part.text)
        ]
        for line in lines
        if not _is_rule([found for part in line for found in _NO_BARS.findall(part.text)])
    )
    return [row for row in rows if row]


def _without_margins(lines: Sequence[Sequence[DiagramPart]], is_square: IsSquare | None) -> Drawing:
    """Return the rows without their numbers and the names of the files."""
    texts = [[part.text for part in line] for line in lines]
    heads = [_files(texts[0]), _files(texts[-1])]
    ranks = _ranks(texts[_between(heads, len(texts))])
    if ranks is None:  # a line of letters or numbers may be a row
        heads = [
            head if _names_files(words, is_square) else None
            for head, words in zip(heads, (texts[0], texts[-1]), strict=True)
        ]
    squares, from_top = ranks or (slice(None), False)
    rows = [line[squares] for line in lines[_between(heads, len(texts))]]
    named = ON in heads or BACK in heads
    signs = [part.text for row in rows for part in row]
    numbered = all(map(_is_number, signs)) and max(map(len, signs), default=0) > 1
    drawn = [[part.text for part in row] for row in rows]
    found = [
        Line(squares if numbered else "".join(squares), row)
        for squares, row in zip(drawn, rows, strict=True)
    ]
    return Drawing(found, from_top and named, BACK in heads)


def _between(heads: Sequence[int | None], count: int) -> slice:
    """Return the range of lines that are rows: all but a first or last line of file names."""
    top, bottom = (head is not None for head in heads)
    return slice(int(top), max(count - int(bottom), int(top)))


def _files(words: Sequence[str]) -> int | None:
    """Return how a line names the files: from a on, back to a, or by numbers; else None."""
    if len(words) > 1 and [str(at) for at in range(1, len(words) + 1)] == list(words):
        return NUMBERED
    letters = [letter.lower() for letter in (words[0] if len(words) == 1 else words)]
    names = [file_name(column) for column in range(len(letters))]
    if len(names) < 2 or letters not in (names, names[::-1]):
        return None
    return ON if letters == names else BACK


def _names_files(words: Sequence[str], is_square: IsSquare | None) -> bool:
    """Return whether a line names files, and cannot be a row."""
    return bool(_files(words)) and is_square is not None and not all(map(is_square, "".join(words)))


def _ranks(rows: Sequence[Sequence[str]]) -> tuple[slice, bool] | None:
    """Return the squares beside the numbers of rows, and whether ranks count from the top."""
    if not rows or min(map(len, rows)) < 2:
        return None
    left, right = (_order([row[at] for row in rows]) for at in (0, -1))
    if all(_is_number(word) for row in rows for word in row):  # squares are numbers too
        spare = len(rows[0]) - len(rows)
        left, right = left if spare > 0 else 0, right if spare > (left != 0) else 0
    if not left and not right:
        return None
    return slice(1 if left else 0, -1 if right else None), ON in (left, right)


def _order(words: Sequence[str]) -> int:
    """Return whether words number the rows from 1 on or back to 1; 0 if neither."""
    counted = [str(number) for number in range(1, len(words) + 1)]
    if list(words) == counted[::-1]:
        return BACK
    return ON if list(words) == counted else 0
