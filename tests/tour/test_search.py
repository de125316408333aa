"""The search and its bounds against exact tours of small puzzles."""

import random

import pytest
from tests.tour.brute import MOVERS, first_shortest, random_tour

import rookery as rk
from rookery.boards.board import Board
from rookery.results.limits import Limits
from rookery.tour import order_kernel as kernel
from rookery.tour.improving import Distances, OrderAnnealer, PathAnnealer, shorter_by_window
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour


def searched(tour, **limits):
    return rk.solve(tour, method="search", limits=Limits(**limits), threads=1)


def possible(mover, count, **keywords):
    """Yield small possible tours, each with a shortest one."""
    for seed in range(count):
        tour = random_tour(f"s {mover} {seed}", mover, "on" if seed % 2 else "beside", **keywords)
        shortest = first_shortest(tour, MOVERS[mover])
        if shortest is not None:
            yield tour, TourPlan.of(tour), len(shortest) - 1


def crowd(seed, targets, side=12, mover="Q", visit="beside"):
    rng = random.Random(seed)
    squares = [(row, column) for row in range(side) for column in range(side)]
    rng.shuffle(squares)
    start, goal, *rest = squares
    pawns = rest[targets : targets + side]
    tour = Tour(Board(side), start, rest[:targets], goal, mover, visit, pawns=pawns)
    return tour if TourPlan.of(tour).possible else crowd(seed + 1000, targets, side, mover, visit)


@pytest.mark.parametrize("mover", MOVERS)
def test_search_and_bounds_enclose_the_shortest(mover):
    for tour, _, least in possible(mover, 4):
        found = searched(tour, work=3000)
        assert tour.check(found.answer) == []
        assert found.bound <= least <= found.value
        assert found.value == least, "small tours are found"


def test_more_than_ten_sets_on_a_square_are_searched_without_ng_routes():
    """They share the centre, which one move reaches; the search must not end before its limit."""
    around = [(row, column) for row in range(5) for column in range(5) if (row, column) != (2, 2)]
    tour = Tour(Board(5), "a1", [[(2, 2), square] for square in around[:12]], mover="K", visit="on")
    for threads in (1, 2):
        found = rk.solve(tour, method="search", limits=Limits(seconds=5), threads=threads)
        assert (found.value, found.bound) == (2, 2)


def test_a_path_of_an_order_costs_what_the_order_does():
    for mover, visit in (("Q", "beside"), ("N", "on"), ("K", "beside")):
        tour = crowd(3, 20, mover=mover, visit=visit)
        plan = TourPlan.of(tour)
        orders = OrderAnnealer(plan, Distances(plan), seed=1)
        for part in range(4):
            before = orders.moves
            orders.anneal(500, part / 4, (part + 1) / 4)
            path = orders.walk()
            assert len(path) - 1 == orders.moves <= before


def test_a_cooling_in_parts_falls_from_hot_to_cold(monkeypatch):
    heats = []

    def record(*given):
        heats.extend(given[-2:])

    for name in ("order_kernel.anneal", "anneal_path"):
        monkeypatch.setattr(f"rookery.tour.improving.{name}", record)
    plan = TourPlan.of(crowd(3, 20))
    orders = OrderAnnealer(plan, Distances(plan), seed=1)
    for annealer in (orders, PathAnnealer(plan, orders.walk(), seed=1)):
        heats.clear()
        for part in range(4):
            annealer.anneal(1, part / 4, (part + 1) / 4)
        assert heats[1:-1:2] == heats[2::2]
        assert heats == sorted(heats, reverse=True)
        assert (heats[0], heats[-1]) == pytest.approx((annealer.hot, annealer.cold))


def test_the_cost_of_a_candidate_is_that_of_the_whole_walk():
    """Trial costs from forward and backward tables equal the cost of a walk from the start."""
    plan = TourPlan.of(crowd(4, 15, mover="K", visit="beside"))
    orders = OrderAnnealer(plan, Distances(plan), seed=2)
    groups, order = orders.tables, orders._order

    def whole():
        costs = {groups.square[groups.first[15]]: 0}
        for target in order.order[1:]:
            squares = groups.square[groups.first[target] : groups.first[target + 1]]
            costs = {
                end: min(cost + groups.distance[square, end] for square, cost in costs.items())
                for end in squares
            }
        return min(cost + groups.to_goal[square] for square, cost in costs.items())

    assert orders.moves == whole()
    lasts = set()
    for _ in range(200):
        orders.anneal(1, 0.0, 0.0)
        assert order.cost[kernel.COST] == whole()
        assert sorted(order.order) == list(range(16))
        lasts.add(int(order.order[-1]))
    assert len(lasts) > 1


def test_windows_shorten_a_bad_path():
    tour = crowd(10, 12, side=8)
    plan = TourPlan.of(tour)
    path = OrderAnnealer(plan, Distances(plan), seed=0).walk()
    detour = [*path[:3], path[2], path[2], *path[3:]]  # standing still twice is no move
    shorter = shorter_by_window(plan, detour, 0)
    assert shorter is not None
    assert len(shorter) <= len(path)
    squares = [(tour.board.rows - 1 - s % tour.board.rows, s // tour.board.rows) for s in shorter]
    assert tour.check(squares) == []
