"""Counting from outside: known counts, ledgers, and what cannot be counted."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.marks import few

import rookery as rk
from rookery.compiled.gpu import is_there
from rookery.document import result_of
from rookery.results.limits import Limits
from rookery.results.result import Reason, Status

TOUR = rk.Tour.parse(["Q...", "....", "N..B"])


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


ON_GPU = r"a GPU counts Queens of 8 to 28 rows by the method 'halves', not .*; use device=\"cpu\""


@pytest.mark.parametrize(
    ("puzzle", "method"),
    [
        (TOUR, "auto"),
        (rk.NonAttacking(rk.Board(8), "queen", number=8), "auto"),
        (rk.Queens(7), "auto"),
        (rk.Queens(7), "halves"),
        (rk.Queens(12), "search"),
    ],
)
def test_what_no_gpu_can_count_is_refused(puzzle, method):
    with pytest.raises(rk.PuzzleError, match=ON_GPU):
        rk.count(puzzle, method=method, device="cuda")
    with pytest.raises(rk.PuzzleError, match="got 'halfs'; did you mean 'halves'"):
        rk.count(rk.Queens(12), method="halfs", device="cuda")


def test_without_a_gpu_a_count_on_one_does_not_start(tmp_path):
    if is_there():
        pytest.skip("there is a GPU")
    with pytest.raises(rk.DeviceError, match='or count on the CPU: device="cpu"'):
        rk.count(rk.Queens(10), device="cuda", save=tmp_path / "n10.ledger")
    assert list(tmp_path.iterdir()) == []
    assert rk.count(rk.Queens(10), device="any").value == 724


def test_workers_with_gpus_count_by_the_method_that_has_kernels():
    """Small boards, too, which a CPU counts by another one."""
    with ThreadPoolExecutor(1) as executor:
        found = rk.count(rk.Queens(9), device="cuda", executor=executor, limits=0)
    assert (found.method, found.value) == ("halves", 0)
