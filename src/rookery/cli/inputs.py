"""Texts of puzzles of any family: which they are, and the puzzles in them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from rookery.cli.cover import PIECES, read_board
from rookery.cli.heaviest import read_weights
from rookery.cli.outputs import TOUR
from rookery.errors import InputError, PuzzleError, RookeryError
from rookery.statements import NAMES, load
from rookery.text import Tokens

WEIGHTS, COVER = "heaviest", "cover"

#: Of two kinds that a text fits, such as an input of no tests, the first is taken.
KINDS = (TOUR, "traveling-queen", "showdown", "sultan", "eight-queens", COVER, WEIGHTS)


def puzzles_of(kind: str | None, data: bytes, name: str) -> Iterator[Any]:
    """Yield the puzzles of a text, each as soon as it is read.

    Parameters
    ----------
    kind
        One of `KINDS`; guessed when None.
    data, name
        The text, and its name for messages.

    Raises
    ------
    RookeryError
        When no kind fits, or the text is not of the kind told; then after those before the
        fault.
    """
    yield from _read(kind or _guess(data, name), data, name)


def _guess(data: bytes, name: str) -> str:
    """Return the first kind as which a text can be read to its end."""
    for kind in KINDS:
        left: list[str] = []
        try:
            for _ in _read(kind, data, name, left):
                pass
        except RookeryError:
            continue
        if not left:
            return kind
    raise RookeryError(f"{name}: no puzzle's text is like this; say which with --puzzle")


def _read(kind: str, data: bytes, name: str, left: list[str] | None = None) -> Iterator[Any]:
    """Yield the puzzles of a text of a kind; `left` gets what is said of data left over."""
    tokens = Tokens(io.BytesIO(data), name, None if left is None else left.append)
    if kind in NAMES:
        yield from load(kind).read(tokens)
    elif kind == TOUR:
        from rookery.tour.form import read

        yield read(tokens)
    elif kind == COVER:
        yield read_board(tokens, name, PIECES.split(","))
    else:
        from rookery.heaviest.puzzle import Heaviest

        weights = read_weights(data, name)
        try:
            yield Heaviest(weights)
        except InputError:
            raise
        except PuzzleError as error:
            raise PuzzleError(f"{name}: {error}") from error
