"""A result as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rookery.document import result_data
from rookery.families import Table
from rookery.results.result import Result


def json_line_of(result: Result, name: str, parts: Iterable[str]) -> Iterator[str]:
    """Yield, in pieces, what `json_line` returns with a list whose parts were written before.

    Parameters
    ----------
    name
        Of the list.
    parts
        Lists in JSON, which follow each other in it.
    """
    yield json_line(result)[:-2] + f', "{name}": ['
    between = ""
    for part in parts:
        if part != "[]":
            yield between + part[1:-1]
            between = ", "
    yield "]}\n"


def json_line(result: Result, **answer: Any) -> str:
    """Return what is known of a result, and its answer, as one JSON object on a line."""
    return json.dumps(result_data(result) | answer) + "\n"


def rows_from_one(placement: Any) -> list[int]:
    """Return the rows of a placement, column by column, counted from 1 at the top."""
    return [row + 1 for row in placement]


def answer_of(result: Result) -> dict[str, Any]:
    """Return the answer of a result as the family's own command gives it in JSON."""
    return ANSWERS.of(result.puzzle)(result)


def _queens(result: Result) -> dict[str, Any]:
    return {"placements": [rows_from_one(placement) for placement in result.answer or ()]}


def _heaviest(result: Result) -> dict[str, Any]:
    puzzle = result.puzzle
    listed = [
        {"weight": puzzle.weight(rows), "rows": rows_from_one(rows)} for rows in result.answer or ()
    ]
    return {"placements": listed}


def _tour(result: Result) -> dict[str, Any]:
    name, answer = result.puzzle.board.name, result.answer
    return {"path": None if answer is None else [*map(name, answer)], "note": result.note}


def _cover(result: Result) -> dict[str, Any]:
    men = [(kind + 1, row + 1, column + 1) for kind, row, column in result.answer or ()]
    return {"pieces": men if result.answer else None}


ANSWERS: Table[Callable[[Result], dict[str, Any]]] = Table(
    "an answer as JSON", {"queens": _queens, "heaviest": _heaviest, "tour": _tour, "cover": _cover}
)
