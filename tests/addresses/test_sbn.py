"""Star Battle Notation: words that Star Battle Lab made, and what is refused."""

import pytest
from tests.addresses.recorded import BATTLE, MARKED, SBN, SIX, SMALL

import rookery as rk
from rookery.addresses import sbn


@pytest.mark.parametrize(
    ("name", "puzzle"),
    [("small", SMALL), ("six", SIX), ("battle", BATTLE), ("small marked", MARKED)],
)
def test_words_of_star_battle_lab_are_read_and_written(name, puzzle):
    assert rk.Regions.parse(SBN[name]) == puzzle
    assert puzzle.address("sbn") == SBN[name]


def test_a_history_of_moves_is_ignored():
    assert rk.Regions.parse(SBN["small moved"]) == MARKED


def test_the_last_square_may_be_marked():
    corner = rk.Regions(SIX.rows, given=["f1"], blocked=["a6", "e1"])
    assert rk.Regions.parse(corner.address("sbn")) == corner


@pytest.mark.parametrize(
    "text", ["551W3Mp8am", "551W3Mp8amII", "560W3Mp8amI", "551X3Mp8amI", "551W3Mp8am!", "AAB"]
)
def test_other_words_are_no_sbn(text):
    assert not sbn.matches(text)


def test_what_sbn_cannot_tell_is_refused():
    with pytest.raises(rk.PuzzleError, match="expected 5 to 25 rows for SBN, got 3"):
        rk.Regions(["AAB", "ABB", "CCC"]).address("sbn")
    with pytest.raises(rk.PuzzleError, match="expected at most 9 stars for SBN, got 10"):
        rk.Regions(SIX.rows, 10).address("sbn")
