"""Tours that visit the squares they pass over, and tours without repeated squares."""

import random
from itertools import product

import pytest
from tests.marks import few
from tests.tour.brute import MOVERS, all_shortest_over, fewest

import rookery as rk
from rookery.boards.board import Board
from rookery.results.limits import Limits
from rookery.results.result import Status
from rookery.tour.circuit import most_a_move, straight_moves
from rookery.tour.plan import TourPlan, rides_of
from rookery.tour.puzzle import Tour


def some_tour(seed: int, once: bool, wrap: str = "") -> tuple[Tour, str]:
    rng = random.Random(seed)
    rows, columns = (3, 3) if once else (rng.randint(2, 5), rng.randint(2, 5))
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    rng.shuffle(squares)
    walls = squares[: rng.randint(0, 2)]
    start, *rest = squares[len(walls) :]
    targets = rest[: rng.randint(1, min(6, len(rest)))]
    goal = rng.choice([None, rest[-1]])
    closed = goal is None and rng.random() < 0.5
    mover = rng.choice("QRB")
    board = Board(rows, columns, walls, wrap)
    return Tour(board, start, targets, goal, mover, "over", closed=closed, once=once), mover


@pytest.mark.parametrize("wrap", ["", "cylinder", "torus"])
@pytest.mark.parametrize("seed", few(range(60), 12))
def test_the_fewest_moves_over_targets(seed, wrap):
    tour, mover = some_tour(seed, False, wrap)
    found, expected = rk.solve(tour), fewest(tour, MOVERS[mover])
    assert found.value == expected
    if expected is not None:
        listed = list(rk.tours(tour))
        assert found.answer == listed[0]
        assert set(listed) == all_shortest_over(tour, MOVERS[mover])
        assert rk.count(tour).value == len(listed)
        assert all(tour.check(path) == [] for path in listed)
        assert most_a_move(TourPlan.of(tour)) <= expected
        assert rk.solve(tour, method="circuit", limits=Limits(seconds=60, gap=9)).bound <= expected


@pytest.mark.parametrize("seed", few(range(25), 15))
def test_the_fewest_moves_that_stand_on_no_square_twice(seed):
    tour, mover = some_tour(seed, once=True)
    expected = fewest(tour, MOVERS[mover])
    for method in ("auto", "circuit"):
        found = rk.solve(tour, method=method)
        assert (found.value, found.status is Status.INFEASIBLE) == (expected, expected is None)


@pytest.mark.parametrize(("rows", "columns"), list(product(range(2, 5), range(2, 4))))
def test_straight_moves_are_a_bound(rows, columns):
    tour = Tour(Board(rows, columns), "a1", "all", visit="over")
    assert straight_moves(tour) <= rk.solve(tour).value


def test_passing_over_a_square_visits_it_only_with_over():
    over, on = (Tour(Board(3), "a1", ["b2"], "c3", visit=visit) for visit in ("over", "on"))
    assert over.check(["a1", "c3"]) == []
    assert on.check(["a1", "c3"]) == ["target b2 is not visited"]
    leaper = Tour(Board(3), "a1", ["b2"], "c3", mover="A", visit="over")
    assert leaper.check(["a1", "c3"]) == ["target b2 is not visited"]


def test_a_square_stood_on_twice_is_a_fault():
    tour = Tour(Board(3), "a1", ["c1"], visit="on", once=True, closed=True)
    assert tour.check(["a1", "b1", "c1", "b1", "a1"]) == [
        "the piece stands on b1 2 times instead of once"
    ]
    assert tour.check(["a1", "c1", "a1"]) == []


def test_hops_are_no_rides():
    settings = {"visit": "over", "pawns": ["c1"]}
    rider = Tour(Board(5), "a1", ["e1"], mover="R", **settings)
    both = Tour(Board(5), "a1", ["e1"], mover="RgB", **settings)
    squares = dict.fromkeys(TourPlan.of(rider).moves.reached, ())
    assert rides_of(both, squares) == rides_of(rider, squares)
