"""The costs of units beside the seconds that they took, kept with the benchmarks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rookery.queens.counting.costs import costs
from rookery.queens.counting.halves import plan_for, units
from rookery.queens.puzzle import Queens

TIMES = Path(__file__).parents[3] / "benchmarks" / "unit_times"


@pytest.mark.parametrize("n", [12, 16, 17, 20])
def test_costs_are_parts_of_all(n) -> None:
    plan = plan_for(Queens(n))
    found = costs(plan, units(plan))
    assert len(found) == len(units(plan))
    assert min(found) > 0
    assert sum(found) == pytest.approx(1)


def test_boards_with_marks_have_costs() -> None:
    plan = plan_for(Queens(16, given=["a1"], blocked=["c5", "h8"]))
    assert sum(costs(plan, units(plan))) == pytest.approx(1)


@pytest.mark.slow
@pytest.mark.parametrize("n", [20, 21, 22, 23])
def test_costs_of_a_tenth_of_the_units_are_near_their_seconds(n) -> None:
    seconds = {
        int(number): took
        for number, took in json.loads((TIMES / f"n{n}.json").read_text())["seconds"].items()
    }
    plan = plan_for(Queens(n))
    expected = costs(plan, units(plan))
    every = sorted(seconds)
    for tenth in (every[at::10] for at in range(10)):
        share = sum(map(expected.__getitem__, tenth)) / sum(map(expected.__getitem__, every))
        truth = sum(map(seconds.__getitem__, tenth)) / sum(seconds.values())
        assert share == pytest.approx(truth, rel=0.2)
    for third in (every[: len(every) // 3], every[-len(every) // 3 :]):  # not only on the mean
        share = sum(map(expected.__getitem__, third)) / sum(map(expected.__getitem__, every))
        truth = sum(map(seconds.__getitem__, third)) / sum(seconds.values())
        assert share == pytest.approx(truth, rel=0.1)
