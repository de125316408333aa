"""``rookery judge``, ``check`` and ``generate``: inputs made, answered and accepted."""

from pathlib import Path

import pytest
from click.testing import Result
from tests.command import rookery

from rookery.cli import status
from rookery.statements import NAMES

DEMO = Path(__file__).parents[2] / "demo"
EXACT = ("eight-queens", "sultan", "traveling-queen")


def judge(puzzle: str, data: bytes, *options: str) -> Result:
    return rookery("judge", puzzle, *options, text=data)


def sample(puzzle: str) -> bytes:
    return (DEMO / f"{puzzle}.txt").read_bytes()


@pytest.mark.parametrize("puzzle", EXACT)
def test_the_published_sample(puzzle):
    answer = (DEMO / f"{puzzle}.answer.txt").read_bytes()
    for files in ([], ["-"], [str(DEMO / f"{puzzle}.txt")]):
        result = judge(puzzle, sample(puzzle), *files)
        assert (result.exit_code, result.stderr) == (status.DONE, "")
        assert result.stdout_bytes == answer


def test_showdown_has_an_answer_even_without_time():
    result = judge("showdown", sample("showdown"), "--seconds", "0")
    assert result.exit_code == status.DONE
    assert len(result.stdout.split()) == 2 + 3 * int(result.stdout.split()[0])


GOOD = {
    "eight-queens": b"1 1\n",
    "sultan": b"5 " * 64 + b"\n",
    "traveling-queen": b"........\n" * 6 + b".N....N.\n.....B.Q\n",
    "showdown": b"2\n#_\n__\n1 2 2 2 2 2 2 2\n",  # only a bishop costs one
}
FAULTS = [
    ("eight-queens", b"\n9 1\n", "stdin:4:1: "),
    ("sultan", b"1 2 x", "stdin:3:5: "),
    ("traveling-queen", b"........\n...\n", "stdin:11:4: "),
    ("showdown", b"2\n#_\n_x\n", "stdin:8:2: "),
]


@pytest.mark.parametrize(("puzzle", "bad", "place"), FAULTS)
def test_all_before_a_fault_is_answered(puzzle, bad, place):
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
def test_data_left_over_is_a_warning_unless_quiet(puzzle):
    plain, told, quiet = (
        judge(puzzle, b"1\n" + GOOD[puzzle] + more, "--seconds", "1", *options)
        for more, options in ((b"", ()), (b" 7\n", ()), (b" 7\n", ("-q",)))
    )
    assert told.exit_code == quiet.exit_code == status.DONE
    assert plain.stdout == told.stdout == quiet.stdout
    line = 2 + GOOD[puzzle].count(b"\n")
    assert told.stderr == f"stdin:{line}:2: warning: data left over: '7'\n"
    assert plain.stderr == quiet.stderr == ""


def test_many_datasets_are_all_answered():
    boards = 1000  # of more bytes than are read at once
    result = judge("sultan", b"%d\n" % boards + (b"1 " * 63 + b"7\n") * boards)
    assert result.exit_code == status.DONE
    assert result.stdout.splitlines() == ["   14"] * boards


@pytest.mark.parametrize("last", [None, ()])
def test_an_interruption_before_an_answer_ends_the_output(monkeypatch, last):
    from rookery.cli import judging
    from rookery.results.result import Reason, Result, Status

    results = [
        Result(None, answer, 5, None, Status.FEASIBLE, Reason.INTERRUPTED) for answer in ((), last)
    ]
    monkeypatch.setattr(judging, "solve_each", lambda puzzles, **keywords: iter(results))
    result = judge("sultan", b"0\n")
    assert result.exit_code == status.INTERRUPTED
    assert result.stdout == "    5\n" * (1 if last is None else 2)


BOARDS = "2\n2\n#_\n__\n1 1 1 1 1 1 1 1\n3\n#__\n___\n__#\n2 9 9 9 9 9 9 9\n"
RIGHT = "1 1\n2 1 2\n1 2\n1 2 2\n"


def check(tmp_path: Path, output: str, boards: str = BOARDS) -> Result:
    files = tmp_path / "in.txt", tmp_path / "out.txt"
    for file, text in zip(files, (boards, output), strict=True):
        file.write_text(text)
    return rookery("check showdown", *files)


def test_an_accepted_output(tmp_path):
    result = check(tmp_path, RIGHT)
    assert (result.exit_code, result.stderr) == (status.DONE, "")
    assert result.stdout.splitlines() == [
        "test 1: ok, score 0.2500",
        "test 2: ok, score 0.2222",
        "accepted: 2 tests, score 0.4722",
    ]
    again = rookery("check showdown", tmp_path / "in.txt", "-", text=RIGHT)
    assert again.stdout == result.stdout


@pytest.mark.parametrize(
    ("output", "fault"),
    [
        (RIGHT.replace("1 2\n1 2 2", "1 3\n1 2 2"), "test 2: wrong sum"),
        ("", "test 1: "),
        (RIGHT + "7\n", "test 3: "),
    ],
)
def test_a_rejected_output(tmp_path, output, fault):
    result = check(tmp_path, output)
    assert (result.exit_code, result.stderr) == (status.REJECTED, "")
    assert fault in result.stdout
    assert result.stdout.splitlines()[-1].startswith("rejected: ")


def test_tests_that_are_not_read_are_counted(tmp_path):
    result = check(tmp_path, "x\n", boards="3\n" + 3 * "2\n#_\n__\n1 1 1 1 1 1 1 1\n")
    assert result.stdout.splitlines()[-1] == "rejected: 3 of 3 tests"


def test_an_input_that_cannot_be_read_is_no_rejection(tmp_path):
    result = check(tmp_path, "1 1\n1 1 1\n", boards="1\n2\n#_\n_x\n")
    assert result.exit_code == status.BAD
    assert "in.txt:4:2: expected" in result.stderr


@pytest.mark.parametrize("puzzle", NAMES)
def test_the_seed_decides_and_a_file_gets_the_same_bytes(puzzle, tmp_path):
    line = f"generate {puzzle} --cases 3 --seed"
    first, other = (rookery(line, seed).stdout_bytes for seed in (1, 2))
    path = tmp_path / "in.txt"
    written = rookery(line, 1, "-o", path)
    assert (written.exit_code, written.stdout) == (status.DONE, "")
    assert path.read_bytes() == first != other
