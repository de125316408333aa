from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases
from tests.tour.brute import random_tour

from rookery.boards.board import Board
from rookery.tour.puzzle import BESIDE, ON, Tour
from rookery.tour.text import SETTINGS


@cases(20)
@given(
    st.integers(0, 10**9),
    st.sampled_from(["Q", "knight", "WA", "gQ", "fRbW3", "nN"]),
    st.sampled_from([BESIDE, ON]),
)
def test_what_is_written_reads_the_same(seed, mover, visit):
    tour = random_tour(seed, mover, visit, largest=30)
    assert Tour.parse(str(tour)) == tour
    assert Tour.parse(str(tour).replace("\n", "  \r\n\n")) == tour
    assert str(Tour.parse(str(tour))) == str(tour)


def test_targets_on_squares_of_other_pieces_are_written_below_the_board():
    tour = Tour(Board(2, 3), "a2", ["a2", "c1", "b1", ["b1", "a2"]], "c1", visit=ON)
    assert Tour.parse(str(tour)) == tour
    assert str(tour).splitlines()[2:] == ["visit on", "target a2", "target c1", "target a2,b1"]
    assert str(Tour(Board(1, 3), "b1", "all", visit=ON)) == ".Q.\nvisit on\nall"


def test_everything_a_text_can_say():
    text = "Q..N\n.P#.\nN..B\nvisit beside mover horse\ntarget d2,a2\ntarget b3"
    tour = Tour.parse(text)
    assert tour == Tour(
        Board(3, 4, walls=["c2"]),
        "a3",
        ["d3", "a1", ["a2", "d2"], ["b3"]],
        "d1",
        "BW",
        pawns=["b2"],
    )
    rows = ["Q..N", ".P#.", "N..B"]
    assert str(tour).splitlines() == [*rows, "mover BW", "target b3", "target a2,d2"]


def test_closed_and_goal():
    board = Board(2, 3)
    assert Tour.parse("Q.. N.. closed") == Tour(board, "a2", ["a1"], closed=True)
    assert Tour.parse("Q.. N.. goal a2") == Tour(board, "a2", ["a1"], closed=True)
    assert Tour.parse("Q.. N.. goal c1,c2").goal == {(0, 2), (1, 2)}
    assert not Tour.parse("Q.. N..").closed


def test_arguments_take_the_place_of_what_the_text_says():
    tour = Tour.parse("Q.. N.. mover knight visit on", mover="R", visit="beside")
    assert (tour.mover.betza, tour.visit) == ("R", "beside")
    assert Tour.parse("Q.. N.. mover knight visit on").mover.betza == "N"


def test_a_setting_is_never_like_a_row():
    assert all(name.islower() for name in SETTINGS.names)
