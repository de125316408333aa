"""Bounds by theorems: never above what is known, and told apart from what is computed."""

from itertools import product

import pytest
from tests.cover.boards import QUEENS
from tests.marks import few

import rookery as rk
from rookery.cover.bounds.theorems import bound


@pytest.mark.parametrize(("side", "number"), list(enumerate(QUEENS, 1)))
def test_the_bound_on_queens_is_at_most_one_below_the_known_number(side, number):
    assert number - 1 <= bound(rk.Cover.domination(side)) <= number


@pytest.mark.parametrize("piece", ["Q", "R", "B", "K"])
@pytest.mark.parametrize(("rows", "columns"), few(product([4, 3, 5, 1, 2], repeat=2), 3))
def test_no_theorem_is_above_the_truth(piece, rows, columns):
    puzzle = rk.Cover.domination(rows, columns, piece)
    result = rk.solve(puzzle, method="exact", limits=60)
    assert (bound(puzzle) or 0) <= result.value
    if rows == columns and piece != "Q":
        assert bound(puzzle) == result.value


def test_prices_and_kinds():
    squares = list(rk.Board(4).squares())
    assert bound(rk.Cover(rk.Board(4), (), {"R": 3}, guarded=squares)) == 12
    assert bound(rk.Cover(rk.Board(4), (), {"R": 3, "Q": 3}, guarded=squares)) is None
    assert bound(rk.Cover(rk.Board(4), (), {"R": 3}, guarded=squares[1:])) is None
    assert bound(rk.Cover.domination(4, piece="R", walls=["a1"])) is None
    assert bound(rk.Cover.domination(4, piece="R", standing=[("N", "a1")])) is None
    assert bound(rk.Cover.domination(9, wrap="torus")) is None
    assert bound(rk.Cover.domination(4, piece="R", total=True, blocked=["a1"])) == 4


def test_only_the_method_auto_takes_them():
    puzzle = rk.Cover.domination(7, piece="R")
    stages = {entry.stage for entry in rk.solve(puzzle, limits=60).trace}
    assert "theorem" in stages
    puzzle = rk.Cover.domination(4, piece="R")
    stages = {entry.stage for entry in rk.solve(puzzle, method="exact", limits=60).trace}
    assert "theorem" not in stages
