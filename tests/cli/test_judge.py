"""``rookery judge``: samples to the byte, faults after good datasets, limits."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rookery.cli import status
from rookery.cli.commands import commands

DEMO = Path(__file__).parents[2] / "demo"
EXACT = ("eight-queens", "sultan", "traveling-queen")


def judge(puzzle: str, data: bytes, *options: str) -> Result:
    return CliRunner().invoke(commands, ["judge", puzzle, *options], input=data)


def sample(puzzle: str) -> bytes:
    return (DEMO / f"{puzzle}.txt").read_bytes()


@pytest.mark.parametrize("puzzle", EXACT)
def test_the_published_sample(puzzle: str) -> None:
    result = judge(puzzle, sample(puzzle))
    assert (result.exit_code, result.stderr) == (status.DONE, "")
    assert result.stdout_bytes == (DEMO / f"{puzzle}.answer.txt").read_bytes()


@pytest.mark.parametrize("puzzle", EXACT)
def test_a_file_is_as_good_as_standard_input(puzzle: str) -> None:
    named = CliRunner().invoke(commands, ["judge", puzzle, str(DEMO / f"{puzzle}.txt")])
    assert named.stdout_bytes == judge(puzzle, sample(puzzle), "-").stdout_bytes
    assert named.stdout_bytes


def test_showdown_is_answered_and_accepted(tmp_path: Path) -> None:
    result = judge("showdown", sample("showdown"), "--seconds", "1")
    assert (result.exit_code, result.stderr) == (status.DONE, "")
    output = tmp_path / "out.txt"
    output.write_bytes(result.stdout_bytes)
    checked = CliRunner().invoke(
        commands, ["check", "showdown", str(DEMO / "showdown.txt"), str(output)]
    )
    assert checked.exit_code == status.DONE


def test_showdown_has_an_answer_even_without_time() -> None:
    result = judge("showdown", sample("showdown"), "--seconds", "0")
    assert result.exit_code == status.DONE
    assert len(result.stdout.split()) == 2 + 3 * int(result.stdout.split()[0])


GOOD = {
    "eight-queens": b"1 1\n",
    "sultan": b"5 " * 64 + b"\n",
    "traveling-queen": b"........\n" * 6 + b".N....N.\n.....B.Q\n",
    "showdown": b"2\n#_\n__\n1 1 1 1 1 1 1 1\n",
}
FAULTS = [
    ("eight-queens", b"\n9 1\n", "stdin:4:1: "),
    ("sultan", b"1 2 x", "stdin:3:5: "),
    ("traveling-queen", b"........\n...\n", "stdin:11:4: "),
    ("showdown", b"2\n#_\n_x\n", "stdin:8:2: "),
]


@pytest.mark.parametrize(("puzzle", "bad", "place"), FAULTS)
def test_all_before_a_fault_is_answered(puzzle: str, bad: bytes, place: str) -> None:
    whole = judge(puzzle, b"1\n" + GOOD[puzzle], "--seconds", "1")
    faulty = judge(puzzle, b"1000000000\n" + GOOD[puzzle] + bad, "--seconds", "1")
    assert whole.stdout
    assert whole.exit_code == status.DONE
    assert faulty.exit_code == status.BAD
    assert faulty.stdout.split() == whole.stdout.split()
    assert faulty.stderr.startswith(place)
    assert "expected" in faulty.stderr
    assert faulty.stderr.count("\n") == 1


@pytest.mark.parametrize("puzzle", GOOD)
def test_data_left_over_is_a_warning_unless_quiet(puzzle: str) -> None:
    plain, told, quiet = (
        judge(puzzle, b"1\n" + GOOD[puzzle] + more, "--seconds", "1", *options)
        for more, options in ((b"", ()), (b" 7\n", ()), (b" 7\n", ("-q",)))
    )
    assert told.exit_code == quiet.exit_code == status.DONE
    assert plain.stdout == told.stdout == quiet.stdout
    line = 2 + GOOD[puzzle].count(b"\n")
    assert told.stderr == f"stdin:{line}:2: warning: data left over: '7'\n"
    assert plain.stderr == quiet.stderr == ""


@pytest.mark.parametrize("puzzle", [*EXACT, "showdown"])
def test_no_tests_no_output(puzzle: str) -> None:
    result = judge(puzzle, b"0\n")
    assert (result.exit_code, result.stdout, result.stderr) == (status.DONE, "", "")


def test_an_unknown_method_is_bad_usage() -> None:
    result = judge("eight-queens", b"1\n1 1\n", "--method", "magic")
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert "expected a method, got 'magic'" in result.stderr


@pytest.mark.parametrize("puzzle", EXACT)
def test_an_empty_input_is_a_fault(puzzle: str) -> None:
    result = judge(puzzle, b"")
    assert (result.exit_code, result.stdout) == (status.BAD, "")
    assert result.stderr.startswith("stdin:1:1: expected ")


def test_many_datasets_are_all_answered() -> None:
    boards = 3000
    result = judge("sultan", b"%d\n" % boards + (b"1 " * 63 + b"7\n") * boards)
    assert result.exit_code == status.DONE
    assert result.stdout.splitlines() == ["   14"] * boards


@pytest.mark.parametrize("last", [None, ()])
def test_an_interruption_before_an_answer_ends_the_output(monkeypatch, last: object) -> None:
    from rookery.cli import judging
    from rookery.results.result import Reason, Result, Status

    results = [
        Result(None, answer, 5, None, Status.FEASIBLE, Reason.INTERRUPTED) for answer in ((), last)
    ]
    monkeypatch.setattr(judging, "solve_each", lambda puzzles, **keywords: iter(results))
    result = judge("sultan", b"0\n")
    assert result.exit_code == status.INTERRUPTED
    assert result.stdout == "    5\n" * (1 if last is None else 2)
