"""The directive ``notebook``: insert a Jupyter notebook with its stored outputs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class Notebook(SphinxDirective):
    """The cells of a notebook; the argument is its path, relative to the page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the nodes for the page."""
        path = (Path(self.env.doc2path(self.env.docname)).parent / self.arguments[0]).resolve()
        self.env.note_dependency(str(path))
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return [node for cell in cells for node in self._cell(cell)]

    def _cell(self, cell: Mapping[str, Any]) -> Iterator[nodes.Node]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield from self.parse_text_to_nodes(source)
            return
        yield nodes.literal_block(source, source, language="python")
        for output in cell["outputs"]:
            yield from _output(output, source)


def _output(output: Mapping[str, Any], source: str) -> Iterator[nodes.Node]:
    """Yield the richest form of an output; streams, which show progress, are left out."""
    data = output.get("data", {})
    for kind, made in FORMS.items():
        if kind in data:
            yield made("".join(data[kind]).strip(), source)
            return


def _image(data: str, source: str) -> nodes.Node:
    words = escape(f"Output of {source.splitlines()[-1]}", quote=True)
    return _html(f'<img alt="{words}" src="data:image/png;base64,{"".join(data.split())}">', source)


def _html(text: str, _: str) -> nodes.Node:
    return nodes.raw("", f'<div class="drawn">{text}</div>', format="html")


def _text(text: str, _: str) -> nodes.Node:
    return nodes.literal_block(text, text, language="text")


FORMS: Mapping[str, Callable[[str, str], nodes.Node]] = {
    "image/svg+xml": _html,
    "image/png": _image,
    "text/html": _html,
    "text/plain": _text,
}


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive with Sphinx."""
    app.add_directive("notebook", Notebook)
    return {"version": "1", "parallel_read_safe": True}
