"""Standard input, output and error as bytes, and files.

A failure to read is a `RookeryError`; a failure to write stays an `OSError`, which
`rookery.cli.status.guarded` reports.
"""

from __future__ import annotations

import io
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import partial
from typing import Any, BinaryIO

from rookery.addresses import is_web_address
from rookery.errors import RookeryError, printable
from rookery.files import replacing
from rookery.reading.tokens import Utf8Reader

STDIN = STDOUT = "-"
MOST_HELD = 1000  # texts, before a flush
FLUSH_SECONDS = 0.1  # between two flushes
BLOCK_BYTES = 1 << 16  # bytes of a read
ATOMIC_BYTES = 4096  # bytes that a pipe takes whole or not at all: PIPE_BUF of Linux

# A FEN position, not the path of a file.
POSITION = r"[0-9A-Za-z*]+(/[0-9KQRBNPkqrbnp*]+)+( [wb] .*)?"


def say(message: str) -> None:
    """Write a line to standard error, with control characters escaped; ignore a closed stream."""
    with suppress(OSError):
        print(printable(message), file=sys.stderr, flush=True)


def process_age() -> float:
    """Return the seconds since this process began, or 0 if the system does not report them."""
    try:
        with open("/proc/self/stat", "rb") as stream:
            ticks = int(stream.read().rpartition(b")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError, ValueError, IndexError):
        return 0.0
    return max(age, 0.0) if ticks else 0.0


class Answers:
    """A sink for answers: text as UTF-8, the same bytes on every system."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._held: list[str] = []
        self._flushed = time.monotonic()

    def write(self, text: str) -> None:
        """Write a text, which is flushed after at most about a tenth of a second of work."""
        self._held.append(text)
        if len(self._held) >= MOST_HELD or time.monotonic() - self._flushed > FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Pass all texts on to the stream."""
        data, self._held = "".join(self._held).encode(), []
        self._stream.flush()
        stream = getattr(self._stream, "raw", self._stream)
        begin = 0
        while begin < len(data):
            # A pipe takes this many bytes whole or not at all: Ctrl-C leaves no part of a line.
            end = begin + ATOMIC_BYTES
            end = end if end >= len(data) else data.rfind(b"\n", begin, end) + 1 or end
            begin += stream.write(data[begin:end])
        self._stream.flush()
        self._flushed = time.monotonic()


@contextmanager
def answering(path: str = STDOUT) -> Iterator[Answers]:
    """Yield a sink for answers: a file, or standard output for ``-``.

    The sink is flushed at the end, also after an error, so that the answers so far are written
    before the error message. A file is replaced only by all answers.
    """
    with (
        nullcontext(_standard(sys.stdout, "output"))
        if path == STDOUT
        else replacing(path) as stream
    ):
        answers = Answers(stream)
        try:
            yield answers
        except OSError:
            raise
        except BaseException:
            answers.flush()
            raise
        answers.flush()


class Reader:
    """A text as UTF-8 that calls a function before each read, which may wait."""

    def __init__(self, stream: BinaryIO, name: str, before: Callable[[], None] | None) -> None:
        self._read = Utf8Reader(getattr(stream, "read1", stream.read)).read
        self._name = name
        self._before = before

    def read(self, size: int) -> bytes:
        """Return the bytes of a read of `size` bytes, none at the end."""
        if self._before is not None:
            self._before()
        try:
            return self._read(size)
        except OSError as error:
            raise RookeryError(f"cannot read {self._name}: {error.strerror}") from error


@contextmanager
def reading(path: str, before_read: Callable[[], None] | None = None) -> Iterator[Any]:
    """Yield a file, or for ``-`` standard input, as ``(reader, name for messages)``.

    The address of a puzzle in another program is a text itself, and nothing is fetched.
    `before_read` is called before each read, which may wait for more input: it flushes the answers,
    so that an interactive user sees them. A failure to open or read raises a `RookeryError`.
    """
    if path == STDIN:
        yield Reader(_standard(sys.stdin, "input"), "standard input", before_read), "stdin"
        return
    if is_web_address(path):
        yield Reader(io.BytesIO(path.encode()), "the address", before_read), "address"
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(open(path, "rb"))
        except OSError as error:
            is_position = re.fullmatch(POSITION, path)
            hint = "; a position is read from standard input" if is_position else ""
            raise RookeryError(f"cannot read {path!r}: {error.strerror}{hint}") from error
        yield Reader(stream, repr(path), before_read), path


def read_all(path: str) -> tuple[bytes, str]:
    """Return all bytes of what `reading` opens, and its name for messages."""
    with reading(path) as (stream, name):
        return b"".join(iter(partial(stream.read, BLOCK_BYTES), b"")), name


def abandon_output() -> None:
    """Discard the unwritten rest of standard output, so that the exit does not fail on it."""
    try:
        descriptor = sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def _standard(stream: Any, name: str) -> Any:
    if stream is None:
        raise RookeryError(f"standard {name} is closed")
    return stream.buffer
