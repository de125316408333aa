import json
from pathlib import Path

import pytest

from rookery import PuzzleError, Queens
from rookery.queens.counting.halves import Plan, costs, free_squares, plan_for, prefixes, units


@pytest.mark.parametrize("n", range(8, 29))
def test_the_halves_leave_at_least_two_middle_rows(n):
    plan = plan_for(Queens(n))
    assert plan.upper + plan.middle + plan.lower == n
    assert plan.middle >= 2


@pytest.mark.parametrize("n", [10, 16, 17, 18, 20])
def test_units_hold_every_prefix_once(n):
    plan = plan_for(Queens(n))
    assert sorted(sum(units(plan), ())) == sorted(prefixes(plan))


@pytest.mark.parametrize(
    "plan", [Plan(12, 4, 4), Plan(12, 4, 5), Plan(11, 4, 4, (0b11110111111,) * 11)], ids=str
)
@pytest.mark.parametrize("rows", range(4))
def test_shorter_prefixes_hold_every_longer_one_once(plan, rows):
    longer = [prefix for start in prefixes(plan, rows) for prefix in prefixes(plan, start=start)]
    assert longer == list(prefixes(plan))


@pytest.mark.parametrize(
    ("halves", "words"),
    [
        ((8, 4, 4), "2 middle rows or more, got"),
        ((9, 4, 4), "2 middle rows or more, got"),
        ((12, 4, 3), "one more, got 4 and 3"),
        ((12, 3, 5), "one more, got 3 and 5"),
    ],
)
def test_a_cut_that_is_refused(halves, words):
    with pytest.raises(PuzzleError, match=words):
        Plan(*halves)


def test_prefixes_keep_to_open_squares():
    puzzle = Queens(9, given=[(3, 4)], blocked=[(4, 0), (5, 0)])
    plan = Plan(9, 3, 3, plan_for(puzzle).open_columns)
    assert plan.order == (1, 0, 2)
    for prefix in prefixes(plan):
        assert prefix[1] == 4
        assert prefix[0] != 0
        assert not free_squares(plan, prefix) & 1


TIMES = Path(__file__).parents[3] / "benchmarks" / "unit_times"


@pytest.mark.parametrize("n", [12, 16, 17, 20])
def test_costs_are_parts_of_all(n):
    plan = plan_for(Queens(n))
    found = costs(plan, units(plan))
    assert len(found) == len(units(plan))
    assert min(found) > 0
    assert sum(found) == pytest.approx(1)


def test_costs_follow_the_last_row_where_the_reflection_leaves_few_of_its_squares():
    # Processor seconds of ten of the 129 units of 19x19 on AVX2, of which the first is empty.
    seconds = {
        ((1, 18),): 0.0,
        ((3, 16),): 0.034,
        ((3, 15),): 0.046,
        ((5, 15),): 0.047,
        ((7, 16),): 0.037,
        ((4, 12),): 0.075,
        ((3, 8),): 0.084,
        ((2, 7),): 0.091,
        ((8, 4),): 0.101,
        ((2, 5),): 0.11,
    }
    plan = plan_for(Queens(19))
    expected = dict(zip(units(plan), costs(plan, units(plan)), strict=True))
    pace = sum(seconds.values()) / sum(map(expected.__getitem__, seconds))
    for unit, took in seconds.items():
        assert pace * expected[unit] == pytest.approx(took, rel=0.35, abs=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("n", [20, 21, 22, 23])
def test_costs_of_a_tenth_of_the_units_are_near_their_seconds(n):
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
