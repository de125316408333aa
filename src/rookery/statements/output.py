"""What the output of a program says of a test, apart from whether it is right."""

from __future__ import annotations

from typing import Any, NamedTuple

from rookery.errors import InputError, Place, RookeryError


class Output(NamedTuple):
    """What an output says of a test.

    Attributes
    ----------
    answer
        In the puzzle's own form, every square on the board; None where it tells none.
    words
        What it claims, such as ``4 moves``.
    """

    answer: Any
    words: str


class OutputFault(InputError):
    """An output that has not the statement's form; `message` tells why without the place."""

    def __init__(self, place: Place, message: str) -> None:
        RookeryError.__init__(self, f"{place}: {message}")
        self.place = place
        self.message = message
        self.expected = self.found = ""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "move"), counted(0, "move")
    ('1 move', '0 moves')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
