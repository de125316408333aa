import pytest
from hypothesis import given
from tests.heaviest.runs import best_by_force, board, puzzles
from tests.marks import few
from tests.night import cases

import rookery as rk
from rookery.heaviest.methods import METHODS
from rookery.results.methods import choose


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


@pytest.mark.parametrize("seed", few(range(4)))
@pytest.mark.parametrize("best", [1, 7])
@pytest.mark.parametrize("high", [2, 99, 10**12])
def test_bounds_and_enumeration_agree(seed, best, high):
    puzzle = rk.Heaviest(board(9, seed, high=high), lightest=seed % 2 == 1, best=best)
    expected, *found = (
        (result.answer, result.value, result.bound)
        for method in ("enumerate", "branch", "duals")
        for result in [rk.solve(puzzle, method=method)]
    )
    assert found == [expected] * 2


@pytest.mark.parametrize(
    ("puzzle", "name"),
    [
        (rk.Heaviest(board(8, 0)), "lanes"),
        (rk.Heaviest(board(8, 0), given=["a1"]), "enumerate"),
        (rk.Heaviest(board(8, 0), blocked=["a1"]), "enumerate"),
        (rk.Heaviest(board(8, 0), best=2), "enumerate"),
        (rk.Heaviest([[1] * 7] * 7), "enumerate"),
        (rk.Heaviest([[1] * 9] * 9), "enumerate"),
        (rk.Heaviest(board(8, 0, high=1000)), "lanes"),
        (rk.Heaviest(board(11, 0)), "branch"),
        (rk.Heaviest(board(12, 0), best=5000), "list"),
    ],
)
def test_auto_takes_the_method_that_suits(puzzle, name):
    assert choose(METHODS, "auto", puzzle).name == name


def test_a_board_too_large():
    with pytest.raises(rk.LimitError, match="at most 500x500, got 501x501"):
        rk.solve(rk.Heaviest([[0] * 501] * 501), method="duals")
