"""Annealing of a path: it keeps only tours, and counts the visits correctly."""

import pytest
from tests.marks import few
from tests.tour.brute import random_tour
from tests.tour.path_twin import Random, Twin

import rookery as rk
from rookery.tour.improving import PathAnnealer
from rookery.tour.moves import square_of
from rookery.tour.path_kernel import BEST, LEFT, LENGTH
from rookery.tour.plan import TourPlan
from rookery.tour.puzzle import Tour
from rookery.tour.search import nearest_first


def some_tour(seed: int) -> Tour:
    mover = ["Q", "N", "K", "R", "WfF", "fRsRbB"][seed % 6]
    return random_tour(seed, mover, ["on", "beside"][seed % 2], 7, 4)


@pytest.mark.parametrize("seed", few(range(30), 8))
def test_annealing_keeps_a_tour_and_counts_its_visits(seed):
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


@pytest.mark.parametrize("seed", few(range(20), 8))
def test_the_kernel_does_what_plain_python_does(seed):
    plan = TourPlan.of(some_tour(seed))
    path = nearest_first(plan) if plan.possible else None
    if path is None or len(path) < 2:
        return
    paths = PathAnnealer(plan, path, seed)
    twin = Twin(plan, path, Random(int(paths._path.random[0])), room=len(paths._path.squares))
    paths.anneal(2_000, 0.0, 1.0)
    twin.anneal(2_000, paths.hot, paths.cold)
    length = int(paths._path.state[LENGTH])
    stood = [paths._squares[place] for place in paths._path.squares[: length + 1].tolist()]
    assert (stood, paths.walk()) == (twin.path, twin.best)
