"""What users write passes their type checkers, and what is wrong with it is found at its line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RIGHT = sorted(HERE.glob("right/*.py"))
WRONG = sorted(HERE.glob("wrong/*.py"))
MARK = "# wrong"

Place = tuple[str, int]


def marked() -> set[Place]:
    """The lines of the wrong scripts that are wrong."""
    return {
        (path.name, number)
        for path in WRONG
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if line.endswith(MARK)
    }


def run(folder: Path, *command: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
    ).stdout


def places_by_mypy(folder: Path, scripts: list[Path]) -> set[Place]:
    """Where mypy finds an error, as strict as it can be and without the project's settings."""
    found = run(folder, "mypy", "--strict", "--config-file=", "--output=json", *map(str, scripts))
    errors = [json.loads(line) for line in found.splitlines() if line.startswith("{")]
    return {(Path(one["file"]).name, one["line"]) for one in errors if one["severity"] == "error"}


def places_by_pyright(folder: Path, scripts: list[Path]) -> set[Place]:
    """Where pyright finds an error, as strict as it can be."""
    known = {"typeCheckingMode": "strict", "include": sorted({str(one.parent) for one in scripts})}
    (folder / "pyrightconfig.json").write_text(json.dumps(known))
    command = ("basedpyright", "--outputjson", "--pythonpath", sys.executable)
    found = json.loads(run(folder, *command, "-p", str(folder)))
    assert found["summary"]["filesAnalyzed"] >= len(scripts)
    return {
        (Path(one["file"]).name, one["range"]["start"]["line"] + 1)
        for one in found["generalDiagnostics"]
        if one["severity"] == "error"
    }


def test_there_are_scripts():
    assert (len(RIGHT), len(WRONG), len(marked())) == (4, 1, 22)


@pytest.mark.slow
@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
def test_type_checkers_find_what_is_wrong_and_nothing_else(checker, tmp_path):
    pytest.importorskip(checker)
    places = places_by_mypy if checker == "mypy" else places_by_pyright
    assert places(tmp_path, [*RIGHT, *WRONG]) == marked()
