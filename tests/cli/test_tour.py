"""``rookery tour``: paths, boards of any size, faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rookery.cli import status
from rookery.cli.commands import commands
from rookery.document import result_of

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


def test_json_tells_the_squares_and_the_status() -> None:
    known = json.loads(tour("Q..\n...\nN.B\n", "--json").stdout)
    assert known["answer"] == ["a3", "b2"]
    assert (known["value"], known["status"]) == (1, "optimal")
    known = json.loads(tour("QP.\nPPN\n..B\n", "--json").stdout)
    assert (known["answer"], known["status"]) == (None, "infeasible")


def test_count_all_and_first() -> None:
    board = "Q....\n.P...\nN...B\n"
    every = ["a3a2b1d1", "a3a2b3d1", "a3d3b1d1"]
    assert tour(board).stdout.split() == every[:1]
    assert tour(board, "--count").stdout == "3\n"
    assert tour(board, "--all").stdout.split() == every
    assert tour(board, "--first", "2").stdout.split() == every[:2]
    known = json.loads(tour(board, "--first", "2", "--json").stdout)
    assert ["".join(path) for path in known["answers"]] == every[:2]
    assert result_of(known).to_dict() == known
    assert len(result_of(known).answers) == 2
    assert (known["value"], known["reason"]) == (3, "done")
    assert json.loads(tour(board, "--count", "--json").stdout)["value"] == 3


def test_the_impossible_is_explained() -> None:
    walled = "Q.#N\n..##\n...B\n"
    for options, out in ((), "impossible\n"), (("--count",), "0\n"):
        result = tour(walled, *options)
        assert (result.exit_code, result.stdout) == (status.DONE, out)
        assert result.stderr == "rookery: target d3 is out of reach of Q from a3\n"
    assert tour(walled, "-q").stderr == ""
    every = tour(walled, "--all")
    assert every.stdout == "impossible\n"
    assert every.stderr == "rookery: target d3 is out of reach of Q from a3\n"
    assert json.loads(tour(walled, "--json").stdout)["note"].startswith("target d3 is out of reach")


def test_whole_boards() -> None:
    counted = tour("", "--whole", "3x4", "--mover", "knight", "--count")
    assert tour("", "--whole", "3x4", "--count").stdout == counted.stdout  # a knight if not said
    assert (counted.exit_code, counted.stdout) == (status.DONE, "16\n")
    found = tour("", "--whole", "6", "--mover", "N", "--closed", "--json")
    assert json.loads(found.stdout)["value"] == 36
    listed = tour("", "--whole", "3x4", "--mover", "N", "--start", "a1", "--goal", "d3", "--all")
    assert listed.stdout.startswith("a1")
    assert tour("", "--whole", "4", "--mover", "N").stdout == "impossible\n"
    for wrong in (["--whole", "x"], ["--closed"], ["board.txt", "--whole", "3"]):
        assert tour("", *wrong).exit_code == status.BAD


def test_whole_boards_by_passing_over() -> None:
    found = tour("", "--whole", "4", "--visit", "over", "--start", "a1", "--json")
    told = json.loads(found.stdout)
    assert (told["puzzle"]["visit"], told["puzzle"]["mover"], told["value"]) == ("over", "Q", 7)
    closed = tour("", "--whole", "4", "--visit", "over", "--start", "a1", "--closed")
    assert (closed.stdout[:2], closed.stdout.strip()[-2:]) == ("a1", "a1")
    rooks = tour("", "--whole", "3", "--visit", "over", "--once", "--mover", "rook", "--json")
    once = json.loads(rooks.stdout)
    assert (once["puzzle"]["once"], once["value"], once["bound"]) == (True, 5, 5)
    assert len(set(once["answer"])) == 6
    stood = tour("", "--whole", "3x4", "--visit", "on", "--count")
    assert stood.stdout == tour("", "--whole", "3x4", "--count").stdout
    for wrong, words in (
        (["--whole", "4", "--visit", "over"], "expected --start or --once"),
        (["--whole", "4", "--visit", "beside"], "expected --visit on or over"),
        (["--whole", "4", "--once"], "over with --once"),
        (["--once"], "expected --whole with"),
    ):
        result = tour("", *wrong)
        assert result.exit_code == status.BAD
        assert words in result.stderr


def test_too_many_targets() -> None:
    rows = ["Q" + "N" * 19] + ["N." * 10] * 3
    board = "\n".join(rows) + "\nvisit on\n"
    result = tour(board, "--seconds", "1", "--json")
    known = json.loads(result.stdout)
    assert known["answer"][0] == "a4"
    assert "exact layers need" in known["note"]
    assert known["bound"] <= known["value"]
    assert result.exit_code in (status.DONE, status.LIMIT)


def test_joined_edges_by_the_option_and_by_the_file() -> None:
    board = "Q....\n.....\n....N\nvisit on\nmover bishop\n"
    assert tour(board).stdout != tour(board, "--wrap", "torus").stdout
    told = tour(f"{board}wrap torus\n")
    assert told.stdout == tour(board, "--wrap", "torus").stdout
    assert (tour("", "--whole", "3", "--closed").stdout, told.exit_code) == ("impossible\n", 0)
    closed = tour("", "--whole", "3", "--wrap", "torus", "--closed").stdout
    assert (closed[:2], closed.strip()[-2:], len(closed.strip())) == ("a1", "a1", 20)


@pytest.mark.parametrize(("options", "known"), [([], ", bound 24"), (["--count"], "")])
def test_what_is_known_without_time(options: list[str], known: str) -> None:
    result = tour("", "--whole", "5", "--seconds", "0", *options)
    assert (result.exit_code, result.stdout) == (status.NO_ANSWER, "")
    assert result.stderr == f"rookery: no answer: time{known}\n"
