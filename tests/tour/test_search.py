"""The search, its annealing and its bounds, against exact tours of small puzzles."""

import pytest
from tests.marks import few
from tests.tour.brute import MOVERS, crowd, possible_tours, random_tour

import rookery as rk
from rookery.tour.improving import Distances, OrderAnnealer, PathAnnealer, shorter_by_window
from rookery.tour.moves import square_of
from rookery.tour.path_kernel import BEST, LEFT, LENGTH
from rookery.tour.plan import TourPlan
from rookery.tour.search import nearest_first


@pytest.mark.parametrize("mover", MOVERS)
def test_search_and_bounds_enclose_the_shortest(mover):
    for tour, _, least in possible_tours(mover, 4):
        found = rk.solve(tour, method="search", limits=rk.Limits(work=3000), threads=1)
        assert tour.check(found.answer) == []
        assert found.bound <= least <= found.value
        assert found.value == least, "small tours are found"


def test_a_linear_program_that_fails_leaves_the_other_bounds(monkeypatch):
    monkeypatch.setattr("rookery.engine.lp.LinearProgram.solve", lambda *_: None)
    found = rk.solve(crowd(3, 12), method="search", limits=rk.Limits(work=300), threads=1)
    assert 0 < found.bound <= found.value


def test_more_than_ten_sets_on_a_square_are_searched_without_ng_routes():
    """They share the centre, which one move reaches; the search must not end before its limit."""
    around = [(row, column) for row in range(5) for column in range(5) if (row, column) != (2, 2)]
    tour = rk.Tour(
        rk.Board(5), "a1", [[(2, 2), square] for square in around[:12]], mover="K", visit="on"
    )
    for threads in (1, 2):
        found = rk.solve(tour, method="search", limits=rk.Limits(seconds=5), threads=threads)
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
            assert sorted(orders._order.order) == list(range(21))  # 20 targets and the start


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


def test_windows_shorten_a_bad_path():
    tour = crowd(10, 12, side=8)
    plan = TourPlan.of(tour)
    path = OrderAnnealer(plan, Distances(plan), seed=0).walk()
    detour = [*path[:3], path[2], path[2], *path[3:]]  # standing still twice is no move
    shorter = shorter_by_window(plan, detour, 0)
    assert len(shorter) <= len(path)
    assert tour.check([square_of(tour.board, square) for square in shorter]) == []


def some_tour(seed: int) -> rk.Tour:
    mover = ["Q", "N", "K", "R", "WfF", "fRsRbB"][seed % 6]
    return random_tour(seed, mover, ["on", "beside"][seed % 2], 7, 4)


def stood(paths: PathAnnealer) -> list[int]:
    """Return the squares of the path under annealing."""
    squares = paths._path.squares.tolist()
    return [paths._squares[place] for place in squares[: int(paths._path.state[LENGTH]) + 1]]


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
    state = paths._path.state
    times = [sum(square in group for square in stood(paths)) for group in map(set, plan.targets)]
    assert paths._path.times.tolist() == times
    assert int(state[LEFT]) == times.count(0)
    assert int(state[BEST]) == paths.moves


#: By seed, where the path under annealing stands after 2,000 steps: each choice shows in it.
STOOD = {
    0: [19, 9, 3, 11, 10, 2],
    4: [3, 0, 3, 7, 11, 8, 5, 4, 1],
    6: [2, 3, 10, 11],
    8: [6, 4, 1, 3, 6],
    10: [3, 10, 11, 10, 4, 3, 2, 1, 8, 9],
    14: [6, 4, 2, 0, 1, 2, 4, 6],
}


@pytest.mark.parametrize("seed", STOOD)
def test_a_seed_gives_one_path(seed):
    plan = TourPlan.of(some_tour(seed))
    paths = PathAnnealer(plan, nearest_first(plan), seed)
    paths.anneal(2_000, 0.0, 1.0)
    assert stood(paths) == STOOD[seed]
