"""Values of answers: types, gaps to bounds, and text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction

Number = int | float
Value: TypeAlias = "Number | Fraction"  # a count, a weight, a number of moves or a cost


def gap(value: Value | None, bound: Value | None) -> float | None:
    """Return ``|value - bound| / max(|value|, |bound|)``, or None if either is unknown.

    >>> gap(100, 95), gap(0, 0), gap(7, None)
    (0.05, 0.0, None)
    """
    if value is None or bound is None:
        return None
    if value == bound:
        return 0.0
    sizes: list[Any] = [abs(value), abs(bound)]
    return float(abs(value - bound) / max(sizes))


def number_text(value: Value | None) -> str:
    """Return a number as text: floats in at most eight digits, other numbers exactly."""
    if value is None:
        return ""
    return f"{value:.8g}" if isinstance(value, float) else f"{value}"


def percent_text(part: float | None) -> str:
    """Return a fraction in per cent with three digits, or an empty string for None."""
    return "" if part is None else f"{100 * part:.3g} %"
