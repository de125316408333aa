"""Counting from outside: known counts, ledgers, and what cannot be counted."""

from __future__ import annotations

import pytest
from tests.marks import few

import rookery as rk
from rookery.document import result_of
from rookery.results.limits import Limits
from rookery.results.result import Reason, Status

TOUR = rk.Tour.parse(["Q...", "....", "N..B"])


@pytest.mark.parametrize(
    "puzzle", [None, 8, rk.Heaviest([[1]])], ids=["none", "number", "heaviest"]
)
def test_other_families_are_not_counted(puzzle):
    expected = "expected a Queens, NonAttacking, Regions, Tour or Cover puzzle to count, got"
    with pytest.raises(rk.PuzzleError, match=expected):
        rk.count(puzzle)


def test_a_method_without_units_has_no_ledger(tmp_path):
    with pytest.raises(rk.PuzzleError, match="has no work units, so it cannot be saved"):
        rk.count(TOUR, save=tmp_path / "tour.ledger")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("fundamental", few([False, True]))
def test_a_count_that_is_stopped_has_an_estimate_of_the_whole(fundamental):
    found = rk.count(rk.Queens(17), limits=Limits(work=1), fundamental=fundamental, seed=4)
    assert (found.status, found.reason) == (Status.FEASIBLE, Reason.WORK)
    assert found.estimate.samples == 16
    assert 0 < found.estimate.seconds < found.seconds
    low, high = found.estimate.interval()
    assert low < 95_815_104 / (8 if fundamental else 1) < high
    assert found.value < low
    assert "estimated" in found.summary()
    assert "estimate " in str(found)
    again = rk.count(rk.Queens(17), limits=Limits(work=1), fundamental=fundamental, seed=4)
    assert again.estimate.value == found.estimate.value
    assert result_of(found.to_dict()).estimate.value == found.estimate.value


def test_a_complete_count_and_one_without_time_have_no_estimate():
    assert rk.count(rk.Queens(9)).estimate is None
    assert rk.count(rk.Queens(12), limits=Limits(seconds=0.0)).estimate is None
    assert rk.count(TOUR, limits=Limits(work=1)).estimate is None
