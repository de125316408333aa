"""``rookery nonattacking``: what it prints, and what it refuses."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import rookery as rk
from rookery.cli import status
from rookery.cli.commands import commands
from rookery.nonattacking.text import SETTINGS

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
        (["--board", "4", "--number", "4", "--all", "--from", "b4 d3 a1"], "c4 a3 d2 b1\n"),
        (["--board", "4", "--number", "4", "--at", "b4", "--unique"], "yes\n"),
        (["--board", "4", "--number", "4", "--unique"], "no\n"),
        (["--board", "4", "--number", "4", "--at", "b4", "--any"], "b4 d3 a2 c1\n"),
        (["--board", "4", "--number", "4", "--at", "b4", "--sample", "1"], "b4 d3 a2 c1\n"),
        (["--board", "4", "--piece", "rook", "--number", "4", "--count", "--fundamental"], "7\n"),
        (["--board", "4", "--number", "4", "--all", "--fundamental"], "b4 d3 a2 c1\n"),
        (["--board", "2", "--piece", "K", "--counts", "--fundamental"], "0 1\n1 1\n"),
        (["--board", "2", "--piece", "Q,N", "--at", "N@a2,a1", "--any"], "1:a2 1:a1\n"),
        (["--board", "3", "--piece", "rook,B", "--number", "2,-1", "--count"], "22\n"),
        (["--board", "3", "--number", "2-", "--counts"], "0 0\n1 0\n2 8\n"),
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


def test_that_there_is_none_is_said_once() -> None:
    told = "rookery: no placement of non-attacking pieces Q has the numbers that are set\n"
    for options in ([], ["--any"], ["--all"]):
        result = run("--board", "4", "--number", "9", *options)
        assert (result.exit_code, result.stdout, result.stderr) == (0, "", told)


def test_an_empty_piece_is_refused() -> None:
    assert "expected a piece's Betza notation, got ''" in run("--board", "4", "--piece", "").stderr


def test_json_holds_all() -> None:
    found = json.loads(run("--board", "2", "--piece", "rook", "--count", "--json").stdout)
    assert (found["value"], found["by_number"]) == (7, [1, 4, 2])
    listed = json.loads(run("--board", "4", "--number", "4", "--all", "--json").stdout)
    assert listed["answers"][0] == [[0, "b4"], [0, "d3"], [0, "a2"], [0, "c1"]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "expected FILE (- is standard input) or --board, got neither"),
        (["-", "--board", "3"], "expected --board without FILE, got both"),
        (["--board", "3x"], "'--board': expected sides such as 8 or 6x8, from 1 to"),
        (["--board", "3", "--count", "--all"], "got both"),
        (["--board", "3", "--save", "kept"], "expected --save with --count, got it without"),
        (["--board", "3", "--from", "a1"], "expected --from with --all or --first"),
        (["--board", "3", "--all", "--from", "x:a1"], "expected squares such as a1, or 0:a1"),
        (["--board", "3", "--fundamental"], "expected --fundamental with --count, --counts"),
        (
            ["--board", "3", "--number", "x"],
            "'--number': expected a number, or the least and the most, such as 3, 2-4",
        ),
        (["--board", "3", "--number", "1,2"], "'--number': expected 1, one for each piece, got 2"),
        (["--board", "3", "--piece", "Q,N", "--number", "1"], "expected 2, one for each piece"),
        (["--board", "3", "--piece", "Q,N", "--at", "a1"], "a kind and a square such as Q@a1"),
        (["--board", "3", "--piece", "Q,N", "--at", "R@a1"], "--at: expected a Q or N, got 'R'"),
        (["--board", "3", "--piece", "quen"], "did you mean 'queen'"),
        (["-"], "expected row 1 of the board"),
    ],
)
def test_what_is_refused(options, message) -> None:
    result = run(*options)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_count_goes_on_from_its_ledger(tmp_path) -> None:
    kept = str(tmp_path / "kept")
    rk.count(rk.NonAttacking(6, "queen"), limits=rk.Limits(work=3), save=kept)
    asked = ["--board", "6", "--counts"]
    whole = run(*asked, "--resume", kept)
    assert (whole.exit_code, whole.stdout) == (0, run(*asked).stdout)
    other = run("--board", "7", "--counts", "--resume", kept)
    assert other.exit_code == status.BAD
    assert "is the ledger of other work: expected puzzle" in other.stderr


def test_a_count_without_time_leaves_no_ledger(tmp_path) -> None:
    kept = tmp_path / "kept"
    begun = run("--board", "6", "--count", "--save", str(kept), "--seconds", "0")
    assert begun.exit_code == status.NO_ANSWER
    assert "--resume" not in begun.stderr
    assert not kept.exists()


@pytest.mark.slow
def test_a_count_that_is_stopped_tells_how_to_go_on(tmp_path) -> None:
    kept = str(tmp_path / "kept")
    for seconds in ("3", "30", "300"):  # a machine may be so slow that it has counted nothing
        begun = run("--board", "14", "--count", "--save", kept, "--seconds", seconds)
        if begun.exit_code != status.NO_ANSWER:
            break
    assert begun.exit_code == status.LIMIT
    assert f"to go on: the same command with --resume {kept} instead of --save" in begun.stderr
    again = run("--board", "14", "--count", "--resume", kept, "--seconds", seconds)
    assert "to go on: the same command again" in again.stderr


def test_units_done_twice_are_told() -> None:
    found = run("--board", "5", "--count", "--verify", "0.1")
    assert (found.exit_code, found.stdout) == (0, "462\n")
    assert "were run twice with equal results" in found.stderr


def test_a_listing_that_a_limit_ends_is_told() -> None:
    found = run("--board", "13", "--piece", "rook", "--number", "13", "--all", "--seconds", "0.3")
    listed = found.stdout.count("\n")
    assert found.exit_code == (status.LIMIT if listed else status.NO_ANSWER)
    assert found.stderr == f"rookery: {listed} placements, not listed to the end: time\n"


def test_the_help_names_every_setting_of_a_file() -> None:
    told = run("--help").stdout.partition("These lines may follow:")[2]
    assert all(name in told for name in SETTINGS.names)
