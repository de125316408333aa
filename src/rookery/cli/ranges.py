"""Numbers on the command line: ASCII digits within a range, which help and errors state."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import click

from rookery.errors import shown

Sides = tuple[int, int]  # rows and columns of a board

MOST_DIGITS = 18  # of an integer
_INTEGER = re.compile(rf"[+-]?[0-9]{{1,{MOST_DIGITS}}}")
_SIDES = re.compile(rf"([0-9]{{1,{MOST_DIGITS}}})(?:[xX]([0-9]{{1,{MOST_DIGITS}}}))?")
_REAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?inf(inity)?", re.I)


class Integer(click.IntRange):
    """An integer, perhaps within a range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the integer."""
        if isinstance(value, str):
            if not _INTEGER.fullmatch(value) or not within(self, int(value)):
                long = value.isascii() and value.isdigit() and len(value) > MOST_DIGITS
                digits = f", of at most {MOST_DIGITS} digits" if long else ""
                what = f"an integer{span(self)}{digits}"
                self.fail(f"expected {what}, got {shown(value)}", param, ctx)
            return int(value)
        return int(super().convert(value, param, ctx))

    def _describe_range(self) -> str:
        return "" if _is_unbounded(self) else super()._describe_range()


class Real(click.FloatRange):
    """A number, perhaps within a range; "nan" is refused."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number."""
        if isinstance(value, str):
            if not _REAL.fullmatch(value) or not within(self, float(value)):
                self.fail(f"expected a number{span(self)}, got {shown(value)}", param, ctx)
            return float(value)
        return float(super().convert(value, param, ctx))

    def _describe_range(self) -> str:
        return "" if _is_unbounded(self) else super()._describe_range()


def _is_unbounded(bounds: click.IntRange | click.FloatRange) -> bool:
    """Return whether there is no range for the help to show; click would show ``x<=None``."""
    return bounds.min is None and bounds.max is None


def sides(most: int) -> Callable[[click.Context, click.Parameter, str | None], Sides | None]:
    """Return a callback that reads the sides of a board: one for both, or rows and columns.

    Parameters
    ----------
    most
        The longest side.
    """

    def read(context: click.Context, param: click.Parameter, text: str | None) -> Sides | None:
        if text is None:
            return None
        found = _SIDES.fullmatch(text)
        rows, columns = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= min(rows, columns) <= max(rows, columns) <= most:
            message = f"expected sides such as 8 or 6x8, from 1 to {most:,}, got {shown(text)}"
            raise click.BadParameter(message, context, param)
        return rows, columns

    return read


def within(bounds: click.IntRange | click.FloatRange, value: float) -> bool:
    """Return whether a number is in a range.

    >>> within(click.FloatRange(0, 5, min_open=True), 0.0), within(click.IntRange(min=3), 3)
    (False, True)
    """
    low = -math.inf if bounds.min is None else bounds.min
    high = math.inf if bounds.max is None else bounds.max
    ends = (bounds.min_open and value == low) or (bounds.max_open and value == high)
    return low <= value <= high and not ends


def span(bounds: click.IntRange | click.FloatRange) -> str:
    """Return a range in words.

    >>> span(click.IntRange(1, 64)), span(click.FloatRange(0, min_open=True))
    (' from 1 to 64', ' of more than 0')
    """
    if bounds.min is None:
        return "" if bounds.max is None else f" of at most {bounds.max:g}"
    if bounds.max is None:
        return f" of more than {bounds.min:g}" if bounds.min_open else f" of {bounds.min:g} or more"
    above = "above " if bounds.min_open else ""
    return f" from {above}{bounds.min:g} to {bounds.max:g}"
