"""Every cover meets the rows of the relaxation, and whatever multipliers prove is true of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, planted, random_cover, random_domain
from tests.cover.bounds.relaxed import values_of
from tests.cover.brute import cheapest
from tests.marks import few

from rookery.boards.pieces import Piece
from rookery.cover.bounds.duals import round_up
from rookery.cover.bounds.rows import relaxation
from rookery.cover.model.attacks import candidates
from rookery.cover.puzzle import Cover

CANNONS = (Piece("cannon"), Piece("knight"), Piece("gQ"))


def relaxed(puzzle: Cover):
    return relaxation(candidates(puzzle).for_bounds(), min(puzzle.prices))


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY, CANNONS])
@pytest.mark.parametrize("seed", few(range(12), 4))
def test_a_cover_meets_all_rows(seed, pieces):
    board = planted(lambda seed: random_cover(seed, 6, 7, 0.3, pieces), seed, 14)
    rows = relaxed(board.puzzle)
    values = values_of(board.puzzle, rows, board.placed_pieces)
    assert all(row.slack(values) >= 0 for row in (*rows.covering, *rows.linking, *rows.passing))
    assert rows.cost @ values <= board.cost


@pytest.mark.parametrize("pieces", [CANNONS, (Piece("cannon"), Piece("pB"))])
@pytest.mark.parametrize("wrap", ["cylinder", "torus"])
def test_so_it_does_around_joined_edges(wrap, pieces):
    def draw(seed):
        puzzle = random_cover(seed, 5, 6, 0.3, pieces)
        return replace(puzzle, board=replace(puzzle.board, wrap=wrap))

    for seed in range(8):
        board = planted(draw, seed, 12)
        rows = relaxed(board.puzzle)
        values = values_of(board.puzzle, rows, board.placed_pieces)
        assert all(row.slack(values) >= 0 for row in (*rows.covering, *rows.linking, *rows.passing))


@pytest.mark.parametrize("seed", few(range(12), 4))
def test_so_it_does_with_guards_and_standing_pieces(seed):
    board = planted(lambda seed: random_domain(seed, 6, 6, density=0.5), seed, 10)
    rows = relaxed(board.puzzle)
    values = values_of(board.puzzle, rows, board.placed_pieces)
    assert all(row.slack(values) >= 0 for row in (*rows.covering, *rows.linking, *rows.passing))


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, CANNONS])
@pytest.mark.parametrize("seed", few(range(10), 4))
def test_multipliers_prove_nothing_too_much(seed, pieces):
    board = planted(lambda seed: random_cover(seed, 3, 3, 0.5, pieces), seed)
    best = cheapest(board.puzzle, board.cost + 1)
    rows = relaxed(board.puzzle)
    random = np.random.default_rng(seed)
    for dearest in (1.0, 3.0, 10.0):
        some = (*rows.covering, *rows.passing)
        proof = rows.proof(some, random.uniform(0, dearest, len(some)))
        assert round_up(proof.bound, board.puzzle.prices) <= best


def test_a_hop_pays_for_its_hurdle():
    """Cannon on d1, king a1: the hurdle is one of two squares, and costs at least 2."""
    puzzle = Cover.parse(["#___"], [2, 5], ["cannon", "knight"])
    rows = relaxed(puzzle)
    hurdle = next(row for row in rows.passing if row.least == 0)
    assert (rows.cost[hurdle.variable[hurdle.weight > 0]] >= 2).all()
    assert cheapest(puzzle, 10) == 4
