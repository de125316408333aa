"""The JSON schema of documents: puzzles of all families, and results."""

from __future__ import annotations

from typing import Any

from rookery.families import families
from rookery.family import Family
from rookery.reading.schemas import INDEX, INTEGER, NUMBER, TEXT, Schema, fields, list_of, or_null
from rookery.results.result import Reason, Status

DIALECT = "https://json-schema.org/draft/2020-12/schema"


FRACTION = "^-?[0-9]+/[1-9][0-9]*$"
_NUMBER = or_null(NUMBER)
_EXACT = {"anyOf": [NUMBER, {"type": "string", "pattern": FRACTION}, {"type": "null"}]}

_ESTIMATED: dict[str, Schema] = {
    "value": _NUMBER,
    "error": _NUMBER,
    "low": _NUMBER,
    "high": _NUMBER,
    "samples": INDEX,
    "reason": {"enum": [reason.value for reason in Reason]},
    "seconds": NUMBER,
    "method": TEXT,
    "seed": INTEGER,
}

#: Of an estimate in a result.
ESTIMATED = fields(_ESTIMATED, {}, "What random samples tell of the whole count.")

#: Of an estimate that stands alone.
ESTIMATE = fields(
    {"puzzle": {"$ref": "#/$defs/puzzle"}} | _ESTIMATED, {}, "What random samples tell of a count."
)

#: Of a result, whatever its family.
RESULT = fields(
    {
        "puzzle": {"$ref": "#/$defs/puzzle"},
        "status": {"enum": [status.value for status in Status]},
        "reason": {"enum": [reason.value for reason in Reason]},
        "value": _EXACT,
        "bound": _EXACT,
        "answer": {"type": ["array", "null"]},
    },
    {
        "gap": _NUMBER,
        "share": _NUMBER,
        "estimate": ESTIMATED,
        "seconds": NUMBER,
        "compile_seconds": NUMBER,
        "method": TEXT,
        "seed": INTEGER,
        "note": TEXT,
        "by_number": list_of(INTEGER),
        "values": list_of(NUMBER)
        | {"description": "Of each placement of the answer, where each has its weight."},
        "answers": {"type": "array", "description": "Several, where a command lists them."},
    },
    "What a solver found and what it proved.",
)


def schema() -> Schema:
    """Return the JSON schema of a document: a puzzle of any family, a result, or an estimate.

    It does not express the rules of the puzzles, such as that squares are on the board;
    `puzzle_of` checks all of them.

    Returns
    -------
    dict
        By draft 2020-12. Its ``$defs`` hold ``puzzle``, ``result`` and ``estimate``, and for each
        family the puzzle by its name, such as ``queens``, and its answers, such as
        ``queens_answer``.

    Examples
    --------
    >>> whole = schema()
    >>> sorted(whole["$defs"]["result"]["required"])
    ['answer', 'bound', 'puzzle', 'reason', 'status', 'value']
    >>> whole["$defs"]["queens"]["required"]
    ['family', 'n']
    """
    known = families()
    parts: dict[str, Schema] = {}
    for family in known:
        parts[family.name] = _puzzle(family)
        parts[f"{family.name}_answer"] = family.document().answer
    parts["puzzle"] = {"oneOf": [_part(family.name) for family in known]}
    parts["result"] = RESULT | {"oneOf": [_answered(family) for family in known]}
    parts["estimate"] = ESTIMATE
    return {
        "$schema": DIALECT,
        "title": "A puzzle, a result or an estimate of rookery",
        "oneOf": [_part("puzzle"), _part("result"), _part("estimate")],
        "$defs": parts,
    }


def _part(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _puzzle(family: Family[Any, Any]) -> Schema:
    """Return the schema of a family's puzzles: its own fields and the family's name."""
    own = family.document().table.schema
    return own | {
        "description": family.words.about,
        "properties": {"family": {"const": family.name}} | own["properties"],
        "required": ["family", *own["required"]],
    }


def _answered(family: Family[Any, Any]) -> Schema:
    """Return that a result is of a family, and its answer an answer of it."""
    answer = _part(f"{family.name}_answer")
    return {
        "properties": {
            "puzzle": _part(family.name),
            "answer": or_null(answer),
            "answers": list_of(answer),
        }
    }
