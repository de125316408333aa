"""Puzzles of non-attacking pieces in texts of many styles."""

import pytest

import rookery as rk


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
