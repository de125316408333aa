"""The text of queens puzzles: boards in many forms, and what has no text."""

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


def test_a_given_queen_on_a_blocked_square_has_no_text(tmp_path):
    puzzle = rk.Queens(4, given=["a1"], blocked=["a1", "b2"])
    with pytest.raises(rk.PuzzleError, match="a given queen on a blocked square; use JSON"):
        rk.write(tmp_path / "q.txt", puzzle, "queens")
    rk.write(tmp_path / "q.json", puzzle)
    assert rk.read(tmp_path / "q.json") == [puzzle]
