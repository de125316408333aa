"""Tours that visit the squares they pass over, and tours without repeated squares."""

from itertools import product

import pytest
from tests.marks import few
from tests.tour.brute import MOVERS, all_shortest, random_tour

import rookery as rk
from rookery.tour.circuit import most_a_move, straight_moves
from rookery.tour.plan import TourPlan, rides_of


@pytest.mark.parametrize("wrap", ["", "cylinder", "torus"])
@pytest.mark.parametrize("seed", few(range(60), 6))
def test_the_fewest_moves_over_targets(seed, wrap):
    mover = "QRB"[seed % 3]
    tour = random_tour(seed, mover, "over", 5, 6, wrap)
    found, expected = rk.solve(tour), all_shortest(tour, MOVERS[mover])
    fewest = len(expected[0]) - 1 if expected else None
    assert found.value == fewest
    bounded = rk.solve(tour, method="circuit", limits=rk.Limits(seconds=60, gap=9))
    assert (bounded.status is rk.Status.INFEASIBLE) == (not expected)
    assert list(rk.tours(tour)) == expected
    if expected:
        assert found.answer == expected[0]
        assert rk.count(tour).value == len(expected)
        assert all(tour.check(path) == [] for path in expected)
        assert most_a_move(TourPlan.of(tour)) <= fewest
        assert bounded.bound <= fewest


@pytest.mark.parametrize(("rows", "columns"), list(product(range(2, 5), range(2, 4))))
def test_straight_moves_are_a_bound(rows, columns):
    tour = rk.Tour(rk.Board(rows, columns), "a1", "all", visit="over")
    assert straight_moves(tour) <= rk.solve(tour).value


def test_passing_over_a_square_visits_it_only_with_over():
    over, on = (rk.Tour(rk.Board(3), "a1", ["b2"], "c3", visit=visit) for visit in ("over", "on"))
    either = rk.Tour(rk.Board(3), "a1", [["a3", "b2"]], "c3", visit="over")
    assert over.check(["a1", "c3"]) == either.check(["a1", "c3"]) == []
    assert on.check(["a1", "c3"]) == ["target b2 is not visited"]
    leaper = rk.Tour(rk.Board(3), "a1", ["b2"], "c3", mover="A", visit="over")
    assert leaper.check(["a1", "c3"]) == ["target b2 is not visited"]


def test_a_square_stood_on_twice_is_a_fault():
    tour = rk.Tour(rk.Board(3), "a1", ["c1"], visit="on", once=True, closed=True)
    assert tour.check(["a1", "b1", "c1", "b1", "a1"]) == [
        "the piece stands on b1 2 times instead of once"
    ]
    assert tour.check(["a1", "c1", "a1"]) == []


def test_hops_are_no_rides():
    settings = {"visit": "over", "pawns": ["c1"]}
    rider = rk.Tour(rk.Board(5), "a1", ["e1"], mover="R", **settings)
    both = rk.Tour(rk.Board(5), "a1", ["e1"], mover="RgB", **settings)
    squares = dict.fromkeys(TourPlan.of(rider).moves.reached, ())
    assert rides_of(both, squares) == rides_of(rider, squares)
