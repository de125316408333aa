"""The search and its bounds against exact tours of small puzzles."""

from __future__ import annotations

import random

import pytest
from tests.tour.brute import MOVERS, first_shortest, random_tour

import rookery as rk
from rookery.boards.board import Board
from rookery.results.limits import Limits
from rookery.tour import order_kernel as kernel
from rookery.tour.annealing import Distances, OrderAnnealer, PathAnnealer
from rookery.tour.bounds import (
    UNITS,
    priced_layers,
)
from rookery.tour.improving import shorter_by_window
from rookery.tour.moves import square_of
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour
from rookery.tour.search import nearest_first


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


@pytest.mark.parametrize("mover", ["Q", "N", "K", "KmpR", "fRsRbB"])
def test_distances_are_moves_of_tours_to_one_target(mover):
    for tour, plan, _ in possible(mover, 8):
        distances = Distances(plan)
        start = distances.place[plan.start]
        for end, index in distances.place.items():
            square = (tour.board.rows - 1 - end % tour.board.rows, end // tour.board.rows)
            single = Tour(
                tour.board, tour.start, [[square]], mover=mover, pawns=tour.obstacles - {square}
            )
            way = first_shortest(single, MOVERS[mover])
            assert distances.table[start, index] == len(way) - 1
            assert len(distances.way(start, index)) == len(way) - 1


@pytest.mark.parametrize("mover", MOVERS)
def test_search_and_bounds_enclose_the_shortest(mover):
    for tour, _, least in possible(mover, 6):
        found = searched(tour, work=3000)
        assert tour.check(found.answer) == []
        assert found.bound <= least <= found.value
        assert found.value == least, "small tours are found"


def test_prices_beyond_a_move_are_refused():
    plan = TourPlan.of(crowd(1, 5))
    with pytest.raises(ValueError, match="expected prices of at most 11 on a square"):
        priced_layers(plan, [0], [0, UNITS, 0, 0, 0])


def test_the_cost_of_a_candidate_is_that_of_the_whole_walk():
    """Trial costs from forward and backward tables equal the cost of a walk from the start."""
    plan = TourPlan.of(crowd(4, 15, mover="K", visit="beside"))
    orders = OrderAnnealer(plan, Distances(plan), seed=2)
    groups, order = orders.tables, orders._order

    def whole():
        costs = {groups.start: 0}
        for target in order.order:
            squares = groups.square[groups.first[target] : groups.first[target + 1]]
            costs = {
                end: min(cost + groups.distance[square, end] for square, cost in costs.items())
                for end in squares
            }
        return min(cost + groups.to_goal[square] for square, cost in costs.items())

    assert orders.moves == whole()
    for _ in range(200):
        orders.anneal(1, 0.0, 0.0)
        assert order.cost[kernel.COST] == whole()
        assert sorted(order.order) == list(range(15))


@pytest.mark.parametrize("mover", ["Q", "N", "K", "WfF"])
def test_annealing_of_a_path_or_of_an_order_keeps_a_tour(mover):
    for tour, plan, least in possible(mover, 6, largest=7, most_targets=4):
        path = nearest_first(plan)
        annealers = [OrderAnnealer(plan, Distances(plan), seed=1)]
        annealers += [PathAnnealer(plan, path, 1)] if path and len(path) > 1 else []
        for annealer in annealers:
            before = annealer.moves
            annealer.anneal(20_000, 0.0, 1.0)
            found = [square_of(tour.board, square) for square in annealer.walk()]
            assert tour.check(found) == []
            assert least <= annealer.moves == len(found) - 1 <= min(before, least + 2)


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
