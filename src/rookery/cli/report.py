"""A result as JSON, in the form of `rookery.document`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from rookery.document import result_data
from rookery.results.result import Result


def json_line_of(result: Result, parts: Iterable[str]) -> Iterator[str]:
    """Yield, in pieces, the line of a result with an answer whose parts were written before.

    Parameters
    ----------
    result
        Without the answer.
    parts
        Lists in JSON, which follow each other in the answer.
    """
    data = result_data(result)
    del data["answer"]
    yield f'{json.dumps(data)[:-1]}, "answer": ['
    between = ""
    for part in parts:
        if part != "[]":
            yield between + part[1:-1]
            between = ", "
    yield "]}\n"


def json_line(result: Result) -> str:
    """Return a result as one JSON object on a line."""
    return json.dumps(result_data(result)) + "\n"


def none_text(what: str, why: str) -> str:
    """Return that there is no such thing, and why, without saying so twice.

    >>> none_text("placement", "the queens attack each other")
    'no placement: the queens attack each other'
    >>> none_text("placement", "no placement goes through the given squares")
    'no placement goes through the given squares'
    """
    return why if why.startswith(f"no {what} ") else f"no {what}: {why}"


def rows_from_one(placement: Any) -> list[int]:
    """Return the rows of a placement, column by column, counted from 1 at the top."""
    return [row + 1 for row in placement]
