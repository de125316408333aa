"""JSON schemas of what documents are made of: squares, boards, pieces, and objects of fields.

They follow JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12), which says of a
document all but what the rules of its puzzle say: that a square is on the board, for one.
"""

from __future__ import annotations

from typing import Any

from rookery.boards.board import WRAPS

Schema = dict[str, Any]

INTEGER: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
TEXT: Schema = {"type": "string"}
SQUARE: Schema = {"type": "string", "pattern": "^[a-z]+[0-9]+$"}
BETZA: Schema = {"type": "string", "minLength": 1}
INDEX: Schema = {"type": "integer", "minimum": 0}
SIDE: Schema = {"type": "integer", "minimum": 1}


def at_least(least: int) -> Schema:
    """Return the schema of an integer."""
    return {"type": "integer", "minimum": least}


def or_null(schema: Schema, **more: Any) -> Schema:
    """Return the schema of a value that may be null."""
    return {"anyOf": [schema, {"type": "null"}], **more}


def list_of(items: Schema, least: int = 0, **more: Any) -> Schema:
    """Return the schema of a list."""
    schema = {"type": "array", "items": items, **more}
    return schema | {"minItems": least} if least else schema


def pair_of(first: Schema, second: Schema) -> Schema:
    """Return the schema of a list of two."""
    return {
        "type": "array",
        "prefixItems": [first, second],
        "items": False,
        "minItems": 2,
    }


def fields(needed: dict[str, Schema], others: dict[str, Schema], about: str = "") -> Schema:
    """Return the schema of an object of these fields and no more."""
    schema = {
        "type": "object",
        "properties": needed | others,
        "required": list(needed),
        "additionalProperties": False,
    }
    return {"description": about} | schema if about else schema


SQUARES: Schema = list_of(SQUARE)
SOME_SQUARES: Schema = SQUARES | {"default": []}
WRAP: Schema = {"enum": list(WRAPS), "type": "string", "default": ""}
BOARD: Schema = fields({"rows": SIDE, "columns": SIDE}, {"walls": SOME_SQUARES, "wrap": WRAP})
PLACEMENTS: Schema = list_of(SQUARES)
