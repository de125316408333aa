"""Boards and answers drawn as text."""

from rookery.boards.board import Board
from rookery.cover.puzzle import Cover
from rookery.heaviest.puzzle import Heaviest
from rookery.nonattacking.puzzle import NonAttacking
from rookery.queens.puzzle import Queens
from rookery.tour.puzzle import Tour
from rookery.view.text import (
    board_text,
    cover_text,
    heaviest_text,
    nonattacking_text,
    puzzle_text,
    queens_text,
    side_by_side,
    tour_text,
)


def test_given_queens_and_blocked_squares():
    drawn = queens_text(Queens(4, given=["b4"], blocked=["a1"]), ascii=True)
    assert drawn.splitlines() == [
        "4 . Q . .",
        "3 . . . .",
        "2 . . . .",
        "1 # . . .",
        "  a b c d",
    ]


def test_the_weights_of_a_placement_are_marked():
    weights = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
    lines = heaviest_text(Heaviest(weights), (1, 3, 0, 2)).splitlines()
    assert lines[0] == "4   1    2  [ 3]   4 "
    assert [line.count("[") for line in lines] == [1, 1, 1, 1, 0]
    assert "[" not in heaviest_text(Heaviest(weights))


def test_regions_are_numbered_until_pieces_stand_there():
    puzzle = NonAttacking(Board(3), ["N"], regions=[["a1", "a2"], ["c3"]], blocked=["b2"])
    assert nonattacking_text(puzzle).splitlines()[:3] == ["3 · · 2", "2 1 x ·", "1 1 · ·"]
    drawn = nonattacking_text(puzzle, [(0, 2, 0)])
    assert drawn.splitlines()[:3] == ["3 · · ·", "2 · x ·", "1 ♞ · ·"]


def test_wide_targets_and_goals_of_a_tour():
    board = Board(2, 5, walls=["e2"])
    tour = Tour(board, "a1", ["a2", ["c1", "c2"]], ["c2", "d2"], visit="on", pawns=["e1"])
    assert tour_text(tour, ascii=True).splitlines() == ["2 N . * o #", "1 Q . + . P", "  a b c d e"]


def test_kings_and_pieces_of_a_cover():
    puzzle = Cover.parse(["#___", "____", "__#_"], [1] * 8)
    answer = [(kind, 1, kind % 4) for kind in range(4)] + [
        (kind, 2 if kind < 6 else 0, (0, 1, 2, 3)[kind - 4]) for kind in (4, 5, 6, 7)
    ]
    assert cover_text(puzzle, answer, ascii=True).splitlines() == [
        "3 k . P C",
        "2 B R N G",
        "1 S H k .",
        "  a b c d",
    ]
    assert cover_text(puzzle).splitlines()[0] == "3 ♔ · · ·"


def test_guarded_and_blocked_squares_and_standing_pieces_of_a_cover():
    puzzle = Cover.parse(["#+x_", "*X__"], [1], ["R"], standing=[("N", "d1")])
    assert cover_text(puzzle, [(0, 0, 3)], ascii=True).splitlines() == [
        "2  k  +  x  R",
        "1  *  #  . N'",
        "   a  b  c  d",
    ]


def test_large_boards_keep_their_columns():
    lines = board_text(Board(11, 28), {(0, 27): "Q"}, ascii=True).splitlines()
    assert lines[0].startswith("11  .  .")
    assert lines[0].endswith(" Q")
    assert lines[-1].endswith(" z aa ab")
    assert len({len(line) for line in lines}) == 1


def test_drawings_side_by_side():
    board = board_text(Board(2), {}, ascii=True)
    joined = side_by_side([board] * 3, width=13)
    bands = joined.split("\n\n")
    assert [band.splitlines()[0] for band in bands] == ["2 . .   2 . .", "2 . ."]
    assert side_by_side([]) == ""


def test_weights_are_printed_without_rounding_noise():
    drawn = puzzle_text(Heaviest([[0.1 + 0.2, 10], [2.0, 3]]), ascii=True)
    assert drawn.splitlines()[0].split() == ["2", "0.3", "10"]


def test_targets_of_a_whole_board_are_left_out():
    whole = puzzle_text(Tour.hamiltonian(Board(2, 3), "knight"), ascii=True)
    assert whole.splitlines()[:2] == ["2 . . .", "1 . . ."]
