"""Run the example that draws pictures, and check its files."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.children import python

ROOT = Path(__file__).parents[1]
PICTURES = ("queens", "heaviest", "tour", "cover", "tour-played")


@pytest.mark.slow
def test_the_four_puzzles_in_pictures(tmp_path):
    run = python(ROOT / "examples" / "pictures.py", tmp_path)
    assert run.stdout.count("optimal") == 4
    assert {path.stem for path in tmp_path.iterdir()} == set(PICTURES)
    for path in tmp_path.iterdir():
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
