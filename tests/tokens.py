"""Tokens of a text, for readers and checkers."""

import io
from collections.abc import Callable, Iterable

import pytest

from rookery.errors import InputError
from rookery.reading.tokens import Tokens


class Dribble(io.BytesIO):
    """A stream that gives a few bytes at a time."""

    def __init__(self, data: bytes, most: int) -> None:
        super().__init__(data)
        self.most = most

    def read1(self, size: int | None = -1) -> bytes:
        return super().read1(self.most)


def tokens_of(text: str | bytes, name: str = "stdin", most: int = 1 << 20) -> Tokens:
    """Return the tokens of a text whose stream gives `most` bytes at a time."""
    data = text if isinstance(text, bytes) else text.encode()
    return Tokens(Dribble(data, most), name)


def refusal(read: Callable[[Tokens], Iterable[object]], text: str | bytes) -> str:
    """Return the words with which a reader refuses a text."""
    with pytest.raises(InputError) as caught:
        list(read(tokens_of(text)))
    return str(caught.value)
