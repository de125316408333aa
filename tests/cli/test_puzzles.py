"""Puzzles as commands take them: JSON, and texts that another command reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import rookery as rk
from rookery.cli import status
from rookery.cli.commands import commands
from rookery.document import document_of

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
@pytest.mark.parametrize("text", ["", "Hello, world!\n", "Q..\n...\n", "K2/3/2r\n"])
def test_what_no_command_reads(command: str, text: str) -> None:
    result = CliRunner().invoke(commands, [command], input=text)
    assert result.exit_code == status.BAD
    assert "reads it" not in result.stderr


JSON = {
    "tour": rk.Tour.parse("Q....\n.P...\nN...B\n", mover="rook"),
    "cover": rk.Cover.domination(3, piece="R", total=True),
    "heaviest": rk.Heaviest([[3, 1, 4, 1], [5, 9, 2, 6], [5, 3, 5, 8], [9, 7, 9, 3]], best=2),
    "nonattacking": rk.NonAttacking(3, "knight", equal=True),
    "regions solve": rk.Regions("AAAB ABBB CCDD CCDD"),
}


def given(command: str, text: str, *options: str) -> Result:
    return CliRunner().invoke(commands, [*command.split(), "-", *options], input=text)


@pytest.mark.parametrize("command", JSON)
def test_a_command_reads_the_json_of_its_family(command: str) -> None:
    puzzle = JSON[command]
    for text in (json.dumps(document_of(puzzle)), rk.solve(puzzle).to_json()):
        result = given(command, text, "--json")
        assert (result.exit_code, result.stderr) == (status.DONE, "")
        assert json.loads(result.stdout)["value"] == rk.solve(puzzle).value


@pytest.mark.parametrize(
    ("command", "puzzles", "options", "told"),
    [
        ("tour", [JSON["cover"]], [], "expected puzzles of tour, got one of cover as number 1"),
        ("cover", [JSON["cover"]] * 2, [], "expected one puzzle, got 2; rookery solve-many reads"),
        ("tour", [], [], "expected one puzzle, got 0"),
        ("tour", [JSON["tour"]], ["--mover", "Q"], "expected no --mover with a puzzle in JSON"),
        ("cover", [JSON["cover"]], ["--total"], "expected no --total with a puzzle in JSON"),
        ("heaviest", [JSON["heaviest"]], ["--best", "1"], "expected no --best with a puzzle in"),
    ],
)
def test_json_that_a_command_does_not_read(
    command: str, puzzles: list[Any], options: list[str], told: str
) -> None:
    result = given(command, json.dumps([document_of(puzzle) for puzzle in puzzles]), *options)
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert told in result.stderr
