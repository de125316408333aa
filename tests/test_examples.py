"""Run the example that draws pictures, and check its files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[1]
PICTURES = ("queens", "heaviest", "tour", "cover", "tour-played")


@pytest.mark.slow
def test_the_four_puzzles_in_pictures(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "pictures.py"), str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("optimal") == 4
    assert {path.stem for path in tmp_path.iterdir()} == set(PICTURES)
    for path in tmp_path.iterdir():
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
