"""The claims that a program's output makes about a test, right or wrong."""

from __future__ import annotations

from typing import Any, NamedTuple

from rookery.errors import InputError, Place, RookeryError


class Output(NamedTuple):
    """The claims of an output about a test.

    Attributes
    ----------
    answer
        The answer in the puzzle's own form, every square on the board; None if the output has none.
    words
        The claim in words, such as ``4 moves``.
    """

    answer: Any
    words: str


class OutputFault(InputError):
    """An output that violates the statement's form; `message` says why without the place."""

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
