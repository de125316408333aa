"""A text of one kind given to the command of another."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rookery.cli import status
from rookery.cli.commands import commands

QUEENS = "1\n\n1 1\n"
TOURING = "1\n" + "........\n" * 6 + ".N....N.\n.....B.Q\n"
SHOWDOWN = "1\n2\n#_\n__\n1 1 1 1 1 1 1 1\n"
SULTAN = "1\n" + "1 2 3 4 5 6 7 8\n" * 8
TOUR = "Q..\n..#\nN..\nmover knight\n"
COVER = "#_x\n__X\n1 1 1 1 1 1 1 1\n"
WEIGHTS = "1 2\n3 4\n"
PIECES = "...\n...\npiece knight 1\n"
JUDGED = "this is an input of {0}: rookery judge {0} reads it"
READ = "this is a text of {0}: rookery {0} reads it"


@pytest.mark.parametrize(
    ("command", "text", "told"),
    [
        ("tour", TOURING, JUDGED.format("traveling-queen")),
        ("tour", COVER, READ.format("cover")),
        ("tour", WEIGHTS, READ.format("heaviest")),
        ("tour", "[]", "this is JSON: rookery solve-many reads it"),
        ("cover", TOURING, JUDGED.format("traveling-queen")),
        ("cover", TOUR, READ.format("tour")),
        ("cover", PIECES, READ.format("nonattacking")),
        ("heaviest", QUEENS, JUDGED.format("eight-queens")),
        ("heaviest", COVER, READ.format("cover")),
        ("nonattacking", SHOWDOWN, JUDGED.format("showdown")),
        ("nonattacking", SULTAN, JUDGED.format("sultan")),
        ("nonattacking", TOUR, READ.format("tour")),
    ],
)
def test_the_command_that_reads_it_is_told(
    command: str, text: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "in.txt"
    file.write_text(text)
    result = CliRunner().invoke(commands, [command, str(file)])
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert result.stderr.startswith(f"{file}:")
    assert ": expected " in result.stderr
    assert result.stderr.endswith(f"; {told}\n")


@pytest.mark.parametrize("command", ["tour", "cover", "heaviest"])
@pytest.mark.parametrize("text", ["", "Hello, world!\n"])
def test_what_no_command_reads(command: str, text: str) -> None:
    result = CliRunner().invoke(commands, [command], input=text)
    assert result.exit_code == status.BAD
    assert "reads it" not in result.stderr
