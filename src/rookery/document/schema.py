"""The JSON schema of documents: puzzles of all families, and results."""

from __future__ import annotations

from rookery.families import families
from rookery.reading.parts import INDEX, INTEGER, NUMBER, TEXT, Schema, list_of, object_of, or_null
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

#: Schema of an estimate in a result.
ESTIMATED = object_of(_ESTIMATED, {}, "An estimate of the full count from random samples.")

#: Schema of a separate estimate.
ESTIMATE = object_of(
    {"puzzle": {"$ref": "#/$defs/puzzle"}} | _ESTIMATED,
    {},
    "An estimate of a count from random samples.",
)

#: Schema of a result of any family.
RESULT = object_of(
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
        | {"description": "The weights of the placements of the answer, if they have weights."},
        "answers": {"type": "array", "description": "Several answers, if a command lists them."},
    },
    "The answer that a solver found and the bound that it proved.",
)


def schema() -> Schema:
    """Return the JSON schema of a document: a puzzle of any family, a result, or an estimate.

    The schema does not express the rules of the puzzles, such as squares on the board; `puzzle_of`
    checks the rules.

    Returns
    -------
    dict
        A schema of draft 2020-12. Its ``$defs`` hold ``puzzle``, ``result`` and ``estimate``, and
        for each family the puzzle by its name, such as ``queens``, and its answers, such as
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
        own = family.document().table.schema
        parts[family.name] = own | {
            "description": family.words.about,
            "properties": {"family": {"const": family.name}} | own["properties"],
            "required": ["family", *own["required"]],
        }
        parts[f"{family.name}_answer"] = family.document().answer
    parts["puzzle"] = {"oneOf": [_part(family.name) for family in known]}
    answers = {family.name: _part(f"{family.name}_answer") for family in known}
    parts["result"] = RESULT | {
        "oneOf": [  # a result of a family has an answer of that family
            {
                "properties": {
                    "puzzle": _part(name),
                    "answer": or_null(answer),
                    "answers": list_of(answer),
                }
            }
            for name, answer in answers.items()
        ]
    }
    parts["estimate"] = ESTIMATE
    return {
        "$schema": DIALECT,
        "title": "A puzzle, a result or an estimate of rookery",
        "oneOf": [_part("puzzle"), _part("result"), _part("estimate")],
        "$defs": parts,
    }


def _part(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
