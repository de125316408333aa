"""The puzzle and its check, against positions worked out by hand."""

from __future__ import annotations

import math

import pytest

from rookery.boards.board import Board
from rookery.boards.pieces import Piece
from rookery.cover.puzzle import Cover
from rookery.errors import PuzzleError

SAMPLE = ["___##", "__#__", "##_#_", "_##__", "##___"]
BISHOP, ROOK, KNIGHT, GOLD, SILVER, HORSE, PHOENIX, CANNON = range(8)


def one_king(rows: list[str]) -> Cover:
    return Cover.parse(rows, [1] * 8)


def test_the_statements_answer_is_right():
    puzzle = Cover.parse(SAMPLE, [1, 1, 1, 1, 1, 1, 2, 1])
    answer = [(ROOK, 0, 0), (PHOENIX, 2, 2), (GOLD, 4, 2)]
    assert puzzle.check(answer) == []
    assert puzzle.value(answer) == 4


@pytest.mark.parametrize(
    ("kind", "checking", "missing"),
    [
        (BISHOP, ["a1", "e1", "a5", "d4"], ["c1", "a3", "d5", "b1"]),
        (ROOK, ["c1", "a3", "c4", "e3"], ["a1", "d4", "b1"]),
        (KNIGHT, ["b1", "d1", "a2", "e4"], ["c1", "b2", "c4"]),
        (GOLD, ["b2", "c2", "d2", "b3", "d3", "c4"], ["b4", "d4", "c1"]),
        (SILVER, ["b2", "c2", "d2", "b4", "d4"], ["b3", "d3", "c4"]),
        (HORSE, ["a1", "c2", "c4", "b3", "b4", "e5"], ["c1", "b1", "a3"]),
        (PHOENIX, ["c2", "c4", "b3", "d3", "a1", "a5", "e1", "e5"], ["b2", "c1", "b1"]),
        (CANNON, [], ["c1", "c4", "a3", "b2"]),
    ],
)
def test_what_each_piece_checks_from_where(kind, checking, missing):
    puzzle = one_king(["_____", "_____", "__#__", "_____", "_____"])
    for name in checking:
        assert puzzle.check([(kind, *puzzle.board.square(name))]) == [], name
    for name in missing:
        assert puzzle.check([(kind, *puzzle.board.square(name))]) != [], name


def test_a_cannon_needs_exactly_one_hurdle_of_either_side():
    puzzle = one_king(["#___"])
    assert puzzle.check([(CANNON, 0, 3)])
    assert puzzle.check([(CANNON, 0, 3), (KNIGHT, 0, 2)]) == []
    assert puzzle.check([(CANNON, 0, 3), (KNIGHT, 0, 2), (KNIGHT, 0, 1)])
    two = one_king(["##__"])
    assert two.check([(CANNON, 0, 3)]) == ["king at b1 is not in check"]


def test_own_pieces_block():
    puzzle = one_king(["#___"])
    assert puzzle.check([(ROOK, 0, 3)]) == []
    assert puzzle.check([(ROOK, 0, 3), (KNIGHT, 0, 2)])


def test_walls_block_and_are_no_hurdles():
    board = Board(1, 5, walls=["b1"])
    puzzle = Cover(board, ["a1"], [1] * 8)
    assert puzzle.check([(ROOK, 0, 4)])
    assert puzzle.check([(CANNON, 0, 2)])


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ([], "expected at least one piece, got none"),
        ([(8, 0, 1)], "piece 9 at b3 is none of 8"),
        ([(0, 3, 1)], "piece at row 4, column 2 is off the board"),
        ([(0, 0, -1)], "piece at row 1, column 0 is off the board"),
        ([(0, 0, 0)], "piece at a3 stands on a king"),
        ([(0, 1, 1), (1, 1, 1)], "2 pieces stand at b2"),
        ([(1, 1, 1)], "king at a3 is not in check"),
    ],
)
def test_faults_are_named(answer, fault):
    puzzle = one_king(["#__", "___", "___"])
    assert fault in puzzle.check(answer)


def test_squares_of_an_answer_may_be_named():
    puzzle = one_king(["#__", "___", "___"])
    for square in ["b3", "c1"]:
        by_name, by_pair = ([(1, square)], [(1, *puzzle.board.square(square))])
        assert puzzle.check(by_name) == puzzle.check(by_pair)
    [fault] = puzzle.check([(1, "d4")])
    assert fault == "answer[0]: expected a square of the 3x3 board (a1 to c3), got 'd4'"


ROOK_IF_ROUNDED = [
    [(1.9, 0, 1)],
    [("1", 0, 1)],
    [(True, 0, 1)],
    [(1, 0, 1.0)],
    [(math.inf, 0, 1)],
    [(math.nan, 0, 1)],
]


@pytest.mark.parametrize("answer", [None, 5, [1], [(1, 2)], "abc", [("x", 0, 0)], *ROOK_IF_ROUNDED])
def test_malformed_answers_are_reported_not_raised(answer):
    assert one_king(["#_"]).check(answer)


@pytest.mark.parametrize(
    ("rows", "prices", "text"),
    [
        (["#_"], [1] * 7, "one price for each of 8 pieces, got 7"),
        (
            ["#_"],
            [1] * 7 + [0],
            "prices: expected a price above 0: an integer, a fraction or a decimal, got 0",
        ),
        (["#_"], [1] * 7 + [-3], "got -3"),
        (["#_"], [1] * 7 + [float("inf")], "got inf"),
        (["#_"], [1] * 7 + ["1/0"], "got '1/0'"),
        (["#_"], {"Q": 1, "R": "x"}, "got 'x'"),
        (["##"], [1] * 8, "an empty square, got none"),
        (["#x"], [1] * 8, "an empty square, got none"),
        (["#_", "#"], [1] * 8, "expected 2 squares in row 2"),
        (["#y"], [1] * 8, "got 'y'"),
        ([], [1] * 8, "expected rows of a board, got none"),
    ],
)
def test_nonsense_is_refused(rows, prices, text):
    with pytest.raises(PuzzleError, match=text):
        Cover.parse(rows, prices)


def test_kings_on_walls_are_refused():
    with pytest.raises(PuzzleError, match="wall at a1"):
        Cover(Board(2, walls=["a1"]), ["a1"], [1] * 8)


def test_text_round_trip():
    puzzle = Cover.parse(SAMPLE, [1] * 8)
    assert Cover.parse(str(puzzle), [1] * 8) == puzzle
    assert str(puzzle).split() == SAMPLE


def domain(**fields) -> Cover:
    """Return a king on a1 of a board of 3 by 4 squares, and what else is given."""
    return Cover(Board(3, 4), ["a1"], [4, 2, 3], ["Q", "N", "cpR"], **fields)


def test_guarded_squares_are_attacked_or_occupied():
    puzzle = domain(guarded=["b1", "c3"])
    queen = (0, *puzzle.board.square("b2"))
    knight = (1, *puzzle.board.square("b1"))
    assert puzzle.check([queen]) == []
    assert puzzle.check([knight]) == ["king at a1 is not in check"]
    lone = (1, *puzzle.board.square("c2"))
    assert puzzle.check([lone]) == [
        "square at c3 is neither attacked nor occupied",
        "square at b1 is neither attacked nor occupied",
    ]


def test_lines_pass_guarded_and_blocked_squares():
    puzzle = Cover.parse(["#x+_"], [1], ["R"])
    assert puzzle.check([(0, 0, 3)]) == []
    assert puzzle.check([(0, 0, 1)]) == ["piece at b1 stands on a blocked square"]
    assert puzzle.check([(0, 0, 2)]) == []


def test_standing_pieces_attack_block_and_are_hurdles():
    row = Cover.parse(["#___#"], [1], ["R"], standing=[("K", "b1")])
    assert row.check([(0, 0, 3)]) == []
    assert row.check([(0, 0, 1)]) == ["piece at b1 stands on a standing piece"]
    blocked = Cover.parse(["#___"], [1], ["R"], standing=[("N", "c1")])
    assert blocked.check([(0, 0, 3)]) == ["king at a1 is not in check"]
    hurdle = Cover.parse(["#___"], [1], ["cpR"], standing=[("N", "c1")])
    assert hurdle.check([(0, 0, 3)]) == []
    ours = Cover.parse(["#___"], [1], ["N"], standing=[("cpR", "d1")])
    assert ours.check([(0, 0, 2)]) == []


def test_the_stock_is_kept():
    puzzle = domain(stock=[1, 0, None])
    queens = [(0, *puzzle.board.square(name)) for name in ("a2", "a3")]
    assert puzzle.check(queens) == ["expected at most 1 of piece 1, got 2"]
    assert puzzle.check([*queens[:1], (1, 0, 0)]) == ["expected at most 0 of piece 2, got 1"]
    cannons = [(2, *puzzle.board.square(name)) for name in ("c1", "b1", "d3")]
    assert puzzle.check(cannons) == []


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"guarded": ["a1"]}, "guarded squares on free squares, got a king at a1"),
        ({"blocked": ["a1"]}, "blocked squares on free squares, got a king at a1"),
        ({"standing": [("Q", "a1")]}, "standing pieces on free squares, got a king at a1"),
        ({"standing": [("N", "a2"), ("Q", "a2")]}, "one standing piece at a2, got two"),
        ({"standing": [("N", "b2")], "guarded": ["b2"]}, "got a standing piece at b2"),
        ({"standing": [("N", "b2")], "blocked": ["b2"]}, "got a standing piece at b2"),
        ({"standing": ["a2"]}, r"pairs \(piece, square\), got 'a2'"),
        ({"standing": [("Y", "a2")]}, "got 'Y'"),
        ({"standing": [("R", "a2")]}, "that no standing piece attacks, got none"),
        ({"guarded": ["e1"]}, "square of the 3x4 board"),
        ({"stock": [1, 2]}, "one stock for each of 3 pieces, got 2"),
        ({"stock": [1, 2, -1]}, "stock: expected an integer of 0 or more, got -1"),
        ({"stock": [1, 2, 1.5]}, "got 1.5"),
        ({"stock": [0, 0, 0]}, "a stock of at least one piece, got none"),
    ],
)
def test_fields_that_make_no_sense(fields, text):
    with pytest.raises(PuzzleError, match=text):
        domain(**fields)


@pytest.mark.parametrize("field", ["guarded", "blocked"])
def test_walls_are_neither_guarded_nor_blocked(field):
    with pytest.raises(PuzzleError, match=f"{field} squares on free squares, got a wall at b1"):
        Cover(Board(2, walls=["b1"]), ["a1"], [1], ["Q"], **{field: ["b1"]})
    with pytest.raises(PuzzleError, match="got a wall at b1"):
        Cover(Board(2, walls=["b1"]), ["a1"], [1], ["Q"], standing=[("Q", "b1")])


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
        assert hash(domain(**fields)) == hash(domain(**fields))


def test_targets_places_and_hops():
    puzzle = domain(guarded="b1 a3", blocked="b2", standing=[("N", "c2")])
    assert [puzzle.board.name(square) for square in puzzle.targets] == ["a1", "a3", "b1"]
    names = {puzzle.board.name(square) for square in puzzle.places}
    assert names == {"a3", "b3", "c3", "d3", "a2", "d2", "b1", "c1", "d1"}
    assert puzzle.hops
    riders = Cover.parse(["#__"], [1], ["mpRcR"])
    assert not riders.hops
    assert Cover.parse(["#___"], [1], ["R"], standing=[("gQ", "d1")]).hops


def test_domination_guards_all_but_walls_and_standing_pieces():
    puzzle = Cover.domination(2, 3, "N", walls=["a1"], blocked=["b1"], standing=[("K", "c2")])
    assert [puzzle.board.name(square) for square in puzzle.guarded] == ["a2", "b2", "b1", "c1"]
    assert (puzzle.prices, puzzle.pieces) == ((1,), (Piece("N"),))
    with pytest.raises(PuzzleError, match="no standing piece attacks"):
        Cover.domination(3, piece="N", standing=[("K", "b2")])


def test_drawing_of_every_kind_of_square():
    rows = ["#_+x", "*X_#", "+_+_"]
    standing = [("N", "b1")]
    puzzle = Cover.parse(rows, [1], ["R"], standing=standing, stock=[3])
    assert str(puzzle).split() == rows
    assert Cover.parse(str(puzzle), [1], ["R"], standing=standing, stock=[3]) == puzzle


def test_squares_are_blocked_and_spared_besides_those_drawn():
    puzzle = Cover.parse(["#xo", "___"], [1], ["R"], blocked=iter(["a1"]), spared=iter(["b1"]))
    assert str(puzzle).split() == ["#xo", "xo_"]
    assert Cover.domination(2, spared=iter(["a1"])).guarded == ((0, 0), (0, 1), (1, 1))


@pytest.mark.parametrize("betza", ["griffon", "jR", "RqN", "oR"])
def test_pieces_that_bend_are_refused(betza):
    with pytest.raises(PuzzleError, match="neither bends, turns nor skips squares for a cover"):
        Cover(Board(3), ["a1"], [1], [betza])
    with pytest.raises(PuzzleError, match="for a cover"):
        Cover(Board(3), ["a1"], [1], ["R"], standing=[(betza, "c3")])


def test_rows_may_be_lists():
    rows = ["#_", "_+"]
    assert Cover.parse([list(row) for row in rows], [1] * 8) == Cover.parse(rows, [1] * 8)
