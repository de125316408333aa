"""Errors of requests in one form: a sentence and its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rookery.document import DocumentError
from rookery.errors import InputError, RookeryError, shown

Refusal = dict[str, str | None]

_EXPECTED = {
    "bool_type": "true or false",
    "dict_type": "an object",
    "extra_forbidden": "no such field",
    "finite_number": "a finite number",
    "float_type": "a number",
    "int_type": "an integer",
    "list_type": "a list",
    "model_attributes_type": "an object",
    "model_type": "an object",
    "string_pattern_mismatch": "a square such as 'a1'",
    "string_type": "a text",
    "union_tag_not_found": "an object with a field 'family'",
    "string_unicode": "a text of Unicode characters",
}
_NUMBERS = {"a number", "a finite number"}
_BOUNDED = {
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "literal_error": "{expected}",
    "string_too_long": "at most {max_length} characters",
    "string_too_short": "at least {min_length} characters",
    "too_long": "a list of at most {max_length}",
    "too_short": "a list of at least {min_length}",
}


def refusal(error: str, place: str | None = None) -> Refusal:
    """Return the data of an error."""
    return {"error": error, "place": place or None}


def refusal_for(error: RookeryError) -> Refusal:
    """Return the data of a `RookeryError`."""
    if isinstance(error, DocumentError):
        return refusal(error.message, error.place)
    if isinstance(error, InputError):
        return refusal(error.message, f"line {error.place.line}, column {error.place.column}")
    return refusal(str(error))


def refusal_of(errors: Sequence[Any], body: Any) -> Refusal:
    """Return the data of the first error that pydantic found in a request's body.

    When a value may be of several kinds, pydantic has an error for each: those deepest in the value
    are reported.
    """
    first = errors[0]
    if first["type"] == "json_invalid":
        fault = f"{first['ctx']['error']}, at character {first['loc'][-1]}"
        return refusal(f"expected a body of JSON: {fault}")
    if body is None and len(first["loc"]) == 1:
        return refusal("expected a body of JSON, got none")
    places = [place_of(error["loc"], body) for error in errors]
    place = max((found for found in places if found.startswith(places[0])), key=len)
    alike = [error for error, found in zip(errors, places, strict=True) if found == place]
    if alike[0]["type"] == "missing":
        return refusal("expected a field, got none", place)
    if alike[0]["type"] == "union_tag_invalid":
        expected = f"expected one of {alike[0]['ctx']['expected_tags']}"
        return refusal(f"{expected}, got {shown(alike[0]['ctx']['tag'])}", f"{place}.family")
    kinds = dict.fromkeys(
        _BOUNDED[error["type"]].format_map(error["ctx"])
        if error["type"] in _BOUNDED
        else _EXPECTED.get(error["type"], f"something else ({error['msg']})")
        for error in alike
    )
    if _NUMBERS & kinds.keys():
        kinds.pop("an integer", None)  # which is a number
    expected = " or ".join(kinds)
    return refusal(f"expected {expected}, got {shown(alike[0]['input'])}", place)


def place_of(location: Sequence[int | str], body: Any) -> str:
    """Return a place in a body in words, without pydantic's internal parts.

    >>> place_of(("body", "puzzle", "queens", "given", 1, "str"), {"puzzle": {"given": ["a1", 7]}})
    'puzzle.given[1]'
    """
    place, value = "", body
    for at, part in enumerate(location[1:], 2):
        if isinstance(value, list) and isinstance(part, int) and part < len(value):
            place += f"[{part}]"
            value = value[part]
        elif isinstance(value, dict) and (part in value or at == len(location)):
            place += f".{part}" if place else str(part)
            value = value.get(part)
    return place
