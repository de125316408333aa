"""The demonstration and the example of pictures run."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.children import python
from tests.command import rookery

import rookery as rk
from rookery.cover.kernel_sets import kernels_of
from rookery.results.progress import COMPILING

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_demonstration_where_no_kernel_is_compiled(tmp_path):
    demo, cache = ROOT / "demo" / "run.py", {"NUMBA_CACHE_DIR": str(tmp_path)}
    run = python(demo, "--boards", "2", "--seconds", "3", env=cache, encoding="utf-8")
    assert run.stderr == ""
    samples, waits, boards = run.stdout.partition(COMPILING)
    assert waits
    assert samples.count("accepted: ") == 4
    assert COMPILING not in boards  # none of the boards' seconds went by without kernels
    assert run.stdout.count("the published answer, byte for byte") == 3
    assert run.stdout.count("accepted: ") == 5
    assert "accepted: 2 tests, score" in run.stdout
    assert "board  1  cost" in run.stdout
    assert "♛" in run.stdout or "Q" in run.stdout


@pytest.mark.slow
def test_the_demonstration_waits_for_the_kernels_of_its_boards(tmp_path):
    boards = tmp_path / "boards.txt"
    arguments = ["generate", "showdown", "--seed", "1", "--cases", "15", "-o", str(boards)]
    rookery(*arguments)
    puzzles = rk.read(boards, "showdown")
    used = {kernels.name for puzzle in puzzles for kernels in kernels_of(puzzle)}
    assert used == set(runpy.run_path(str(ROOT / "demo" / "run.py"))["KERNELS"])


@pytest.mark.slow
def test_the_example_draws_its_four_puzzles(tmp_path):
    run = python(ROOT / "examples" / "pictures.py", tmp_path)
    assert run.stdout.count("optimal") == 4
    drawn = {path.stem for path in tmp_path.iterdir()}
    assert drawn == {"queens", "heaviest", "tour", "cover", "tour-played"}
    for path in tmp_path.iterdir():
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
