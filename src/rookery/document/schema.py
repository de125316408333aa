"""The JSON schema of documents: puzzles of all families, and results."""

from __future__ import annotations

from typing import Any

from rookery.families import families
from rookery.family import Family
from rookery.reading.schemas import INTEGER, NUMBER, TEXT, Schema, fields, list_of, or_null
from rookery.results.result import Reason, Status

DIALECT = "https://json-schema.org/draft/2020-12/schema"


FRACTION = "^-?[0-9]+/[1-9][0-9]*$"
_NUMBER = or_null(NUMBER)
_EXACT = {"anyOf": [NUMBER, {"type": "string", "pattern": FRACTION}, {"type": "null"}]}

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
        "seconds": NUMBER,
        "compile_seconds": NUMBER,
        "method": TEXT,
        "seed": INTEGER,
        "note": TEXT,
        "values": list_of(NUMBER)
        | {"description": "Of each placement of the answer, where each has its weight."},
        "answers": {"type": "array", "description": "Several, where a command lists them."},
    },
    "What a solver found and what it proved.",
)


def schema() -> Schema:
    """Return the JSON schema of a document: a puzzle of any family, or a result.

    It does not express the rules of the puzzles, such as that squares are on the board;
    `puzzle_of` checks all of them.

    Returns
    -------
    dict
        By draft 2020-12. Its ``$defs`` hold ``puzzle`` and ``result``, and for each family the
        puzzle by its name, such as ``queens``, and its answers, such as ``queens_answer``.

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
    return {
        "$schema": DIALECT,
        "title": "A puzzle or a result of rookery",
        "oneOf": [_part("puzzle"), _part("result")],
        "$defs": parts,
    }


def _part(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _puzzle(family: Family[Any, Any]) -> Schema:
    """Return the schema of a family's puzzles: its own fields and the family's name."""
    own = family.document().fields
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
