"""Conditions of covers: hand-made cases of each rule, and all methods against brute force."""

from __future__ import annotations

import pytest
from tests.cover.brute import cheapest

import rookery as rk
from rookery.boards.board import Board
from rookery.cover.puzzle import Cover
from rookery.errors import PuzzleError

QUEEN, KNIGHT = 0, 1


def faults(puzzle, *names):
    """Return the faults of pieces of the first kind on these squares."""
    return puzzle.check([(0, *puzzle.board.square(name)) for name in names])


def test_total_asks_for_attacks_on_occupied_squares():
    rooks = Cover(Board(1, 3), (), [1], ["R"], guarded=["a1", "b1", "c1"], total=True)
    assert faults(rooks, "b1") == ["square at b1 is not attacked"]
    assert faults(rooks, "a1", "b1") == []


def test_covers_are_counted():
    row = Cover(Board(1, 3), ["a1"], [1], ["R"], at_least=2)
    assert faults(row, "b1") == ["king at a1 is covered 1 times, at least 2"]
    assert faults(row, "b1", "c1") == ["king at a1 is covered 1 times, at least 2"]
    knights = Cover(Board(3, 3), ["a1"], [1], ["N"], at_least={"a1": 2})
    assert faults(knights, "b3", "c2") == []
    held = Cover(Board(1, 3), (), [1], ["R"], guarded=["a1"], at_least=2)
    assert faults(held, "a1", "c1") == []
    held = Cover(Board(1, 3), (), [1], ["R"], guarded=["a1"], at_least=2, total=True)
    assert faults(held, "a1", "c1") == ["square at a1 is covered 1 times, at least 2"]
    once = Cover(Board(3, 3), ["a1"], [1], ["N"], at_most=1)
    assert faults(once, "b3", "c2") == ["king at a1 is covered 2 times, at most 1"]


def test_a_piece_that_attacks_in_two_ways_covers_once():
    two_ways = Cover(Board(1, 4), ["a1"], [1], ["RD"], at_least=2)
    assert faults(two_ways, "c1") == ["king at a1 is covered 1 times, at least 2"]


def test_independent_pieces_do_not_attack_each_other():
    rooks = Cover(Board(1, 5), ["a1", "e1"], [1], ["R"], independent=True)
    assert faults(rooks, "b1", "d1") == [
        "piece at b1 is attacked by another of ours",
        "piece at d1 is attacked by another of ours",
    ]
    assert faults(rooks, "c1") == []
    standing = Cover(Board(2, 3), ["a1"], [1], ["R"], standing=[("N", "a2")], independent=True)
    assert faults(standing, "c1") == ["piece at c1 is attacked by another of ours"]


def test_spared_squares_are_empty_and_unattacked():
    puzzle = Cover.parse(["#__o"], [1, 1], ["R", "W"])
    assert puzzle.spared == {(0, 3)}
    assert puzzle.check([(0, 0, 1)]) == ["spared square at d1 is attacked"]
    assert puzzle.check([(1, 0, 1)]) == []
    assert puzzle.check([(0, 0, 1), (1, 0, 2)]) != []
    assert puzzle.check([(1, 0, 3)]) == ["piece at d1 stands on a spared square"]
    assert str(puzzle) == "#__o"


def test_no_piece_is_a_candidate_on_a_spared_square():
    puzzle = Cover.domination(1, 3, "K", spared=["a1", "c1"])
    assert rk.solve(puzzle, limits=20).status is rk.Status.INFEASIBLE
    corners = Cover.domination(3, piece="W", spared=["a1", "c3"])
    assert rk.solve(corners, limits=20).value == cheapest(corners, 9)


def test_pieces_stand_where_they_are_allowed():
    puzzle = Cover.parse(["#__"], [1, 2], ["R", "R"], allowed=[["b1"], None])
    assert puzzle.check([(0, 0, 1)]) == []
    assert puzzle.check([(0, 0, 2)]) == ["piece 1 at c1 stands where it is not allowed"]
    assert puzzle.check([(1, 0, 2)]) == []


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"at_least": 0}, "at_least: expected an integer of 1 or more, got 0"),
        ({"at_least": [1, 2]}, "at_least for each of 1 targets, got 2"),
        ({"at_least": {"b1": 2}}, "at_least of targets, got b1"),
        ({"at_least": 3, "at_most": 2}, "at_most of at least 3 at a1, got 2"),
        ({"allowed": [["a2"]]}, "one list of allowed squares for each of 2 pieces, got 1"),
        ({"allowed": [[], []]}, "an empty square on which a piece is allowed, got none"),
        ({"spared": ["a1"]}, "spared squares on free squares, got a king at a1"),
        ({"spared": ["b1"], "guarded": ["b1"]}, "guarded squares on free squares, got a spared"),
        ({"square_prices": [[1]]}, "3 rows of 4 square prices"),
        ({"square_prices": [[0] * 4] * 3}, "square_prices: expected a price above 0"),
    ],
)
def test_conditions_that_make_no_sense(fields, text):
    with pytest.raises(PuzzleError, match=text):
        Cover(Board(3, 4), ["a1"], [4, 2], ["Q", "N"], **fields)
