"""The ng-route relaxation against exact tours and a plain-Python twin."""

import random
from itertools import product

import pytest
from tests.tour.brute import MOVERS, possible_tours

import rookery as rk
from rookery.tour.moves import square_of
from rookery.tour.ng_route import NgRouteBound
from rookery.tour.plan import TourPlan

ROUNDS = 400


def possible(mover, number):
    for tour, plan, least in possible_tours(mover, number):
        if (essential := plan.essential()).targets:
            yield tour, essential, least


@pytest.mark.parametrize("mover", MOVERS)
def test_all_that_is_shorter_is_ruled_out_and_nothing_else(mover):
    for _, plan, least in possible(mover, 5):
        assert NgRouteBound.fits(plan)
        bound = NgRouteBound(plan)
        assert not bound.refutes(least, ROUNDS)
        if least:
            assert NgRouteBound(plan).refutes(least - 1, ROUNDS)


def test_few_rounds_come_near_the_shortest():
    """The step size decides how near: steps towards no aim leave about twice the moves open."""
    left_open = 0
    for seed in range(6):
        squares = list(product(range(8), repeat=2))
        random.Random(seed).shuffle(squares)
        start, *targets = squares[:12]
        tour = rk.Tour(rk.Board(8), start, targets, mover="N", visit="on")
        plan = TourPlan.of(tour).essential()
        moves = rk.solve(tour, method="layers").value
        left_open += next(
            less for less in range(moves) if NgRouteBound(plan).refutes(moves - 1 - less, 60)
        )
    assert left_open <= 16


def test_memories_grow_until_a_walk_to_and_fro_is_ruled_out():
    """Three targets in a row and one far away: ng-routes with small memories go back and forth."""
    tour = rk.Tour(rk.Board(1, 12), "f1", ["a1", "b1", "k1", "l1"], mover="K", visit="on")
    plan = TourPlan.of(tour).essential()
    bound = NgRouteBound(plan)
    assert bound.refutes(15, ROUNDS)
    assert not bound.refutes(16, ROUNDS)


def test_a_walk_that_visits_all_is_a_tour():
    found = 0
    for tour, plan, least in possible("Q", 12):
        bound = NgRouteBound(plan)
        bound.refutes(least, ROUNDS)
        if bound.path is not None:
            found += 1
            squares = [square_of(tour.board, square) for square in bound.path]
            assert tour.check(squares) == []
            assert len(squares) - 1 == least
    assert found


def test_too_many_targets_on_one_square_do_not_fit():
    around = [square for square in rk.Board(5).squares() if square != (2, 2)]
    sets = [[(2, 2), square] for square in around]
    plan = TourPlan.of(rk.Tour(rk.Board(5), "a1", sets[:12], mover="K", visit="on"))
    assert not NgRouteBound.fits(plan)
