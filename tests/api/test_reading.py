"""Reading files of statements, and checking answers from anywhere."""

from __future__ import annotations

import pytest

import rookery as rk

TEXTS = {
    "eight-queens": ("2\n1 1\n\n3 4\n", [rk.Queens(8, ["a8"]), rk.Queens(8, ["d6"])]),
    "sultan": (
        "1\n" + " ".join(["7"] * 64) + "\n",
        [rk.Heaviest([[7] * 8] * 8)],
    ),
    "traveling-queen": (
        "1\n" + "Q.......\n" + "........\n" * 5 + "N......N\n" + "B.......\n",
        [rk.Tour.parse(["Q.......", *["........"] * 5, "N......N", "B......."])],
    ),
    "showdown": (
        "1\n2\n#_\n__\n1 2 3 4 5 6 7 8\n",
        [rk.Cover.parse(["#_", "__"], range(1, 9))],
    ),
}


@pytest.mark.parametrize("statement", TEXTS)
def test_the_puzzles_of_a_file(statement, tmp_path):
    text, puzzles = TEXTS[statement]
    path = tmp_path / "input.txt"
    path.write_text(text)
    assert rk.read(path, statement) == rk.read(str(path), statement) == puzzles


@pytest.mark.parametrize("statement", TEXTS)
def test_a_fault_is_told_with_its_place(statement, tmp_path):
    path = tmp_path / "input.txt"
    path.write_text(TEXTS[statement][0][:-4] + "\nx x\n")
    with pytest.raises(rk.InputError) as caught:
        rk.read(path, statement)
    assert str(caught.value).startswith(f"{path}:")
    assert "expected" in str(caught.value)


def test_an_unknown_statement_is_guessed(tmp_path):
    path = tmp_path / "input.txt"
    path.write_text("0\n")
    with pytest.raises(rk.PuzzleError, match="did you mean 'sultan'"):
        rk.read(path, "sultana")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(OSError, match=r"nothing\.txt"):
        rk.read(tmp_path / "nothing.txt", "sultan")


@pytest.mark.parametrize(
    ("puzzle", "right", "wrong"),
    [
        (rk.Heaviest([[1] * 4] * 4), [(1, 3, 0, 2)], [(0, 1, 2, 3)]),
        (rk.Tour.parse(["Q..", "...", "N.B"]), ["a3", "b2"], ["a3", "c3"]),
        (rk.Cover.parse(["#__"], [1], ["R"]), [(0, 0, 2)], [(0, 0, 0)]),
    ],
    ids=["heaviest", "tour", "cover"],
)
def test_answers_are_checked_by_the_rules(puzzle, right, wrong):
    assert rk.check(puzzle, right) == []
    assert rk.check(puzzle, wrong) == puzzle.check(wrong) != []


@pytest.mark.parametrize("answer", [None, 5, "abc", [None]])
def test_what_is_no_answer_is_a_fault_not_an_error(answer):
    for puzzle in (rk.Tour.parse(["Q..", "...", "N.B"]), rk.Cover.parse(["#__"], [1], ["R"])):
        assert len(rk.check(puzzle, answer)) == 1
