"""Tours under limits, and tours without kernels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from tests.kernels import Kernels
from tests.limited import settings_of
from tests.marks import few
from tests.tour.brute import random_tour

import rookery as rk
from rookery.engine.drive import counted_by, solved_by
from rookery.results.limits import DeadlineExceeded, Limits
from rookery.results.result import Reason, Status
from rookery.tour import counting, layers, methods
from rookery.tour.layers import BitsetLayers
from rookery.tour.moves import square_of
from rookery.tour.plan import TourPlan, rides_of
from rookery.tour.puzzle import Tour
from rookery.tour.search import farthest_target, nearest_first

SQUARES_PER_CHECK = 256

ROWS = ["Q..N....", "..N...N.", "N...N...", "...N...N", ".N...N..", "....N..B"]
TOUR = Tour.parse(ROWS, mover="N")


def test_a_layer_that_is_late_is_not_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "QUICK_BYTES", 0)
    slow = BitsetLayers(TourPlan.of(TOUR))
    slow.grow()
    grown = slow.grown

    def late() -> None:
        raise DeadlineExceeded

    with pytest.raises(DeadlineExceeded):
        slow.grow(check_deadline=late)
    assert slow.grown == grown
    assert slow.grow()


@pytest.mark.parametrize("asks", [0, 1, 5, 40, 10**9])
def test_with_and_without_kernels_the_tour_is_the_same(
    asks: int, kernels: Kernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = rk.solve(TOUR, method="layers")
    kernels.arrive(asks)
    monkeypatch.setattr(counting, "MANY_COUNTED", 1)
    monkeypatch.setattr(methods, "worth_kernels", lambda tour: 1)
    assert rk.solve(TOUR).answer == expected.answer
    assert rk.count(TOUR).value == len(list(rk.tours(TOUR)))


@pytest.mark.parametrize("looks", [0, 3, 10])
def test_a_count_of_tours_looks_at_the_clock_at_every_state(looks: int) -> None:
    found = counted_by(counting.count)(TOUR, settings_of(looks))
    assert (found.status, found.reason) == (Status.UNKNOWN, Reason.TIME)
    assert "no tour has fewer than" in found.note or "prefixes of" in found.note


def test_a_count_that_is_stopped_tells_how_far_it_came(
    kernels: Kernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deadline passes after three moves of the shortest tours."""
    whole = rk.count(TOUR)
    least = rk.solve(TOUR).value

    def stopped(*_: object) -> Iterator[int]:
        yield from (1, 2, 3, 4)
        raise DeadlineExceeded

    kernels.stall()
    monkeypatch.setattr(counting.ShortestTours, "totals", stopped)
    found = rk.count(TOUR)
    assert whole.status is Status.OPTIMAL
    assert (found.status, found.reason) == (Status.UNKNOWN, Reason.TIME)
    assert found.note == f"shortest tours have {least} moves; prefixes of 3 moves: 4"
    assert found.share == pytest.approx(3 / least)


@pytest.mark.parametrize("seed", few(range(60), 22))
def test_the_nearest_first_is_a_tour_and_the_farthest_a_bound(seed: int) -> None:
    tour = random_tour(seed, "Q", largest=7, most_targets=9)
    plan = TourPlan.of(tour)
    best = rk.solve(tour, method="layers")
    if best.answer is None:
        return
    path = nearest_first(plan)
    assert path is not None
    squares = tuple(square_of(tour.board, square) for square in path)
    assert tour.check(squares) == []
    assert farthest_target(plan) <= best.value <= len(path) - 1


def test_the_first_tour_and_bound_look_at_every_square() -> None:
    plan = TourPlan.of(Tour.parse(ROWS, mover="K"))
    looks: list[None] = []
    farthest_target(plan, lambda: looks.append(None))
    assert len(looks) == len(plan.moves.reached)
    looks.clear()
    path = nearest_first(plan, lambda: looks.append(None))
    assert path is not None
    assert len(looks) >= len(path) - 1


LARGE_SIDE = 60


@pytest.mark.parametrize("mover", ["N", "Q", "R3", "QN"])
def test_moves_on_a_large_board_look_at_the_clock(mover: str) -> None:
    looks: list[None] = []
    tour = Tour(rk.Board(LARGE_SIDE), "a1", ["z9"], mover=mover, visit="on")
    assert len(TourPlan.of(tour, lambda: looks.append(None)).moves.reached) == LARGE_SIDE**2
    assert len(looks) >= LARGE_SIDE**2 // SQUARES_PER_CHECK
    looks.clear()
    TourPlan.of(TOUR, lambda: looks.append(None))
    assert looks == []


@pytest.mark.parametrize("method", ["auto", "layers", "words", "search"])
def test_a_large_tour_without_time_for_its_moves_is_unknown(method: str) -> None:
    tour = Tour(rk.Board(LARGE_SIDE), "a1", ["z9"], mover="N", visit="on")
    found = rk.solve(tour, method=method, limits=0)
    assert (found.status, found.reason) == (Status.UNKNOWN, Reason.TIME)
    with pytest.raises(rk.LimitError, match="came after 0 tours"):
        list(rk.tours(tour, limits=0))
    assert rk.count(tour, limits=0).status is Status.UNKNOWN


def test_a_search_goes_on_with_the_plan_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    make, made = TourPlan.of, []

    def of(tour: Tour, *look: Any) -> TourPlan:
        made.append(tour)
        return make(tour, *look)

    monkeypatch.setattr(TourPlan, "of", of)
    monkeypatch.setattr(methods, "SMALL_BYTES", 0)
    monkeypatch.setattr(methods, "BYTES_A_SECOND", 0)
    found = rk.solve(TOUR, limits=Limits(seconds=1, work=1))
    assert found.note
    assert made.count(TOUR) == 1


@pytest.mark.parametrize("looks", [0, 1, 30])
def test_a_default_limit_holds_while_the_plan_is_made(looks: int) -> None:
    large = Tour(120, "a1", [f"{file}{row}" for file in "abcd" for row in range(2, 9)], mover="N")
    settings = replace(settings_of(looks), is_default=True)
    found = solved_by(methods.auto)(large, settings)
    assert (found.status, found.reason) == (Status.UNKNOWN, Reason.TIME)


@pytest.mark.parametrize("visit", ["on", "over"])
@pytest.mark.parametrize("ask", [rk.solve, partial(rk.solve, method="layers"), rk.count])
def test_an_interrupt_while_the_plan_is_made_has_a_result(ask, visit, monkeypatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(TourPlan, "of", interrupted)
    found = ask(Tour(4, "a1", ["d4"], visit=visit))
    assert (found.status, found.reason) == (Status.UNKNOWN, Reason.INTERRUPTED)


def test_the_rides_of_a_large_board_keep_a_limit() -> None:
    tour = Tour(60, "a1", ["h8"], visit="over")
    squares = range(60 * 60)
    with pytest.raises(DeadlineExceeded):
        rides_of(tour, squares, settings_of(30).clock.check_deadline)


def test_moves_that_cannot_be_taken_back_are_not_swept() -> None:
    tour = Tour.hamiltonian(rk.Board(3, 3), "fRsRbB")
    assert rk.count(tour).value == rk.count(tour, method="walks").value > 0


@pytest.mark.parametrize("limits", [None, Limits(work=5)])
def test_distances_that_outgrow_the_memory_leave_the_nearest_first(limits, monkeypatch) -> None:
    monkeypatch.setattr("rookery.tour.memory.MOST_BYTES", 1 << 10)
    found = rk.solve(TOUR, method="search", limits=limits)
    assert (found.status, found.reason) == (Status.FEASIBLE, Reason.MEMORY)
    assert 0 < found.bound < found.value
