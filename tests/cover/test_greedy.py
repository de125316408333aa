"""Greedy covers are legal on every board that has one, and hold nothing redundant."""

from __future__ import annotations

import pytest
from tests.cover.boards import random_cover

from rookery.cover.attacks import candidates
from rookery.cover.greedy import filled, greedy, without_redundant
from rookery.cover.puzzle import SHOWDOWN_PIECES, Cover


@pytest.mark.parametrize("seed", range(40))
def test_legal_and_without_redundant_pieces(seed):
    puzzle = random_cover(seed, 4 + seed % 9, 5 + seed % 7, 0.1 + 0.05 * (seed % 11))
    position = greedy(puzzle, candidates(puzzle))
    before = position.cost
    without_redundant(position)
    men = position.men()
    assert position.cost <= before
    assert puzzle.check(men) == []
    if len(men) > 1:
        for man in men:
            assert puzzle.check([other for other in men if other != man]), man


@pytest.mark.parametrize("seed", range(10))
def test_a_board_full_of_one_kind_is_legal(seed):
    puzzle = random_cover(seed, 7, 7, 0.4, SHOWDOWN_PIECES)
    assert puzzle.check(filled(puzzle).men()) == []


def test_no_kind_fills_a_board_that_none_can_cover():
    assert filled(Cover.parse(["___", "__#"], [1], ["fF"])) is None


def test_a_board_without_kings_gets_the_cheapest_piece():
    puzzle = Cover.parse(["__", "__"], [5, 4, 3, 9, 9, 9, 9, 9])
    position = greedy(puzzle, candidates(puzzle))
    assert position.men() == ((2, 0, 0),)


def test_greedy_stops_when_told():
    puzzle = random_cover(1, 9, 9)
    assert greedy(puzzle, candidates(puzzle), lambda: False) is None
