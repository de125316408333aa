"""Boards and answers drawn as text."""

import pytest

import rookery as rk
from rookery.view.text import board_text, puzzle_text

WEIGHTS = rk.Heaviest([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]])
REGIONS = rk.NonAttacking(3, "N", regions=[["a1", "a2"], ["c3"]], blocked=["b2"])
TOUR = rk.Tour(
    rk.Board(2, 5, walls=["e2"]), "a1", ["a2", ["c1", "c2"]], ["c2", "d2"], visit="on", pawns=["e1"]
)
COVER = rk.Cover.parse(["#___", "____", "__#_"], [1] * 8)
PIECES = [(kind, 1, kind) for kind in range(4)] + [(4, 2, 0), (5, 2, 1), (6, 0, 2), (7, 0, 3)]
SQUARES = rk.Cover.parse(["#+x_", "*X__"], [1], ["R"], standing=[("N", "d1")])


@pytest.mark.parametrize(
    ("puzzle", "answer", "drawn"),
    [
        (
            rk.Queens(4, given=["b4"], blocked=["a1"]),
            None,
            ["4 . Q . .", "3 . . . .", "2 . . . .", "1 # . . .", "  a b c d"],
        ),
        (WEIGHTS, (1, 3, 0, 2), ["4   1    2  [ 3]   4 ", "3 [ 5]   6    7    8 "]),
        (WEIGHTS, None, ["4   1    2    3    4 ", "3   5    6    7    8 "]),
        (rk.Heaviest([[0.1 + 0.2, 10], [2.0, 3]]), None, ["2  0.3    10 ", "1    2     3 "]),
        (REGIONS, None, ["3 . . 2", "2 1 x .", "1 1 . ."]),
        (REGIONS, [(0, 2, 0)], ["3 . . .", "2 . x .", "1 N . ."]),
        (TOUR, None, ["2 N . * o #", "1 Q . + . P", "  a b c d e"]),
        (COVER, PIECES, ["3 k . P C", "2 B R N G", "1 S H k .", "  a b c d"]),
        (SQUARES, [(0, 0, 3)], ["2  k  +  x  R", "1  *  #  . N'", "   a  b  c  d"]),
        (rk.Tour.hamiltonian(rk.Board(2, 3), "knight"), None, ["2 . . .", "1 . . .", "  a b c"]),
    ],
)
def test_puzzles_and_answers_in_ascii(puzzle, answer, drawn):
    assert puzzle_text(puzzle, answer, ascii=True).splitlines()[: len(drawn)] == drawn


def test_other_signs_where_the_terminal_has_them():
    assert puzzle_text(COVER).splitlines()[0] == "3 ♔ · · ·"
    assert puzzle_text(REGIONS, [(0, 2, 0)]).splitlines()[1:3] == ["2 · x ·", "1 ♞ · ·"]


def test_large_boards_keep_their_columns():
    lines = board_text(rk.Board(11, 28), {(0, 27): "Q"}, ascii=True).splitlines()
    assert lines[0].startswith("11  .  .")
    assert lines[0].endswith(" Q")
    assert lines[-1].endswith(" z aa ab")
    assert len({len(line) for line in lines}) == 1
