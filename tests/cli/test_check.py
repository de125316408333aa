"""``rookery check``: verdicts, the sum, exit status."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rookery.cli import status
from rookery.cli.commands import commands

BOARDS = "2\n2\n#_\n__\n1 1 1 1 1 1 1 1\n3\n#__\n___\n__#\n2 9 9 9 9 9 9 9\n"
RIGHT = "1 1\n2 1 2\n1 2\n1 2 2\n"


def check(tmp_path: Path, output: str, *options: str) -> Result:
    (tmp_path / "in.txt").write_text(BOARDS)
    (tmp_path / "out.txt").write_text(output)
    files = [str(tmp_path / "in.txt"), str(tmp_path / "out.txt")]
    return CliRunner().invoke(commands, ["check", "showdown", *files, *options])


def test_an_accepted_output(tmp_path: Path) -> None:
    result = check(tmp_path, RIGHT)
    assert (result.exit_code, result.stderr) == (status.DONE, "")
    assert result.stdout.splitlines() == [
        "test 1: ok, score 0.2500",
        "test 2: ok, score 0.2222",
        "accepted: 2 tests, score 0.4722",
    ]


@pytest.mark.parametrize(
    ("output", "fault"),
    [
        (RIGHT.replace("1 2\n1 2 2", "1 3\n1 2 2"), "test 2: wrong sum"),
        (RIGHT.replace("1 2 2", "1 2 1"), "test 2: king at row 1, column 1 is not in check"),
        ("", "test 1: "),
        (RIGHT + "7\n", "test 3: "),
    ],
)
def test_a_rejected_output(tmp_path: Path, output: str, fault: str) -> None:
    result = check(tmp_path, output)
    assert result.exit_code == status.REJECTED
    assert fault in result.stdout
    assert result.stdout.splitlines()[-1].startswith("rejected: ")
    assert result.stderr == ""


def test_an_input_that_cannot_be_read_is_no_rejection(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("1\n2\n#_\n_x\n")
    (tmp_path / "out.txt").write_text("1 1\n1 1 1\n")
    files = [str(tmp_path / "in.txt"), str(tmp_path / "out.txt")]
    result = CliRunner().invoke(commands, ["check", "showdown", *files])
    assert result.exit_code == status.BAD
    assert "in.txt:4:2: expected" in result.stderr


def test_a_missing_file(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(BOARDS)
    files = [str(tmp_path / "in.txt"), str(tmp_path / "none.txt")]
    result = CliRunner().invoke(commands, ["check", "showdown", *files])
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert "none.txt': No such file" in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_output_may_be_standard_input(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(BOARDS)
    arguments = ["check", "showdown", str(tmp_path / "in.txt"), "-"]
    result = CliRunner().invoke(commands, arguments, input=RIGHT)
    assert result.exit_code == status.DONE


def test_both_cannot_be_standard_input() -> None:
    result = CliRunner().invoke(commands, ["check", "showdown", "-", "-"])
    assert result.exit_code == status.BAD
    assert "'-' twice" in result.stderr
