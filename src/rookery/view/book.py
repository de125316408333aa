"""A book: a page of puzzles in one HTML file, played in a browser without a server."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from os import PathLike
from pathlib import Path
from string import Template
from typing import Any

from rookery.files import write_file
from rookery.version import __version__

STATIC = Path(__file__).parents[1] / "web" / "static"  # the page's modules, which a book shares
STYLES = ("style.css", "board.css", "print.css")
ENTRY = "book"  # the module that begins the page
FIELDS = "export const FIELDS = { regions: {} };\n"  # a book leaves out no field of its puzzles
COLOPHON = f"Made with Rookery {__version__}. Times are kept in this browser; nothing is sent."

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|const) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^\s*(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


class Book(str):
    """The text of a page of puzzles in HTML. It loads nothing from elsewhere and sends nothing."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Book of {len(self.encode()):,} bytes>"

    def save(self, path: str | PathLike[str]) -> None:
        """Write the page to a file."""
        write_file(path, self.encode())


def page_of(title: str, book: Mapping[str, Any], links: Mapping[str, str]) -> Book:
    """Return a page that plays a book, puzzles with steps as plain data, with `links` to others."""
    style = "".join((STATIC / name).read_text(encoding="utf-8") for name in STYLES)
    script = bundle(ENTRY, {"fields": FIELDS})
    parts = {
        "title": escape(title),
        "links": "".join(
            f'<a href="{escape(address)}">{escape(name)}</a>' for name, address in links.items()
        ),
        "style": style,
        "style_digest": _digest(style),
        "book": json.dumps(book, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"),
        "script": script,
        "script_digest": _digest(script),
        "colophon": escape(COLOPHON),
    }
    template = Template((STATIC / "book.html").read_text(encoding="utf-8"))
    return Book(template.substitute(parts))


def bundle(entry: str, made: Mapping[str, str]) -> str:
    """Return one script that does what a module of the page does with all that it imports.

    Browsers load modules from servers only, not from files. Each module becomes a function that
    returns its exports, called after those that it imports. `made` has the text of modules that are
    not files.
    """
    texts: dict[str, str] = {}

    def add(name: str) -> None:
        if name in texts:
            return
        text = made.get(name) or (STATIC / f"{name}.js").read_text(encoding="utf-8")
        texts[name] = ""  # in work
        for _, imported in _IMPORT.findall(text):
            add(imported)
        del texts[name]  # behind what it imports
        exports = ", ".join(_EXPORT.findall(text))
        body = _IMPORT.sub(lambda found: f"const {{{found[1]}}} = {_variable(found[2])};\n", text)
        body = _COMMENT.sub("", _EXPORT.sub("", body))
        body += f"return {{ {exports} }};\n"
        texts[name] = f"const {_variable(name)} = (() => {{\n{body}}})();\n"

    add(entry)
    return '"use strict";\n' + "".join(texts.values())


def _variable(name: str) -> str:
    return f"the_{name}"


def _digest(text: str) -> str:
    """Return the digest by which a policy allows a text within the page."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
