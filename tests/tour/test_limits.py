"""Tours under limits, and tours without kernels."""

from dataclasses import replace

import pytest
from tests.limited import settings_of
from tests.marks import few
from tests.tour.brute import random_tour

import rookery as rk
from rookery.engine.drive import solved_by
from rookery.results.limits import DeadlineExceeded
from rookery.tour import counting, methods
from rookery.tour.moves import square_of
from rookery.tour.plan import TourPlan, rides_of
from rookery.tour.search import farthest_target, nearest_first

SQUARES_PER_CHECK = 256

ROWS = ["Q..N....", "..N...N.", "N...N...", "...N...N", ".N...N..", "....N..B"]
TOUR = rk.Tour.parse(ROWS, mover="N")


def test_a_count_that_is_stopped_tells_how_far_it_came(kernels, monkeypatch):
    """The deadline passes after three moves of the shortest tours."""
    whole = rk.count(TOUR)
    least = rk.solve(TOUR).value

    def stopped(*_):
        yield from (1, 2, 3, 4)
        raise DeadlineExceeded

    kernels.stall()
    monkeypatch.setattr(counting.ShortestTours, "totals", stopped)
    found = rk.count(TOUR)
    assert whole.status is rk.Status.OPTIMAL
    assert (found.status, found.reason) == (rk.Status.UNKNOWN, rk.Reason.TIME)
    assert found.note == f"shortest tours have {least} moves; prefixes of 3 moves: 4"
    assert found.share == pytest.approx(3 / least)


@pytest.mark.parametrize("seed", few(range(60), 22))
def test_the_nearest_first_is_a_tour_and_the_farthest_a_bound(seed):
    tour = random_tour(seed, "Q", largest=7, most_targets=9)
    plan = TourPlan.of(tour)
    best = rk.solve(tour, method="layers")
    if best.answer is None:
        return
    path = nearest_first(plan)
    squares = tuple(square_of(tour.board, square) for square in path)
    assert tour.check(squares) == []
    assert farthest_target(plan) <= best.value <= len(path) - 1


LARGE_SIDE = 60


@pytest.mark.parametrize("mover", ["N", "Q", "R3", "QN"])
def test_moves_on_a_large_board_look_at_the_clock(mover):
    looks: list[None] = []
    tour = rk.Tour(rk.Board(LARGE_SIDE), "a1", ["z9"], mover=mover, visit="on")
    assert len(TourPlan.of(tour, lambda: looks.append(None)).moves.reached) == LARGE_SIDE**2
    assert len(looks) >= LARGE_SIDE**2 // SQUARES_PER_CHECK
    looks.clear()
    TourPlan.of(TOUR, lambda: looks.append(None))
    assert looks == []


@pytest.mark.parametrize("looks", [0, 1, 30])
def test_a_default_limit_holds_while_the_plan_is_made(looks):
    large = rk.Tour(
        120, "a1", [f"{file}{row}" for file in "abcd" for row in range(2, 9)], mover="N"
    )
    settings = replace(settings_of(looks), is_default=True)
    found = solved_by(methods.auto)(large, settings)
    assert (found.status, found.reason) == (rk.Status.UNKNOWN, rk.Reason.TIME)


def test_the_rides_of_a_large_board_keep_a_limit():
    tour = rk.Tour(60, "a1", ["h8"], visit="over")
    squares = dict.fromkeys(range(60 * 60), ())
    with pytest.raises(DeadlineExceeded):
        rides_of(tour, squares, settings_of(30).clock.check_deadline)


@pytest.mark.parametrize("limits", [None, rk.Limits(work=5)])
def test_distances_that_outgrow_the_memory_leave_the_nearest_first(limits, monkeypatch):
    monkeypatch.setattr("rookery.tour.memory.MOST_BYTES", 1 << 10)
    found = rk.solve(TOUR, method="search", limits=limits)
    assert (found.status, found.reason) == (rk.Status.FEASIBLE, rk.Reason.MEMORY)
    assert 0 < found.bound < found.value
