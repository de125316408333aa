"""The comparison of all 92 placements at once against permutations."""

import pytest
from tests.heaviest.runs import best_by_force, board
from tests.marks import few

import rookery as rk

BYTES = [(1, 99), (0, 1), (7, 7), (0, 255), (255, 255)]
LARGER = [(200, 300), (-9, 9)]  # these weights are compared one by one


@pytest.mark.parametrize("lightest", [False, True])
@pytest.mark.parametrize("unit", [1, 0.5])
@pytest.mark.parametrize(("low", "high"), [*BYTES, *LARGER])
@pytest.mark.parametrize("seeds", few([range(2), range(2, 20)]))
def test_against_permutations(seeds, low, high, unit, lightest):
    for seed in seeds:
        weights = [[unit * weight for weight in row] for row in board(8, seed, low, high)]
        puzzle = rk.Heaviest(weights, lightest)
        assert rk.solve(puzzle, method="lanes").answer == tuple(best_by_force(puzzle)), seed
