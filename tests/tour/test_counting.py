"""Counts and lists of shortest tours against brute force, with compiled layers and without."""

import math

import pytest
from tests.tour.brute import MOVERS, all_shortest, random_tour

import rookery as rk
from rookery.tour.plan import TourPlan

STATES = (1 << 20, 0)  # from which kernels count


def expect_count(tour, known, monkeypatch):
    for states in STATES:
        monkeypatch.setattr("rookery.tour.counting.MANY_COUNTED", states)
        found = rk.count(tour)
        assert (found.value, found.status) == (known, rk.Status.OPTIMAL)


@pytest.mark.parametrize("visit", ["beside", "on"])
@pytest.mark.parametrize("mover", MOVERS)
@pytest.mark.parametrize(("wrap", "seeds"), [("", 8), ("cylinder", 2), ("torus", 2)])
def test_all_tours_in_order_their_number_and_the_first(mover, visit, wrap, seeds, monkeypatch):
    for seed in range(seeds):
        tour = random_tour(f"{mover} {seed}", mover, visit, largest=4, most_targets=4, wrap=wrap)
        expected = all_shortest(tour, MOVERS[mover])
        assert all(tour.check(path) == [] for path in expected)
        assert list(rk.tours(tour)) == expected
        expect_count(tour, len(expected), monkeypatch)
        for method in ("layers", "words"):
            first = rk.solve(tour, method=method)
            assert first.answer == (expected[0] if expected else None), f"\n{tour}"
            assert first.status is (rk.Status.OPTIMAL if expected else rk.Status.INFEASIBLE)
            assert first.bound == first.value


@pytest.mark.parametrize("mover", ["Q", "K", "N"])
def test_targets_implied_by_others_change_no_tour(mover, monkeypatch):
    monkeypatch.setattr("rookery.tour.plan.MANY_TARGETS", 0)
    fewer = 0
    for seed in range(40):
        tour = random_tour(f"implied {seed}", mover, largest=4, most_targets=6)
        plan = TourPlan.of(tour)
        if not plan.possible:
            continue
        fewer += len(plan.essential().targets) < len(
            [squares for squares in plan.targets if plan.start not in squares]
        )
        assert list(rk.tours(tour)) == all_shortest(tour, MOVERS[mover])
    assert fewer


def test_numbers_beyond_64_bits_are_exact(monkeypatch):
    """A wazir has binomial(2n - 2, n - 1) shortest paths between opposite corners."""
    tour = rk.Tour(rk.Board(36), "a1", [(0, 35)], mover="W", visit="on")
    expect_count(tour, math.comb(70, 35), monkeypatch)
