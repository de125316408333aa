"""Windows: the cover stays one and never gets dearer, compiled and as plain Python."""

from __future__ import annotations

import numpy as np
import pytest
from tests.cover.annealing.test_anneal_kernel import annealer_of, same_as_recount
from tests.cover.boards import FAIRY, SHOWDOWN_PIECES, random_cover, random_domain
from tests.cover.brute import cheapest
from tests.marks import few

from rookery.cover.annealing.anneal_state import BEST, COST, UNCOVERED
from rookery.cover.annealing.annealer import Annealer
from rookery.cover.puzzle import Cover


def with_cover(puzzle: Cover, seed: int, moves: int = 3000) -> Annealer:
    """An annealer that has found a cover, and stands elsewhere."""
    annealer = annealer_of(puzzle, seed)
    for number in range(20):
        annealer.run(moves, min(1.0, number / 10), min(1.0, (number + 1) / 10))
    assert annealer.placed_pieces()
    annealer.run(37, 0.0, 0.1)
    return annealer


def windows_keep_covers(puzzle: Cover, seed: int, slices: int, number: int) -> None:
    annealer = with_cover(puzzle, seed)
    annealer.begin_windows()
    state = annealer.state
    same_as_recount(annealer)
    assert state.energy[COST] == annealer.cost
    for _ in range(slices):
        before = state.energy[COST]
        annealer.solve_windows(number)
        same_as_recount(annealer)
        assert state.tally[UNCOVERED] == 0
        assert state.energy[BEST] <= state.energy[COST] <= before
        assert puzzle.check(annealer.placed_pieces()) == []
        assert puzzle.value(annealer.placed_pieces()) == annealer.cost


@pytest.mark.parametrize("seed", few(range(6), 3))
def test_it_stays_a_cover_that_gets_no_dearer(seed):
    windows_keep_covers(random_cover(seed, 8, 7, 0.35), seed, slices=30, number=5)


@pytest.mark.parametrize("pieces", [SHOWDOWN_PIECES, FAIRY])
@pytest.mark.parametrize("seed", [8, 9, 11, 13, 14])
def test_with_guards_standing_pieces_and_stock(seed, pieces):
    puzzle = random_domain(seed, 6, 7, pieces, density=0.4)
    windows_keep_covers(puzzle, seed, slices=20, number=5)


@pytest.mark.parametrize("seed", few(range(8), 3))
def test_a_window_of_all_pieces_finds_the_cheapest_cover(seed):
    puzzle = random_cover(seed, 3, 4, 0.3, dearest=5)
    annealer = with_cover(puzzle, seed, moves=50)
    annealer.begin_windows()
    annealer.solve_windows(300)
    assert annealer.cost == cheapest(puzzle, sum(puzzle.prices) * 12)


def test_going_back_restores_the_best_cover():
    annealer = with_cover(random_cover(2, 8, 8, 0.4), 1)
    best = annealer.placed_pieces()
    assert annealer.standing() != best
    annealer.begin_windows()
    assert annealer.standing() == best
    assert np.array_equal(annealer.state.kind_on, annealer.state.best)
