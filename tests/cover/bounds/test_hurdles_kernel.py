"""The bound with hurdles: never past the optimum or the LP, and proved by its duals."""

from __future__ import annotations

import pytest
from tests.cover.boards import SHOWDOWN_PIECES, planted, random_cover
from tests.cover.bounds.relaxed import linear_value
from tests.marks import few

from rookery.boards.pieces import Piece
from rookery.cover.bounds.duals import Duals, lagrangian
from rookery.cover.bounds.hurdles_kernel import hurdle_bound
from rookery.cover.model.candidates import candidates
from rookery.cover.puzzle import Cover

CANNONS = (Piece("cannon"), Piece("knight"), Piece("gQ"))


def duals_of(puzzle: Cover, target: float) -> Duals:
    return hurdle_bound(candidates(puzzle).for_bounds(), min(puzzle.prices), target)


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, CANNONS])
@pytest.mark.parametrize("seed", few(range(4), 2))
def test_it_comes_near_the_lp_with_hurdles(seed, pieces):
    board = planted(lambda seed: random_cover(seed, 12, 12, 0.2, pieces, dearest=1000), seed, 30)
    puzzle = board.puzzle
    program = linear_value(puzzle)
    found = duals_of(puzzle, 1.1 * program).bound
    assert 0.9 * program <= found <= program * (1 + 1e-6)


def test_hurdles_raise_the_bound():
    puzzle = Cover.parse(["#___", "____", "____", "___#"], [10], ["cannon"])
    table = candidates(puzzle)
    assert duals_of(puzzle, 40.0).bound > lagrangian(table, 40.0).bound + 5


def test_a_long_step_is_taken_back():
    puzzle = random_cover(3, 9, 9, 0.1, dearest=100)
    near, far = duals_of(puzzle, 30.0).bound, duals_of(puzzle, 800.0).bound
    assert far >= 0.97 * near
