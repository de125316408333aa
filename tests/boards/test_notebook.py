"""The notebook in `examples` runs from top to bottom, and is kept without outputs."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "four_puzzles.ipynb"
PICTURES = 7


def cells(kind: str) -> list[dict[str, Any]]:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


def shown(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does, and return the value of the expression at its end."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, NOTEBOOK.name, "exec"), names)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)


def test_outputs_are_stripped() -> None:
    for cell in cells("code"):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


@pytest.mark.slow
def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    values = [shown("".join(cell["source"]), names) for cell in cells("code")]
    assert 92 in values
    pictures = [value._repr_svg_() for value in values if hasattr(value, "_repr_svg_")]
    assert len(pictures) == PICTURES
    assert all(picture.startswith("<svg ") for picture in pictures)
    printed = capsys.readouterr().out
    for line in (
        "the queens on a8 and h1 attack each other",
        "20 moves; 209952 tours are as short",
        "cost 19 optimal",
        "5 queens, optimal",
    ):
        assert line in printed
