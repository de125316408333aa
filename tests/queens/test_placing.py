import pytest
from tests.limited import settings_of

import rookery as rk
from rookery.queens import placing as single
from rookery.queens.placing import constructed
from rookery.queens.puzzle import Queens, placement_faults
from rookery.queens.rules import is_long_right
from rookery.results.limits import Limits
from rookery.results.result import Reason, Status


@pytest.mark.parametrize(
    ("puzzle", "method"),
    [
        (Queens(1), "construction"),
        (Queens(1000), "construction"),
        (Queens(8, given=["a1"]), "search"),
        (Queens(300, given=["a1"]), "both"),
    ],
    ids=str,
)
def test_auto(puzzle, method):
    seen = []
    result = rk.placement(puzzle, on_progress=seen.append)
    assert (result.method, result.status, seen[-1].value) == (method, Status.OPTIMAL, 1)
    assert placement_faults(puzzle.n, puzzle.given, puzzle.blocked, result.answer) == []


def test_a_hundred_thousand_with_a_tenth_given():
    n = 100_000
    base = constructed(n)
    puzzle = Queens(n, given=[(base[column], column) for column in range(0, n, 10)])
    result = rk.placement(puzzle, limits=Limits(seconds=600))
    assert result.status is Status.OPTIMAL


def test_cp_sat_refutes_a_puzzle_that_swaps_cannot():
    """Three columns share two open rows, though each column has an open square."""
    blocked = [(row, column) for column in (3, 19, 26) for row in range(30) if row not in (2, 17)]
    puzzle = Queens(30, blocked=blocked)
    assert rk.placement(puzzle, limits=Limits(seconds=600)).status is Status.INFEASIBLE
    swaps = rk.placement(puzzle, method="swaps", limits=Limits(work=100_000))
    assert (swaps.status, swaps.reason) == (Status.UNKNOWN, Reason.WORK)


def test_limits_of_the_methods():
    with pytest.raises(rk.LimitError, match="up to 10,000,000 rows, got 1,000,000,000"):
        rk.placement(Queens(10**9))
    with pytest.raises(rk.PuzzleError, match="cannot run on this puzzle"):
        rk.placement(Queens(8, given=["a1"]), method="construction")


STOPPED = Queens(40, blocked=["a1", "c7", "f20"])


@pytest.mark.parametrize("method", ["both", "swaps", "cp-sat"])
@pytest.mark.parametrize("readings", [0, 3, 9])
def test_stopped_by_the_deadline(method, readings):
    result = single.place(STOPPED, method, settings_of(readings))
    if result.answer is None:
        assert (result.status, result.reason, result.value) == (Status.UNKNOWN, Reason.TIME, None)
    else:
        assert (result.status, result.reason, result.value) == (Status.OPTIMAL, Reason.PROVED, 1)
        assert placement_faults(40, STOPPED.given, STOPPED.blocked, result.answer) == []


def test_every_size():
    for n in (1, *range(4, 60), *range(1001, 1007), 100_002, 100_003):
        assert placement_faults(n, frozenset(), frozenset(), constructed(n)) == [], n


@pytest.mark.parametrize("bad", [(0, 2), (5, 5), (7, -1), (9, 100_000), (3, 1 << 70)])
def test_one_wrong_row_of_a_long_placement_is_a_fault(bad):
    column, row = bad
    rows = list(constructed(100_000))
    rows[column] = row
    assert not is_long_right(100_000, tuple(rows))
    assert not is_long_right(100_000, constructed(99_999))
    assert is_long_right(100_000, constructed(100_000))
