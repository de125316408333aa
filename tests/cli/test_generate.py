"""``rookery generate``: inputs that can be answered, the same for the same options."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rookery.cli import status
from rookery.cli.commands import commands
from rookery.statements import NAMES


def generate(*arguments: str) -> Result:
    return CliRunner().invoke(commands, ["generate", *arguments])


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", NAMES)
def test_an_input_is_answered_and_accepted(puzzle: str, tmp_path: Path) -> None:
    made = generate(puzzle, "--seed", "4", "--cases", "2")
    assert (made.exit_code, made.stderr) == (status.DONE, "")
    given, answers = tmp_path / "in.txt", tmp_path / "out.txt"
    given.write_bytes(made.stdout_bytes)
    judged = CliRunner().invoke(commands, ["judge", puzzle, str(given), "--seconds", "1"])
    assert (judged.exit_code, judged.stderr) == (status.DONE, "")
    answers.write_bytes(judged.stdout_bytes)
    checked = CliRunner().invoke(commands, ["check", puzzle, str(given), str(answers)])
    assert checked.exit_code == status.DONE
    assert checked.stdout.splitlines()[-1].startswith("accepted: 2 tests")


@pytest.mark.parametrize("puzzle", NAMES)
def test_the_seed_decides(puzzle: str) -> None:
    first, again, other = (
        generate(puzzle, "--seed", seed, "--cases", "3").stdout for seed in ("1", "1", "2")
    )
    assert first == again != other


def test_options_of_showdown() -> None:
    made = generate(
        "showdown", "--cases", "1", "--size", "6", "--density", "0.2", "--prices", "equal"
    )
    count, size, *rows = made.stdout.split()[:8]
    assert (count, size) == ("1", "6")
    assert {len(row) for row in rows} == {6}
    assert len(set(made.stdout.splitlines()[-1].split())) == 1


@pytest.mark.parametrize("puzzle", NAMES)
def test_a_file_gets_the_same_bytes(puzzle: str, tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    written = generate(puzzle, "--cases", "2", "-o", str(path))
    assert (written.exit_code, written.stdout) == (status.DONE, "")
    assert path.read_bytes() == generate(puzzle, "--cases", "2").stdout_bytes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["showdown", "--size", "26"], "expected a size from 2 to 25, got 26"),
        (["showdown", "--layout", "line"], "did you mean 'lines'?"),
        (["sultan", "--family", "tie"], "did you mean 'ties'?"),
        (["eight-queens", "--cases", "-1"], "Invalid value for '--cases'"),
        (["eight-queens", "--layout", "lines"], "No such option"),
    ],
)
def test_options_that_make_no_sense(arguments: list[str], message: str) -> None:
    result = generate(*arguments)
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert message in result.stderr
