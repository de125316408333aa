import pytest
from hypothesis import given
from tests.heaviest.runs import best_by_force, board, puzzles
from tests.marks import few
from tests.night import cases

import rookery as rk
from rookery.heaviest.methods import METHODS


@cases(20)
@given(puzzles())
def test_every_method_against_permutations(puzzle):
    expected = tuple(best_by_force(puzzle)) or None
    for method in filter(lambda method: method.fits(puzzle), METHODS):
        result = rk.solve(puzzle, method=method.name)
        assert result.answer == expected, method.name
        assert result.reason is rk.Reason.PROVED
        if expected is None:
            assert result.status is rk.Status.INFEASIBLE
        else:
            assert result.status is rk.Status.OPTIMAL
            assert puzzle.check(expected) == []
            assert result.value == result.bound == puzzle.value(result.answer)


def test_a_list_that_is_stopped():
    puzzle = rk.Heaviest(board(14, 1), best=10_000)
    result = rk.solve(puzzle, method="list", limits=rk.Limits(work=1))
    assert (result.status, result.reason) == (rk.Status.FEASIBLE, rk.Reason.WORK)
    assert puzzle.check(result.answer) == []
    assert result.value < result.bound
    assert result.note == f"{len(result.answer or ()):,} of 10,000 placements wanted"


def test_a_board_too_large():
    with pytest.raises(rk.LimitError, match="at most 500x500, got 501x501"):
        rk.solve(rk.Heaviest([[0] * 501] * 501), method="duals")


BYTES = [(1, 99), (0, 1), (7, 7), (0, 255), (255, 255)]
LARGER = [(200, 300), (-9, 9)]  # these weights are compared one by one


@pytest.mark.parametrize("lightest", [False, True])
@pytest.mark.parametrize("unit", [1, 0.5])
@pytest.mark.parametrize(("low", "high"), [*BYTES, *LARGER])
@pytest.mark.parametrize("seeds", few([range(2), range(2, 20)]))
def test_lanes_against_permutations(seeds, low, high, unit, lightest):
    for seed in seeds:
        weights = [[unit * weight for weight in row] for row in board(8, seed, low, high)]
        puzzle = rk.Heaviest(weights, lightest)
        assert rk.solve(puzzle, method="lanes").answer == tuple(best_by_force(puzzle)), seed
