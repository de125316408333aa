"""Directives that run Python while Sphinx builds the page: ``drawn`` and ``written``.

``drawn`` inserts the SVG picture that its last line evaluates to, ``written`` the Markdown text.
`rk` is the package and `docs` the folder of the pages. Directives of one page share their names. ::

    ```{drawn}
    :code:
    puzzle = rk.Queens(6)
    rk.svg(rk.solve(puzzle), size=36)
    ```

With ``:code:`` the Python is shown above its result.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import rookery


class Computed(SphinxDirective, ABC):
    """The result of the Python in the content, below the code if ``:code:`` asks for it."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"code": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Return the nodes for the page."""
        known = {"rk": rookery, "docs": Path(self.env.srcdir)}
        names = self.env.temp_data.setdefault("computed", known)
        source = "\n".join(self.content)
        value = str(evaluated(source, names, f"{self.env.docname}:{self.lineno}"))
        code = nodes.literal_block(source, source, language="python")
        return [*([code] if "code" in self.options else []), *self.made(value)]

    @abstractmethod
    def made(self, value: str) -> list[nodes.Node]:
        """Return the nodes of the result."""


class Drawn(Computed):
    """A picture in SVG."""

    def made(self, value: str) -> list[nodes.Node]:
        """Return the picture as raw HTML."""
        if not value.startswith("<svg "):
            raise self.error("expected a picture in the last line")
        return [nodes.raw("", f'<div class="drawn">{value}</div>', format="html")]


class Written(Computed):
    """Markdown text."""

    def made(self, value: str) -> list[nodes.Node]:
        """Return the nodes of the parsed text."""
        return self.parse_text_to_nodes(value)


def evaluated(source: str, names: dict[str, Any], where: str) -> object:
    """Run statements, the last of which is an expression, and return its value."""
    *statements, last = ast.parse(source, where).body
    if not isinstance(last, ast.Expr):
        raise ValueError(f"{where}: expected an expression on the last line")
    exec(compile(ast.Module(statements, []), where, "exec"), names)
    return eval(compile(ast.Expression(last.value), where, "eval"), names)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives with Sphinx."""
    app.add_directive("drawn", Drawn)
    app.add_directive("written", Written)
    return {"version": rookery.__version__, "parallel_read_safe": True}
