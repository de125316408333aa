"""Puzzles of non-attacking pieces in texts of many styles, and where faults are."""

import pytest

import rookery as rk
from rookery.document import document_of, puzzle_of


@pytest.mark.parametrize(
    "text",
    [
        "N.Q\n...",
        "2 N . Q\n1 . . .\n  a b c",
        "1 . . .\n2 N . Q\n  a b c",
        "♘·♛\n···",
        "n.q ...",
        "N1q/3 w KQkq - 0 1",
    ],
)
def test_pieces_on_the_board_are_given(text):
    drawn = rk.NonAttacking(rk.Board(2, 3), ["N", "Q"], given=[(0, "a2"), (1, "c2")])
    assert rk.NonAttacking.parse(text) == drawn
    told = rk.NonAttacking(rk.Board(2, 3), ["Q", "N"], [2, 1], given=[(0, "c2"), (1, "a2")])
    assert rk.NonAttacking.parse(f"{text}\npiece queen 2 piece N 1") == told


def test_regions_may_be_drawn():
    drawn = rk.NonAttacking.parse("... ... ... piece K any regions AAB A#B CCC each 1-2")
    assert drawn == rk.NonAttacking(3, "king", regions=["AAB", "A.B", "CCC"], in_region=(1, 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("..\n.W", "text:2:2: expected one of '.', '#', 'x', 'K', 'Q', 'R', 'B', 'N', 'P'"),
        ("N. ..\npiece Q 2", "text:1:1: expected a piece that is Q, as told below, got N on a2"),
        (".. piece Qx", "text:1:10: expected an atom or modifier at letter 2 of 'Qx'"),
        (".. piece Q x", "text:1:12: expected a number, or the least and the most, such as 3, 2-4"),
        (".. rows 1 rows 2", "text:1:11: expected one rows, got another"),
        (".. weights 1 x", "text:1:14: expected a weight, got 'x'"),
        (".. wrap round", "text:1:9: expected cylinder or torus, got 'round'"),
        (".. region c1", "text:1:11: expected a square of the 1x2 board"),
        (".. regions A", "text:1:12: expected 1 rows of 2 letters"),
        (".. given 1 a1", "text:1:1: expected an index from 0 to 0, got 1"),
    ],
)
def test_faults_have_their_place(text, message):
    with pytest.raises(rk.RookeryError) as raised:
        rk.NonAttacking.parse(text)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pieces": ["Q", "N"], "numbers": [1]}, "pieces: expected at least one kind of piece"),
        ({"given": [["Q", "a1"]]}, "given[0][0]: expected an integer"),
        ({"given": [[1, "a1"]]}, "given[0][0]: expected an index from 0 to 0"),
        ({"rows": "1"}, "rows: expected a number"),
        ({"pieces": ["!"]}, "pieces[0]: "),
        ({"weights": [[1]]}, "pieces: expected 3 rows of 3 weights"),
    ],
)
def test_faults_of_documents_have_their_place(changes, message):
    whole = document_of(rk.NonAttacking(3)) | changes
    with pytest.raises(rk.PuzzleError) as raised:
        puzzle_of(whole)
    assert str(raised.value).startswith(message)
