import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.heaviest.runs import best_by_force, board
from tests.marks import few
from tests.night import cases

import rookery as rk
from rookery.errors import LimitError
from rookery.heaviest.methods import METHODS
from rookery.heaviest.puzzle import Heaviest
from rookery.results.methods import choose
from rookery.results.result import Reason, Status

KINDS = {
    "random": st.integers(1, 99),
    "ties": st.integers(0, 1),
    "negative": st.integers(-50, 50),
    "uneven": st.sampled_from([1, 2, 3, 10**12, -(10**12)]),
    "floats": st.floats(-1e6, 1e6) | st.sampled_from([0.1, 0.2, 0.3, 1e-300]),
}


@st.composite
def puzzles(draw: st.DrawFn) -> Heaviest:
    n = draw(st.sampled_from([1, 3, 4, 5, 6, 6]))
    weight = KINDS[draw(st.sampled_from(sorted(KINDS)))]
    side = st.integers(0, n - 1)
    squares = st.tuples(side, side)
    return Heaviest(
        draw(st.lists(st.lists(weight, min_size=n, max_size=n), min_size=n, max_size=n)),
        draw(st.booleans()),
        draw(st.sampled_from([1, 1, 2, 5])),
        draw(st.lists(squares, max_size=2)),
        draw(st.lists(squares, max_size=3)),
    )


@cases(20)
@given(puzzles())
def test_every_method_against_permutations(puzzle):
    expected = tuple(best_by_force(puzzle)) or None
    for method in filter(lambda method: method.fits(puzzle), METHODS):
        result = rk.solve(puzzle, method=method.name)
        assert result.answer == expected, method.name
        assert result.reason is Reason.PROVED
        if expected is None:
            assert result.status is Status.INFEASIBLE
        else:
            assert result.status is Status.OPTIMAL
            assert puzzle.check(expected) == []
            assert result.value == result.bound == puzzle.value(result.answer)


def test_a_list_that_is_stopped():
    puzzle = Heaviest(board(14, 1), best=10_000)
    result = rk.solve(puzzle, method="list", limits=rk.Limits(work=1))
    assert (result.status, result.reason) == (Status.FEASIBLE, Reason.WORK)
    assert puzzle.check(result.answer) == []
    assert result.value < result.bound
    assert result.note == f"{len(result.answer or ()):,} of 10,000 placements wanted"


@pytest.mark.parametrize("seed", few(range(4)))
@pytest.mark.parametrize("best", [1, 7])
@pytest.mark.parametrize("high", [2, 99, 10**12])
def test_bounds_and_enumeration_agree(seed, best, high):
    puzzle = Heaviest(board(9, seed, high=high), lightest=seed % 2 == 1, best=best)
    expected, *found = (
        (result.answer, result.value, result.bound)
        for method in ("enumerate", "branch", "duals")
        for result in [rk.solve(puzzle, method=method)]
    )
    assert found == [expected] * 2


@pytest.mark.parametrize(
    ("puzzle", "name"),
    [
        (Heaviest(board(8, 0)), "lanes"),
        (Heaviest(board(8, 0), given=["a1"]), "enumerate"),
        (Heaviest(board(8, 0, high=1000)), "lanes"),
        (Heaviest(board(11, 0)), "branch"),
        (Heaviest(board(12, 0), best=5000), "list"),
    ],
)
def test_auto_takes_the_method_that_suits(puzzle, name):
    assert choose(METHODS, "auto", puzzle).name == name


def test_a_board_too_large():
    with pytest.raises(LimitError, match="at most 500x500, got 501x501"):
        rk.solve(Heaviest([[0] * 501] * 501), method="duals")
