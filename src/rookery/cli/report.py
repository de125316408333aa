"""A result as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rookery.document import result_data

if TYPE_CHECKING:
    from rookery.result import Result


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
    puzzle, answer = result.puzzle, result.answer
    if puzzle.family == "queens":
        return {"placements": [rows_from_one(placement) for placement in answer or ()]}
    if puzzle.family == "heaviest":
        found = (answer,) if answer and puzzle.best == 1 else answer or ()
        listed = [{"weight": puzzle.weight(rows), "rows": rows_from_one(rows)} for rows in found]
        return {"placements": listed}
    if puzzle.family == "tour":
        path = None if answer is None else [puzzle.board.name(square) for square in answer]
        return {"path": path, "note": result.note}
    men = [(kind + 1, row + 1, column + 1) for kind, row, column in answer or ()]
    return {"pieces": men if answer else None}
