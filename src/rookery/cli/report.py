"""A result as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rookery.result import Result


def json_line(result: Result, **answer: Any) -> str:
    """Return what is known of a result, and its answer, as one JSON object on a line."""
    known = {
        "family": result.puzzle.family,
        "status": result.status.value,
        "reason": result.reason.value,
        "value": result.value,
        "bound": result.bound,
        "gap": result.gap,
        "seconds": round(result.seconds, 6),
        "compile_seconds": round(result.compile_seconds, 6),
        "method": result.method,
        "seed": result.seed,
    }
    return json.dumps(known | answer) + "\n"


def rows_from_one(placement: Any) -> list[int]:
    """Return the rows of a placement, column by column, counted from 1 at the top."""
    return [row + 1 for row in placement]
