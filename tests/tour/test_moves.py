import random

import pytest
from tests.marks import few

import rookery as rk
from rookery.tour.moves import ends_of_moves, number


@pytest.mark.parametrize(
    "mover", few(["griffon", "rose", "zB", "jR", "oB", "[F-R]", "jD", "afsK"], 4)
)
def test_routes_that_bend_are_moves_and_are_checked(mover):
    rng = random.Random(mover)
    piece, board = rk.Piece(mover), rk.Board(5, 6)
    for _ in range(2):
        start, target, *walls = rng.sample(list(board.squares()), 6)
        walled = rk.Board(5, 6, walls[:2])
        tour = rk.Tour(walled, start, [target], mover=mover, visit="on", pawns=walls[2:])
        ends = ends_of_moves(walled, piece, tour.obstacles)
        for square in walled.squares():
            if square in tour.obstacles:
                continue
            found = piece.destinations(walled, square, tour.obstacles)
            assert ends[number(walled, square)] == sorted(number(walled, end) for end in found)
            for end in walled.squares():
                faults = [fault for fault in tour.move_faults([square, end]) if "move 1" in fault]
                assert (not faults) is (end in found)
        result = rk.solve(tour)
        if result.answer is not None:
            assert rk.check(tour, result.answer) == []


def test_routes_do_not_tell_what_they_pass():
    with pytest.raises(rk.PuzzleError, match="targets visited by passing over them"):
        rk.Tour(rk.Board(4), "a1", ["c3"], mover="griffon", visit="over")
