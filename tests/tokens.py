"""Tokens of a text, for readers and checkers."""

import io
import itertools
from collections.abc import Callable, Iterable, Sequence

import pytest

from rookery.errors import InputError
from rookery.reading.tokens import Tokens


class Stream(io.RawIOBase):
    """A stream that gives pieces one by one, each as far as it is asked for; never held whole."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.pieces = iter(pieces)
        self.piece = b""
        self.given = 0  # bytes

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        piece = self.piece or next(self.pieces, b"")
        end = len(piece) if size < 0 else size
        self.piece = piece[end:]
        self.given += len(piece[:end])
        return piece[:end]


def in_pieces(data: bytes, sizes: Sequence[int] = (1,)) -> Stream:
    """Return a stream that gives data in pieces of these sizes, over and over."""
    return Stream(map(io.BytesIO(data).read, itertools.cycle(sizes)))


def tokens_of(text: str | bytes, name: str = "stdin", most: int = 1 << 20) -> Tokens:
    """Return the tokens of a text whose stream gives `most` bytes at a time."""
    data = text if isinstance(text, bytes) else text.encode()
    return Tokens(in_pieces(data, [most]), name)


def refusal(read: Callable[[Tokens], Iterable[object]], text: str | bytes) -> str:
    """Return the words with which a reader refuses a text."""
    with pytest.raises(InputError) as caught:
        list(read(tokens_of(text)))
    return str(caught.value)
