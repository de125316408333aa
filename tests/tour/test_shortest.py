"""All shortest tours, listed and counted, in plain Python and by kernels."""

from __future__ import annotations

import math

import pytest
from tests.tour.brute import MOVERS, all_of_length, first_shortest, random_tour

import rookery as rk
from rookery.boards.board import Board
from rookery.tour.plan import TourPlan


@pytest.mark.parametrize("visit", ["beside", "on"])
@pytest.mark.parametrize("mover", MOVERS)
def test_all_tours_in_order_and_their_number(mover, visit, monkeypatch):
    for seed in range(12):
        tour = random_tour(f"{mover} {seed}", mover, visit, largest=4, most_targets=4)
        first = first_shortest(tour, MOVERS[mover])
        expected = []
        if first is not None:
            expected = list(all_of_length(tour, MOVERS[mover], len(first) - 1))
        assert list(rk.tours(tour)) == expected
        for states in (1 << 20, 0):  # from which on kernels count
            monkeypatch.setattr("rookery.tour.counting.MANY_COUNTED", states)
            counted = rk.count(tour)
            assert (counted.value, counted.status) == (len(expected), rk.Status.OPTIMAL)


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
        first = first_shortest(tour, MOVERS[mover])
        expected = [] if first is None else all_of_length(tour, MOVERS[mover], len(first) - 1)
        assert list(rk.tours(tour)) == list(expected)
    assert fewer


@pytest.mark.parametrize("states", [1 << 20, 0])
def test_numbers_beyond_64_bits_are_exact(states, monkeypatch):
    """A wazir has binomial(2n - 2, n - 1) shortest paths between opposite corners."""
    monkeypatch.setattr("rookery.tour.counting.MANY_COUNTED", states)
    tour = rk.Tour(Board(36), "a1", [(0, 35)], mover="W", visit="on")
    assert rk.count(tour).value == math.comb(70, 35) > 1 << 64


def test_no_tour_counts_none():
    walled = rk.Tour.parse(["Q#N", "##."], visit="on")
    counted = rk.count(walled)
    assert (counted.value, counted.status) == (0, rk.Status.OPTIMAL)
    assert "target c2 is not visited" in counted.note
    assert list(rk.tours(walled)) == []
    one_way = rk.Tour(Board(5), "c1", ["a5", "e5"], mover="fB", visit="on")
    assert rk.count(one_way).value == 0
    assert list(rk.tours(one_way)) == []
