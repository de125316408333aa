import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.night import cases

from rookery.boards.board import Board
from rookery.errors import InputError, NotationError
from rookery.tour.puzzle import BESIDE, ON, Tour
from rookery.tour.text import SETTINGS


@st.composite
def tours(draw):
    """Return an arbitrary tour: sets, targets that share squares, goals of every kind."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(2, 30))
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    free = draw(st.lists(st.sampled_from(squares), unique=True, min_size=2))
    rest = [square for square in squares if square not in free]
    walls, pawns = rest[::3], rest[1::3]
    visit = draw(st.sampled_from([BESIDE, ON]))
    start, *others = free
    wide = st.lists(st.sampled_from([start, *others[3:]]), min_size=1, max_size=4)
    if visit == ON:
        single = draw(st.lists(st.sampled_from(free), min_size=1, max_size=5))
        goals = [
            None,
            draw(st.sampled_from(free)),
            draw(st.lists(st.sampled_from(free), min_size=1)),
        ]
    else:
        single = others[:1] + others[2:3]
        goals = [None, *others[1:2], draw(wide)]
    targets = single + draw(st.lists(wide, max_size=2))
    goal = draw(st.sampled_from(goals))
    mover = draw(st.sampled_from(["Q", "knight", "WA", "gQ", "fRbW3", "nN"]))
    closed = goal is None and draw(st.booleans())
    board = Board(rows, columns, walls)
    return Tour(board, start, targets, goal, mover, visit, pawns=pawns, closed=closed)


@cases(20)
@given(tours())
def test_what_is_written_reads_the_same(tour):
    assert Tour.parse(str(tour)) == tour
    assert Tour.parse(str(tour).replace("\n", "  \r\n\n")) == tour
    assert str(Tour.parse(str(tour))) == str(tour)


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
    assert str(tour).splitlines()[3:] == ["mover BW", "target b3", "target a2,d2"]


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "text:1:1: expected row 1 of the board, got the end of the input"),
        ("Q..\n..", "text:2:3: expected 3 squares in row 2 of the board, got '..'"),
        ("...\n N..", "text:1:1: expected one start 'Q', got 0"),
        ("Q..\n...", "text:1:1: expected at least one target, got none"),
        ("Q..\nN..\nmovr N", "text:3:1: expected a setting, got 'movr'; did you mean 'mover'?"),
        ("Q..\nN..\nmover", "text:3:6: expected a piece, got the end of the input"),
        ("Q..\nN..\nvisit in", "text:3:7: expected beside, on or over, got 'in'"),
        ("Q..\nN..\ntarget c1,a9", "text:3:8: expected a square of the 2x3 board"),
        ("Q..\nN..\ntarget c1,,a2", "text:3:8: expected a square such as 'a1', got ''"),
        ("Q..\nN.B\ngoal c2", "text:3:1: expected one goal, got another"),
        ("Q..\nN..\nclosed closed", "text:3:8: expected one closed, got another"),
        ("Q..\nN.B\nclosed", "text:1:1: expected no goal for a closed tour"),
        ("Q..\nN.P\ntarget c1", "text:1:1: expected the target on a free square, got a piece at"),
        ("Q..\nN..\nmover cK", "text:3:7: expected a mover that moves without capturing"),
    ],
)
def test_faults_have_their_place(text, message):
    with pytest.raises(InputError) as caught:
        Tour.parse(text)
    assert str(caught.value).startswith(message)


def test_a_mover_that_is_no_piece_has_its_place_and_letter():
    with pytest.raises(NotationError, match=r"^text:3:7: .* at letter 2 of 'Nx', got 'x'"):
        Tour.parse("Q..\nN..\nmover Nx")


def test_a_setting_is_never_like_a_row():
    assert all(name.islower() for name in SETTINGS.names)
