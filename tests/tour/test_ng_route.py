"""The ng-route relaxation against exact tours and a plain-Python twin."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from tests.tour.brute import MOVERS, first_shortest, random_tour

from rookery.boards.board import Board
from rookery.tour.ng_route import NgRouteBound
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour

ROUNDS = 400


def possible(mover: str, count: int):
    for seed in range(count):
        tour = random_tour(f"f {mover} {seed}", mover, "on" if seed % 2 else "beside")
        shortest = first_shortest(tour, MOVERS[mover])
        plan = TourPlan.of(tour).essential()
        if shortest is not None and plan.targets:
            yield tour, plan, len(shortest) - 1


@pytest.mark.parametrize("mover", MOVERS)
def test_all_that_is_shorter_is_ruled_out_and_nothing_else(mover: str) -> None:
    for _, plan, least in possible(mover, 8):
        assert NgRouteBound.fits(plan)
        bound = NgRouteBound(plan)
        assert not bound.refutes(least, ROUNDS)
        if least:
            assert NgRouteBound(plan).refutes(least - 1, ROUNDS)


def richest(bound: NgRouteBound, moves: int, rewards: list[int]) -> int:
    """Return the reward of the richest walk, by sets of remembered targets in plain Python."""
    steps, remembered = bound._steps, [set(known) for known in bound._remembered]
    visits = [
        set(known[:count])
        for known, count in zip(bound._remembered, steps.visits.tolist(), strict=True)
    ]
    first = frozenset(visits[steps.start])
    wave = {(steps.start, first): sum(rewards[target] for target in first)}
    for _ in range(moves):
        onward: dict[tuple[int, frozenset[int]], int] = {}
        for (square, memory), collected in wave.items():
            for end in steps.end[steps.first[square] : steps.first[square + 1]].tolist():
                known = memory & remembered[end]
                new = visits[end] - known
                state = end, frozenset(known | new)
                gained = collected + sum(rewards[target] for target in new)
                onward[state] = max(onward.get(state, 0), gained)
        wave = onward
    return max((gain for (square, _), gain in wave.items() if steps.goal[square]), default=-1)


@pytest.mark.parametrize("seed", range(24))
def test_the_richest_walk_is_that_of_plain_python(seed: int) -> None:
    rng = random.Random(seed)
    tour = random_tour(seed, "QNKR"[seed % 4], ("on", "beside")[seed // 4 % 2], most_targets=7)
    plan = TourPlan.of(tour).essential()
    if not plan.possible or not plan.targets:
        return
    bound = NgRouteBound(plan)
    bound.refutes(3, rounds=rng.choice([0, 30]))  # memories grow
    rewards = [rng.randint(0, 50) for _ in plan.targets]
    moves = rng.randint(1, 5)
    collected, path = bound._richest(moves, np.array(rewards, np.int32), bool)
    assert collected == richest(bound, moves, rewards)
    if collected >= 0:
        times, _ = bound._visits(path)
        assert collected == sum(times[target] * reward for target, reward in enumerate(rewards))
        ends = bound._steps
        for here, there in pairwise(path):
            assert there in ends.end[ends.first[here] : ends.first[here + 1]]


def test_memories_grow_until_a_walk_to_and_fro_is_ruled_out() -> None:
    """Three targets in a row and one far away: ng-routes with small memories go back and forth."""
    tour = Tour(Board(1, 12), "f1", ["a1", "b1", "k1", "l1"], mover="K", visit="on")
    plan = TourPlan.of(tour).essential()
    bound = NgRouteBound(plan)
    assert all(len(known) <= 1 for known in bound._remembered)
    assert bound.refutes(15, ROUNDS)
    assert max(map(len, bound._remembered)) > 1
    assert not bound.refutes(16, ROUNDS)


def test_a_walk_that_visits_all_is_a_tour() -> None:
    found = 0
    for tour, plan, least in possible("Q", 12):
        bound = NgRouteBound(plan)
        bound.refutes(least, ROUNDS)
        if bound.path is not None:
            found += 1
            rows = tour.board.rows
            squares = [(rows - 1 - at % rows, at // rows) for at in bound.path]
            assert tour.check(squares) == []
            assert len(squares) - 1 == least
    assert found


def test_too_many_targets_on_one_square_do_not_fit() -> None:
    around = [(row, column) for row in range(5) for column in range(5) if (row, column) != (2, 2)]
    sets = [[(2, 2), square] for square in around]
    plan = TourPlan.of(Tour(Board(5), "a1", sets[:12], mover="K", visit="on"))
    assert not NgRouteBound.fits(plan)
