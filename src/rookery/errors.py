"""The errors of rookery: every one is a `RookeryError`, and says what was expected and found."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any, NamedTuple

LONGEST_SHOWN = 60
MEANT = "; did you mean"


def printable(text: str) -> str:
    r"""Return a text with its control characters escaped, so that no terminal obeys them.

    >>> printable("\x1b[2J\n.txt")
    '\\x1b[2J\\n.txt'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


class RookeryError(ValueError):
    """The base of all errors of rookery: a `ValueError` whose text is written for users.

    The text is one line: names of files and the like are escaped in it (see `printable`).
    """

    def __str__(self) -> str:
        return printable(super().__str__())

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.args, self.__dict__)


class PuzzleError(RookeryError):
    """A puzzle, answer or argument that makes no sense; nothing was searched.

    Parameters
    ----------
    message
        What is wrong, in words, when it is not that one thing was expected and another found.
    expected, found
        What should be there, and what is: without a message they make it.
    place
        Where, as an option or a field of a document; the text begins with it.

    Attributes
    ----------
    message, expected, found, place
        The parts of the text, each empty where it has none.

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
        """Return the same error with its place, or another place."""
        return PuzzleError(self.message, expected=self.expected, found=self.found, place=place)


class NotationError(PuzzleError):
    """A piece that is not Betza notation and not a known name; the text names the letter."""

    def placed(self, place: str) -> NotationError:
        """Return the same error with its place, or another place."""
        return NotationError(self.message, expected=self.expected, found=self.found, place=place)


class LimitError(RookeryError):
    """A puzzle that needs more than this machine or method has; the text says how much."""


class UnmetWishError(LimitError):
    """A limit came before a puzzle that is as wished; the nearest that was found is at hand.

    Attributes
    ----------
    nearest
        That puzzle.
    difficulty
        Its difficulty; None when it is beyond hard, or there was no time to rate it.
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
        Where; the text begins with it.
    expected, found
        What should be there, and what is.
    message
        What is wrong, where these do not say it.

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
    """Return an error from another process, from its text and its parts."""
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
    text = _bytes_shown(value) if isinstance(value, bytes) else _repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def _repr(value: object) -> str:
    try:
        return repr(value)
    except ValueError:  # Python writes no integer of more than some thousand digits in decimals
        return hex(value) if isinstance(value, int) else f"a {type(value).__name__} too long"


def _bytes_shown(value: bytes) -> str:
    try:
        return repr(value.decode())
    except UnicodeDecodeError:
        return repr(value)[1:]


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the known name most like this one, else the list.

    >>> did_you_mean("quen", ["queen", "rook"])
    "; did you mean 'queen'?"
    >>> did_you_mean("zzz", ["queen", "rook"])
    '; known: queen, rook'
    """
    import difflib  # costs every start otherwise, and serves errors only

    names = list(known)
    like = difflib.get_close_matches(str(name), names, n=1)
    if like:
        return f"{MEANT} {like[0]!r}?"
    return f"; known: {', '.join(names)}"


def unknown_name(expected: str, name: object, known: Iterable[str]) -> PuzzleError:
    """Return the error of a name that is none of those known, with the one most like it.

    >>> str(unknown_name("a piece", "quen", ["queen", "rook"]))
    "expected a piece, got 'quen'; did you mean 'queen'?"
    """
    return PuzzleError(expected=expected, found=f"{shown(name)}{did_you_mean(name, known)}")


class _Family(ModuleType):
    """The module of a family, which names its puzzle when it is called."""

    def __call__(self, *_: object, **__: object) -> None:
        raise TypeError(f"{self.__name__} is a module; the puzzle is rookery.{self.puzzle_name}")


def name_puzzle(module: str, puzzle: str) -> None:
    """Make a family's module name its puzzle when somebody calls it, as in `rookery.queens(8)`.

    >>> import rookery as rk
    >>> rk.Queens(8) and rk.queens(8)
    Traceback (most recent call last):
    ...
    TypeError: rookery.queens is a module; the puzzle is rookery.Queens
    """
    family = sys.modules[module]
    family.__class__ = _Family
    family.puzzle_name = puzzle  # type: ignore[attr-defined]
