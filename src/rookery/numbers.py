"""Conversion of arguments of any kind, such as NumPy's and pandas', to plain Python.

A rule is a function that returns the value of an argument, or raises a `PuzzleError`. The table of
a family's fields has the rules of its puzzles' class, so that documents, texts and options refuse a
value in the same words.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TypeVar

from rookery.errors import PuzzleError, shown

Value = TypeVar("Value")

LARGEST_WEIGHT = 10**12  # absolute weight; integers of this size add up exactly in floating point
UNITS = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1, "bytes"))


def integer(value: object, what: str, least: int | None = None) -> int:
    """Return an integer of any kind as an `int`.

    Raises a `PuzzleError` that expects `what` if the value is no integer or below `least`.

    >>> import numpy as np
    >>> integer(np.int64(8), "a side")
    8
    >>> integer(0, "threads of at least 1", 1)
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: expected threads of at least 1, got 0
    """
    if type(value) is int and (least is None or value >= least):
        return value
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or (least is not None and number < least):
        raise PuzzleError(expected=what, found=shown(value))
    return number


class AtLeast:
    """The rule of integers from a least one on.

    >>> AtLeast(1)(8)
    8
    >>> AtLeast(1)(0)
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: expected an integer of 1 or more, got 0
    """

    def __init__(self, least: int) -> None:
        self.least = least
        self.expected = f"an integer of {least} or more"

    def __call__(self, value: object) -> int:
        """Return an integer of any kind as an `int`."""
        return integer(value, self.expected, self.least)


class OneOf:
    """The rule of texts that are one of some names.

    >>> OneOf(("half", "quarter"))("third")
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: expected half or quarter, got 'third'
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        *others, last = names
        self.names = names
        self.expected = f"{', '.join(others)} or {last}" if others else last

    def __call__(self, value: object) -> str:
        """Return a name."""
        if not isinstance(value, str) or value not in self.names:
            raise PuzzleError(expected=self.expected, found=shown(value))
        return value


def argument(name: str, rule: Callable[[Any], Value], given: object) -> Value:
    """Return the value of an argument by its rule; a fault names the argument.

    >>> argument("stars", AtLeast(1), 0)
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: stars: expected an integer of 1 or more, got 0
    """
    try:
        return rule(given)
    except PuzzleError as error:
        raise error.placed(name) from None


def real(value: object, what: str) -> float:
    """Return a number of any kind, at least 0, as a `float`; refuse others and NaN.

    >>> import numpy as np
    >>> real(np.float32(0.5), "seconds"), real(3, "seconds")
    (0.5, 3.0)
    """
    is_number = hasattr(value, "__float__") or hasattr(value, "__index__")
    if is_number and not isinstance(value, bool):
        try:
            number = float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            pass
        else:
            if number >= 0:
                return number
    raise PuzzleError(expected=what, found=shown(value))


def weight(value: Any, row: int, column: int) -> int | float:
    """Return a weight of any kind as `int` or `float`; row and column, from 1, are for messages.

    >>> from decimal import Decimal
    >>> weight(Decimal("2.5"), 1, 2)
    2.5
    >>> weight("x", 1, 2)
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: expected a number in row 1, column 2, got 'x'
    """
    from decimal import Decimal
    from numbers import Real

    if isinstance(value, bool) or not isinstance(value, (Real, Decimal)):
        raise PuzzleError(expected=f"a number in row {row}, column {column}", found=shown(value))
    number: int | float = math.inf
    with suppress(OverflowError):
        number = operator.index(value) if hasattr(value, "__index__") else float(value)
    if not -LARGEST_WEIGHT <= number <= LARGEST_WEIGHT:
        raise PuzzleError(
            expected=f"a finite weight of size at most 10^12 in row {row}, column {column}",
            found=shown(value),
        )
    return number


def plain(thing: Any) -> Any:
    """Return an array or a data frame as lists of plain numbers, and other objects unchanged.

    >>> import numpy as np
    >>> plain(np.eye(2, dtype=int)), plain([1, 2])
    ([[1, 0], [0, 1]], [1, 2])
    """
    if not hasattr(thing, "tolist") and hasattr(thing, "to_numpy"):
        thing = thing.to_numpy()
    return thing.tolist() if hasattr(thing, "tolist") else thing


def items(given: Any, what: str) -> list[Any]:
    """Return the items of a collection of any kind.

    Raises a `PuzzleError` that expects `what` if there are none to go through.

    >>> items(range(3), "rows")
    [0, 1, 2]
    >>> items(3, "rows")
    Traceback (most recent call last):
    ...
    rookery.errors.PuzzleError: expected rows, got 3
    """
    given = plain(given)
    if not isinstance(given, Iterable):
        raise PuzzleError(expected=what, found=shown(given))
    return list(given)


def of_kind(given: Any, kind: Any, what: str) -> Any:
    """Return an object, or raise a `PuzzleError` that expects `what` if it is of another type.

    >>> of_kind("Monday", str, "a heading")
    'Monday'
    """
    if not isinstance(given, kind):
        raise PuzzleError(expected=what, found=shown(given))
    return given


def size(count: int) -> str:
    """Return a number of bytes as text, as a power of two beyond any machine's memory.

    >>> size(4096), size(3 << 29), size(1 << 90)
    ('4.0 KiB', '1.5 GiB', '2**90 bytes')
    """
    if count >= 1 << 60:
        return f"2**{count.bit_length() - 1} bytes"
    unit = next(unit for unit in UNITS if count >= unit[0] or unit[0] == 1)
    return f"{count / unit[0]:,.1f} {unit[1]}"


def article(what: str) -> str:
    """Return the indefinite article of a word in small letters, or of what begins with a number.

    >>> [article(what) for what in ("8x8 board", "11x11 board", "110x110 board", "elephant")]
    ['an', 'an', 'a', 'an']
    """
    return "an" if re.match(r"[aeio]|8|1[18](\d{3})*(?!\d)", what) else "a"
