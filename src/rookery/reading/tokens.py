"""Tokens of a text, read in blocks, with the place of each for error messages.

All texts of rookery are read by tokens, which are separated by spaces and line ends. Lines
matter only in messages. A text of any length is read in constant memory.
"""

from __future__ import annotations

import codecs
import re
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, BinaryIO, NamedTuple

from rookery.errors import InputError, NotationError, Place, PuzzleError, shown

BLOCK_BYTES = 1 << 16
LONGEST_TOKEN = 1 << 20  # bytes; more than a row of any solvable board
LONGEST_NUMBER = 1024
BYTE_ORDER_MARK = codecs.BOM_UTF8
UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
END = "the end of the input"

_TOKEN = rb"[^ \t\n\r\v\f]+"
_DIGITS_AND_BLANKS = b"0123456789 \t\n\r\v\f"
_SMALL = {b"%d" % number: number for number in range(1000)}  # twice as fast as `int`


def blanked(data: bytes, end: int) -> bytes:
    """Return a text whose beginning, which is read already, is blank: places in it stay."""
    return re.sub(rb"[^\n]", b" ", data[:end]) + data[end:]


class Utf8Reader:
    r"""A reader of bytes that returns UTF-8 also for UTF-16 with a byte order mark.

    Windows PowerShell writes UTF-16 when output goes to a file.

    >>> import io
    >>> Utf8Reader(io.BytesIO("8\n".encode("utf-16")).read).read()
    b'8\n'
    """

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._decoder: codecs.IncrementalDecoder | None = None
        self._has_begun = False

    def read(self, size: int = -1) -> bytes:
        """Return what a read of `size` bytes gives, or of all if -1; none at the end."""
        while data := self._read(size):
            if not self._has_begun and data.startswith(UTF16_MARKS):
                self._decoder = codecs.getincrementaldecoder("utf-16")("replace")
            self._has_begun = True
            if self._decoder is None:
                return data
            if text := self._decoder.decode(data):
                return text.encode()
        return b""


class Row(NamedTuple):
    """A board row: its letters, and the number of its token (see `Tokens.place`)."""

    letters: str
    token: int


class _Block:
    """A stretch of the text that ends between tokens."""

    def __init__(self, data: bytes, first: int, line: int, column: int) -> None:
        self.data = data
        self.first = first
        self.line = line
        self.column = column
        self.tokens = data.split()
        self._numbers: list[int] | None = None
        self._lines: list[int] | None = None

    @property
    def end(self) -> int:
        return self.first + len(self.tokens)

    def numbers(self) -> list[int] | None:
        """Return all tokens as integers if all are plain digits, else None."""
        if self._numbers is None:
            try:
                self._numbers = list(map(_SMALL.__getitem__, self.tokens))
            except KeyError:
                plain = not self.data.translate(None, _DIGITS_AND_BLANKS)
                short = max(map(len, self.tokens), default=0) <= LONGEST_NUMBER
                self._numbers = list(map(int, self.tokens)) if plain and short else []
        return self._numbers or None

    @cached_property
    def extremes(self) -> tuple[int, int]:
        """The least and the greatest of a nonempty `numbers`."""
        numbers = self.numbers() or [0]
        return min(numbers), max(numbers)

    def line_of(self, number: int) -> int:
        """Return the line of a token of the block."""
        if self._lines is None:
            lines = enumerate(self.data.split(b"\n"), self.line)
            self._lines = [at for at, line in lines for _ in line.split()]
        return self._lines[number - self.first]

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column, both from 1, of the byte at this offset."""
        before = self.data[:offset]
        lines = before.count(b"\n")
        if lines:
            return self.line + lines, offset - before.rindex(b"\n")
        return self.line, self.column + offset


class Tokens:
    r"""The tokens of a binary stream, in sequence.

    Parameters
    ----------
    stream
        The source of the bytes, read block by block on demand.
    name
        The name in error messages.
    on_warning
        Called with the text of each warning, such as one about data left over.

    Notes
    -----
    A byte order mark is skipped. A token of more than `LONGEST_TOKEN` bytes raises an
    `InputError` in every method that reaches it, and nothing after it is read. So an endless text
    takes bounded memory.

    Examples
    --------
    >>> import io
    >>> tokens = Tokens(io.BytesIO(b"2\n7 x"))
    >>> tokens.number("a count", 0)
    2
    >>> tokens.numbers(2, "a weight", 1, 9)
    Traceback (most recent call last):
    ...
    rookery.errors.InputError: stdin:2:3: expected a weight from 1 to 9, got 'x'
    """

    def __init__(
        self, stream: BinaryIO, name: str = "stdin", on_warning: Callable[[str], None] | None = None
    ) -> None:
        self.name = name
        self.credits: dict[str, Any] = {}  # the puzzle's credits, from lines without tokens
        self._stream = stream
        self._on_warning = on_warning
        self._blank = b""
        start = b""
        while len(start) < len(BYTE_ORDER_MARK) and (
            more := stream.read(len(BYTE_ORDER_MARK) - len(start))
        ):
            start += more
        self._carry = start.removeprefix(BYTE_ORDER_MARK)
        self._blocks: deque[_Block] = deque([_Block(b"", 0, 1, 1)])
        self._next = 0
        self._mark = 0
        self._ended = False
        self._last_end = Place(name, 1, 1)

    @property
    def count(self) -> int:
        """The number of tokens taken so far, which is the index of the next one."""
        return self._next

    def blank(self, text: bytes) -> None:
        """Read this text as blanks wherever it occurs in the part not yet loaded."""
        self._blank = text

    def mark(self) -> None:
        """Begin a dataset: forget the places of earlier tokens."""
        self._mark = self._next

    def at_end(self) -> bool:
        """Return whether no token is left."""
        return not self._fill()

    def peek(self, ahead: int = 0) -> bytes | None:
        """Return the token at this distance without taking it, or None past the end."""
        while self._next + ahead >= self._blocks[-1].end:
            if not self._load():
                return None
        return self._token(self._next + ahead)

    def peek_line(self, ahead: int = 0) -> list[bytes]:
        """Return the rest of the line from the token at this distance on, without taking it."""
        words: list[bytes] = []
        while (word := self.peek(ahead + len(words))) is not None:
            at = self._next + ahead + len(words)
            if words and self._line_of(at) != self._line_of(at - 1):
                break
            words.append(word)
        return words

    def take(self, expected: str) -> bytes:
        """Return the next token.

        Raises
        ------
        InputError
            At the end of the text: "expected `expected`", just after the last token.
        """
        if not self._fill():
            raise InputError(self._last_end, expected, END)
        self._next += 1
        return self._token(self._next - 1)

    def number(self, what: str, low: int, high: int | None = None) -> int:
        """Return the next token as an integer from `low` to `high`, or without an upper limit.

        Raises
        ------
        InputError
            If it is not such an integer, whatever its size.
        """
        expected = f"{what} of {low} or more" if high is None else f"{what} from {low} to {high}"
        token = self.take(expected)
        if token.removeprefix(b"+").isdigit() and len(token) <= LONGEST_NUMBER:
            value = int(token)
            if value >= low and (high is None or value <= high):
                return value
        raise InputError(self.place(self._next - 1), expected, shown(token))

    def numbers(self, count: int, what: str, low: int, high: int) -> list[int]:
        """Return the next `count` tokens as integers from `low` to `high`.

        Raises
        ------
        InputError
            At the first token that is not such an integer.
        """
        if count and self._fill():
            block = self._blocks[-1]
            start = self._next - block.first
            values = block.numbers()
            if values is not None and start >= 0 and start + count <= len(values):
                found = values[start : start + count]
                least, most = block.extremes  # cheaper than the extremes of every dataset
                if (least >= low and most <= high) or (min(found) >= low and max(found) <= high):
                    self._next += count
                    return found
        return [self.number(what, low, high) for _ in range(count)]

    def row(self, what: str, width: int, letters: str) -> Row:
        """Return the next token as a board row of `width` letters.

        Raises
        ------
        InputError
            At the first letter not in `letters`; in a row that is too short, after its last
            letter; in a row that is too long, at the first surplus letter.
        """
        token = self.take(what)
        number = self._next - 1
        text = token.decode("latin-1")
        if len(text) == width and not text.strip(letters):
            return Row(text, number)
        for offset, letter in enumerate(text[:width]):
            if letter not in letters:
                known = ", ".join(map(repr, letters))
                found = shown(token[offset : offset + 1])
                raise self.fault(number, f"one of {known} in {what}", found, offset)
        offset = min(len(text), width)
        raise self.fault(number, f"{width} squares in {what}", shown(token), offset)

    def place(self, token: int, offset: int = 0) -> Place:
        """Return the place of a byte of a token taken since `mark`; bytes count from 0."""
        for block in self._blocks:
            if block.first <= token < block.end:
                spans = re.finditer(_TOKEN, block.data)
                for _ in range(token - block.first):
                    next(spans)
                line, column = block.position(next(spans).start() + offset)
                return Place(self.name, line, column)
        raise LookupError(f"token {token} is no longer kept")

    def here(self) -> Place:
        """Return the place of the next token, or at the end the place just after the last one."""
        return self.place(self._next) if self._fill() else self._last_end

    def fault(self, token: int, expected: str, found: str, offset: int = 0) -> InputError:
        """Return the error to raise for a byte of a token taken since `mark`."""
        return InputError(self.place(token, offset), expected, found)

    def refused(self, token: int, error: PuzzleError) -> InputError:
        """Return a puzzle's error with the place of a token."""
        return InputError(self.place(token), error.expected, error.found, error.message)

    @contextmanager
    def dataset(self) -> Iterator[None]:
        """Begin a dataset (see `mark`); a puzzle's errors get the place of its first token."""
        self.mark()
        first = self.count
        try:
            yield
        except NotationError:
            raise
        except PuzzleError as error:
            raise self.refused(first, error) from error

    def finish(self) -> None:
        """Warn when tokens are left over."""
        if not self.at_end() and self._on_warning:
            place = self.place(self._next)
            self._on_warning(f"{place}: warning: data left over: {shown(self._token(self._next))}")

    def _line_of(self, number: int) -> int:
        return next(b for b in reversed(self._blocks) if b.first <= number).line_of(number)

    def _token(self, number: int) -> bytes:
        for block in reversed(self._blocks):
            if block.first <= number:
                return block.tokens[number - block.first]
        raise LookupError(f"token {number} is no longer kept")

    def _fill(self) -> bool:
        """Return whether the loaded blocks hold another token."""
        while self._next >= self._blocks[-1].end:
            if not self._load():
                return False
        return True

    def _load(self) -> bool:
        """Append the next block; return False at the end of the text."""
        if self._ended:
            return False
        last = self._blocks[-1]
        line, column = last.position(len(last.data))
        data, self._carry = self._cut(self._next_bytes())
        if not last.tokens:
            self._blocks.pop()
        while self._blocks and self._blocks[0].end <= self._mark:
            self._blocks.popleft()
        block = _Block(data, last.end, line, column)
        self._blocks.append(block)
        if block.tokens:
            line, column = block.position(len(data.rstrip()))
            self._last_end = Place(self.name, line, column)
        return True

    def _next_bytes(self) -> bytes:
        """Return the carried bytes and those after them, at least to the end of the token."""
        piece = self._carry
        pieces, size = [piece], len(piece)
        read = getattr(self._stream, "read1", self._stream.read)
        # Until the end or a separator, which may stand in the bytes read to find the mark.
        while not size or (size <= LONGEST_TOKEN and piece.split(None, 1) == [piece]):
            piece = read(BLOCK_BYTES)
            pieces.append(piece)
            size += len(piece)
            if not piece:
                self._ended = True
                break
        data = b"".join(pieces)
        return data.replace(self._blank, b" " * len(self._blank)) if self._blank else data

    def _cut(self, data: bytes) -> tuple[bytes, bytes]:
        """Split before the last token, which may continue in the next block."""
        if len(data) > LONGEST_TOKEN:
            first = re.search(_TOKEN, data)
            if first and first.end() - first.start() > LONGEST_TOKEN:
                self._carry = data  # refused again when it is asked for again
                last = self._blocks[-1]
                block = _Block(data, 0, *last.position(len(last.data)))
                place = Place(self.name, *block.position(first.start()))
                expected = f"a word of at most {LONGEST_TOKEN:,} bytes"
                raise InputError(place, expected, shown(first[0][:BLOCK_BYTES]))
        if self._ended or not data or data[-1:].isspace():
            return data, b""
        tail = data.rsplit(maxsplit=1)[-1]
        return data[: len(data) - len(tail)], tail
