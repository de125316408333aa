import pytest

from rookery import Board, LimitError, Piece, PuzzleError, Tour

ROWS = (
    ".......Q",
    "...P.P..",
    "...PNP..",
    "..NP.P..",
    "........",
    "........",
    "..B.....",
    "........",
)
SAMPLE = Tour.parse(ROWS)
PATH = ("h8", "h2", "e5", "d4", "b2")


def squares(*names):
    return tuple(map(SAMPLE.board.square, names))


def test_parse_reads_the_letters():
    assert SAMPLE.board.name(SAMPLE.start) == "h8"
    assert sorted(map(SAMPLE.board.name, SAMPLE.targets)) == ["c5", "e6"]
    assert SAMPLE.goal == SAMPLE.board.square("c2")
    assert sorted(map(SAMPLE.board.name, SAMPLE.pawns)) == ["d5", "d6", "d7", "f5", "f6", "f7"]
    assert (SAMPLE.mover, SAMPLE.visit) == (Piece("Q"), "beside")


@pytest.mark.parametrize("closed", [True, False])
def test_all_of_a_huge_board_is_refused_at_once(closed):
    with pytest.raises(LimitError, match=r"20,000 x 20,000 squares needs about 93\.1 GiB"):
        Tour.hamiltonian(20_000, "knight", closed=closed)


def test_pieces_beside_which_targets_are_visited_are_obstacles():
    assert SAMPLE.obstacles == {*SAMPLE.targets, SAMPLE.goal, *SAMPLE.pawns}
    assert Tour(Board(3), "a1", ["c3"]).obstacles == {(0, 2)}
    assert Tour(Board(3), "a1", ["c3"], visit="on").obstacles == frozenset()


def test_on_allows_pieces_to_share_a_square():
    tour = Tour(Board(3), "a1", ["a1", "c3"], "c3", visit="on")
    assert tour.check([(2, 0), (0, 2)]) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"start": "a4"}, "expected the start on a free square, got a wall at a4"),
        ({"targets": ["a4"]}, "expected the target on a free square, got a wall at a4"),
        ({"goal": "a4"}, "expected the goal on a free square, got a wall at a4"),
        ({"start": "e1"}, "expected a square of the 4x4 board"),
        ({"targets": ["a1"]}, "expected one piece on a square, got two at a1"),
        ({"goal": "c3"}, "expected one piece on a square, got two at c3"),
        ({"goal": "a1"}, "expected one piece on a square, got two at a1"),
        ({"pawns": ["c3"]}, "expected one piece on a square, got two at c3"),
        ({"pawns": ["a4"]}, "expected the pawn on a free square, got a wall at a4"),
        ({"targets": [["c3", "a4"]]}, "expected the target on a free square, got a wall at a4"),
        ({"targets": [["c3", "d1"]]}, "expected the target on a free square, got a piece at d1"),
        ({"goal": ["a2", "c3"]}, "expected the goal on a free square, got a piece at c3"),
        ({"goal": []}, "expected a target to have at least one square, got an empty set"),
        ({"targets": [[]]}, "expected a target to have at least one square, got an empty set"),
        ({"targets": [7]}, "expected a square or a set of squares, got 7"),
        ({"closed": True}, "expected no goal for a closed tour, which ends at its start, got 'd1'"),
        ({"start": None}, "expected a start"),
        ({"start": None, "goal": None, "closed": True, "once": True}, "expected a start"),
        ({"targets": "all"}, "expected visit='on' or 'over' for all squares"),
    ],
)
def test_inconsistent_tours_are_refused(arguments, message):
    given = {"start": "a1", "targets": ["c3"], "goal": "d1"} | arguments
    with pytest.raises(PuzzleError) as caught:
        Tour(Board(4, walls=["a4"]), **given)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "expected rows of a board, got none"),
        (["QNQ"], "expected one start 'Q', got 2"),
        (["QNB", "..B"], "expected at most one goal 'B', got 2"),
        (["Q..", "N."], "expected 3 squares in row 2, got 'N.'"),
        (
            ["Q.N", ".x."],
            "expected one of '.', 'Q', 'N', 'B', 'P', '#' in row 2, column 2, got 'x'",
        ),
    ],
)
def test_parse_refuses(rows, message):
    with pytest.raises(PuzzleError) as caught:
        Tour.parse(rows)
    assert str(caught.value) == message


def test_the_published_path_is_right():
    assert SAMPLE.check(squares(*PATH)) == []
    assert SAMPLE.value(squares(*PATH)) == 4


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        (("h7", "h2", "e5", "d4", "b2"), "expected the start h8 first, got h7"),
        (("h8", "h2", "e5", "c4", "b2"), "move 3, e5 to c4, is no move of Q"),
        (("h8", "h2", "h2", "e5", "d4", "b2"), "move 2, h2 to h2, is no move of Q"),
        (("h8", "h5", "e5", "d4", "b2"), "move 2, h5 to e5, is blocked at f5"),
        (("h8", "h2", "e5", "e8", "d8"), "move 3, e5 to e8, is blocked at e6"),
        (("h8", "h2", "c2"), "move 2, h2 to c2, is blocked at c2"),
        (("h8", "h2", "e5", "b2"), "target c5 is not visited"),
        (("h8", "b8", "b3"), "target e6 is not visited"),
        (("h8", "h2", "e5", "d4"), "the last square d4 is not beside the goal c2"),
        (("h8",), "target c5 is not visited"),
    ],
)
def test_mutated_paths(path, fault):
    assert fault in SAMPLE.check(squares(*path))


def test_on_the_goal_itself():
    tour = Tour(Board(1, 5), "a1", ["c1"], "e1", mover="R", visit="on")
    assert tour.check([(0, 0), (0, 2), (0, 4)]) == []
    assert tour.check([(0, 0), (0, 4)]) == ["target c1 is not visited"]
    assert tour.check([(0, 0), (0, 2)]) == ["the last square c1 is not the goal e1"]


def test_reach_and_lame_leaps_are_held_to():
    short = Tour(Board(1, 5), "a1", ["e1"], mover="W3", visit="on")
    assert short.check([(0, 0), (0, 4)]) == ["move 1, a1 to e1, is no move of W3"]
    lame = Tour(Board(3, walls=["a2"]), "a1", ["b3"], mover="mao", visit="on")
    assert lame.check([(2, 0), (0, 1)]) == ["move 1, a1 to b3, is blocked at a2"]
    around = Tour(Board(3), "b3", ["a3"], mover="alalW", visit="on")
    assert around.check([(0, 1), (0, 0)]) == ["move 1, b3 to a3, leaves the board"]


def test_a_move_over_targets_goes_the_long_way_around():
    tour = Tour(Board(5, wrap="torus"), "a1", ["c1", "d1"], mover="R", visit="over")
    assert tour.spans([(4, 0), (4, 1)]) == [(0, -4)]
    assert tour.spans([(4, 0), (3, 0)]) == [(-1, 0)]
    griffon = Tour(Board(5), "a1", ["b4"], mover="griffon", visit="on")
    assert griffon.spans([(4, 0), (1, 1)]) == [(-3, 1)]
