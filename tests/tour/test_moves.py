from __future__ import annotations

import random

import pytest
from tests.marks import few
from tests.tour.brute import MOVERS, destinations

import rookery as rk
from rookery.boards.board import Board
from rookery.boards.pieces import Piece
from rookery.tour.moves import ends_of_moves, moves_from, neighbours, number, square_of
from rookery.tour.puzzle import Tour
from rookery.tour.rules import BlockedBoard, move_fault


def test_numbers_are_in_lexicographic_order():
    board = Board(3, 4)
    squares = sorted(board.squares(), key=lambda s: (s[1], -s[0]))
    assert [number(board, square) for square in squares] == list(range(12))
    assert [square_of(board, index) for index in range(12)] == squares


@pytest.mark.parametrize("wrap", ["", "cylinder", "torus"])
def test_neighbours_touch(wrap):
    board = Board(3, 4)
    for index, near in enumerate(neighbours(3, 4, wrap)):
        row, column = square_of(board, index)
        touching = set()
        for other, at in board.squares():
            down, right = abs(other - row), abs(at - column)
            right = min(right, 4 - right) if wrap else right
            down = min(down, 3 - down) if wrap == "torus" else down
            if max(down, right) == 1:
                touching.add(number(board, (other, at)))
        assert (set(near), len(near)) == (touching, len(touching))


@pytest.mark.parametrize("mover", MOVERS)
def test_destinations_and_reach(mover):
    rng = random.Random(mover)
    for _ in range(30):
        squares = list(Board(5, 4).squares())
        rng.shuffle(squares)
        start, target, *walls = squares[:7]
        tour = Tour(Board(5, 4, walls), start, [target], mover=mover)
        moves = moves_from(tour.board, start, Piece(mover), tour.obstacles)
        reached = [start]
        for square in reached:
            ends = destinations(tour, square, MOVERS[mover])
            numbers = [number(tour.board, end) for end in ends]
            assert moves.destinations(number(tour.board, square)) == sorted(set(numbers))
            reached += [end for end in dict.fromkeys(ends) if end not in reached]
        assert moves.reached == {number(tour.board, square) for square in reached}


@pytest.mark.parametrize(
    "mover", few(["griffon", "rose", "zB", "jR", "oB", "[F-R]", "jD", "afsK"], 4)
)
def test_routes_that_bend_are_moves_and_are_checked(mover):
    rng = random.Random(mover)
    piece, board = Piece(mover), Board(5, 6)
    for _ in range(10):
        start, target, *walls = rng.sample(list(board.squares()), 6)
        walled = Board(5, 6, walls[:2])
        tour = Tour(walled, start, [target], mover=mover, visit="on", pawns=walls[2:])
        ends = ends_of_moves(walled, piece, tour.obstacles)
        ground = BlockedBoard(walled, walled.walls, tour.obstacles)
        for square in walled.squares():
            if square in tour.obstacles:
                continue
            found = piece.destinations(walled, square, tour.obstacles)
            assert ends[number(walled, square)] == sorted(number(walled, end) for end in found)
            for end in walled.squares():
                fault = move_fault(piece, ground, square, end)
                assert (fault is None) is (end in found)
        result = rk.solve(tour)
        if result.answer is not None:
            assert rk.check(tour, result.answer) == []


def test_bent_movers_cannot_visit_by_passing_over():
    with pytest.raises(rk.PuzzleError, match="targets visited by passing over them"):
        Tour(Board(4), "a1", ["c3"], mover="griffon", visit="over")
