"""Bounds never pass the cost found by trying everything."""

from __future__ import annotations

import numpy as np
import pytest
from tests.cover.boards import SHOWDOWN_PIECES, random_cover
from tests.cover.bounds.relaxed import linear_value

from rookery.boards.board import Board
from rookery.cover.bounds.duals import lagrangian, round_up, uncheckable
from rookery.cover.bounds.hurdles_kernel import hurdle_bound
from rookery.cover.model.candidates import candidates
from rookery.cover.puzzle import Cover


@pytest.mark.parametrize("seed", range(4))
def test_the_lagrangian_comes_near_the_lp_on_boards_without_hops(seed):
    puzzle = random_cover(seed, 12, 12, 0.25, SHOWDOWN_PIECES[:7], dearest=1000)
    table = candidates(puzzle)
    program = linear_value(puzzle)
    found = lagrangian(table, 1.1 * program).bound
    assert 0.97 * program <= found <= program * (1 + 1e-6)


def test_duals_prove_the_bound_they_come_with():
    puzzle = random_cover(5, 8, 8, 0.3, SHOWDOWN_PIECES[:7], dearest=100)
    table = candidates(puzzle)
    duals = lagrangian(table, 200)
    reduced = table.price - np.bincount(table.owner, duals.worth[table.king], len(table))
    assert np.allclose(reduced, duals.reduced)
    least = {}
    for square, value in zip(table.square.tolist(), reduced.tolist(), strict=True):
        least[square] = min(least.get(square, 0.0), value)
    assert (duals.worth >= 0).all()
    assert duals.bound == pytest.approx(duals.worth.sum() + sum(least.values()))


@pytest.mark.parametrize(
    ("bound", "prices", "rounded"),
    [(0.0, (5, 7), 5), (7.0001, (1, 3), 8), (7.00000000001, (1, 3), 7), (25, (10, 20), 30)],
)
def test_rounding_up(bound, prices, rounded):
    assert round_up(bound, prices) == rounded


def test_a_king_that_nothing_reaches_is_found():
    puzzle = Cover.parse(["___", "__#"], [1], ["fF"])
    assert uncheckable(candidates(puzzle)) == [0]


def test_a_piece_that_attacks_nothing_may_be_a_hurdle():
    puzzle = Cover.parse(["#__"], [1, 10], ["cpR", "R"])
    assert puzzle.check([(0, 0, 1), (0, 0, 2)]) == []
    assert linear_value(puzzle) <= 2


def with_hurdles(table, target):
    return hurdle_bound(table, 1, target)


@pytest.mark.parametrize("bounded", [lagrangian, with_hurdles])
def test_worths_that_grow_without_end_prove_nothing_too_much(bounded):
    """King b3's attackers all stand on b2: its worth is free to grow, and sums lose digits."""
    puzzle = Cover.parse(["##", "#_", "_#"], [1, 3, 2, 1], ["rook", "horse", "cannon", "silver"])
    assert puzzle.check([(0, 2, 0), (3, 1, 1)]) == []
    table = candidates(puzzle)
    for target in (2.0, 3.0, 7.0):
        duals = bounded(table.for_bounds(), target)
        assert duals.bound <= 2
        assert duals.worth.max() < 100 * target


def test_a_bound_knows_the_stock():
    squares = list(Board(8).squares())
    army = {"prices": [1] * 5, "pieces": ["K", "Q", "R", "B", "N"], "guarded": squares}
    limited, free = (Cover(Board(8), (), stock=stock, **army) for stock in ([1, 1, 2, 2, 2], None))
    found = lagrangian(candidates(limited).for_bounds(), 10.0).bound
    assert 3.6 < found <= linear_value(limited) + 0.01 < 4
    assert linear_value(free) < 3
