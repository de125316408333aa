"""Families and pieces that an installed package brings, by the worked example of one."""

import importlib
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.children import python
from tests.command import rookery

import rookery as rk
from rookery import families, outside
from rookery.boards import pieces
from rookery.document import answer_data, answer_of, document_of, puzzle_of, schema
from rookery.errors import RookeryError
from rookery.family import TextForm
from rookery.view.text import puzzle_text
from rookery.web.checking import verdict
from rookery.web.tasks import draw

EXAMPLE = Path(__file__).parents[1] / "examples" / "no_three_in_line"
NAME = "no-three-in-line"
MOST = {1: 1, 2: 4, 3: 6, 4: 8, 5: 10, 6: 12}  # two a row from 2 to 46: Flammenkamp (1998)


def forget() -> None:
    """Look for what packages bring anew."""
    for remembered in (
        outside.found,
        outside.loaded,
        families.families_from_outside,
        pieces._from_outside,
    ):
        remembered.cache_clear()
    importlib.invalidate_caches()


def bring(folder: Path, groups: dict[str, dict[str, str]]) -> None:
    """Write what an installed package says of its entry points."""
    told = folder / "brought-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: brought\nVersion: 1.0\n")
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    (told / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, for packages to be found in."""
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


@pytest.fixture
def example(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the example, found as if it were installed."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    bring(folder, project["entry-points"])
    monkeypatch.syspath_prepend(str(EXAMPLE))
    forget()
    return importlib.import_module("no_three_in_line")


def run(*arguments: str) -> tuple[int, str]:
    done = rookery(*arguments)
    return done.exit_code, done.output


def test_the_family_is_solved(example):
    for n, most in MOST.items():
        puzzle = example.NoThreeInLine(n)
        result = rk.solve(puzzle)
        assert (result.value, result.status) == (most, rk.Status.OPTIMAL)
        assert rk.check(puzzle, result) == []


def test_it_is_plain_data_and_back(example):
    puzzle = example.NoThreeInLine(4, blocked=["a1"], title="Four")
    assert puzzle_of(document_of(puzzle)) == puzzle
    assert puzzle_of(document_of(puzzle)).title == "Four"
    answer = rk.solve(puzzle).answer
    assert answer_of(puzzle, answer_data(puzzle, answer)) == answer
    assert schema()["$defs"][NAME]["required"] == ["family", "n"]
    with pytest.raises(rk.PuzzleError, match="did you mean 'no-three-in-line'"):
        puzzle_of({"family": "no-three-in-lines"})


def test_a_text_form_is_read_written_and_guessed(example, tmp_path, monkeypatch):
    def read(make, data, name, say):
        word, side = data.decode().split()
        if word != "three":
            raise RookeryError(f"{name}: expected three")
        return make(int(side))

    text = TextForm(read, lambda puzzle: f"three {puzzle.n}\n")
    monkeypatch.setattr(example, "FAMILY", example.FAMILY._replace(text=lambda: text))
    file = tmp_path / "five.txt"
    for kind in (None, NAME):
        rk.write(file, example.NoThreeInLine(2), kind)
        assert file.read_text() == "three 2\n"
        assert rk.read(file, kind) == [example.NoThreeInLine(2)]
    assert run(NAME, file)[1] == "4: a2 b2 a1 b1\n"
    assert run("show", file)[1].startswith("test 1\n2 · ·\n")


def test_it_is_drawn_and_judged_on_the_page(example):
    puzzle = example.NoThreeInLine(3, blocked=["a1"])
    drawn = rk.svg(puzzle, ["b1", "c2"])
    assert "point on b1" in drawn
    assert "blocked: a1" in drawn
    style = {"theme": "auto", "lines": False, "animate": False}
    task = {"puzzle": document_of(puzzle), "answer": ["b1", "c2"], **style}
    assert drawn == draw(task)["svg"]
    assert puzzle_text(puzzle, ["b1", "c2"]).splitlines()[1:3] == ["2 · · ●", "1 x ● ·"]
    with pytest.raises(rk.PuzzleError, match="there is no position in FEN for puzzles of no-three"):
        rk.fen(puzzle)

    puzzle = example.NoThreeInLine(3)
    assert verdict(puzzle, ["a1", "b1"], True)["value"] == 2
    told = verdict(puzzle, ["a1", "b1", "c1"], True)
    assert (told["right"], told["faults"]) == (False, ["a1, b1 and c1 are in line"])


def test_it_has_a_command_made_of_its_fields(example, tmp_path):
    assert "no-three-in-line" in run("--help")[1]
    assert "--blocked VALUE" in run(NAME, "--help")[1]
    status, told = run(NAME, "--n", "4", "--blocked", "a1,b1", "--json", "--title", "7")
    data = json.loads(told)
    assert (status, data["value"], data["puzzle"]["title"]) == (0, 8, "7")
    assert data["puzzle"]["blocked"] == ["a1", "b1"]
    file = tmp_path / "four.json"
    file.write_text(json.dumps(data["puzzle"]))
    assert run(NAME, file)[1] == f"8: {' '.join(data['answer'])}\n"
    assert "'--n': expected an integer of 1 or more, got 'x'" in run(NAME, "--n", "x")[1]
    file.write_text("no JSON")
    assert "expected a puzzle of no-three-in-line in JSON, got text" in run(NAME, file)[1]


def test_a_broken_family_is_reported_and_breaks_no_other(folder):
    bring(folder, {"rookery.families": {"lost": "nowhere:FAMILY", "other": "rookery:Board"}})
    forget()
    with pytest.raises(RookeryError, match="'lost' of brought cannot be loaded: No module named"):
        families.family_named("lost")
    with pytest.raises(RookeryError, match="'other': expected a Family 'other', got"):
        families.family_named("other")
    lost = pytest.warns(UserWarning, match="'lost' of brought cannot be loaded")
    with lost, pytest.warns(UserWarning, match="expected a Family 'other'"):
        assert [one.name for one in families.families()] == list(families.NAMES)


def test_nothing_is_looked_for_where_names_are_known(monkeypatch):
    def refuse(group):
        raise AssertionError(group)

    monkeypatch.setattr(outside, "found", refuse)
    puzzle = puzzle_of({"family": "queens", "n": 4})
    rk.svg(puzzle, rk.solve(puzzle))
    assert rk.Piece("queen") == rk.Piece("Q")
    for name in ("judge", "queens", "show"):
        assert run(name, "--help")[0] == 0


def test_it_brings_a_piece(example):
    gnu = rk.Piece("gnu")
    assert (gnu.betza, gnu.name, gnu.letter) == ("NC", "gnu", "G")
    assert "gnu on a1" in rk.svg(rk.NonAttacking(4, "gnu"), ["a1"])
    with pytest.raises(rk.PuzzleError, match="did you mean 'gnu'"):
        rk.Piece("gnus")


@pytest.mark.slow
def test_it_is_installed_and_run(tmp_path):
    pytest.importorskip("hatchling")
    target = tmp_path / "target"
    offline = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    pip = (sys.executable, "-m", "pip", "install", "-q", *offline, "--target", str(target))
    subprocess.run([*pip, str(EXAMPLE)], check=True, timeout=300)
    path = os.pathsep.join([str(target), *filter(None, [os.environ.get("PYTHONPATH")])])

    def told(*arguments):
        return str(python(*arguments, env={"PYTHONPATH": path}).stdout)

    result = tmp_path / "result.json"
    result.write_text(told("-m", "rookery", NAME, "--n", "5", "--json"))
    assert json.loads(result.read_text())["value"] == 10
    assert told("-m", "rookery", "show", str(result)).count("●") == 10
    shapes = "from rookery.web.schemas import SHAPES; print(*SHAPES)"
    assert told("-c", shapes).split()[-1] == NAME
    solved = "import rookery as rk; p, = rk.read('{}'); print(rk.solve(p).value)"
    file = tmp_path / "five.json"
    file.write_text(json.dumps(json.loads(result.read_text())["puzzle"]))
    assert told("-c", solved.format(file)) == "10\n"
