import pytest
from tests.tour.brute import MOVERS, all_of_length, first_shortest, random_tour

import rookery as rk
from rookery.boards.board import Board
from rookery.tour.compiled_layers import CompiledLayers
from rookery.tour.layers import BitsetLayers, ShortestTours
from rookery.tour.plan import TourPlan


def done(layers):
    while not layers.done:
        assert layers.grow()
    return layers


@pytest.mark.parametrize("visit", ["beside", "on"])
@pytest.mark.parametrize("mover", MOVERS)
@pytest.mark.parametrize(("wrap", "seeds"), [("", 12), ("cylinder", 4), ("torus", 4)])
def test_all_tours_in_order_and_their_number(mover, visit, wrap, seeds):
    for seed in range(seeds):
        tour = random_tour(f"{mover} {seed}", mover, visit, largest=4, most_targets=4, wrap=wrap)
        first = first_shortest(tour, MOVERS[mover])
        expected = []
        if first is not None:
            expected = list(all_of_length(tour, MOVERS[mover], len(first) - 1))
        assert rk.solve(tour, method="layers").answer == first
        assert all(tour.check(path) == [] for path in expected)
        assert list(rk.tours(tour)) == expected
        counted = rk.count(tour)
        assert (counted.value, counted.status) == (len(expected), rk.Status.OPTIMAL)
        if expected:
            plan = TourPlan.of(tour)
            words = done(CompiledLayers(plan))
            for layers in (words, ShortestTours(done(BitsetLayers(plan)))):
                assert list(layers.totals())[-1] == len(expected)
            assert list(ShortestTours(words).tours()) == expected


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


def test_numbers_beyond_64_bits_are_exact():
    """A wazir has binomial(2n - 2, n - 1) shortest paths between opposite corners."""
    import math

    tour = rk.Tour(Board(36), "a1", [(0, 35)], mover="W", visit="on")
    assert rk.count(tour).value == math.comb(70, 35) > 1 << 64
    plan = TourPlan.of(tour)
    *_, number = done(CompiledLayers(plan)).totals()
    assert number == math.comb(70, 35)
