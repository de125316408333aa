"""The errors of rookery: each is a `RookeryError` that states the expected and the found."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any, NamedTuple

LONGEST_SHOWN = 60  # characters of a value in a message
MEANT = "; did you mean"


def printable(text: str) -> str:
    r"""Return a text with its control characters escaped, so that terminals do not obey them.

    >>> printable("\x1b[2J\n.txt")
    '\\x1b[2J\\n.txt'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


class RookeryError(ValueError):
    """The base of all errors of rookery: a `ValueError` whose text is written for users.

    The text is one line: control characters, as in names of files, are escaped (`printable`).
    """

    def __str__(self) -> str:
        return printable(super().__str__())

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.args, self.__dict__)


class PuzzleError(RookeryError):
    """An inconsistent or unknown puzzle, answer or argument, refused before any search.

    Parameters
    ----------
    message
        The fault in words, by default ``expected ..., got ...``.
    expected, found
        The two parts of that message.
    place
        The option, or the field of a document, at the start of the text.

    Attributes
    ----------
    message, expected, found, place
        The parts of the text, each empty if missing.

    Examples
    --------
    >>> str(PuzzleError(expected="a board", found=shown(7)))
    'expected a board, got 7'
    >>> str(PuzzleError("there is no board", place="puzzle"))
    'puzzle: there is no board'
    """

    def __init__(
        self, message: str = "", *, expected: str = "", found: str = "", place: str = ""
    ) -> None:
        self.message = message or f"expected {expected}, got {found}"
        super().__init__(f"{place}: {self.message}" if place else self.message)
        self.expected = expected
        self.found = found
        self.place = place

    def placed(self, place: str) -> PuzzleError:
        """Return this error with another place."""
        return PuzzleError(self.message, expected=self.expected, found=self.found, place=place)


class NotationError(PuzzleError):
    """A piece that is neither Betza notation nor a known name; the text names the letter."""

    def placed(self, place: str) -> NotationError:
        """Return this error with another place."""
        return NotationError(self.message, expected=self.expected, found=self.found, place=place)


class LimitError(RookeryError):
    """A puzzle that needs more memory, time or size than available; the text says how much."""


class UnmetRequestError(LimitError):
    """A limit reached before a puzzle of the requested difficulty was generated.

    Attributes
    ----------
    nearest
        The generated puzzle of the nearest difficulty.
    difficulty
        Its difficulty; None if it is beyond hard, or there was no time to rate it.
    """

    def __init__(self, message: str, nearest: Any, difficulty: str | None) -> None:
        super().__init__(message)
        self.nearest = nearest
        self.difficulty = difficulty


class Place(NamedTuple):
    """A place in a text: its name, the line from 1, the column in bytes from 1.

    >>> str(Place("boards.txt", 3, 14))
    'boards.txt:3:14'
    """

    name: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.name}:{self.line}:{self.column}"


class InputError(RookeryError):
    """A text that cannot be read, with the place of the fault.

    Parameters
    ----------
    place
        The place of the fault, at the start of the error's text.
    expected, found, message
        As for `PuzzleError`.

    Examples
    --------
    >>> str(InputError(Place("stdin", 1, 1), "a count", shown("x")))
    "stdin:1:1: expected a count, got 'x'"
    """

    def __init__(self, place: Place, expected: str, found: str, message: str = "") -> None:
        self.message = message or f"expected {expected}, got {found}"
        super().__init__(f"{place}: {self.message}")
        self.place = place
        self.expected = expected
        self.found = found


def _restored(
    kind: type[RookeryError], args: tuple[object, ...], parts: dict[str, object]
) -> RookeryError:
    """Return an error from another process, given its text and attributes."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(parts)
    return error


def shown(value: object) -> str:
    r"""Return the `repr` of a value for a message, cut at 60 characters; bytes without the ``b``.

    >>> shown(b"\xff\x00"), len(shown("x" * 1000))
    ("'\\xff\\x00'", 60)
    >>> shown(10**5000)[:10]
    '0x31e20801'
    """
    try:
        text = repr(value.decode()) if isinstance(value, bytes) else repr(value)
    except UnicodeDecodeError:
        text = repr(value)[1:]
    except ValueError:  # an integer of more decimal digits than Python converts
        text = hex(value) if isinstance(value, int) else f"a {type(value).__name__} too long"
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def did_you_mean(name: object, known: Iterable[str], otherwise: str = "") -> str:
    """Return ``"; did you mean 'x'?"`` for the most similar known name.

    Without a similar name, return `otherwise`, by default the list of the known names.

    >>> did_you_mean("quen", ["queen", "rook"])
    "; did you mean 'queen'?"
    >>> did_you_mean("zzz", ["queen", "rook"])
    '; known: queen, rook'
    """
    import difflib  # here, because only errors need it

    names = list(known)
    like = [other for other in names if other.lower() == str(name).lower()]
    like = like or difflib.get_close_matches(str(name), names, n=1)
    if like:
        return f"{MEANT} {like[0]!r}?"
    return f"; {otherwise or 'known: ' + ', '.join(names)}"


def unknown_name(expected: str, name: object, known: Iterable[str]) -> PuzzleError:
    """Return the error for an unknown name, with the most similar known name.

    >>> str(unknown_name("a piece", "quen", ["queen", "rook"]))
    "expected a piece, got 'quen'; did you mean 'queen'?"
    """
    return PuzzleError(expected=expected, found=f"{shown(name)}{did_you_mean(name, known)}")


class _Family(ModuleType):
    """The module of a family, whose call raises an error that names the puzzle's class."""

    def __call__(self, *_: object, **__: object) -> None:
        raise TypeError(f"{self.__name__} is a module; the puzzle is rookery.{self.puzzle_name}")


def name_puzzle(module: str, puzzle: str) -> None:
    """Make calls of a family's module, as in `rookery.queens(8)`, name the puzzle's class.

    >>> import rookery as rk
    >>> rk.Queens(8) and rk.queens(8)
    Traceback (most recent call last):
    ...
    TypeError: rookery.queens is a module; the puzzle is rookery.Queens
    """
    family = sys.modules[module]
    family.__class__ = _Family
    family.puzzle_name = puzzle  # type: ignore[attr-defined]
