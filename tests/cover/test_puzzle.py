"""The puzzle and its check, against positions worked out by hand."""

import math
from typing import Any

import pytest
from tests.cover.brute import cheapest

import rookery as rk

PIECES = ["B", "R", "N", "WfF", "FfW", "BW", "WA", "mRcpR", "Q", "W"]
LETTERS = "BRNGSHPCQW"  # of these pieces, in the answers below


def drawn(rows: str, **fields: Any) -> rk.Cover:
    """Return a drawn puzzle with all pieces above, each at a price of 1."""
    return rk.Cover.parse(rows.split(), [1] * len(PIECES), PIECES, **fields)


UNCHECKED = "king at a1 is not in check"
ONCE = "king at a1 is covered 1 times, at least 2"
SPARED = "spared square at d1 is attacked"
BARE = "square at {} is neither attacked nor occupied"
FACED = "piece at {} is attacked by another of ours"
GUARDS = drawn("__+_ ____ #+__")
LIMITED = drawn("#__", allowed={"R": ["b1"]})
STOCKED = drawn("____ ____ #___", stock={"Q": 1, "N": 0})


@pytest.mark.parametrize(
    ("puzzle", "answer", "faults"),
    [
        # one hurdle of either side under a cannon; own pieces block, and so do walls
        (drawn("#___"), "Cd1", [UNCHECKED]),
        (drawn("#___"), "Cd1 Nc1", []),
        (drawn("#___"), "Cd1 Nc1 Nb1", [UNCHECKED]),
        (drawn("##__"), "Cd1", ["king at b1 is not in check"]),
        (drawn("#___"), "Rd1", []),
        (drawn("#___"), "Rd1 Nc1", [UNCHECKED]),
        (drawn("#X___"), "Re1", [UNCHECKED]),
        (drawn("#X___"), "Cc1", [UNCHECKED]),
        # where no piece may be placed
        (drawn("#__"), [], ["expected at least one piece, got none"]),
        (drawn("#__"), [(10, "b1")], ["piece 11 at b1 is none of 10"]),
        (drawn("#__"), [(0, 3, 1)], ["piece at row 4, column 2 is off the board"]),
        (drawn("#__"), [(0, 0, -1)], ["piece at row 1, column 0 is off the board"]),
        (drawn("#__"), "Ra1", ["piece at a1 stands on a king"]),
        (drawn("#X_"), "Rb1", ["piece at b1 stands on a wall"]),
        (drawn("#__"), "Bb1 Rb1", ["2 pieces stand at b1"]),
        (drawn("#x+_"), "Rb1", ["piece at b1 stands on a blocked square"]),
        # lines pass blocked and guarded squares, which are attacked or occupied
        (drawn("#x+_"), "Rd1", []),
        (drawn("#x+_"), "Rc1", []),
        (GUARDS, "Qb2", []),
        (GUARDS, "Nb1", [UNCHECKED]),
        (GUARDS, "Nc2", [BARE.format("c3"), BARE.format("b1")]),
        (drawn("+++", total=True), "Rb1", ["square at b1 is not attacked"]),
        (drawn("+++", total=True), "Ra1 Rb1", []),
        # standing pieces attack, block and are hurdles
        (drawn("#___#", standing=[("K", "b1")]), "Rd1", []),
        (drawn("#___#", standing=[("K", "b1")]), "Rb1", ["piece at b1 stands on a standing piece"]),
        (drawn("#___", standing=[("N", "c1")]), "Rd1", [UNCHECKED]),
        (drawn("#___", standing=[("N", "c1")]), "Cd1", []),
        (drawn("#___", standing=[("cpR", "d1")]), "Nc1", []),
        # stock and allowed squares
        (STOCKED, "Qa2 Qa3", ["expected at most 1 of piece 9, got 2"]),
        (STOCKED, "Qa2 Na3", ["expected at most 0 of piece 3, got 1"]),
        (STOCKED, "Cc1 Cb1 Cd3", []),
        (LIMITED, "Rb1", []),
        (LIMITED, "Qc1", []),
        (LIMITED, "Rc1", ["piece 2 at c1 stands where it is not allowed"]),
        # covers are counted; two ways of one piece count once
        (drawn("#__", at_least=2), "Rb1", [ONCE]),
        (drawn("#__", at_least=2), "Rb1 Rc1", [ONCE]),
        (drawn("___ ___ #__", at_least={"a1": 2}), "Nb3 Nc2", []),
        (drawn("___ ___ #__", at_most=1), "Nb3", []),
        (drawn("___ ___ #__", at_most=1), "Nb3 Nc2", ["king at a1 is covered 2 times, at most 1"]),
        (drawn("+__", at_least=2), "Ra1 Rc1", []),
        (drawn("+__", at_least=2, total=True), "Ra1 Rc1", [ONCE.replace("king", "square")]),
        (rk.Cover.parse(["#___"], [1], ["RD"], at_least=2), ["c1"], [ONCE]),
        # pieces apart, standing ones too
        (drawn("#___#", independent=True), "Rb1 Rd1", [FACED.format("b1"), FACED.format("d1")]),
        (drawn("#___#", independent=True), "Rc1", []),
        (drawn("___ #__", standing=[("N", "a2")], independent=True), "Rc1", [FACED.format("c1")]),
        # spared squares are empty and not attacked
        (drawn("#__o"), "Rb1", [SPARED]),
        (drawn("#__o"), "Wb1", []),
        (drawn("#__o"), "Rb1 Wc1", [SPARED]),
        (drawn("#__o"), "Wd1", ["piece at d1 stands on a spared square"]),
    ],
)
def test_every_fault_of_an_answer_is_reported(puzzle, answer, faults):
    if isinstance(answer, str):
        answer = [(LETTERS.index(piece[0]), piece[1:]) for piece in answer.split()]
    assert puzzle.check(answer) == faults


def test_the_same_piece_may_be_given_twice():
    puzzle = rk.Cover.parse(["#__"], [1, 2], ["R", "R"], allowed=[["b1"], None])
    assert puzzle.check([(0, 0, 2)]) == ["piece 1 at c1 stands where it is not allowed"]
    assert puzzle.check([(1, 0, 2)]) == []


@pytest.mark.parametrize(
    "piece", [(1.9, 0, 1), ("1", 0, 1), (True, 0, 1), (1, 0, 1.0), (math.inf, 0, 1)]
)
def test_a_rook_if_rounded_is_a_fault(piece):
    assert drawn("#_").check([piece])


@pytest.mark.parametrize(
    ("rows", "prices", "text"),
    [
        (["#_"], [1] * 7, "one price for each of 8 pieces, got 7"),
        (["#_"], [1] * 7 + [0], "prices: expected a price above 0: an integer, a fraction or"),
        (["#_"], {"Q": 1, "R": "x"}, "got 'x'"),
        (["#x"], [1] * 8, "an empty square, got none"),
    ],
)
def test_drawings_that_make_no_sense(rows, prices, text):
    with pytest.raises(rk.PuzzleError, match=text):
        rk.Cover.parse(rows, prices)


def domain(**fields: Any) -> rk.Cover:
    """Return a king on a1 of a board of 3 by 4 squares, and what else is given."""
    return rk.Cover(rk.Board(3, 4, ["d3"]), ["a1"], [4, 2, 3], ["Q", "N", "cpR"], **fields)


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"guarded": ["a1"]}, "guarded squares on free squares, got a king at a1"),
        ({"blocked": ["a1"]}, "blocked squares on free squares, got a king at a1"),
        ({"spared": ["a1"]}, "spared squares on free squares, got a king at a1"),
        ({"standing": [("Q", "a1")]}, "standing pieces on free squares, got a king at a1"),
        ({"standing": [("N", "a2"), ("Q", "a2")]}, "one standing piece at a2, got two"),
        ({"standing": [("N", "b2")], "guarded": ["b2"]}, "got a standing piece at b2"),
        ({"standing": [("N", "b2")], "blocked": ["b2"]}, "got a standing piece at b2"),
        ({"spared": ["b1"], "guarded": ["b1"]}, "guarded squares on free squares, got a spared"),
        ({"guarded": ["d3"]}, "guarded squares on free squares, got a wall at d3"),
        ({"blocked": ["d3"]}, "blocked squares on free squares, got a wall at d3"),
        ({"standing": [("Q", "d3")]}, "got a wall at d3"),
        ({"standing": [("Y", "a2")]}, "got 'Y'"),
        ({"standing": [("R", "a2")]}, "that no standing piece attacks, got none"),
        ({"guarded": ["e1"]}, "square of the 3x4 board"),
        ({"stock": [1, 2]}, "one stock for each of 3 pieces, got 2"),
        ({"stock": [1, 2, 1.5]}, "got 1.5"),
        ({"stock": [0, 0, 0]}, "a stock of at least one piece, got none"),
        ({"at_least": [1, 2]}, "at_least for each of 1 targets, got 2"),
        ({"at_least": 3, "at_most": 2}, "at_most of at least 3 at a1, got 2"),
        ({"allowed": [["a2"]]}, "one list of allowed squares for each of 3 pieces, got 1"),
        ({"allowed": [[], [], []]}, "an empty square on which a piece is allowed, got none"),
        ({"square_prices": [[1]]}, "3 rows of 4 square prices"),
        ({"square_prices": [[0] * 4] * 3}, "square_prices: expected a price above 0"),
    ],
)
def test_fields_that_make_no_sense(fields, text):
    with pytest.raises(rk.PuzzleError, match=text):
        domain(**fields)


def test_kings_on_walls_are_refused():
    with pytest.raises(rk.PuzzleError, match="wall at a1"):
        rk.Cover(rk.Board(2, walls=["a1"]), ["a1"], [1] * 8)


def test_plain_puzzles():
    assert domain().plain
    assert domain(stock=[None] * 3) == domain()
    for fields in (
        {"guarded": ["a2"]},
        {"blocked": ["a2"]},
        {"standing": [("N", "a2")]},
        {"stock": [None, 9, None]},
    ):
        assert not domain(**fields).plain
        assert domain(**fields) != domain()


def test_targets_places_and_hops():
    puzzle = domain(guarded="b1 a3", blocked="b2", standing=[("N", "c2")])
    assert [puzzle.board.name(square) for square in puzzle.targets] == ["a1", "a3", "b1"]
    names = [puzzle.board.name(square) for square in puzzle.places]
    assert names == ["a3", "b3", "c3", "a2", "d2", "b1", "c1", "d1"]
    assert puzzle.hops
    assert not rk.Cover.parse(["#__"], [1], ["mpRcR"]).hops
    assert rk.Cover.parse(["#___"], [1], ["R"], standing=[("gQ", "d1")]).hops


def test_domination_guards_all_but_walls_and_standing_pieces():
    puzzle = rk.Cover.domination(2, 3, "N", walls=["a1"], blocked=["b1"], standing=[("K", "c2")])
    assert [puzzle.board.name(square) for square in puzzle.guarded] == ["a2", "b2", "b1", "c1"]
    assert (puzzle.prices, puzzle.pieces) == ((1,), (rk.Piece("N"),))
    with pytest.raises(rk.PuzzleError, match="no standing piece attacks"):
        rk.Cover.domination(3, piece="N", standing=[("K", "b2")])
    with pytest.raises(rk.LimitError, match="of memory, expected at most"):
        rk.Cover.domination(10**6)


def test_no_piece_is_a_candidate_on_a_spared_square():
    puzzle = rk.Cover.domination(1, 3, "K", spared=["a1", "c1"])
    assert rk.solve(puzzle, limits=20).status is rk.Status.INFEASIBLE
    corners = rk.Cover.domination(3, piece="W", spared=["a1", "c3"])
    assert rk.solve(corners, limits=20).value == cheapest(corners, 9)


def test_drawing_of_every_kind_of_square():
    rows = ["#_+x", "*X_#", "+_+o"]
    standing = [("N", "b1")]
    puzzle = rk.Cover.parse(rows, [1], ["R"], standing=standing, stock=[3])
    assert str(puzzle).split() == rows
    assert rk.Cover.parse(str(puzzle), [1], ["R"], standing=standing, stock=[3]) == puzzle
    assert rk.Cover.parse(map(list, rows), [1], ["R"], standing=standing, stock=[3]) == puzzle


def test_squares_are_blocked_and_spared_besides_those_drawn():
    puzzle = rk.Cover.parse(["#xo", "___"], [1], ["R"], blocked=iter(["a1"]), spared=iter(["b1"]))
    assert str(puzzle).split() == ["#xo", "xo_"]
    assert rk.Cover.domination(2, spared=iter(["a1"])).guarded == ((0, 0), (0, 1), (1, 1))


@pytest.mark.parametrize("betza", ["griffon", "jR", "RqN", "oR"])
def test_pieces_that_bend_are_refused(betza):
    with pytest.raises(rk.PuzzleError, match="neither bends, turns nor skips squares for a cover"):
        rk.Cover(rk.Board(3), ["a1"], [1], [betza])
    with pytest.raises(rk.PuzzleError, match="for a cover"):
        rk.Cover(rk.Board(3), ["a1"], [1], ["R"], standing=[(betza, "c3")])
