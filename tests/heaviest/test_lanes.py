import pytest
from tests.heaviest.runs import best_by_force, board
from tests.marks import few

from rookery.heaviest.methods import fits_lanes, heaviest_placement, run_lanes
from rookery.heaviest.puzzle import Heaviest
from rookery.results.settings import Settings


@pytest.mark.parametrize("lightest", [False, True])
@pytest.mark.parametrize(("low", "high"), [(1, 99), (0, 1), (7, 7), (0, 255), (255, 255)])
@pytest.mark.parametrize("seed", few(range(20), 6))
def test_against_permutations(seed, low, high, lightest):
    puzzle = Heaviest(board(8, seed, low, high), lightest)
    assert fits_lanes(puzzle)
    (best,) = best_by_force(puzzle)
    assert heaviest_placement(puzzle) == (best, puzzle.weight(best))


@pytest.mark.parametrize(
    "puzzle",
    [
        Heaviest(board(8, 0), best=2),
        Heaviest(board(8, 0), given=["a1"]),
        Heaviest(board(8, 0), blocked=["a1"]),
        Heaviest([[1] * 7] * 7),
        Heaviest([[1] * 9] * 9),
    ],
)
def test_puzzles_that_do_not_fit(puzzle):
    assert not fits_lanes(puzzle)


@pytest.mark.parametrize(
    "weights",
    [board(8, 1, 200, 300), board(8, 2, -9, 9), [[0.5 * w for w in r] for r in board(8, 3, 1, 9)]],
)
def test_weights_beyond_a_byte_are_compared_one_by_one(weights):
    puzzle = Heaviest(weights)
    assert heaviest_placement(puzzle) is None
    assert run_lanes(puzzle, Settings()).answer == tuple(best_by_force(puzzle))
