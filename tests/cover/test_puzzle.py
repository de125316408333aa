"""The puzzle and its check, against positions worked out by hand."""

from __future__ import annotations

import pytest

from rookery.board import Board
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
    assert two.check([(CANNON, 0, 3)]) == ["king at row 1, column 2 is not in check"]


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
        ([(8, 0, 1)], "piece 9 at row 1, column 2 is none of 8"),
        ([(0, 3, 1)], "piece at row 4, column 2 is off the board"),
        ([(0, 0, -1)], "piece at row 1, column 0 is off the board"),
        ([(0, 0, 0)], "piece at row 1, column 1 stands on a king"),
        ([(0, 1, 1), (1, 1, 1)], "2 pieces stand at row 2, column 2"),
        ([(1, 1, 1)], "king at row 1, column 1 is not in check"),
    ],
)
def test_faults_are_named(answer, fault):
    puzzle = one_king(["#__", "___", "___"])
    assert fault in puzzle.check(answer)


@pytest.mark.parametrize("answer", [None, 5, [1], [(1, 2)], "abc", [("x", 0, 0)]])
def test_malformed_answers_are_reported_not_raised(answer):
    assert one_king(["#_"]).check(answer)


@pytest.mark.parametrize(
    ("rows", "prices", "text"),
    [
        (["#_"], [1] * 7, "one price for each of 8 pieces, got 7"),
        (["#_"], [1] * 7 + [0], "integers of at least 1, got 0"),
        (["#_"], [1] * 7 + [-3], "got -3"),
        (["#_"], [1] * 7 + [1.5], "got 1.5"),
        (["##"], [1] * 8, "an empty square, got none"),
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
