"""Facts about the server for the page, and the description of its HTTP API as a page to be read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from html import escape
from typing import Any, NamedTuple

from rookery.boards.board import Board
from rookery.boards.pieces import NAMED
from rookery.cover.puzzle import Cover
from rookery.document import document_of
from rookery.families import families
from rookery.family import Family
from rookery.heaviest.puzzle import Heaviest
from rookery.nonattacking.puzzle import NonAttacking
from rookery.queens.puzzle import Queens
from rookery.regions.puzzle import Regions
from rookery.results.methods import method_names
from rookery.tour.puzzle import Tour
from rookery.version import __version__
from rookery.view.glyphs import UNIT, glyph_svg
from rookery.web import PLACEMENTS, SIDE, Bounds

_SPELT = {"horse": "dragon horse"}


def about(bounds: Bounds, public_url: str = "") -> dict[str, Any]:
    """Return the facts that the page needs, as plain data; `public_url` is its public address."""
    return {
        "version": __version__,
        "public_url": public_url or None,
        "limits": {
            "side": SIDE,
            "seconds": bounds.seconds,
            "jobs": bounds.jobs,
            "bytes": bounds.body_bytes,
            "placements": PLACEMENTS,
        },
        "glyph_box": f"0 0 {UNIT} {UNIT}",
        "pieces": [
            {
                "betza": betza,
                "name": _SPELT.get(name, name.replace("-", " ")),
                "glyph": glyph_svg(betza),
            }
            for name, betza in NAMED.items()
        ],
        "examples": examples(),
        "methods": {family.name: method_names(family.methods) for family in families()},
        "counters": {family.name: method_names(family.counters()) for family in families_counted()},
    }


def families_counted() -> tuple[Family[Any, Any], ...]:
    """Return the families whose answers can be counted."""
    return tuple(family for family in families() if family.counters())


class Example(NamedTuple):
    """A puzzle with a name for programs and a title for people."""

    name: str
    title: str
    make: Callable[[], Any]


TRAVELING_QUEEN = "......N. ...P.P.. ...PNP.. ..NP.P.. ...P.... ........ .N.B.... Q......."
BATTLE = (  # two pieces in every row, column and region
    "AAAAAAABBB CCAAAADDBB CCAAAADDBB ECFAADDBBG EEFGGGGGGG "
    "EEFFFFHGGG EEFFFHHGII EEEFFHGGII EEEFFHIIII EEEJJJIIII"
)


COURT = [  # kings on about every fourth square
    (row, column)
    for row in range(25)
    for column in range(25)
    if (row * row + 3 * row * column + 5 * column * column + column) % 4 == 1
]

EXAMPLES = (
    Example("eight-queens", "Eight queens, one given", lambda: Queens(8, given=["a8"])),
    Example(
        "queens-12",
        "Twelve queens, some squares blocked",
        lambda: Queens(12, blocked=["a1", "b2", "l12"]),
    ),
    Example(
        "sultan",
        "The heaviest queens",
        lambda: Heaviest(
            [
                [(7 * row * row + 11 * column * row) % 23 for column in range(12)]
                for row in range(12)
            ]
        ),
    ),
    Example("traveling-queen", "The travelling queen", lambda: Tour.parse(TRAVELING_QUEEN.split())),
    Example(
        "knights-tour",
        "A closed knight's tour",
        lambda: Tour.hamiltonian(Board(8), "knight", "h8", closed=True),
    ),
    Example(
        "bishops", "Bishops on a torus", lambda: NonAttacking(Board(8, wrap="torus"), "bishop")
    ),
    Example(
        "queens-and-knights",
        "As many queens as knights",
        lambda: NonAttacking(Board(6), ["queen", "knight"], equal=True),
    ),
    Example("battle", "Two stars in every region", lambda: Regions(BATTLE, stars=2)),
    Example(
        "knight",
        "A knight's round of the corners",
        lambda: Tour(Board(8), "a1", ["a8", "h8", "h1"], mover="N", visit="on", closed=True),
    ),
    Example(
        "showdown",
        "Check every king",
        lambda: Cover.parse(
            ["___##", "__#__", "##_#_", "_##__", "##___"], [1, 1, 1, 1, 1, 1, 2, 1]
        ),
    ),
    Example(
        "court",
        "A court of kings, 25x25",
        lambda: Cover(Board(25), COURT, [77, 90, 83, 61, 59, 95, 73, 88]),
    ),
    Example(
        "domination", "Queens that guard the board", lambda: Cover.domination(8, piece="queen")
    ),
)


@cache
def examples() -> list[dict[str, Any]]:
    """Return the examples as plain data."""
    return [
        {"name": one.name, "title": one.title, "puzzle": document_of(one.make())}
        for one in EXAMPLES
    ]


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
