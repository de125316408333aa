"""``rookery tour``: paths, boards of any size, faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rookery.cli import status
from rookery.cli.commands import commands

DEMO = Path(__file__).parents[2] / "demo"


def tour(text: str, *options: str) -> Result:
    return CliRunner().invoke(commands, ["tour", *options], input=text)


def test_the_published_boards() -> None:
    rows = (DEMO / "traveling-queen.txt").read_text().split()[1:]
    first, second = "\n".join(rows[:8]), "\n".join(rows[8:])
    result = tour(first)
    assert (result.exit_code, result.stdout, result.stderr) == (status.DONE, "h8h2e5d4b2\n", "")
    result = tour(second)
    assert (result.exit_code, result.stdout) == (status.DONE, "impossible\n")


def test_a_board_of_another_size() -> None:
    assert tour("Q....\nPPPP.\nN...B\n").stdout == "a3d3e2d1b1d1\n"


def test_json() -> None:
    known = json.loads(tour("Q..\n...\nN.B\n", "--json").stdout)
    assert known["path"] == ["a3", "b2"]
    assert (known["value"], known["status"]) == (1, "optimal")


def test_json_of_the_impossible() -> None:
    known = json.loads(tour("QP.\nPPN\n..B\n", "--json").stdout)
    assert (known["path"], known["status"]) == (None, "infeasible")


def test_another_mover() -> None:
    board = "Q...\n....\n....\nN..B\n"
    named, notation = tour(board, "--mover", "king"), tour(board, "--mover", "K")
    assert named.stdout == notation.stdout
    assert len(named.stdout) > len(tour(board).stdout)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "stdin:1:1: expected row 1 of the board, got the end"),
        ("Q..\n..\n", "stdin:2:3: expected 3 squares in row 2 of the board, got '..'"),
        ("Q.x\n...\n", "stdin:1:3: expected one of"),
        ("...\nN.B\n", "rookery: stdin: "),
        ("Q..\nN.B\n", None),
    ],
)
def test_faults(text: str, message: str | None) -> None:
    result = tour(text)
    if message is None:
        assert result.exit_code == status.DONE
        return
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1


def test_a_mover_that_is_no_piece() -> None:
    result = tour("Q..\nN.B\n", "--mover", "quen")
    assert result.exit_code == status.BAD
    assert "did you mean 'queen'?" in result.stderr
