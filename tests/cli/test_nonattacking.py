"""``rookery nonattacking``: what it prints, and what it refuses."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from rookery.cli.commands import commands

REGIONS = ".... .... .... .... piece king any rows 1 columns 1 regions AAAB ABBB CCDD CCDD"


def run(*options, text=""):
    return CliRunner().invoke(commands, ["nonattacking", *options], input=text)


@pytest.mark.parametrize(
    ("options", "printed"),
    [
        (["--board", "1"], "a1\n"),
        (["--board", "2x3", "--piece", "rook", "--counts"], "0 1\n1 6\n2 6\n"),
        (["--board", "4", "--number", "4", "--count"], "2\n"),
        (["--board", "4", "--number", "4", "--all"], "b4 d3 a2 c1\nc4 a3 d2 b1\n"),
        (["--board", "4", "--number", "4", "--first", "1"], "b4 d3 a2 c1\n"),
        (["--board", "4", "--number", "4", "--at", "b4", "--unique"], "yes\n"),
        (["--board", "4", "--number", "4", "--unique"], "no\n"),
        (["--board", "4", "--number", "4", "--at", "b4", "--any"], "b4 d3 a2 c1\n"),
        (["--board", "4", "--number", "4", "--at", "b4", "--sample", "1"], "b4 d3 a2 c1\n"),
        (["--board", "3", "--block", "b2", "--block", "a1", "--piece", "K", "--lightest"], "\n"),
    ],
)
def test_what_is_printed(options, printed) -> None:
    result = run(*options)
    assert (result.exit_code, result.stdout) == (0, printed)


def test_a_file_is_read() -> None:
    result = run("-", "--all", text=REGIONS)
    assert (result.exit_code, result.stdout) == (0, "b4 d3 a2 c1\n")
    kinds = run("-", text="... piece Q 1 piece N 1 given 1 a1")
    assert (kinds.exit_code, kinds.stdout) == (0, "")
    assert "no placement" in kinds.stderr


def test_json_holds_all() -> None:
    found = json.loads(run("--board", "2", "--piece", "rook", "--count", "--json").stdout)
    assert (found["value"], found["by_number"]) == (7, [1, 4, 2])
    listed = json.loads(run("--board", "4", "--number", "4", "--all", "--json").stdout)
    assert listed["answers"][0] == [[0, "b4"], [0, "d3"], [0, "a2"], [0, "c1"]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "expected FILE or --board, got neither"),
        (["-", "--board", "3"], "expected --board without FILE, got both"),
        (["--board", "3x"], "expected sides such as 8 or 6x8, got '3x'"),
        (["--board", "3", "--count", "--all"], "got both"),
        (["--board", "3", "--piece", "quen"], "did you mean 'queen'"),
        (["-"], "expected row 1 of the board"),
    ],
)
def test_what_is_refused(options, message) -> None:
    result = run(*options)
    assert result.exit_code == 2
    assert message in result.stderr
