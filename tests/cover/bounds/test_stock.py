"""Bounds that know how many pieces there are, and how many must cover a target."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.cover.bounds.relaxed import linear_value
from tests.cover.brute import cheapest
from tests.cover.test_conditions import random_puzzle
from tests.marks import few

from rookery.boards.board import Board
from rookery.cover.bounds.duals import lagrangian
from rookery.cover.exact.searches import useful_kinds
from rookery.cover.model.candidates import candidates
from rookery.cover.puzzle import Cover


def bounds(puzzle: Cover) -> tuple[float, float]:
    table = candidates(puzzle).for_bounds()
    program = linear_value(puzzle)
    return lagrangian(table, 10.0).bound, program


def test_a_stock_of_one_set_of_pieces():
    squares = list(Board(8).squares())
    fields = {"guarded": squares, "stock": [1, 1, 2, 2, 2]}
    army = Cover(Board(8), (), [1] * 5, ["K", "Q", "R", "B", "N"], **fields)
    found, program = bounds(army)
    assert 3.6 < found <= program + 0.01 < 4
    assert max(bounds(Cover(Board(8), (), [1] * 5, army.pieces, guarded=squares))) < 3


def test_several_covers_a_target():
    once, twice = (bounds(Cover.domination(6, piece="N", at_least=k)) for k in (1, 2))
    assert min(twice) > 1.8 * max(once)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(range(60), 15))
def test_bounds_and_candidates_of_small_puzzles(seed):
    puzzle = random_puzzle(seed)
    if puzzle.unit != 1:
        return
    table = candidates(puzzle)
    best = cheapest(puzzle, 7)
    if best is None or not table.needed.any():
        return
    duals = lagrangian(table.for_bounds(), float(best))
    assert duals.bound <= best + 1e-9
    kinds = useful_kinds(puzzle, table, duals, best + 1)
    allowed = [
        [square for square, own in kinds.items() if kind in own]
        for kind in range(len(puzzle.pieces))
    ]
    kept = replace(puzzle, allowed=allowed)
    assert cheapest(kept, best + 1) == best
