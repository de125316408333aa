"""Certificates of counts against the methods, wrong ones, and the rules of their checker."""

import json
import random
from math import inf
from pathlib import Path
from typing import Any

import pytest
from tests.command import rookery
from tests.marks import few
from tests.test_certificates import digits_changed, expect_short_program, lines_of, sealed

import rookery as rk
from rookery import certificates, recounting
from rookery.errors import PuzzleError
from rookery.recounting import Budget, verify
from rookery.verifying import Rejected, Unreadable

PIECES = ["Q", "R", "B", "N", "K", "WfF", "fN", "BN", "NN", "A"]


def placements(seed: int) -> Any:
    """Return a small puzzle of a family, with what may be asked of it besides."""
    chance = random.Random(seed)
    n = chance.choice([3, 4, 5])
    squares = [(row, column) for row in range(n) for column in range(n)]
    given = chance.sample(squares, chance.choice([0, 0, 1, 2]))
    blocked = [at for at in chance.sample(squares, chance.choice([0, 0, 3])) if at not in given]
    if seed % 3 == 0:
        return rk.Queens(n, given=given, blocked=blocked)
    if seed % 3 == 1:
        rows = chance.choice(
            ["AAB ABB CCC", "AAAB ABBB CCDD CCDD", "AABBB AABBB CCCDD EECDD EEEDD"]
        )
        return rk.Regions(rows.split(), piece=chance.choice(["K", "Q", "W", "N"]))
    board = rk.Board(n, wrap=chance.choice(["", "", "cylinder", "torus"]), walls=blocked[:1])
    pieces = chance.sample(PIECES, chance.choice([1, 1, 2]))
    number = [chance.choice([None, 1, 2, (1, 3), (None, 2)]) for _ in pieces]
    spans = [None, None, None, 1, (0, 1), (1, None)]
    return rk.NonAttacking(
        board,
        pieces,
        number,
        given=[(0, at) for at in given[:1]],
        blocked=blocked[1:],
        rows=chance.choice(spans),
        columns=chance.choice(spans),
        regions=[squares[:4], squares[5:8]] if chance.random() < 0.3 else (),
        in_region=chance.choice([1, (0, 2)]),
    )


def made(puzzle: Any, path: Path) -> bytes:
    rk.count(puzzle, certificate=path)
    return path.read_bytes()


@pytest.mark.parametrize("seed", few(range(150), 15))
def test_the_checker_counts_as_the_methods_do(seed, tmp_path):
    puzzle = placements(seed)
    result = rk.count(puzzle, certificate=tmp_path / "count.txt")
    plural = "s" if result.value != 1 else ""
    proved = f"{result.value} placement{plural}, all counted again"
    assert verify((tmp_path / "count.txt").read_bytes()) == proved
    assert result.note.endswith(f"certificate: {proved}")


@pytest.fixture(scope="module")
def divided(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a certificate of many parts."""
    puzzle = rk.NonAttacking(rk.Board(5), "knight", 4, given=["c3"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certificates, "SHORT", 10)
        return made(puzzle, tmp_path_factory.mktemp("certificate") / "many.txt")


def test_a_long_count_is_divided(divided):
    count, parts = json.loads(divided.splitlines()[0])["count"], divided.count(b"leaf")
    assert parts > 100
    assert verify(divided, Budget(inf)) == f"{count} placements, all counted again"
    again = verify(divided, Budget(100))
    assert again.startswith(f"{count} placements add up; counted again: ")
    assert again.endswith(f" of {parts} parts drawn by the digest")


@pytest.mark.parametrize("forged", [False, True])
def test_a_wrong_digit_anywhere_is_caught(forged, tmp_path):
    right = made(rk.Queens(5, given=["a1"]), tmp_path / "count.txt")
    for wrong in digits_changed(right, random.Random(1)):
        data = sealed(lines_of(wrong)) if forged else wrong
        try:
            verify(data)
        except Rejected:
            continue
        assert forged  # then the count is that of the changed puzzle
        puzzle = json.loads(data.splitlines()[1])["puzzle"]
        value = json.loads(data.splitlines()[0])["count"]
        assert rk.count(rk.Queens(puzzle["n"], given=puzzle["given"])).value == value


def test_a_part_that_is_wrong_is_named(divided):
    lines = lines_of(divided)
    one, other = [at for at, line in enumerate(lines) if line.startswith(b'{"leaf": ')][:2]
    for at, change in ((one, 1), (other, -1)):
        lines[at] = b'{"leaf": %d}' % (json.loads(lines[at])["leaf"] + change)
    with pytest.raises(Rejected, match=rf"^({one + 1}|{other + 1}): expected \d+ placements"):
        verify(sealed(lines), Budget(inf))
    lines[other] = b'{"leaf": true}'
    with pytest.raises(Rejected, match=f"^{other + 1}: expected a number, found True"):
        verify(sealed(lines))


@pytest.mark.parametrize(
    "line", [b'{"split": [0, "c3"]}', b'{"split": [1, "a1"]}', b'{"split": [0, "z9"]}']
)
def test_a_tree_that_divides_nothing_is_rejected(divided, line):
    first, puzzle, _, *rest = lines_of(divided)
    with pytest.raises(Rejected, match=r"^3: "):
        verify(sealed([first, puzzle, line, *rest]))
    with pytest.raises(Rejected):
        verify(sealed([first, puzzle, *rest, b'{"leaf": 0}']))


def test_ctrl_c_while_parts_are_counted_keeps_the_parts_so_far(monkeypatch, tmp_path):
    counted, calls, path = certificates.puzzle_of, iter(range(100)), tmp_path / "count.txt"

    def interrupted(document):
        if next(calls) == 5:
            raise KeyboardInterrupt
        return counted(document)

    monkeypatch.setattr(certificates, "SHORT", 10)
    monkeypatch.setattr(certificates, "puzzle_of", interrupted)
    result = rk.count(rk.Queens(8), certificate=path)
    assert result.value == 92
    assert path.read_bytes().count(b"leaf") == 6
    assert verify(path.read_bytes()) == "92 placements, all counted again"


def test_a_board_too_large_is_rejected_at_once(tmp_path):
    data = made(rk.Queens(6), tmp_path / "count.txt").replace(b'"n": 6', b'"n": 10000000000')
    with pytest.raises(Rejected, match=r"^2: expected a board of at most 702"):
        verify(sealed(lines_of(data)))


def test_a_count_that_does_not_end_has_no_certificate(tmp_path):
    path = tmp_path / "count.txt"
    result = rk.count(rk.Queens(22), certificate=path, limits=0.3)
    assert result.note.endswith("no certificate: the count did not end")
    assert not path.exists()


@pytest.mark.parametrize(
    "puzzle",
    [
        rk.NonAttacking(4, "grasshopper"),
        rk.NonAttacking(4, "queen", maximal=True),
        rk.NonAttacking(4, {"queen": 1, "rook": 1}, tolerated=[(0, 1)]),
        rk.NonAttacking(4, "queen", diagonals=(0, 1)),
        rk.Cover.domination(4),
    ],
)
def test_what_has_no_certificate_is_refused_before_the_count(puzzle, tmp_path):
    with pytest.raises(PuzzleError, match="no certificate: expected"):
        rk.count(puzzle, certificate=tmp_path / "count.txt")
    assert not list(tmp_path.iterdir())


def test_counts_up_to_symmetry_have_no_certificate(tmp_path):
    with pytest.raises(PuzzleError, match="expected a certificate, or a count up to symmetry"):
        rk.count(rk.Queens(8), fundamental=True, certificate=tmp_path / "count.txt")


def test_commands_write_and_verify(tmp_path):
    def run(*words):
        result = rookery(*words)
        return result.exit_code, result.stdout, result.stderr

    path = f"{tmp_path / 'count.txt'}"
    for words in (["queens", "7"], ["nonattacking", "5", "queen", "--number", "5"]):
        status, out, err = run(*words, "--count", "--certificate", path)
        proved = f"{out.strip()} placements, all counted again\n"
        assert (status, err) == (0, f"rookery: certificate: {proved}")
        assert run("verify", path)[1] == run("verify", path, "--all")[1] == f"accepted: {proved}"
    Path(path).write_bytes(Path(path).read_bytes().replace(b'"leaf": 10', b'"leaf": 11'))
    assert run("verify", path)[0] == 1
    assert "expected --certificate with --count" in run("queens 7 --certificate", path)[2]


def test_the_checker_is_a_short_program_of_its_own(tmp_path, capsys):
    expect_short_program(recounting, {"rookery.verifying"})
    path = tmp_path / "count.txt"
    path.write_bytes(made(rk.Queens(6), path))
    assert recounting.main([f"{path}"], verify) == 0
    assert capsys.readouterr().out == "accepted: 4 placements, all counted again\n"
    with pytest.raises(Unreadable, match="expected a file that begins with"):
        verify(b"")
