"""Every cover meets the rows of the relaxation, and whatever multipliers prove is true of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, Planted, planted, random_cover, random_domain
from tests.cover.bounds.relaxed import values_of
from tests.cover.brute import cheapest
from tests.marks import few

from rookery.boards.pieces import Piece
from rookery.cover.bounds.program import Relaxation
from rookery.cover.model.candidates import candidates
from rookery.cover.puzzle import Cover

CANNONS = (Piece("cannon"), Piece("knight"), Piece("gQ"))


def relaxed(puzzle: Cover):
    return Relaxation(candidates(puzzle).for_bounds(), min(puzzle.prices))


def meets_all_rows(board: Planted) -> bool:
    """Return whether the planted cover meets all rows and costs no more than it does."""
    rows = relaxed(board.puzzle)
    values = values_of(board.puzzle, rows, board.placed_pieces)
    every = (*rows.covering, *rows.linking, *rows.passing)
    return all(row.slack(values) >= 0 for row in every) and rows.cost @ values <= board.cost


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY, CANNONS])
@pytest.mark.parametrize("seed", few(range(12), 4))
def test_a_cover_meets_all_rows(seed, pieces):
    assert meets_all_rows(planted(lambda seed: random_cover(seed, 6, 7, 0.3, pieces), seed, 14))


@pytest.mark.parametrize("seed", few(range(12), 4))
def test_guarded_squares_and_standing_pieces(seed):
    assert meets_all_rows(planted(lambda seed: random_domain(seed, 6, 6, density=0.5), seed, 10))


@pytest.mark.parametrize("pieces", [CANNONS, (Piece("cannon"), Piece("pB"))])
@pytest.mark.parametrize("wrap", ["cylinder", "torus"])
def test_wrapped_edges(wrap, pieces):
    def draw(seed):
        puzzle = random_cover(seed, 5, 6, 0.3, pieces)
        return replace(puzzle, board=replace(puzzle.board, wrap=wrap))

    for seed in range(8):
        assert meets_all_rows(planted(draw, seed, 12))


def test_a_cannon_that_hops_over_a_king_covers_the_next_one_by_its_share_alone():
    """Kings c1 and d1: the cannon on b1 hops onto d1 in any case, that on a1 onto c1 or d1."""
    rows = relaxed(Cover.parse(["__##"], [1], ["cannon"]))
    a1, b1 = 0, 1
    near, far = (set(row.variable.tolist()) for row in rows.covering)
    assert near == {rows.near[0]} and far == {rows.far[0], b1}
    assert rows.owner[rows.near[0]] == rows.owner[rows.far[0]] == a1


def test_a_hop_pays_for_its_hurdle():
    """Cannon on d1, king a1: the hurdle is one of two squares, and costs at least 2."""
    puzzle = Cover.parse(["#___"], [2, 5], ["cannon", "knight"])
    rows = relaxed(puzzle)
    hurdle = next(row for row in rows.passing if row.least == 0)
    assert (rows.cost[hurdle.variable[hurdle.weight > 0]] >= 2).all()
    assert cheapest(puzzle, 10) == 4
