from __future__ import annotations

import pytest

import rookery as rk
from rookery.boards.board import Board
from rookery.errors import LimitError
from rookery.results.limits import Clock, Limits
from rookery.results.result import Reason, Result, Status
from rookery.results.settings import Settings
from rookery.tour import auto
from rookery.tour.auto import run_auto
from rookery.tour.exact import run_layers
from rookery.tour.layers import Layers
from rookery.tour.methods import METHODS
from rookery.tour.puzzle import Tour

TOUR = Tour.parse(["Q.P....N", "..P.P...", "N...P..B"])


@pytest.mark.parametrize(
    "method", [method for method in METHODS if method.fits(TOUR)], ids=lambda method: method.name
)
def test_every_method_finds_a_shortest_tour(method):
    found, expected = method.run(TOUR, Settings()), run_layers(TOUR, Settings())
    assert (found.value, found.bound, found.status) == (5, 5, Status.OPTIMAL)
    assert TOUR.check(found.answer) == []
    if method.name != "search":
        assert found.answer == expected.answer


@pytest.mark.parametrize(
    ("limits", "reason"), [(Limits(work=1), Reason.WORK), (Limits(seconds=0), Reason.TIME)]
)
def test_a_limit_leaves_a_bound(limits, reason):
    value = run_layers(TOUR, Settings()).value
    found = run_layers(TOUR, Settings(limits, clock=Clock(limits)))
    assert (found.answer, found.status, found.reason) == (None, Status.UNKNOWN, reason)
    assert 0 < found.bound < value


def test_progress_tells_the_bound():
    told = []
    value = run_layers(TOUR, Settings(on_progress=told.append)).value
    bounds = [progress.bound for progress in told]
    assert bounds == sorted(bounds)
    assert bounds[-1] == value


def test_an_interrupt_leaves_a_bound(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Layers, "grow", interrupted)
    found = run_layers(TOUR, Settings())
    assert (found.status, found.reason, found.bound) == (Status.UNKNOWN, Reason.INTERRUPTED, 2)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Q..P. ...PN N..PP ....B", "target e3 is out of reach of Q from a4"),
        ("Q..#N ...#N N..## ....B", "target e4, target e3 are out of reach of Q from a4"),
        ("Q.... N..## ...#B", "the goal e1 is out of reach of Q from a3"),
        ("Q.B .N. mover gK", "gK cannot move from a2, and the goal c2 is not visited there"),
        ("Q..#. ...#. target c1 target e1", "target e1 is out of reach of Q from a2"),
        ("Q.... ..... ....N mover A visit on", "target e1 is out of reach of A from a3"),
    ],
)
def test_the_impossible_says_what_is_out_of_reach(text, note):
    found = run_layers(Tour.parse(text), Settings())
    assert (found.status, found.note) == (Status.INFEASIBLE, note)


def crowded(targets, side=20):
    squares = [(row, column) for row in range(side) for column in range(side)]
    return Tour(Board(side), "a1", squares[1 : 7 * targets : 7], visit="on")


def test_too_many_targets_are_searched_and_the_memory_is_named():
    found = run_auto(crowded(40), Settings(Limits(work=1000)))
    assert crowded(40).check(found.answer) == []
    assert "exact layers need 409,600.0 GiB" in found.note


def test_too_many_targets_are_searched_within_a_time_limit():
    tour, limits = crowded(40), Limits(seconds=1)
    found = run_auto(tour, Settings(limits, clock=Clock(limits)))
    assert tour.check(found.answer) == []
    assert 0 < found.bound <= found.value


def test_layers_that_run_out_of_time_leave_the_rest_to_the_search():
    limits = Limits(seconds=0)
    found = run_auto(TOUR, Settings(limits, clock=Clock(limits)))
    assert found.reason in (Reason.TIME, Reason.PROVED)
    assert found.answer is None or TOUR.check(found.answer) == []
    assert found.bound >= 1


def test_what_exact_layers_proved_in_time_is_kept(monkeypatch):
    """Middling layers that run out of time hand their bound over to the search."""
    monkeypatch.setattr(auto, "SMALL_BYTES", 0)
    limits = Limits(seconds=600)
    clock = Clock(limits)
    monkeypatch.setattr(auto, "grown", lambda *_: Result.impossible(TOUR, "why"))
    assert run_auto(TOUR, Settings(limits, clock=clock)).status is Status.INFEASIBLE
    ended = Result(TOUR, None, None, 2, Status.UNKNOWN, Reason.TIME)
    monkeypatch.setattr(auto, "grown", lambda *_: ended)
    found = run_auto(TOUR, Settings(limits, clock=clock))
    assert found.trace[0].stage == "layers"
    assert (found.value, found.bound) == (5, 5)


def test_layers_that_outgrow_the_memory_hand_over_too(monkeypatch):
    def outgrown(*_):
        raise LimitError("too many layers")

    monkeypatch.setattr(auto, "SMALL_BYTES", 0)
    monkeypatch.setattr(auto, "grown", outgrown)
    limits = Limits(seconds=2)
    found = run_auto(TOUR, Settings(limits, clock=Clock(limits)))
    assert TOUR.check(found.answer) == []
    assert "too many layers" in run_auto(TOUR, Settings()).note


def refused(*_):
    raise AssertionError("this method is not for such a tour")


@pytest.mark.parametrize(
    ("tour", "method"),
    [
        (Tour.hamiltonian(5, "knight"), "run_hamiltonian"),
        (Tour(Board(4), "a1", ["d4"], mover="R", visit="over", once=True), "run_beam"),
        (Tour(Board(4), "a1", ["d4"], mover="R", visit="on", once=True), "run_circuit"),
    ],
)
def test_each_kind_of_tour_with_once_has_its_method(tour, method, monkeypatch):
    for name in ("run_hamiltonian", "run_beam", "run_circuit", "run_search"):
        monkeypatch.setattr(auto, name, refused)
    monkeypatch.setattr(auto, method, lambda *_: "found")
    assert run_auto(tour, Settings()) == "found"


WHOLE = Tour(Board(6), "a1", "all", mover="N", visit="on")


@pytest.mark.parametrize(
    ("status", "reason", "is_over"),
    [
        (Status.OPTIMAL, Reason.PROVED, True),
        (Status.UNKNOWN, Reason.INTERRUPTED, True),
        (Status.UNKNOWN, Reason.TIME, False),
    ],
)
def test_a_whole_board_is_searched_unless_a_tour_of_it_is_soon_found(
    status, reason, is_over, monkeypatch
):
    found = Result(WHOLE, None, None, None, status, reason)
    searched = Result(WHOLE, None, None, 7, Status.UNKNOWN, Reason.DONE)
    monkeypatch.setattr(auto, "run_hamiltonian", lambda *_: found)
    monkeypatch.setattr(auto, "run_search", lambda *_: searched)
    assert run_auto(WHOLE, Settings()).reason is (reason if is_over else Reason.DONE)


def test_only_a_search_keeps_the_default_limit(monkeypatch):
    told = []

    def tell(tour, settings, *_):
        told.append(settings.limits.seconds)
        return Result(tour, None, None, None, Status.UNKNOWN, Reason.DONE)

    monkeypatch.setattr(auto, "grown", lambda tour, growing: tell(tour, growing._settings))
    monkeypatch.setattr(auto, "run_search", tell)
    monkeypatch.setattr(auto, "run_hamiltonian", tell)
    targets = [f"{file}{row}" for file in "abcdefgh" for row in (2, 3)]
    near = Tour(10, "a1", targets, mover="W")
    for tour in (TOUR, near, Tour.hamiltonian(20, "knight"), crowded(40)):
        rk.solve(tour)
    assert told == [None, None, None, auto.SEARCH_SECONDS]
