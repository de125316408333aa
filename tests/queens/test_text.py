"""The text of queens puzzles: what is read, and where faults are."""

import pytest

import rookery as rk
from rookery.api.texts import puzzles_of


def read(text: str) -> rk.Queens:
    (puzzle,) = puzzles_of("queens", text.encode(), "q.txt")
    return puzzle


@pytest.mark.parametrize(
    "text",
    [
        "...x Q... .... .... queens",
        "4 . . . #\n3 ♛ . . .\n2 . . . .\n1 . . . .\n  a b c d\nqueens\n",
        "...x\nQ...\n____\n----\nqueens",
        "3*/Q3/4/4 queens",
    ],
)
def test_boards_in_many_forms(text):
    assert read(text) == rk.Queens(4, given=["a3"], blocked=["d4"])
    assert list(puzzles_of(None, text.encode(), "q.txt")) == [read(text)]
    assert rk.Queens.parse(text) == rk.Queens.parse(text.removesuffix("queens")) == read(text)
    assert rk.Queens.parse(str(read(text))) == read(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".. .. queens .", "q.txt:1:14: expected a setting, got '.'"),
        (".. ..", "q.txt:1:1: expected the word 'queens' below the board, got none"),
        ("... ... queens", "q.txt:1:1: expected a square board, got 2x3"),
        (".. .K queens", "q.txt:1:5: expected one of '.', 'x', 'Q' in row 2 of the board, got 'K'"),
    ],
)
def test_faults_have_their_place(text, message):
    with pytest.raises(rk.InputError) as caught:
        read(text)
    assert str(caught.value).startswith(message)


def test_a_given_queen_on_a_blocked_square_has_no_text(tmp_path):
    puzzle = rk.Queens(4, given=["a1"], blocked=["a1", "b2"])
    with pytest.raises(rk.PuzzleError, match="a given queen on a blocked square; use JSON"):
        rk.write(tmp_path / "q.txt", puzzle, "queens")
    rk.write(tmp_path / "q.json", puzzle)
    assert rk.read(tmp_path / "q.json") == [puzzle]
