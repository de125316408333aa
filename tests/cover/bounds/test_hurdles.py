"""The bound with hurdles: never past the optimum or the LP, and proved by its duals."""

from __future__ import annotations

from itertools import groupby

import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, planted, random_cover, random_domain
from tests.cover.bounds.relaxed import linear_value
from tests.cover.brute import cheapest
from tests.marks import few

from rookery.boards.pieces import Piece
from rookery.cover.bounds.duals import Duals, lagrangian, round_up
from rookery.cover.bounds.hurdles import hurdle_bound
from rookery.cover.exact.proofs import useful_kinds
from rookery.cover.model.attacks import candidates
from rookery.cover.puzzle import Cover

CANNONS = (Piece("cannon"), Piece("knight"), Piece("gQ"))


def duals_of(puzzle: Cover, target: float) -> Duals:
    return hurdle_bound(candidates(puzzle).for_bounds(), min(puzzle.prices), target)


def bound_by_hand(puzzle: Cover, duals: Duals) -> float:
    """Work out the bound that worths and tolls prove, square by square in plain Python."""
    table = candidates(puzzle).for_bounds()
    order = sorted(range(len(table.hop_owner)), key=lambda hop: table.hop_owner[hop])
    reduced = table.price.astype(float)
    credit: dict[int, float] = {}
    for owner, king in zip(table.owner, table.king, strict=True):
        reduced[owner] -= duals.worth[king]
    for hop, toll in zip(order, duals.toll, strict=True):
        owner, near, far = table.hop_owner[hop], table.hop_near[hop], table.hop_far[hop]
        gains = [duals.worth[far]] if far >= 0 else []
        if near >= 0:
            gains.append(duals.worth[near] - toll)
            for taken in range(1, table.hop_between[hop] + 1):
                down, right = table.steps[table.hop_way[hop]]
                step = down * puzzle.board.columns + right
                square = int(table.square[owner] + taken * step)
                credit[square] = credit.get(square, 0.0) + toll
        reduced[owner] -= max([0.0, *gains])
    least = {square: min(puzzle.prices) - off for square, off in credit.items()}
    for square, group in groupby(range(len(table)), key=lambda c: int(table.square[c])):
        best = min(reduced[c] for c in group) - credit.get(square, 0.0)
        least[square] = min(least.get(square, 0.0), best)
    assert duals.worth.min(initial=0) >= 0
    assert duals.toll.min(initial=0) >= 0
    return float(duals.worth.sum()) + sum(min(0.0, value) for value in least.values())


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY, CANNONS])
@pytest.mark.parametrize("seed", few(range(15), 4))
def test_it_does_not_pass_the_optimum(seed, pieces):
    board = planted(lambda seed: random_cover(seed, 3, 3, 0.5, pieces), seed)
    puzzle, best = board.puzzle, cheapest(board.puzzle, board.cost + 1)
    assert best is not None
    for target in (best, 3 * best, 0.5 * best):
        duals = duals_of(puzzle, target)
        assert round_up(duals.bound, puzzle.prices) <= best
        assert duals.bound == pytest.approx(bound_by_hand(puzzle, duals))


@pytest.mark.parametrize("seed", few(range(12), 4))
def test_it_does_not_pass_the_optimum_with_guards_and_standing_pieces(seed):
    board = planted(lambda seed: random_domain(seed, 3, 3, density=0.6), seed)
    puzzle, best = board.puzzle, cheapest(board.puzzle, board.cost + 1)
    assert best is not None
    duals = duals_of(puzzle, best)
    assert round_up(duals.bound, puzzle.prices) <= best
    assert duals.bound == pytest.approx(bound_by_hand(puzzle, duals), abs=1e-9)


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


@pytest.mark.parametrize("seed", few(range(8), 4))
def test_the_cheapest_cover_uses_useful_kinds_only(seed):
    board = planted(lambda seed: random_cover(seed, 3, 4, 0.5, CANNONS), seed)
    puzzle, best = board.puzzle, cheapest(board.puzzle, board.cost + 1)
    assert best is not None
    table = candidates(puzzle)
    useful = useful_kinds(puzzle, table, duals_of(puzzle, best), best + 1)
    without = [square for square in puzzle.places if not useful[square]]
    narrowed = (
        Cover(puzzle.board, puzzle.kings, puzzle.prices, puzzle.pieces, blocked=without)
        if len(without) < len(puzzle.places)
        else puzzle
    )
    assert cheapest(narrowed, best + 1) == best


@pytest.mark.slow
def test_the_same_without_compilation(kernels):
    code = (
        "from tests.cover.bounds.test_hurdles import *\n"
        "puzzle = random_cover(4, 6, 6, 0.25, CANNONS)\n"
        "print(duals_of(puzzle, 60.0).bound)\n"
    )
    compiled, plain = kernels.compiled(code), kernels.plain(code)
    assert float(compiled) == pytest.approx(float(plain), rel=1e-6)
