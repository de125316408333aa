"""Documents of estimates, written and read."""

from __future__ import annotations

import re
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from rookery.document.puzzles import Document, document_of, puzzle_in
from rookery.document.schema import ESTIMATE, ESTIMATED, FRACTION
from rookery.reading.parts import Part
from rookery.results.estimate import Estimate
from rookery.results.result import Reason
from rookery.results.values import Number, Value

Kind = TypeVar("Kind", bound=Enum)


def estimate_data(estimate: Estimate) -> Document:
    """Return an estimate as plain data; `estimate_of` reads it back.

    Examples
    --------
    >>> import rookery as rk
    >>> data = estimate_data(rk.estimate(rk.Queens(6)))
    >>> data["puzzle"]["n"], data["value"], data["error"], data["low"], data["high"]
    (6, 4, 0.0, 4, 4)
    """
    return {"puzzle": document_of(estimate.puzzle), **fields_of_estimate(estimate)}


def estimate_of(data: Any) -> Estimate:
    """Return the estimate of plain data.

    Raises
    ------
    DocumentError
        When the data does not describe an estimate.

    Examples
    --------
    >>> import rookery as rk
    >>> estimate_of(rk.estimate(rk.Queens(6)).to_dict()).value
    4
    """
    fields = Part(data, "").fields_of(ESTIMATE)
    puzzle = puzzle_in(fields.pop("puzzle"))
    return _estimate(puzzle, fields)


def fields_of_estimate(estimate: Estimate) -> Document:
    """Return an estimate as plain data, without its puzzle."""
    low, high = estimate.interval() or (None, None)
    return {
        "value": estimate.value,
        "error": estimate.error,
        "low": low,
        "high": high,
        "samples": estimate.samples,
        "reason": estimate.reason.value,
        "seconds": round(estimate.seconds, 6),
        "method": estimate.method,
        "seed": estimate.seed,
    }


def estimate_in(puzzle: Any, part: Part) -> Estimate:
    """Return the estimate of a part of a document, given its puzzle."""
    return _estimate(puzzle, part.fields_of(ESTIMATED))


def number_of(part: Part) -> Value | None:
    """Return a number, a fraction from its text, or None for null."""
    value = part.value
    if isinstance(value, str) and re.fullmatch(FRACTION, value):
        with suppress(ValueError):  # Python refuses integers of more than some thousand digits
            return Fraction(value)
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    raise part.fault("a number or null")


def real_of(part: Part) -> float | None:
    """Return a number as a float, or None for null."""
    value = number_of(part)
    try:
        return None if value is None else float(value)
    except OverflowError:
        raise part.fault("a number within the range of floats, or null") from None


def one_of(kinds: type[Kind], part: Part) -> Kind:
    """Return the member of an enumeration by its value."""
    names = [kind.value for kind in kinds]
    if part.text() not in names:
        raise part.fault(f"one of {', '.join(map(repr, names))}")
    return kinds(part.value)


def _estimate(puzzle: Any, fields: dict[str, Part]) -> Estimate:
    return Estimate(
        puzzle,
        _count(fields["value"]),
        real_of(fields["error"]),
        fields["samples"].integer(),
        one_of(Reason, fields["reason"]),
        real_of(fields["seconds"]) or 0.0,
        fields["method"].text(),
        fields["seed"].integer(),
    )


def _count(part: Part) -> Number | None:
    """Return a count: an integer of any size as it is, else a float."""
    value = number_of(part)
    return value if isinstance(value, int) else real_of(part)
