"""Annealing of a path: it keeps only tours, counts the visits correctly, and shortens."""

from __future__ import annotations

import pytest
from tests.marks import few
from tests.tour.brute import random_tour

import rookery as rk
from rookery.tour.improving import PathAnnealer
from rookery.tour.moves import square_of
from rookery.tour.path_kernel import BEST, LEFT, LENGTH
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour
from rookery.tour.search import nearest_first


def some_tour(seed: int, largest: int = 7, most_targets: int = 4) -> Tour:
    mover = ["Q", "N", "K", "R", "WfF", "fRsRbB"][seed % 6]
    return random_tour(seed, mover, ["on", "beside"][seed % 2], largest, most_targets)


@pytest.mark.parametrize("seed", few(range(30), 8))
def test_annealing_keeps_a_tour_and_counts_its_visits(seed: int) -> None:
    tour = some_tour(seed)
    plan = TourPlan.of(tour)
    path = nearest_first(plan) if plan.possible else None
    if path is None or len(path) < 2:
        return
    paths = PathAnnealer(plan, path, seed)
    paths.anneal(20_000, 0.0, 1.0)
    found = tuple(square_of(tour.board, square) for square in paths.walk())
    assert tour.check(found) == []
    assert rk.solve(tour, method="layers").value <= paths.moves <= len(path) - 1
    state, squares = paths._path.state, paths._path.squares.tolist()
    stood = [paths._squares[place] for place in squares[: int(state[LENGTH]) + 1]]
    times = [sum(square in group for square in stood) for group in map(set, plan.targets)]
    assert paths._path.times.tolist() == times
    assert int(state[LEFT]) == times.count(0)
    assert int(state[BEST]) == paths.moves


def test_every_change_of_the_rules_changes_how_far_annealing_shortens() -> None:
    """The temperature, what is accepted and each kind of change show in the totals of moves."""
    first, best, last = 0, 0, 0
    for seed in range(24):
        plan = TourPlan.of(some_tour(seed, largest=9, most_targets=9))
        path = nearest_first(plan) if plan.possible else None
        if path is not None and len(path) > 2:
            paths = PathAnnealer(plan, path, seed)
            paths.anneal(2_000, 0.0, 1.0)
            first += len(path) - 1
            best += paths.moves
            last += int(paths._path.state[LENGTH])
    assert (first, best, last) == (162, 149, 145)
