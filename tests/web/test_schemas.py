"""The shapes of requests and the schema of documents say the same, but for how large things are."""

import json
from functools import partial
from typing import Any

import pytest
from pydantic import TypeAdapter

from rookery.document import schema
from rookery.families import NAMES
from rookery.web import schemas

LIMITS = {"minLength", "maxLength", "minItems", "maxItems", "maximum", "minimum", "pattern"}
LIMITS |= {"exclusiveMinimum", "ge", "gt", "le"}
WORDS = {"title", "description", "examples", "additionalProperties"}
SHAPES: dict[str, Any] = TypeAdapter(schemas.Puzzle).json_schema()


def plain(part: Any, parts: dict[str, Any]) -> Any:
    """A schema without limits and words, with references put in, in one spelling."""
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return plain(parts[part["$ref"].rpartition("/")[2]], parts)
    kept = {name: value for name, value in part.items() if name not in LIMITS | WORDS}
    if "const" in kept:
        return {"const": kept["const"]}
    if "prefixItems" in kept:  # the request's shape has one kind for both of a pair
        kinds = [plain(one, parts) for one in kept.pop("prefixItems")]
        kept["items"] = kinds[0] if kinds[0] == kinds[1] else any_of(kinds)
    for name in ("anyOf", "items"):
        if isinstance(kept.get(name), list):
            kept |= any_of([plain(one, parts) for one in kept.pop(name)])
        elif name in kept:
            kept[name] = plain(kept[name], parts)
    if "properties" in kept:
        kept["properties"] = {n: plain(one, parts) for n, one in kept["properties"].items()}
    return kept


def any_of(kinds: list[Any]) -> dict[str, Any]:
    kinds = [one for kind in kinds for one in kind.get("anyOf", [kind])]
    if {"type": "integer"} in kinds and {"type": "number"} in kinds:
        kinds = [kind for kind in kinds if kind != {"type": "integer"}]
    return (
        kinds[0]
        if len(kinds) == 1
        else {"anyOf": sorted(kinds, key=partial(json.dumps, sort_keys=True))}
    )


def shape(family: str) -> dict[str, Any]:
    name: str = SHAPES["discriminator"]["mapping"][family]
    found: dict[str, Any] = SHAPES["$defs"][name.rpartition("/")[2]]
    return found


@pytest.mark.parametrize("family", NAMES)
def test_fields_hold_the_same(family):
    whole, fields = schema()["$defs"], shape(family)["properties"]
    for name, own in whole[family]["properties"].items():
        assert plain(own, whole) == plain(fields[name], SHAPES["$defs"]), name
