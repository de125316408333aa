"""Greedy covers are legal on every board that has one, and hold nothing redundant."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.cover.boards import FAIRY, chosen, random_cover, random_domain
from tests.cover.runs import run_of
from tests.limited import FakeClock
from tests.marks import few

import rookery as rk
from rookery.cover.first import greedy as first
from rookery.cover.first.greedy import exchanged, filled, greedy, hurried, without_redundant
from rookery.cover.model.arrangement import Arrangement, sights
from rookery.cover.model.candidates import candidates
from rookery.cover.puzzle import SHOWDOWN_PIECES, Cover


def empty(puzzle):
    return Arrangement(sights(puzzle), np.ones(len(puzzle.targets)))


def full(puzzle):
    return filled(sights(puzzle), np.ones(len(puzzle.targets)))


@pytest.mark.parametrize("seed", few(range(40), 5))
def test_legal_and_without_redundant_pieces(seed):
    puzzle = random_cover(seed, 4 + seed % 9, 5 + seed % 7, 0.1 + 0.05 * (seed % 11))
    board = chosen(puzzle)
    before = board.cost
    without_redundant(board)
    placed_pieces = board.placed_pieces()
    assert board.cost <= before
    assert puzzle.check(placed_pieces) == []
    if len(placed_pieces) > 1:
        for placed_piece in placed_pieces:
            assert puzzle.check([other for other in placed_pieces if other != placed_piece]), (
                placed_piece
            )


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY])
@pytest.mark.parametrize("seed", few(range(30), 4))
def test_what_is_found_keeps_to_places_and_stock(seed, pieces):
    puzzle = random_domain(seed, 4 + seed % 5, 5 + seed % 4, pieces, FAIRY, 0.3)
    for board in (chosen(puzzle), full(puzzle)):
        if board is not None:
            without_redundant(board)
            assert puzzle.check(board.placed_pieces()) == []


@pytest.mark.parametrize("seed", [4, 8, 9])
def test_room_and_a_hurry_reach_what_greedy_choice_cannot(seed):
    puzzle = random_cover(seed, 14, 14, 0.7, SHOWDOWN_PIECES)
    board = empty(puzzle)
    assert not greedy(board, rooms=0)
    assert puzzle.check(hurried(board).placed_pieces()) == []
    assert not greedy(board, rooms=0)
    if greedy(board):
        assert puzzle.check(board.placed_pieces()) == []


@pytest.mark.parametrize("choices", [0, 1, 7, 30])
@pytest.mark.parametrize("seed", range(4))
def test_in_a_hurry_any_beginning_becomes_a_cover(seed, choices):
    puzzle = random_cover(seed, 12, 13, 0.15 + 0.15 * seed, SHOWDOWN_PIECES)
    board, left = empty(puzzle), iter(range(choices))
    greedy(board, lambda: next(left, None) is not None, rooms=0)
    found = board if board.is_cover() else hurried(board)
    assert puzzle.check(found.placed_pieces()) == []
    assert found.cost < full(puzzle).cost


def test_most_boards_with_stock_are_covered_by_greedy_choice():
    puzzles = [random_domain(seed, 7, 8) for seed in range(20)]
    found = [chosen(puzzle) for puzzle in puzzles]
    assert sum(board is not None for board in found) >= 10


@pytest.mark.parametrize(("side", "most"), [(8, 8), (25, 22)])
def test_queens_that_guard_a_board(side, most):
    puzzle = Cover.domination(side)
    board = without_redundant(chosen(puzzle))
    assert puzzle.check(board.placed_pieces()) == []
    assert board.cost <= most


def test_no_kind_fills_a_board_with_too_few_of_it():
    assert full(Cover.parse(["#__"], [1, 2], ["K", "R"], stock=[1, 2])).cost == 4
    assert full(Cover.parse(["#__"], [1, 2], ["K", "R"], stock=[1, 1])) is None
    assert full(Cover.parse(["#__"], [1, 2], ["K", "R"], stock=[0, None])).cost == 4


def test_a_board_without_targets_gets_the_cheapest_piece_in_stock():
    puzzle = Cover.parse(["x_", "__"], [1, 5, 4], ["N", "R", "B"], stock=[0, 2, 2])
    assert chosen(puzzle).placed_pieces() == ((2, 0, 1),)


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY])
@pytest.mark.parametrize("seed", few(range(10), 3))
def test_exchanges_keep_to_the_rules_and_make_nothing_dearer(seed, pieces):
    for puzzle in (random_cover(seed, 9, 9), random_domain(seed, 6, 7, pieces, FAIRY)):
        board = chosen(puzzle)
        if board is not None:
            other = exchanged(board, random.Random(seed), 20)
            assert puzzle.check(other.placed_pieces()) == []
            assert other.cost <= board.cost


@pytest.mark.parametrize("is_known", [False, True])
def test_only_a_first_cover_is_made_all_at_once_when_the_time_is_over(is_known, monkeypatch):
    puzzle = random_cover(3, 30, 30, 0.2, SHOWDOWN_PIECES)
    run = run_of(puzzle, FakeClock(50, tick=1.0), full(puzzle).placed_pieces() if is_known else ())
    made = []
    monkeypatch.setattr(first, "hurried", lambda board: made.append(board) or hurried(board))
    first.find_first_cover(run, candidates(puzzle))
    assert puzzle.check(run.answer) == []
    assert len(made) == (0 if is_known else 1)


@pytest.mark.parametrize("seed", [0, 2, 10])
def test_no_time_limit_gives_the_cover_of_a_long_one(seed):
    board = rk.Board(8)
    squares = random.Random(seed).sample(list(board.squares()), 34)
    puzzle = rk.Cover(board, squares, [9, 4, 4, 5, 3, 4, 4, 5])
    free, limited = (rk.solve(puzzle, method="greedy", limits=limits) for limits in (None, 1000))
    assert free.answer == limited.answer
