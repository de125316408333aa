"""Every bound of a small board: never past the cheapest cover, and proved by its own duals."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import groupby

import numpy as np
import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, planted, random_cover, random_domain
from tests.cover.bounds.relaxed import linear_value
from tests.cover.brute import cheapest
from tests.marks import few

from rookery.boards.pieces import Piece
from rookery.cover.bounds.cuts import CutRounds
from rookery.cover.bounds.duals import Duals, lagrangian, round_up
from rookery.cover.bounds.hurdles_kernel import hurdle_bound
from rookery.cover.bounds.program import Relaxation
from rookery.cover.exact.searches import useful_kinds
from rookery.cover.model.candidates import candidates
from rookery.cover.puzzle import Cover

CANNONS = (Piece("cannon"), Piece("knight"), Piece("gQ"))
PIECES = {"showdown": SHOWDOWN_PIECES, "fairy": FAIRY, "cannons": CANNONS}


@cache
def board_of(kind: str, seed: int) -> tuple[Cover, int]:
    """Return a small puzzle and the cost of its cheapest cover."""
    board = planted(
        lambda seed: (
            random_domain(seed, 3, 3, density=0.6)
            if kind == "guards, standing pieces and stock"
            else random_cover(seed, 3, 3, 0.5, PIECES[kind], walls=0.1 * (seed % 2))
        ),
        seed,
    )
    best = cheapest(board.puzzle, board.cost + 1)
    assert best is not None
    return board.puzzle, best


def by_lagrangian(puzzle: Cover, target: float) -> Duals:
    return lagrangian(candidates(puzzle).for_bounds(), target)


def by_hurdles(puzzle: Cover, target: float) -> Duals:
    return hurdle_bound(candidates(puzzle).for_bounds(), min(puzzle.prices), target)


def by_cuts(puzzle: Cover, target: float) -> Duals:
    table = candidates(puzzle).for_bounds()
    cuts = CutRounds(Relaxation(table, min(puzzle.prices)), target, lagrangian(table, target, 60))
    (*_, found) = cuts.go_on(lambda: 60.0, rounds=6)
    return found


every_board = pytest.mark.parametrize("kind", [*PIECES, "guards, standing pieces and stock"])


@every_board
@pytest.mark.parametrize("bounded", [by_lagrangian, by_hurdles, by_cuts])
@pytest.mark.parametrize("seed", few(range(15), 3))
def test_no_bound_passes_the_optimum(seed, bounded, kind):
    puzzle, best = board_of(kind, seed)
    for target in (best, 3 * best, 0.5 * best):
        duals = bounded(puzzle, target)
        assert round_up(duals.bound, puzzle.prices) <= best
        if bounded is by_hurdles:
            assert duals.bound == pytest.approx(bound_by_hand(puzzle, duals), abs=1e-9)


@every_board
@pytest.mark.parametrize("seed", few(range(15), 3))
def test_linear_programs_and_random_multipliers_prove_nothing_too_much(seed, kind):
    puzzle, best = board_of(kind, seed)
    assert round_up(linear_value(puzzle), puzzle.prices) <= best
    rows = Relaxation(candidates(puzzle).for_bounds(), min(puzzle.prices))
    some = (*rows.covering, *rows.passing)
    random = np.random.default_rng(seed)
    for dearest in (1.0, 3.0, 10.0):
        proof = rows.proof(some, random.uniform(0, dearest, len(some)))
        assert round_up(proof.bound, puzzle.prices) <= best


@every_board
@pytest.mark.parametrize("seed", few(range(12), 2))
def test_the_cheapest_cover_uses_useful_kinds_only(seed, kind):
    puzzle, best = board_of(kind, seed)
    useful = useful_kinds(puzzle, candidates(puzzle), by_hurdles(puzzle, best), best + 1)
    kinds = range(len(puzzle.pieces))
    allowed = [[at for at in puzzle.places if own in useful.get(at, ())] or None for own in kinds]
    stock = [
        0 if squares is None else number
        for squares, number in zip(allowed, puzzle.stock, strict=True)
    ]
    assert cheapest(replace(puzzle, allowed=allowed, stock=stock), best + 1) == best


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
