"""The description of the HTTP API as a page to be read, made from its OpenAPI description."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/static/api.css">
<main>
"""


def page(description: dict[str, Any]) -> str:
    """Return an OpenAPI description as HTML that loads nothing but its style sheet."""
    info = description["info"]
    title = escape(f"{info['title']} {info['version']}")
    parts = [HEAD.format(title=title), f"<h1>{title}</h1>\n", _paragraphs(info["description"])]
    parts.append('<p>For programs: <a href="/openapi.json">openapi.json</a>.</p>\n')
    operations = {
        f"{method.upper()} {path}": operation
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    }
    parts.append("<nav>\n<ul>\n")
    for name, operation in operations.items():
        link = f'<a href="#{_anchor(name)}"><code>{escape(name)}</code></a>'
        parts.append(f"<li>{link} {escape(operation['summary'])}</li>\n")
    parts.append('<li><a href="#any">Answers of any path</a></li>\n</ul>\n</nav>\n')
    first, *others = (operation["responses"] for operation in operations.values())
    shared = {  # the refusals
        status: told
        for status, told in first.items()
        if all(other.get(status) == told for other in others)
    }
    for name, operation in operations.items():
        own = {k: told for k, told in operation["responses"].items() if k not in shared}
        parts += _operation(name, operation, own)
    parts.append('<section id="any">\n<h2>Answers of any path</h2>\n')
    parts += _responses(shared)
    parts.append("</section>\n<h2>Shapes</h2>\n")
    for name, schema in description["components"]["schemas"].items():
        parts += _shape(name, schema)
    return "".join([*parts, "</main>\n</html>\n"])


def _anchor(name: str) -> str:
    return "-".join(re.findall("[a-z]+", name.lower()))


def _operation(
    name: str, operation: Mapping[str, Any], responses: Mapping[str, Any]
) -> Iterator[str]:
    yield f'<section id="{_anchor(name)}">\n<h2><code>{escape(name)}</code></h2>\n'
    yield f"<p>{escape(operation['summary'])}</p>\n{_paragraphs(operation.get('description', ''))}"
    body = operation.get("requestBody")
    if body:
        yield f"<p>Body: {_kinds(body['content'])}</p>\n"
    yield from _responses(responses)
    yield "</section>\n"


def _responses(responses: Mapping[str, Any]) -> Iterator[str]:
    yield "<table>\n<tr><th>Status</th><th>Body</th><th>Meaning</th></tr>\n"
    for status, response in responses.items():
        kinds = _kinds(response.get("content", {}))
        yield _row(status, kinds, escape(response["description"]))
    yield "</table>\n"


def _shape(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield f'<section id="{escape(name)}">\n<h3>{escape(name)}</h3>\n'
    yield _paragraphs(schema.get("description", ""))
    needed = schema.get("required", ())
    yield "<table>\n<tr><th>Field</th><th>Value</th><th></th></tr>\n"
    for field, value in schema.get("properties", {}).items():
        default = "" if field in needed else f"default {json.dumps(value.get('default'))}"
        told = "; ".join(filter(None, (value.get("description"), default)))
        yield _row(f"<code>{escape(field)}</code>", _value(value), escape(told))
    yield "</table>\n</section>\n"


def _row(*cells: str) -> str:
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>\n"


def _kinds(content: dict[str, Any]) -> str:
    return ", ".join(
        f"{escape(kind)} {_value(of.get('schema', {}))}" for kind, of in content.items()
    )


def _value(schema: dict[str, Any]) -> str:
    """Return a schema in a few words of HTML."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for joined in ("anyOf", "oneOf"):
        if joined in schema:
            return " or ".join(dict.fromkeys(map(_value, schema[joined])))
    if "const" in schema:
        return f"<code>{escape(json.dumps(schema['const']))}</code>"
    if "enum" in schema:
        return " or ".join(f"<code>{escape(json.dumps(one))}</code>" for one in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_value(schema.get('items', {}))}{_bounds(schema)}"
    return escape(schema.get("type", "anything")) + _bounds(schema)


_BOUNDS = {
    "minimum": "from {}",
    "exclusiveMinimum": "more than {}",
    "maximum": "to {}",
    "minLength": "at least {} long",
    "maxLength": "at most {} long",
    "minItems": "at least {}",
    "maxItems": "at most {}",
    "pattern": "like {}",
}


def _bounds(schema: dict[str, Any]) -> str:
    told = [words.format(schema[name]) for name, words in _BOUNDS.items() if name in schema]
    return f" ({escape(', '.join(told))})" if told else ""


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(part)}</p>\n" for part in text.split("\n\n") if part)
