"""Suggestion of the command that reads a text which another command was given."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rookery.api.texts import NONATTACKING, SULTAN, WEIGHTS, kind_of
from rookery.errors import InputError, RookeryError
from rookery.reading.diagrams import drawing_tokens
from rookery.reading.fen import is_fen
from rookery.statements import NAMES

MOST_BYTES = 1 << 20  # longer texts are not guessed: each guess reads the text

READ_TOO = {WEIGHTS: (SULTAN,)}  # kinds that a command reads besides its own


@contextmanager
def telling_kind(command: str, data: bytes, name: str) -> Iterator[None]:
    """Add to an `InputError` which command reads the text, when it is of another kind.

    Parameters
    ----------
    command
        The one that reads the text, also the name of its kind.
    data, name
        The text, and its name for messages.
    """
    try:
        yield
    except InputError as error:
        hint = _reader_of(data, name, (command, *READ_TOO.get(command, ())))
        if not hint:
            raise
        told = f"{error.message}; {hint}"
        raise InputError(error.place, error.expected, error.found, told) from error


def _has_settings(data: bytes) -> bool:
    """Return whether a text of non-attacking pieces has more than a board, as many texts have."""
    from rookery.nonattacking.text import SETTINGS

    return any(name.encode() in data.split() for name in SETTINGS.names)


def _reader_of(data: bytes, name: str, known: tuple[str, ...]) -> str:
    """Return in words which command reads a text that is of none of the known kinds, or ""."""
    if len(data) > MOST_BYTES or not data.strip() or is_fen(drawing_tokens(data, name)):
        return ""
    try:
        kind = kind_of(data, name)
    except RookeryError:
        return ""
    if kind in known or (kind == NONATTACKING and not _has_settings(data)):
        return ""
    if kind in NAMES:
        return f"this is an input of {kind}: rookery judge {kind} reads it"
    return f"this is a text of {kind}: rookery {kind} reads it"
