"""Puzzles as commands take them: JSON, and texts that another command reads."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

import rookery as rk
from rookery.cli import status
from rookery.cli.commands import commands
from rookery.document import document_of

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
