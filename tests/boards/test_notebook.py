"""The notebooks in `examples` are kept with their outputs, and run anew they have the same."""

import ast
import base64
import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = sorted(path.name for path in EXAMPLES.glob("*.ipynb"))
PNG = b"\x89PNG\r\n"


def code_cells(name: str) -> list[dict[str, Any]]:
    notebook = json.loads((EXAMPLES / name).read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def kept_outputs(name: str) -> list[tuple[str, dict[str, str]]]:
    """Return what each cell is kept with: what it printed, and its value by media types."""
    kept = []
    for cell in code_cells(name):
        printed = "".join(
            "".join(output["text"])
            for output in cell["outputs"]
            if output["output_type"] == "stream"
        )
        data = [output["data"] for output in cell["outputs"] if "data" in output]
        assert len(data) <= 1
        joined = {kind: "".join(lines) for kind, lines in data[0].items()} if data else {}
        kept.append((printed, joined))
    return kept


def run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does, and return the value of the expression at its end."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "notebook", "exec"), names)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "notebook", "eval"), names)


def size_of(picture: str) -> tuple[str, str]:
    found = re.match(r'<svg .*?width="(\d+)" height="(\d+)"', picture)
    assert found
    return found[1], found[2]


@pytest.mark.parametrize("name", NAMES)
def test_the_outputs_are_kept(name):
    cells = code_cells(name)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    kept = kept_outputs(name)
    assert any(printed or data for printed, data in kept)
    pictures = [data["image/svg+xml"] for _, data in kept if "image/svg+xml" in data]
    plots = [data["image/png"] for _, data in kept if "image/png" in data]
    assert all(picture.startswith("<svg ") for picture in pictures)
    assert all(base64.b64decode(plot).startswith(PNG) for plot in plots)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_notebook_runs_anew(name):
    names: dict[str, Any] = {}
    for cell, (kept_print, kept) in zip(code_cells(name), kept_outputs(name), strict=True):
        source = "".join(cell["source"])
        with redirect_stdout(io.StringIO()) as printed:
            value = run(source, names)
        assert printed.getvalue() == kept_print
        if "image/svg+xml" in kept:
            picture = value._repr_svg_()
            assert size_of(picture) == size_of(kept["image/svg+xml"])
            # Which of the cheapest covers is found depends on the machine's speed.
            assert "rk.Cover" in source or picture == kept["image/svg+xml"]
        elif "image/png" in kept:
            assert value._repr_png_().startswith(PNG)
        else:
            assert ("" if value is None else repr(value)) == kept.get("text/plain", "")
